"""Whether this program runs for a guest: somebody who sits elsewhere, at a machine that is not theirs.

``caboose serve-ssh`` and ``serve-web`` start it so. A guest chooses no file of this machine, is told
no path of it, and opens no port on it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tui.tongue import _

VARIABLE: Final = "CABOOSE_GUEST"
"""Set to who the guest is to the server: ``key``, ``fresh`` or ``web``."""
KEY: Final = "key"
FRESH: Final = "fresh"
WEB: Final = "web"


def is_guest() -> bool:
    """Whether a guest plays here."""
    return bool(os.environ.get(VARIABLE))


def kind() -> str:
    """``key``: known by an SSH key; ``fresh``: nobody we know, for this once; ``web``: from a browser."""
    return os.environ.get(VARIABLE, "")


def brokers(addresses: Sequence[str]) -> tuple[str, ...]:
    """Those of a journal's addresses that may be gone to: for a guest, what this server names now.

    The others in it came with a table's roster, from whoever sat there.
    """
    if not is_guest():
        return tuple(addresses)
    from netplay.brokers import load

    named = {str(address) for broker in load() for address in broker.addresses}
    return tuple(address for address in addresses if address in named)


def may_open() -> bool:
    """Whether a table for others can be opened here: by a guest only where the server names a broker."""
    if not is_guest():
        return True
    from netplay.brokers import BrokersUnusable, load

    try:
        return bool(load())
    except BrokersUnusable:
        return False


def kept_as(path: Path) -> str:
    """Where a game is kept, in a line; a guest has no use for a path of somebody else's machine."""
    return _("Kept by this server.") if is_guest() else _("Kept as {path}", path=path)


def ended_by(signal: str, kept: str) -> str:
    """Why the program ends, in English; to a guest a signal's name and where a game is kept say nothing."""
    if not is_guest():
        return f"ended by {signal}" + (f"; {kept}" if kept else "")
    says = "this server has ended your visit"
    return f"{says}; your game is kept" if kept and kind() != FRESH else says
