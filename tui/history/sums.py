"""What games add up to: won, points, points by part and by what was held, and against whom."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tui.boards.registry import tally
from tui.history.read import Kept


class Tally(NamedTuple):
    """Games counted together. ``won``: shared wins count their share. ``points``: their sum."""

    games: int = 0
    won: float = 0.0
    points: int = 0

    def plus(self, won: float, points: int) -> Tally:
        """One game more."""
        return Tally(self.games + 1, self.won + won, self.points + points)

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.points / self.games if self.games else 0.0


class Sums(NamedTuple):
    """All finished games of one game (its name) in which a seat was this person's.

    ``parts``: points a game by the tally's names. ``held``: by what was held, the points it brought.
    ``against``: by opponent, from this person's side. ``series``: own points, oldest game first.
    ``wins``: by the same games, whether it was won, alone or shared.
    """

    game: str
    all: Tally
    parts: tuple[tuple[str, float], ...]
    held: tuple[tuple[str, Tally], ...]
    against: tuple[tuple[str, Tally], ...]
    series: tuple[int, ...]
    wins: tuple[bool, ...]


def sums(games: Sequence[tuple[float, Kept]], game: str) -> Sums:
    """Sum up; ``games`` as ``Book.games`` gives them, newest first."""
    mine = [
        kept
        for _, kept in reversed(games)
        if kept.game == game and kept.finished and kept.mine is not None
    ]
    whole = Tally()
    parts = [0] * len(tally(game).names)
    held: dict[str, Tally] = {}
    against: dict[str, Tally] = {}
    for kept in mine:
        seat = kept.mine
        assert seat is not None
        won = 1 / len(kept.winners) if seat in kept.winners else 0.0
        whole = whole.plus(won, kept.scores[seat])
        for n, points in enumerate(kept.parts[seat]):
            parts[n] += points
        if kept.held[seat]:
            brought = kept.parts[seat][tally(game).hidden]
            held[kept.held[seat]] = held.get(kept.held[seat], Tally()).plus(won, brought)
        others = {
            f"{kept.bots[other]} bot" if kept.bots[other] else name: None
            for other, name in enumerate(kept.names)
            if other != seat
        }
        for who in others:  # two bots of one level are one opponent, in one game
            against[who] = against.get(who, Tally()).plus(won, kept.scores[seat])
    count = max(1, len(mine))
    return Sums(
        game,
        whole,
        tuple((name, parts[n] / count) for n, name in enumerate(tally(game).names)),
        tuple(sorted(held.items(), key=lambda pair: (-pair[1].games, pair[0]))),
        tuple(sorted(against.items(), key=lambda pair: (-pair[1].games, pair[0]))),
        tuple(kept.scores[kept.mine] for kept in mine if kept.mine is not None),
        tuple(kept.mine in kept.winners for kept in mine),
    )


def _row(when: float, kept: Kept) -> dict[str, Any]:
    return {
        "file": kept.file,
        "kept": datetime.fromtimestamp(when, UTC).isoformat(timespec="seconds"),
        "game": kept.game,
        "finished": kept.finished,
        "moves": kept.moves,
        "mine": kept.mine,
        "won": kept.mine in kept.winners if kept.finished and kept.mine is not None else None,
        "names": list(kept.names),
        "bots": [bot or None for bot in kept.bots],
        "scores": list(kept.scores),
        "winners": list(kept.winners),
        "parts": [list(part) for part in kept.parts],
        "held": list(kept.held),
        "fault": kept.fault or None,
    }


def as_json(games: Sequence[tuple[float, Kept]]) -> str:
    """Every game, one JSON document; seats count from 0."""
    return json.dumps([_row(when, kept) for when, kept in games], indent=2, ensure_ascii=False)


def as_csv(games: Sequence[tuple[float, Kept]]) -> str:
    """One line a game and seat, with a head; seats count from 1."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["file", "kept", "game", "finished", "seat", "name", "bot", "mine", "points", "won", "held"]
    )
    for when, kept in games:
        row = _row(when, kept)
        for seat, name in enumerate(kept.names):
            writer.writerow(
                [
                    kept.file,
                    row["kept"],
                    kept.game,
                    int(kept.finished),
                    seat + 1,
                    _cell(name),
                    _cell(kept.bots[seat]),
                    int(seat == kept.mine),
                    kept.scores[seat],
                    int(seat in kept.winners),
                    _cell(kept.held[seat]) if kept.held else "",
                ]
            )
    return out.getvalue()


def _cell(text: str) -> str:
    """A name is foreign: what a spreadsheet would take for a formula is shown as the text it is."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
