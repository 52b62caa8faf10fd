"""The games, one package each, and the registry that names them."""
