"""`caboose play`: a game against bots on this machine, straight to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from netplay.text import clean
from tui.cli import values
from tui.cli.errors import Usage
from tui.cli.parser import Parser
from tui.cli.terminal import add_plain, need_terminal

EXAMPLES: Final = """\
examples:
  caboose play                                    you and two bots
  caboose play --seats 4 --bots greedy,random,random
  caboose play --seed 7 --option bonus_ticket=yes
  caboose play --humans 2 --name Ana,Ben          two people take turns at this terminal

A game is kept when it ends or is left; `caboose replay FILE` shows it again.
"""


def run(argv: Sequence[str]) -> int:
    """Check all that is asked for, then open the table; returns the app's exit code."""
    parser = Parser("caboose play", "A game against bots on this machine.", EXAMPLES)
    values.add_game(parser)
    values.add_table(parser, bots="strength of the bots: one for all, or one each")
    parser.add_argument("--humans", metavar="N", default="1",
                        help="people at this terminal, with a cover between their turns")  # fmt: skip
    parser.add_argument("--name", metavar="NAME[,NAME]", help="what the table calls you, or each")
    add_plain(parser)
    found = parser.parse_args(list(argv))
    game = values.game_of(found.game)
    people = values.whole_of(found.humans, "--humans", 1, max(game.seats))
    names = _names(found.name, people)
    named = found.bots.count(",") + 1 if found.bots else 0
    usual = 3 if people == 1 and named < 2 else people + named
    seats = values.seats_of(found.seats, game, default=usual)
    if seats < people:
        raise Usage(f"--humans says {people} people, and there are {seats} seats")
    if named and seats == people:
        raise Usage("--bots names a bot, and people have all the seats")
    bots = values.bots_of(found.bots, seats - people, game) if seats > people else ()
    seed = values.seed_of(found.seed)
    options = values.options_of(found.option, game, seats)
    if found.plain and people > 1:
        raise Usage("--plain is for one person: lines of text cannot be covered again")
    if not found.plain:
        need_terminal("caboose play")
    from tui.setup import SoloSetup

    setup = SoloSetup(
        game=found.game,
        seats=seats,
        bots=bots,
        seed=seed,
        options=options,
        name=names[0],
        others=tuple(names[1:]),
    )
    if found.plain:
        from tui.plain.run import run_plain

        return run_plain(setup)
    from tui.launch import run_app

    return run_app(setup)


def _names(text: str | None, people: int) -> list[str]:
    """What each person is called, no two alike; raises Usage."""
    if text is None:
        return ["You"] if people == 1 else [f"Player {n + 1}" for n in range(people)]
    names = [clean(part) for part in (text.split(",", 99) if people > 1 else [text])]
    if not all(names):
        raise Usage("--name needs at least one letter")
    if len(names) != people:
        raise Usage(f"--name names {len(names)}, and {people} people play: NAME,NAME")
    if len({name.casefold() for name in names}) < people:
        raise Usage("--name: two people can't share a name")
    return names
