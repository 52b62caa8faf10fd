"""`caboose known`: the keys you have met, with your notes; mute and block, on this machine only."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tui.cli.errors import Failed, Usage
from tui.cli.parser import Parser
from tui.tongue import _

if TYPE_CHECKING:
    from netplay.known import Acquaintance

EXAMPLES: Final = """\
examples:
  caboose known
  caboose known 3f9a --note "Ana from the club"
  caboose known Ben --mute

WHO is a key mark, the beginning of a player id, or a name that only one has. Whoever played at a
table with you is on the list, and whom you muted or blocked. Muted: you do not see what they write.
Blocked: nor their tables, and they get no seat at yours. Nobody is told; it holds at once, also where
the app runs already (f there shows the same list).
"""


def run(argv: Sequence[str]) -> int:
    """List, or change one."""
    parser = Parser("caboose known", "The keys you have met.", EXAMPLES)
    parser.add_argument("who", nargs="?", metavar="WHO")
    parser.add_argument("--note", metavar="TEXT", help="a note for yourself; empty takes it away")
    for flag, text in (("mute", "do not show what they write"), ("block", "nor their tables")):
        parser.add_argument(f"--{flag}", action="store_true", help=text)
        parser.add_argument(f"--un{flag}", action="store_true", help="show it again")
    parser.add_argument("--forget", action="store_true", help="take them off the list")
    found = parser.parse_args(list(argv))
    changes: dict[str, Any] = {} if found.note is None else {"note": found.note}
    for flag, field in (("mute", "muted"), ("block", "blocked")):
        on, off = getattr(found, flag), getattr(found, f"un{flag}")
        if on and off:
            raise Usage(f"--{flag} or --un{flag}, not both")
        if on or off:
            changes[field] = on
    if found.who is None and (changes or found.forget):
        raise Usage("say whom: a key mark, the beginning of a player id, or a name")
    if found.forget and changes:
        raise Usage("--forget stands alone")
    from netplay.config import FolderUnusable
    from netplay.known import Known, KnownUnusable

    known = Known()
    try:
        if found.forget:
            print(_("forgot {what}", what=_line(known.forget(found.who))))
        elif changes:
            print(_line(known.change(found.who, **changes)))
        elif found.who is not None:
            print(_line(known.find(found.who)))
        else:
            people = known.people()
            for person in people:
                print(_line(person))
            if not people:
                print(_("nobody yet: whoever plays at a table with you will be here"))
    except (KnownUnusable, FolderUnusable) as error:
        raise Failed(str(error)) from None
    return 0


def _line(person: Acquaintance) -> str:
    from tui.people import let_dissolve

    words = ((_("muted"), person.muted), (_("blocked"), person.blocked))
    said = [word for word, on in words if on]
    if person.dissolved:
        said.append(let_dissolve(person.dissolved))
    said += [person.note] if person.note else []
    try:
        day = time.strftime("%Y-%m-%d", time.localtime(person.met))
    except (OverflowError, OSError, ValueError):
        day = "?"
    tail = f"  {', '.join(said)}" if said else ""
    met = _("met {day}", day=day)
    return f"{person.mark}  {person.name:24} {met}  {person.player}{tail}"
