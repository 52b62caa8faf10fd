"""Caboose for those who have not installed it: over SSH, and in a browser."""
