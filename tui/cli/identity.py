"""`caboose identity`: who you are to other players; makes the key the first time, and takes it along."""

from __future__ import annotations

import getpass
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tui.cli import givenfile
from tui.cli.errors import Failed, Usage
from tui.cli.newfile import keep, new_file
from tui.cli.parser import Parser
from tui.tongue import _, p_

if TYPE_CHECKING:
    from netplay.identity import Identity

EXAMPLES: Final = """\
examples:
  caboose identity
  caboose identity export me.sealed       to take along; it asks for a passphrase
  caboose identity import me.sealed       on the other machine
  caboose --config /media/stick/caboose identity

The key is made the first time and never written over. Whoever has the file is you: keep a copy
where only you can read it, or export it. A game against bots needs none.
"""


def run(argv: Sequence[str]) -> int:
    """Print player id, mark and where the key is; or export or import it."""
    parser = Parser("caboose identity", "Show who you are to other players.", EXAMPLES)
    parser.add_argument("what", nargs="?", choices=("export", "import"), help="take the key along")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the sealed key")
    parser.add_argument(
        "--passphrase-file", metavar="FILE", help="its first line is the passphrase (default: ask)"
    )
    found = parser.parse_args(list(argv))
    if (found.what is None) != (found.file is None):
        raise Usage("export and import need the name of a file")
    if found.what is None and found.passphrase_file is not None:
        raise Usage("--passphrase-file goes with export and import")
    from netplay.brokers import BrokersUnusable
    from netplay.config import FolderUnusable
    from netplay.identity import IdentityUnusable
    from netplay.keybag import BagUnusable

    try:
        if found.what == "export":
            return _export(found)
        if found.what == "import":
            return _import(found)
        return _show()
    except (IdentityUnusable, FolderUnusable, BagUnusable, BrokersUnusable) as error:
        raise Failed(str(error)) from None


def _show() -> int:
    from netplay.identity import identity_path, load_or_create

    path = identity_path()
    identity, new = load_or_create(path)
    _print(identity)
    where = str(path) if str(path).isprintable() else repr(str(path))
    _row(p_("a row", "key"), where + (f" {_('(new)')}" if new else ""))
    return 0


def _print(identity: Identity) -> None:
    from netplay.crypto import mark, player_id

    key = identity.public()
    _row(p_("a row", "player"), player_id(key))
    _row(p_("a row", "mark"), mark(key))


def _row(head: str, value: object) -> None:
    # As wide as the longest of them in any language, so that the values stand under each other.
    heads = (p_("a row", "player"), p_("a row", "mark"), p_("a row", "key"), p_("a row", "sealed"))
    print(f"{head:{max(7, *map(len, heads))}} {value}")


def _export(found: Namespace) -> int:
    from netplay.identity import identity_path, load
    from netplay.keybag import seal

    target = new_file(found.file, "export")
    assert target is not None
    try:
        identity = load(identity_path())
    except FileNotFoundError:
        raise Failed("there is no key yet to take along; `caboose identity` makes one") from None
    sealed = seal(identity, _passphrase(found, twice=True))
    keep(target, sealed, _("the sealed key"), 0o600)
    _print(identity)
    _row(p_("a row", "sealed"), target)
    return 0


def _import(found: Namespace) -> int:
    from netplay.identity import create, identity_path
    from netplay.keybag import MAX_BYTES, check, unseal

    data = givenfile.read(found.file, MAX_BYTES)
    check(data)
    path = identity_path()
    if path.exists():
        raise Failed(f"there is a key here already; move {path} away to become the other player")
    identity = create(path, unseal(data, _passphrase(found, twice=False)))
    _print(identity)
    _row(p_("a row", "key"), path)
    return 0


def _passphrase(found: Namespace, *, twice: bool) -> str:
    from netplay.brokers import read_password

    if found.passphrase_file is not None:
        return read_password(Path(found.passphrase_file))
    if sys.stdin is None or not sys.stdin.isatty():
        raise Usage("without a terminal the passphrase is read from --passphrase-file")
    text = getpass.getpass(_("Passphrase: "))
    if twice and getpass.getpass(_("Once more: ")) != text:
        raise Failed("the two were not the same; nothing was written")
    return text
