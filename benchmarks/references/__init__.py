"""Opponents that are no part of Caboose: what its bots are measured against."""
