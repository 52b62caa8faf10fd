"""`caboose review`: a kept game on its own board, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.cli import kept, values
from tui.cli.errors import Failed, Usage
from tui.cli.parser import Parser
from tui.cli.terminal import need_terminal

EXAMPLES: Final = """\
examples:
  caboose review game.caboose            from its start
  caboose review game.caboose --at 40    from entry 40

The keys stand at the foot of the screen. `caboose replay` prints the same as text.
"""


def run(argv: Sequence[str]) -> int:
    """Open the replay; returns the app's exit code."""
    parser = Parser("caboose review", "Go through a kept game on the screen.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a kept game")
    parser.add_argument("--at", metavar="N", help="the entry to begin at (default: the start)")
    found = parser.parse_args(list(argv))
    at = 0 if found.at is None else values.whole_of(found.at, "--at", 0, 999_999)
    data = kept.data(found.file)
    from netplay.review import Review, Unreadable

    try:
        review = Review(data)
    except Unreadable as error:
        raise Failed(f"{found.file}: {error}") from None
    last = len(review.frames) - 1
    if at > last:
        if review.fault:
            raise Failed(f"{found.file}: {review.fault}")
        raise Usage(f"--at {at} is beyond the last entry, {last}")
    need_terminal("caboose review")
    from tui.launch import run_app
    from tui.plan import Again

    return run_app(None, Again(review, at))
