"""Identities, the table protocol and its transports: peers play the core's games together."""
