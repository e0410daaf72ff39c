"""Chapter 2.3: activation, orders, and who may act."""
