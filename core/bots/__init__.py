"""Opponents: each looks at (state, its own secrets) and names one legal move."""
