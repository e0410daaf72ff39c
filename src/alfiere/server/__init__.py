"""The server: tables over the network, seats as secret links, storage, computer players beside them."""
