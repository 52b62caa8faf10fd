"""The language of the command line: what is set, else the machine's; asked for only to say something."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import reduce


def speak() -> bool:
    """Speak the person's language from now on; whether it is another than English."""
    from tui import tongue

    code = tongue.from_locale(os.environ)
    try:
        from tui.settings import read

        chosen, _faults = read()
        code = chosen.language or code
    except Exception:  # settings that cannot be read are no reason not to help
        return _use(code)
    return _use(code)


def _use(code: str) -> bool:
    from tui import tongue

    tongue.use(code)
    return tongue.here().code != tongue.ENGLISH


def spoken(says: object) -> str:
    """A sentence of a command, of core or of netplay in the person's language, where it is known in it."""
    from tui import tongue

    if tongue.here().code == tongue.ENGLISH:
        return str(says)
    from tui.cli.words import SENTENCES
    from tui.told import longest_first, told

    return told(str(says), longest_first(SENTENCES))


def together(sentences: Iterable[object]) -> str:
    """Several such sentences as one."""
    from tui.tongue import _

    said = [spoken(one) for one in sentences]
    return (
        reduce(lambda says, more: _("{says}; {more}", says=says, more=more), said) if said else ""
    )
