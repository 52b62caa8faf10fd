"""`caboose identity`: who you are to other players; makes the key the first time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.cli.errors import Failed
from tui.cli.parser import Parser

EXAMPLES: Final = """\
examples:
  caboose identity
  caboose --config /media/stick/caboose identity

The key is made the first time and never written over. Whoever has the file is you: keep a copy
where only you can read it. A game against bots needs none.
"""


def run(argv: Sequence[str]) -> int:
    """Print player id, mark and where the key is."""
    parser = Parser("caboose identity", "Show who you are to other players.", EXAMPLES)
    parser.parse_args(list(argv))
    from netplay.config import FolderUnusable
    from netplay.crypto import mark, player_id
    from netplay.identity import IdentityUnusable, identity_path, load_or_create

    try:
        path = identity_path()
        identity, new = load_or_create(path)
    except (IdentityUnusable, FolderUnusable) as error:
        raise Failed(str(error)) from None
    key = identity.public()
    print(f"player  {player_id(key)}")
    print(f"mark    {mark(key)}")
    print(f"key     {path}" + (" (new)" if new else ""))
    return 0
