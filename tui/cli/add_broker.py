"""`caboose add-broker`: remember a broker, or all of a file that friends pass round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.cli import givenfile, places
from tui.cli.errors import Failed, Usage
from tui.cli.parser import Parser
from tui.tongue import _

if TYPE_CHECKING:
    from netplay.brokers import Broker

EXAMPLES: Final = f"""\
examples:
  caboose add-broker mqtt://192.168.1.5
  caboose add-broker mqtts://a.example mqtts://b.example --name club --user ana --password-file FILE
  caboose add-broker club.toml                   a file that somebody gave you
  caboose brokers --export > club.toml           such a file from your own list

Several addresses are those of one broker's nodes, tried in order. A broker of a name that is known
takes its place.
{places.PASSWORDS}
"""

_NEITHER: Final = "{name!r} is neither an address (mqtt://host) nor a file: {why}"


def run(argv: Sequence[str]) -> int:
    """Add and list; 0 if all were added."""
    parser = Parser("caboose add-broker", "Remember a broker where tables are.", EXAMPLES)
    parser.add_argument("what", nargs="+", metavar="URL|FILE", help="its addresses, or one file")
    parser.add_argument("--name", metavar="NAME", help="what you call it (default: its host)")
    places.add_security(parser)
    found = parser.parse_args(list(argv))
    from netplay.brokers import MAX_BYTES, BrokersUnusable, add, read_foreign
    from netplay.config import FolderUnusable

    try:
        if all("://" in text for text in found.what):
            if found.name is not None and not found.name.strip():
                raise Usage("--name needs at least one letter")
            new: tuple[Broker, ...] = (places.broker_from(found, found.what, found.name or ""),)
        else:
            if len(found.what) > 1:
                raise Usage("either addresses (mqtt://host) or one file")
            if any((found.name, found.user, found.password_file, found.ca, found.cert, found.key)):
                raise Usage("what a file says of its brokers is not said again by options")
            data = givenfile.read(found.what[0], MAX_BYTES, unreadable=_NEITHER)
            new = read_foreign(data, found.what[0])
        add(new)
    except (BrokersUnusable, FolderUnusable) as error:
        raise Failed(str(error)) from None
    for broker in new:
        addresses = ", ".join(map(str, broker.addresses))
        print(_("added {name}: {addresses}", name=broker.name, addresses=addresses))
    return 0
