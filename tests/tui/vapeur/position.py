"""A table on a position of the tests' own, in the notation of the rules' tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.games.vapeur.game import GAME
from core.kernel.deck import learn
from core.kernel.move import Move
from core.kernel.requests import ALL, Reveal, Shuffle
from netplay.table import Event, Finished, Played, Player, Shown, Turned
from tests.core.vapeur.table import Table as Notation
from tui.app import CabooseApp
from tui.boards.vapeur.board import VapeurBoard, make
from tui.marks import UNICODE, Marks
from tui.setup import SoloSetup

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve", "Fay")


class PositionTable:
    """Implements ``netplay.table.Table``; the others move when a test says so (``other``)."""

    game = GAME

    def __init__(
        self,
        layout: str,
        *,
        seat: int | None = 0,
        names: Sequence[str] = NAMES,
        drawn: int | None = None,
        **rest: Any,
    ) -> None:
        self.notation = Notation(layout, **rest)
        self.seat = seat
        self.players = [
            Player(name, None if place == seat else "greedy")
            for place, name in enumerate(names[: self.state.seats])
        ]
        self._events: list[Event] = []
        self.state.drawn = drawn

    @property
    def state(self) -> Any:
        return self.notation.state

    @property
    def secrets(self) -> Mapping[int, int]:
        return {} if self.seat is None else self.notation.secrets[self.seat]

    def submit(self, move: Move) -> None:
        assert self.seat is not None
        GAME.check(self.state, self.seat, move)
        breach = GAME.duties(self.state, self.seat, move, self.secrets)
        if breach is not None:
            raise breach
        self._play(move)

    def other(self, text: str) -> None:
        """The seat to act moves."""
        self._play(self.notation.move(text))

    def _play(self, move: Move) -> None:
        state, seat = self.state, self.notation.seat
        before = state.copy()
        claims = GAME.claims(state, move)
        for place, secrets in enumerate(self.notation.secrets):
            for slot, card in claims:
                assert self.notation.deal[slot] == card
                learn(secrets, place, Reveal((slot,)), (card,))
        GAME.apply(state, seat, move)
        self._events.append(Played(0, seat, move, before, state.copy()))
        while state.awaiting:
            self._answer()
        if state.over:
            self._events.append(Finished(GAME.winners(state)))

    def _answer(self) -> None:
        state, request = self.state, self.state.awaiting[0]
        before = state.copy()
        cards = None
        if isinstance(request, Shuffle):
            self.notation._shuffle(request.slots)
        else:
            cards = tuple(self.notation.deal[slot] for slot in request.slots)
        for seat, secrets in enumerate(self.notation.secrets):
            learn(secrets, seat, request, cards)
        public = isinstance(request, Reveal) and request.to == ALL
        GAME.answered(state, request, cards if public else None)
        told = cards if public else None
        self._events.append(Turned(0, request, told, before, state.copy()))
        if cards is not None and isinstance(request, Reveal) and request.to == self.seat:
            self._events.append(Shown(request.slots, cards))

    def step(self, now: float) -> list[Event]:
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Nobody thinks here."""

    def wake_at(self) -> float | None:
        return 0.0 if self._events else None

    def save(self) -> bytes:
        return b"no transcript"


class Desk:
    """A board without any app: keys in, text out."""

    def __init__(
        self,
        layout: str,
        *,
        marks: Marks = UNICODE,
        size: tuple[int, int] = (80, 24),
        **rest: Any,
    ) -> None:
        self.table = PositionTable(layout, **rest)
        self.board: VapeurBoard = make(self.table, marks)
        self.size = size

    def press(self, *keys: str) -> Desk:
        for key in keys:
            move = self.board.press(key)
            if move is not None:
                self.table.submit(move)
            self._tell()
        return self

    def other(self, *moves: str) -> Desk:
        for text in moves:
            self.table.other(text)
            self._tell()
        return self

    def _tell(self) -> None:
        for event in self.table.step(0.0):
            self.board.happened(event)

    @property
    def staged(self) -> str:
        """The staged move's short text, without slots."""
        move = self.board.view().draft.move
        if move is None:
            return ""
        return " ".join(word.split(":")[-1] for word in GAME.text(move).split())

    def panel(self, name: str) -> str:
        return "\n".join(line.text for line in self.board.paint(*self.size)[name][1])

    @property
    def says(self) -> str:
        """The line that says what to do, or why not."""
        return self.panel("prompt").split("\n")[0].strip()

    @property
    def log(self) -> list[str]:
        return list(self.board.log())


def app_at(layout: str, *, marks: Marks = UNICODE, **rest: Any) -> CabooseApp:
    """The real app at such a position."""
    table = PositionTable(layout, **rest)
    setup = SoloSetup(game="a-toute-vapeur", seats=table.state.seats)
    return CabooseApp(setup, table_factory=lambda _: table, marks=marks)
