"""A first game with a conductor, who explains each thing when it first matters."""
