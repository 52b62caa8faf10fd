"""`caboose join`: sit down at somebody's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.cli import people, places
from tui.cli.errors import Usage
from tui.cli.parser import Parser
from tui.cli.terminal import need_terminal

EXAMPLES: Final = f"""\
examples:
  caboose join "Gare de Lyon"                     by name, on this network or at a saved broker
  caboose join 94689243020b                       by code: two tables may have one name
  caboose join mqtt://192.168.1.5:41003           the only table there, or the list
  caboose join mqtt://192.168.1.5:41003/94689243020b

`caboose` alone lists what is in sight; `caboose watch` looks on without a seat.
{places.PASSWORDS}
"""


def run(argv: Sequence[str]) -> int:
    """Go there; returns the app's exit code."""
    return go(argv, "join", "Sit down at somebody's table.", EXAMPLES)


def go(argv: Sequence[str], command: str, what: str, examples: str) -> int:
    """Read the place and open the app there."""
    parser = Parser(f"caboose {command}", what, examples)
    parser.add_argument("table", metavar="NAME|CODE|URL[/CODE]")
    people.add_me(parser)
    places.add_places(parser)
    found = parser.parse_args(list(argv))
    address, table = people.table_of(found.table)
    if address is not None:
        if found.broker:
            raise Usage("the table's address names its broker already: leave --broker out")
        found.broker = [address]
    need_terminal(f"caboose {command}")
    there, lan = people.places_of(found)
    people.name_of(found.me)
    from tui.app import run_app
    from tui.plan import Visit

    return run_app(None, Visit(table, there, lan, watch=command == "watch"))
