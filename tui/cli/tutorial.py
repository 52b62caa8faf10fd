"""`caboose tutorial`: a first game in which a conductor explains each thing when it first matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.cli import values
from tui.cli.parser import Parser
from tui.cli.terminal import need_terminal

EXAMPLES: Final = """\
examples:
  caboose tutorial                 about five minutes; where you left it, if you did
  caboose tutorial a-toute-vapeur  of the other game
  caboose tutorial --anew          from its start
"""


def run(argv: Sequence[str]) -> int:
    """Open it; returns the app's exit code."""
    parser = Parser("caboose tutorial", "A first game, explained.", EXAMPLES)
    values.add_game(parser)
    parser.add_argument("--anew", action="store_true", help="begin again")
    found = parser.parse_args(list(argv))
    game = values.game_of(found.game).name
    need_terminal("caboose tutorial")
    from netplay.config import FolderUnusable
    from tui.cli.errors import Failed
    from tui.launch import run_app
    from tui.plan import Lesson
    from tui.tutor.record import forget

    if found.anew:
        try:
            forget(game)
        except (OSError, FolderUnusable) as error:
            raise Failed(f"the first game cannot begin anew: {error}") from None
    return run_app(None, Lesson(game))
