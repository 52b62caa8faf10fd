"""Where a first game stands: the moves made and what the conductor has said, on the same seed again."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from core.kernel.errors import RulesError
from netplay.config import data_folder, ready, replace_file
from netplay.solo import SoloTable
from netplay.table import Event

MAX_BYTES: Final = 100_000


class Record(NamedTuple):
    """``moves``: the viewer's own, as text. ``rules``: of which rules, in hex."""

    game: str
    rules: str
    moves: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()


def file_name(game: str) -> str:
    """Each game has its own first game."""
    return f"tutorial-{game}.json"


def load(game: str) -> Record | None:
    """What was kept; None where there is nothing, or nothing that can be used."""
    try:
        with (data_folder() / file_name(game)).open("rb") as file:
            found: Any = json.loads(file.read(MAX_BYTES))
        return Record(
            str(found["game"]),
            str(found["rules"]),
            tuple(map(str, found["moves"])),
            frozenset(map(str, found["said"])),
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def save(record: Record) -> None:
    """Keep it; raises OSError or FolderUnusable."""
    folder = ready(data_folder(), "your games", "CABOOSE_DATA_DIR")
    data = record._replace(said=frozenset())._asdict() | {"said": sorted(record.said)}
    replace_file(folder / file_name(record.game), json.dumps(data).encode())


def forget(game: str) -> None:
    """The game is over: the next one begins anew."""
    (data_folder() / file_name(game)).unlink(missing_ok=True)


def catch_up(table: SoloTable, moves: tuple[str, ...]) -> list[Event] | None:
    """Make the moves again at a fresh table without pace; what happened, None if they do not fit."""
    told: list[Event] = []
    left = list(moves)
    for now in range(10_000):
        told += table.step(float(now))
        state = table.state
        if state.over or (state.turn == table.seat and not state.awaiting and not left):
            return told
        if state.turn == table.seat and not state.awaiting:
            try:
                table.submit(table.game.parse(left.pop(0)))
            except RulesError:
                return None
    return None
