"""`caboose remove-broker`: forget a broker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.cli.errors import Failed
from tui.cli.parser import Parser
from tui.tongue import _

EXAMPLES: Final = """\
examples:
  caboose remove-broker club
  caboose remove-broker mqtt://192.168.1.5:1883
"""


def run(argv: Sequence[str]) -> int:
    """Forget it, or say which there are."""
    parser = Parser("caboose remove-broker", "Forget a broker.", EXAMPLES)
    parser.add_argument("name", metavar="NAME|URL", help="as `caboose brokers` lists it")
    found = parser.parse_args(list(argv))
    from netplay.brokers import BrokersUnusable, remove
    from netplay.config import FolderUnusable

    try:
        gone = remove(found.name)
    except (BrokersUnusable, FolderUnusable) as error:
        raise Failed(str(error)) from None
    print(_("forgot {what}", what=gone.name))
    return 0
