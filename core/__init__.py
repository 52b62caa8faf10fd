"""The rules, the cards, the dealing and the bots: pure, deterministic, without I/O."""

ENGINE = "plain"
"""How it runs: where the compiled engine is used this is another module's (docs/bots.md) and says so."""
