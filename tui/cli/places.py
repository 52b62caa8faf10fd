"""Where a command looks for tables: brokers on the command line, saved ones, and the local network."""

from __future__ import annotations

import getpass
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from netplay.text import clean
from tui.cli.errors import Failed, Usage
from tui.cli.language import spoken

if TYPE_CHECKING:
    from netplay.brokers import Broker
    from netplay.discovery import Announcement
    from netplay.lobby.departures import Place
    from netplay.lobby.invite import Invite
    from netplay.lobby.ownbroker import MakeBroker
    from tui.cli.parser import Parser

# A blank line before it: it is a paragraph, and a message, of its own in every help.
PASSWORDS: Final = (
    "\nA password is never written on the command line: it is read from --password-file, from\n"
    "CABOOSE_BROKER_PASSWORD, or asked for."
)


def add_places(parser: Parser) -> None:
    """The options that say where to look."""
    parser.add_argument(
        "--broker",
        metavar="URL|NAME",
        action="append",
        default=[],
        help="look there: an address, several of one broker joined by commas, or a saved name; "
        "may be repeated (default: the saved brokers and the local network)",
    )
    parser.add_argument(
        "--no-lan", action="store_true", help="do not search the local network for brokers"
    )
    add_security(parser)


def add_meeting_place(parser: Parser) -> None:
    """The options that say where a server's guests meet; its local network is not searched for them."""
    parser.add_argument(
        "--broker",
        metavar="URL|NAME",
        action="append",
        default=[],
        help="where guests meet: an address, several of one broker joined by commas, or a saved name; "
        "may be repeated (default: the saved brokers, else one in this program)",
    )
    parser.set_defaults(no_lan=True)
    add_security(parser)


def add_own_broker(parser: Parser) -> None:
    """The option of a program that sits down at tables of others."""
    parser.add_argument(
        "--no-own-broker",
        action="store_true",
        help="run no broker of your own beside the host's at a table of this network; without it the "
        "table outlives its host",
    )


def own_broker(found: Namespace, name: str) -> MakeBroker | None:
    """What makes our broker beside a host's, if that is wanted."""
    if found.no_own_broker:
        return None
    from netplay.discovery import lan_is_on
    from netplay.lobby.ownbroker import beside

    return beside(name, _announced if lan_is_on() and not found.no_lan else None)


def _announced(name: str, port: int, addresses: Sequence[str]) -> Announcement:
    from netplay.discovery import Announcement

    return Announcement(name, port, addresses)


def add_security(parser: Parser) -> None:
    """The options of a broker that wants to know who comes, or is not known to the system."""
    parser.add_argument("--user", metavar="NAME", help="the name the broker knows you by")
    parser.add_argument("--password-file", metavar="FILE", help="its first line is the password")
    parser.add_argument("--ca", metavar="FILE", help="trust this authority's certificate (PEM)")
    parser.add_argument("--cert", metavar="FILE", help="your own certificate (PEM), with --key")
    parser.add_argument("--key", metavar="FILE", help="its key (PEM)")


def broker_from(found: Namespace, addresses: list[str], name: str = "") -> Broker:
    """A broker from addresses and the options of ``add_security``; raises Usage."""
    from netplay.brokers import BrokersUnusable, broker_of

    try:
        return broker_of(
            addresses,
            name,
            user=found.user,
            password_file=found.password_file,
            ca=found.ca,
            certificate=found.cert,
            key=found.key,
        )
    except BrokersUnusable as error:
        raise Usage(str(error)) from None


def brokers_of(found: Namespace) -> tuple[list[Broker], bool]:
    """The brokers to look at, and whether the local network is searched; raises Usage and Failed."""
    from netplay.brokers import BrokersUnusable, load, note_used

    try:
        saved = load()
    except BrokersUnusable as error:
        raise Failed(str(error)) from None
    secured = any((found.user, found.password_file, found.ca, found.cert, found.key))
    if not found.broker:
        if secured:
            raise Usage("--user, --password-file, --ca, --cert and --key go with --broker")
        from netplay.discovery import lan_is_on

        return list(saved), lan_is_on() and not found.no_lan
    if secured and len(found.broker) > 1:
        raise Usage("a login and certificates are for one --broker; save the others")
    brokers = []
    for text in found.broker:
        named = [broker for broker in saved if broker.name.casefold() == text.casefold()]
        if named and not secured:
            brokers += named
        elif "://" not in text:
            there = ", ".join(broker.name for broker in saved) or "none at all"
            raise Usage(
                f"--broker {text[:40]!r} is neither an address (mqtt://host) nor saved; saved: {there}"
            )
        else:
            broker = broker_from(found, [part.strip() for part in text.split(",")])
            note_used(broker)
            brokers.append(broker)
    return brokers, False


def places_of(found: Namespace) -> tuple[list[Place], bool]:
    """The same as places that can be gone to, passwords asked for."""
    from netplay.brokers import BrokersUnusable
    from netplay.lobby.departures import place_of

    brokers, lan = brokers_of(found)
    try:
        return [place_of(broker, asker()) for broker in brokers], lan
    except BrokersUnusable as error:
        raise Failed(str(error)) from None


def table_text(text: str, option: str) -> str:
    """What names a table; ``-`` reads it from the standard input, out of the shell's history."""
    if text == "-":
        try:
            text = sys.stdin.readline(8192) if sys.stdin is not None else ""
        except (OSError, UnicodeDecodeError):
            text = ""
    if not clean(text, 64):
        raise Usage(f"{option} needs a table's name, its code or an invite")
    return text.strip()


def invite_of(text: str) -> Invite | None:
    """The invite, if it is one; raises Usage for one that is damaged."""
    from netplay.lobby.invite import BadInvite, is_invite, read_invite

    if not is_invite(text):
        return None
    try:
        return read_invite(text)
    except BadInvite as error:
        raise Usage(str(error)) from None


def asker() -> Callable[[str], str] | None:
    """Asks the person for a password, if there is one."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    return lambda prompt: getpass.getpass(spoken(prompt))
