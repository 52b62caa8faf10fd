"""`caboose play`: a game against bots on this machine, straight to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from netplay.text import clean
from tui.cli import values
from tui.cli.errors import Usage
from tui.cli.parser import Parser
from tui.cli.terminal import need_terminal

EXAMPLES: Final = """\
examples:
  caboose play                                    you and two bots
  caboose play --seats 4 --bots greedy,random,random
  caboose play --seed 7 --option bonus_ticket=yes

A game is kept when it ends or is left; `caboose replay FILE` shows it again.
"""


def run(argv: Sequence[str]) -> int:
    """Check all that is asked for, then open the table; returns the app's exit code."""
    parser = Parser("caboose play", "A game against bots on this machine.", EXAMPLES)
    parser.add_argument("game", nargs="?", default=values.DEFAULT_GAME, metavar="GAME")
    values.add_table(parser, bots="strength of the bots: one for all, or one each")
    parser.add_argument("--name", metavar="NAME", default="You", help="what the table calls you")
    found = parser.parse_args(list(argv))
    game = values.game_of(found.game)
    named = found.bots.count(",") + 1 if found.bots else 1
    seats = values.seats_of(found.seats, game, default=named + 1 if named > 1 else 3)
    bots = values.bots_of(found.bots, seats - 1, game)
    seed = values.seed_of(found.seed)
    options = values.options_of(found.option, game, seats)
    name = clean(found.name)
    if not name:
        raise Usage("--name needs at least one letter")
    need_terminal("caboose play")
    from tui.app import run_app
    from tui.setup import SoloSetup

    return run_app(
        SoloSetup(game=found.game, seats=seats, bots=bots, seed=seed, options=options, name=name)
    )
