"""What the commands that meet other people share: a name for the table, and where the others are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from netplay.config import FolderUnusable
from netplay.text import clean
from tui.cli.errors import Failed, Usage

if TYPE_CHECKING:
    from tui.cli.parser import Parser


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
    try:
        answer = input(f"What shall others call you? [{suggested}] ")
    except EOFError:
        answer = ""
    return clean(answer) or suggested


def address_of(text: str, what: str) -> None:
    """Check a broker's address; raises Usage."""
    from netplay.transport import BadAddress, parse_address

    try:
        parse_address(text)
    except BadAddress as error:
        raise Usage(f"{what}: {error}") from None


def place_of(text: str) -> tuple[str | None, str]:
    """(broker or None, table) of ``NAME``, ``CODE``, ``URL`` or ``URL/CODE``; raises Usage."""
    if "://" not in text:
        name = clean(text, 80)
        if not name:
            raise Usage("a table is named by its name, its code, or mqtt://HOST:PORT/CODE")
        return None, name
    from netplay.transport import BadAddress, parse_address

    try:
        parse_address(text)
    except BadAddress:
        # A path may be the broker's own (WebSockets), so the table is what comes after the last stroke.
        address, _, table = text.rpartition("/")
        address_of(address, "the table's address")
        return address, clean(table, 80)
    return text, ""
