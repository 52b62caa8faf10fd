"""`caboose join`: sit down at somebody's table."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from tui.cli import people, places
from tui.cli.errors import Usage
from tui.cli.parser import Parser
from tui.cli.terminal import add_plain, need_terminal

EXAMPLES: Final = f"""\
examples:
  caboose join "Gare de Lyon"                     by name, on this network or at a saved broker
  caboose join 94689243020b                       by code: two tables may have one name
  caboose join mqtt://192.168.1.5:41003           the only table there, or the list
  caboose join mqtt://192.168.1.5:41003/94689243020b
  caboose join - < invite.txt                     an invite, kept out of the shell's history

`caboose` alone lists what is in sight; `caboose watch` looks on without a seat.
{places.PASSWORDS}
"""


def run(argv: Sequence[str]) -> int:
    """Go there; returns the app's exit code."""
    return go(argv, "join", "Sit down at somebody's table.", EXAMPLES)


def go(argv: Sequence[str], command: str, what: str, examples: str) -> int:
    """Read the place and open the app there."""
    parser = Parser(f"caboose {command}", what, examples)
    parser.add_argument("table", metavar="NAME|CODE|URL[/CODE]|INVITE|-")
    people.add_me(parser)
    places.add_places(parser)
    add_plain(parser)
    found = parser.parse_args(list(argv))
    text = places.table_text(found.table, f"caboose {command}")
    if found.table == "-":
        _terminal_again()
    invite = places.invite_of(text)
    if invite is not None:
        address: str | None = ",".join(str(one) for one in invite.addresses)
        table, key = invite.ticket.table.hex(), invite.key
    else:
        (address, table), key = people.table_of(text), None
    if address is not None and not (invite is not None and found.broker):
        if found.broker:
            raise Usage("the table's address names its broker already: leave --broker out")
        found.broker = [address]
    people.check_places(found)
    if not found.plain:
        need_terminal(f"caboose {command}")
    there, lan = people.places_of(found)
    people.name_of(found.me)
    from tui.plan import Visit

    plan = Visit(table, there, lan, command == "watch", key)
    if found.plain:
        from tui.plain.run import run_plain

        return run_plain(None, plan)
    from tui.launch import run_app

    return run_app(None, plan)


def _terminal_again() -> None:
    """Standard input was an invite; from here on it is the keyboard."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return  # `need_terminal` says so
    os.dup2(terminal, 0)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 # as long as the program runs
