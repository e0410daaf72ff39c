"""Chapter 3.1, what a side has to do: checked, settled, drawn, and pursued by the computer."""
