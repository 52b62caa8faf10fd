"""`caboose replay`: a kept game as it stood after any entry, as text."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from tui.cli import kept, values
from tui.cli.errors import Failed, Usage
from tui.cli.parser import Parser
from tui.tongue import _, n_

EXAMPLES: Final = """\
examples:
  caboose replay game.caboose                the end, or where it was left
  caboose replay game.caboose --at 40        the table after entry 40
  caboose replay game.caboose --at 40 --moves   and all that led there

Entries count from 0, the start. Signatures are not looked at here: `caboose verify` does that.
"""
_SHOWN: Final = 8
"""Entries that are listed before the state, without --moves."""


def run(argv: Sequence[str]) -> int:
    """Print the entries up to one and the state after it."""
    parser = Parser("caboose replay", "Show a kept game as it stood after any entry.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a kept game")
    parser.add_argument("--at", metavar="N", help="the entry (default: the last)")
    parser.add_argument("--moves", action="store_true", help="list every entry up to there")
    found = parser.parse_args(list(argv))
    at = None if found.at is None else values.whole_of(found.at, "--at", 0, 999_999)
    records, fault = kept.read(found.file)
    last = len(records) - 1
    if at is not None and at > last:
        if fault is not None:
            raise Failed(f"{found.file}: {fault}")
        raise Usage(f"--at {at} is beyond the last entry, {last}")
    end = last if at is None else at
    from netplay.audit import Audit, BadEntry

    try:
        audit = Audit(records)
        steps = list(itertools.islice(audit.steps(), end + 1))
    except BadEntry as error:
        raise kept.bad(found.file, error) from None
    first = 0 if found.moves else max(0, len(steps) - _SHOWN)
    if first:
        before = n_(
            "({count} entry before; --moves lists them)",
            "({count} entries before; --moves lists them)",
            first,
        )
        print(f"       {before}")
    for step in steps[first:]:
        print(f"{step.n:5}  {step.text}")
    print()
    unfinished = not (audit.finished or at is not None or fault)
    print(
        _("after entry {n} of {last}, where the game was left unfinished", n=end, last=last)
        if unfinished
        else _("after entry {n} of {last}", n=end, last=last)
    )
    print(audit.game.describe(audit.state))
    if fault is not None and at is None:
        raise Failed(f"{found.file}: {fault}; shown is what comes before")
    return 0
