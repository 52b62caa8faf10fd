"""`caboose history`: your kept games, what they add up to, and as CSV or JSON for other programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.cli.errors import Failed, Usage
from tui.cli.parser import Parser
from tui.tongue import _, n_

if TYPE_CHECKING:
    from tui.history.read import Kept
    from tui.history.sums import Tally

EXAMPLES: Final = """\
examples:
  caboose history                 a line a game, the newest first, and the sums
  caboose history --csv > games.csv
  caboose history --json

A game counts as yours by your key; on one machine, by the one seat that no bot played.
The kept games themselves are the record; what is listed here is read from them.
"""

_FILE: Final = 100
"""Cells of a file's name: cut short it would open nothing."""


def run(argv: Sequence[str]) -> int:
    """List, sum up or export."""
    parser = Parser("caboose history", "Your kept games and what they add up to.", EXAMPLES)
    parser.add_argument("--json", action="store_true", help="every game as JSON")
    parser.add_argument("--csv", action="store_true", help="a line a game and seat as CSV")
    found = parser.parse_args(list(argv))
    if found.json and found.csv:
        raise Usage("--json or --csv, not both")
    from netplay.config import FolderUnusable
    from tui.history.mine import book
    from tui.history.sums import as_csv, as_json

    try:
        games = book().games()
    except (OSError, FolderUnusable) as error:
        raise Failed(f"the kept games cannot be read: {error}") from None
    if found.json:
        print(as_json(games))
    elif found.csv:
        print(as_csv(games), end="")
    else:
        _list(games)
    return 0


def _list(games: Sequence[tuple[float, Kept]]) -> None:
    from netplay.text import clean
    from tui.boards.registry import NAMES, about
    from tui.cli.language import spoken
    from tui.history.sums import sums

    if not games:
        print(_("no game is kept yet: caboose play"))
        return
    for when, kept in games:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(when))
        if kept.fault:
            print(f"{day}  {clean(kept.file, _FILE)}: {spoken(kept.fault)}")
            continue
        who = ", ".join(
            f"{'*' if seat in kept.winners else ''}{name} {kept.scores[seat]}"
            for seat, name in enumerate(kept.names)
        )
        end = "" if kept.finished else f"  {_('(unfinished)')}"
        print(f"{day}  {about(kept.game).title}: {who}{end}")
        print(f"                  {clean(kept.file, _FILE)}")
    for game in NAMES:
        found = sums(games, game)
        if found.all.games:
            print()
            print(
                n_(
                    "{what}: {count} game, {won} won, {mean} points a game",
                    "{what}: {count} games, {won} won, {mean} points a game",
                    found.all.games,
                    what=about(game).title,
                    won=f"{found.all.won:g}",
                    mean=f"{found.all.mean:.1f}",
                )
            )
            for name, points in found.parts:
                print(f"  {_(name)}: {points:.1f}")
            for name, one in found.held:
                print(f"  {_tally(_(name), one)}")
            for who, one in found.against:
                print(f"  {_tally(_('against {who}', who=who), one)}")


def _tally(what: str, one: Tally) -> str:
    return n_(
        "{what}: {count} game, {won} won, {mean} points",
        "{what}: {count} games, {won} won, {mean} points",
        one.games,
        what=what,
        won=f"{one.won:g}",
        mean=f"{one.mean:.1f}",
    )
