"""`caboose watch`: look on at somebody's table; whoever watches is never sent a secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.cli import join

EXAMPLES: Final = """\
examples:
  caboose watch "Gare de Lyon"
  caboose watch mqtt://192.168.1.5:41003/94689243020b

A running game is shown at once, from its first entry on, and every entry of it is checked here.
"""


def run(argv: Sequence[str]) -> int:
    """Go there; returns the app's exit code."""
    return join.go(argv, "watch", "Look on at somebody's table.", EXAMPLES)
