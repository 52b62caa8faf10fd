"""`caboose brokers`: the brokers that are remembered, for a person or as a file to pass round."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tui.cli.errors import Failed
from tui.cli.language import spoken
from tui.cli.parser import Parser
from tui.tongue import _

if TYPE_CHECKING:
    from netplay.brokers import Broker

EXAMPLES: Final = """\
examples:
  caboose brokers
  caboose brokers --export > club.toml     a file for friends, without your name and files
  caboose brokers --public                 where strangers can meet for a try

Add one with `caboose add-broker`, forget one with `caboose remove-broker`.
"""


def run(argv: Sequence[str]) -> int:
    """Print the list."""
    parser = Parser("caboose brokers", "List the brokers that are remembered.", EXAMPLES)
    parser.add_argument("--export", action="store_true", help="as a file that others can add")
    parser.add_argument("--public", action="store_true", help="public test brokers, and a warning")
    found = parser.parse_args(list(argv))
    if found.public:
        return _public()
    from netplay.brokers import BrokersUnusable, brokers_path, load, text_of

    try:
        saved = load()
        if found.export:
            print(text_of([_shareable(broker) for broker in saved]), end="")
            return 0
    except BrokersUnusable as error:
        raise Failed(str(error)) from None
    for broker in saved:
        user = "  " + _("as {user}", user=broker.user) if broker.user else ""
        print(f"{broker.name:24} {', '.join(map(str, broker.addresses))}{user}")
    if not saved:
        print(_("no broker is remembered in {path}", path=brokers_path()))
    return 0


def _public() -> int:
    from netplay.public_brokers import WARNING, public_brokers

    print(textwrap.fill(spoken(WARNING), 78), end="\n\n")
    for broker in public_brokers():
        print(f"caboose add-broker {broker.addresses[0]}")
    return 0


def _shareable(broker: Broker) -> Broker:
    """Without what is ours alone; the authority's certificate goes along as text."""
    from netplay.brokers import BrokersUnusable
    from netplay.transport.security import is_pem

    ca = broker.ca
    if ca is not None and not is_pem(ca):
        try:
            ca = Path(ca).read_text("ascii")
        except (OSError, UnicodeDecodeError):
            raise BrokersUnusable(f"broker {broker.name}: {ca} cannot be read") from None
    return replace(broker, user=None, password_file=None, certificate=None, key=None, ca=ca)
