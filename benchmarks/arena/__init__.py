"""The arena: bots against each other on the same deals. ``python -m benchmarks.arena --help``."""
