"""What the commands that meet other people share: a name for the table, and where the others are."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Final

from netplay.config import FolderUnusable
from netplay.text import clean
from tui.cli import places
from tui.cli.errors import Failed, Usage
from tui.tongue import _

if TYPE_CHECKING:
    from tui.cli.parser import Parser
    from tui.plan import Place

_CODE: Final = re.compile(r"[0-9a-fA-F]{12}(?:[0-9a-fA-F]{20})?", re.ASCII)


def add_me(parser: Parser) -> None:
    """The option that says what others call you."""
    parser.add_argument(
        "--me", metavar="NAME", help="what others call you (asked once, then remembered)"
    )


def name_of(me: str | None) -> str:
    """The person's name: given, kept, or asked for now; it is kept, and the key made.

    Raises Usage and Failed.
    """
    from netplay.identity import IdentityUnusable
    from tui import person

    try:
        if me is not None:
            if not clean(me):
                raise Usage("--me needs at least one letter")
            person.keep_name(me)
        elif not person.kept_name():
            person.keep_name(_ask(person.suggested_name()))
        return person.load().name
    except (IdentityUnusable, FolderUnusable) as error:
        raise Failed(str(error)) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Failed(f"your name cannot be kept ({reason}); say it with --me") from None


def _ask(suggested: str) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        return suggested  # its lines are for the game
    try:
        answer = input(_("What shall others call you?") + f" [{suggested}] ")
    except EOFError:
        answer = ""
    return clean(answer) or suggested


def check_places(found: Namespace) -> None:
    """What can be said of the brokers before anything is asked; raises Usage and Failed."""
    places.brokers_of(found)


def places_of(found: Namespace) -> tuple[tuple[Place, ...], bool]:
    """Where to look, passwords asked for, and whether this network is searched; none: what is saved.

    Raises Usage and Failed.
    """
    if not found.broker:
        return (), not found.no_lan
    from netplay.brokers import BrokersUnusable
    from tui.plan import Place

    brokers, lan = places.brokers_of(found)
    try:
        return tuple([Place(one, one.security(places.asker())) for one in brokers]), lan
    except BrokersUnusable as error:
        raise Failed(str(error)) from None


def table_of(text: str) -> tuple[str | None, str]:
    """(address or None, table) of ``NAME``, ``CODE``, ``URL`` or ``URL/CODE``; raises Usage."""
    if "://" not in text:
        name = clean(text, 80)
        if not name:
            raise Usage("a table is named by its name, its code, or mqtt://HOST:PORT/CODE")
        return None, name
    from netplay.transport import BadAddress, parse_address

    head, _slash, last = text.rpartition("/")
    for address, table in ((text, ""), (head, clean(last, 80))):
        # A path may be the broker's own (WebSockets): only a code is taken for a table then.
        if address == text and _CODE.fullmatch(last) and "//" in head.removesuffix("/"):
            continue
        try:
            parse_address(address)
        except BadAddress as error:
            if "://" in address:
                fault = error
        else:
            return address, table
    raise Usage(f"the table's address: {fault}")
