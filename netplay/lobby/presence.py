"""Who is there: runs of players' programs, and how sure the reader is of each, by its own clock only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from netplay.crypto import mark
from netplay.lobby.values import Freshness, Person
from netplay.lobby.wire import Here
from netplay.text import NAME_LIMIT, clean

GREY_AFTER: Final = 90.0
HIDDEN_AFTER: Final = 180.0
MOST: Final = 4_000
"""Runs that are remembered; hidden ones make room first, live ones never do."""
MOST_OF_ONE: Final = 8
_LOOK_AGAIN: Final = 5.0

Run: TypeAlias = tuple[str, bytes]
"""(player id, session)."""


@dataclass(slots=True)
class Life:
    """What is known of one run. ``since``: when we began to wait for a sign of it."""

    since: float
    heard: float | None = None
    count: int = -1
    here: Here | None = None
    gone: float | None = None
    """When its presence was taken back, by itself or by its will."""

    def freshness(self, now: float) -> Freshness | None:
        """None: hidden.

        So is a run of which only the broker's memory of an advert is known: the presence that its
        will deletes comes before every advert, so that one must be gone.
        """
        if self.gone is not None or (self.here is None and self.heard is None):
            return None
        age = now - (self.since if self.heard is None else self.heard)
        if age >= HIDDEN_AFTER:
            return None
        if age >= GREY_AFTER:
            return Freshness.GREY
        return Freshness.UNCONFIRMED if self.heard is None else Freshness.LIVE

    def hidden_since(self, now: float) -> float:
        """Seconds for which there was no sign of it; 0.0 while it may be there."""
        if self.gone is not None:
            return now - self.gone
        return max(0.0, now - (self.since if self.heard is None else self.heard) - HIDDEN_AFTER)


class Presences:
    """All runs the reader has heard of. Signatures were checked before."""

    def __init__(self) -> None:
        self._lives: dict[Run, Life] = {}
        self._of: dict[str, int] = {}
        self._full_until = 0.0

    def __len__(self) -> int:
        return len(self._lives)

    def get(self, run: Run) -> Life | None:
        """What is known of it."""
        return self._lives.get(run)

    def freshness(self, run: Run, now: float) -> Freshness | None:
        """None: unknown or hidden."""
        life = self._lives.get(run)
        return None if life is None else life.freshness(now)

    def expect(self, run: Run, now: float) -> Life | None:
        """The life of a run that something of was seen; None where there is no room for it."""
        life = self._lives.get(run)
        if life is not None:
            return life
        if self._of.get(run[0], 0) >= MOST_OF_ONE and not self._make_room(now, run[0]):
            return None
        if len(self._lives) >= MOST and not self._make_room(now, None):
            return None
        life = Life(now)
        self._lives[run] = life
        self._of[run[0]] = self._of.get(run[0], 0) + 1
        return life

    def heard(self, run: Run, here: Here, now: float, *, retained: bool) -> bool:
        """A presence whose count has risen; whether there was room for it.

        The broker's memory is no sign of life, only what was said since we listen.
        """
        life = self.expect(run, now)
        if life is None:
            return False
        life.here, life.count = here, here.count
        if not retained:
            life.heard, life.gone = now, None
        elif life.gone is not None:  # it came back while we were away
            life.gone, life.since, life.heard = None, now, None
        return True

    def left(self, run: Run, now: float) -> bool:
        """Its presence was taken back; whether that is news."""
        life = self._lives.get(run)
        if life is None or life.gone is not None:
            return False
        life.gone = now
        return True

    def listen_anew(self, lost: float, now: float) -> None:
        """Our own link was gone since ``lost``: what was there then is unconfirmed again now."""
        for life in self._lives.values():
            if life.freshness(lost) is not None:
                life.since, life.heard = now, None

    def forget(self, keep: frozenset[str]) -> None:
        """Forget everyone but these players."""
        self._lives = {run: life for run, life in self._lives.items() if run[0] in keep}
        self._of = {}
        for player, _ in self._lives:
            self._of[player] = self._of.get(player, 0) + 1

    def runs_of(self, player: str) -> list[tuple[bytes, Life]]:
        """The runs of one player."""
        return [(run[1], life) for run, life in self._lives.items() if run[0] == player]

    def shown(self, now: float) -> dict[Run, Freshness]:
        """Every run that is not hidden."""
        out = {}
        for run, life in self._lives.items():
            found = life.freshness(now)
            if found is not None:
                out[run] = found
        return out

    def people(self, now: float) -> list[Person]:
        """Everyone not hidden, the freshest of a player's runs for all; the freshest first."""
        best: dict[str, Person] = {}
        for (player, _), life in self._lives.items():
            fresh, here = life.freshness(now), life.here
            if fresh is None or here is None:
                continue
            if player not in best or fresh < best[player].freshness:
                bot = clean(here.bot, 16) or None
                name = clean(here.name, NAME_LIMIT, "nameless")
                best[player] = Person(name, mark(here.key), player, bot, fresh)
        return sorted(best.values(), key=lambda p: (p.freshness, p.name.casefold(), p.player))

    def _make_room(self, now: float, player: str | None) -> bool:
        """Forget the run that matters least; False where all (of that player) matter.

        In a full house only who is grey or hidden makes room: newcomers never drive others out.
        """
        if player is None and now < self._full_until:
            return False  # not to look through everyone again for each guest of a flood
        least = Freshness.UNCONFIRMED if player is not None else Freshness.GREY
        worst, worst_run = (-1, 0.0), None
        for run, life in self._lives.items():
            if player is not None and run[0] != player:
                continue
            fresh = life.freshness(now)
            rank = (9 if fresh is None else int(fresh), life.since)
            if rank[0] >= least and rank > worst:
                worst, worst_run = rank, run
        if worst_run is None:
            if player is not None:
                return False
            self._full_until = now + _LOOK_AGAIN
            return False
        del self._lives[worst_run]
        self._of[worst_run[0]] -= 1
        if not self._of[worst_run[0]]:
            del self._of[worst_run[0]]
        return True
