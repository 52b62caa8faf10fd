"""The house rules of a table between machines in words: only what differs from the usual."""

from __future__ import annotations

from typing import Any

from tui.foreign import plain
from tui.net import NetTable
from tui.told import told
from tui.tongue import _


def options_words(net: NetTable) -> str:
    """The house options of a table in words, as its roster names them."""
    roster = net.session.roster
    if roster is None:
        return ""
    try:
        found = net.game.unpack_options(roster.options)._asdict()
        usual = net.game.options()._asdict()
    except Exception:  # a roster is foreign until the session has accepted it
        return ""
    words = [
        f"{told(name.replace('_', ' '))}: {_word(name, value, usual[name])}"
        for name, value in found.items()
        if value != usual.get(name)
    ]
    return _("House rules: {rules}", rules=", ".join(words)) if words else _("The usual rules")


def _word(name: str, value: Any, usual: Any) -> str:
    if value is True or value is False:
        return _("yes") if value else _("no")
    if usual is None and type(value) is int:
        return _("seat {seat}", seat=value + 1)
    return plain(str(value), 20)
