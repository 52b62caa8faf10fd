"""`caboose verify`: believes nothing in a kept game and names the first entry that does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.cli import kept
from tui.cli.errors import Failed
from tui.cli.parser import Parser
from tui.tongue import _, both, n_

if TYPE_CHECKING:
    from netplay.audit import Audit

EXAMPLES: Final = """\
examples:
  caboose verify game.caboose

Checked for every entry: its signatures, that it follows from the one before, that its author was to
act, that the move is legal, that the state hash is right; at the end that every card is the one that
the seats' nonces dealt. Exit code 0 only if all of it holds.
"""


def run(argv: Sequence[str]) -> int:
    """Check everything; 0 only if all holds."""
    parser = Parser("caboose verify", "Check a kept game entry by entry.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a kept game")
    found = parser.parse_args(list(argv))
    records, fault = kept.read(found.file)
    from netplay.audit import Audit, BadEntry
    from netplay.crypto_any import UnknownScheme, checker

    try:
        audit = Audit(records, checker(Audit(records).roster.scheme))
        for _step in audit.steps():
            pass
    except BadEntry as error:
        raise kept.bad(found.file, error) from None
    except UnknownScheme as error:
        raise Failed(f"{found.file}: {error}") from None
    if fault is not None:
        raise Failed(f"{found.file}: {fault}; the {len(records)} entries before it hold")
    _report(audit, len(records))
    return 0


def _report(audit: Audit, entries: int) -> None:
    names = ", ".join(audit.names)
    players = len(audit.names)
    print(_("{game}, {count} players: {names}", game=audit.game.title, count=players, names=names))
    print(
        n_(
            "{count} entry holds: chain, authors, moves, state hashes",
            "{count} entries hold: chain, authors, moves, state hashes",
            entries,
        )
    )
    if audit.roster.scheme == "local":
        print(
            _(
                "not signed: a game on one machine; undamaged and played by the rules, "
                "but whoever had the file could have written another"
            )
        )
    else:
        print(_("signatures: every entry is signed by the seat that acted, the start by all"))
    if audit.dealt:
        print(_("cards: all as the seats' nonces dealt them"))
    elif audit.finished:
        deal = repr(audit.roster.deal[:16])
        print(_("cards: not checked, this version knows no deal called {deal}", deal=deal))
    else:
        print(_("unfinished: the nonces are not in it, so that no card could be checked"))
    if audit.finished:
        winners = both([audit.names[seat] for seat in audit.game.winners(audit.state)])
        scores = ", ".join(map(str, audit.game.score(audit.state)))
        print(_("won by {names} (scores by seat: {scores})", names=winners, scores=scores))
    print(_("verified"))
