"""The rules, the cards, the dealing and the bots: pure, deterministic, without I/O."""
