"""Bots think here: the quick ones at once, the others in a process of their own, so that no key waits."""

from netplay.thinking.mind import Mind, Quick, mind_of

__all__ = ["Mind", "Quick", "mind_of"]
