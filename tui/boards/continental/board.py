"""The board as the table screen uses it: keeps what is staged, the log, and what is fresh."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from core.games.continental.moves import INVEST, TAKE
from core.games.continental.state import Phase, State
from core.kernel.move import Move
from netplay.table import (
    Event,
    Overturned,
    Played,
    Table,
    Turned,
)
from tui import keymap
from tui.boards import parts
from tui.boards.area import Rect
from tui.boards.continental import (
    panels_contract,
    panels_edge,
    panels_market,
    panels_objectives,
    panels_people,
    text,
    words,
)
from tui.boards.continental.layout import layout
from tui.boards.continental.staging import (
    NOTHING,
    Asks,
    Draft,
    Position,
    asks,
    live,
    press,
)
from tui.boards.continental.view import STILL, Fresh, Moving, View
from tui.boards.parts import Entry
from tui.boards.played import PlayedBoard
from tui.line import Line
from tui.marks import Marks
from tui.tongue import _

_TOPICS: Final = {
    Asks.KEEP: "contracts",
    Asks.TAKE: "take",
    Asks.CLAIM: "claim",
    Asks.OVER: "end",
}
"""Sections of the rules; all else that is asked is a character's doing."""


class ContinentalBoard(PlayedBoard):
    """See ``tui.boards.base.Board``."""

    panels: Sequence[str] = (
        "header", "objectives", "yard", "players", "log", "train", "contract", "prompt",
    )  # fmt: skip

    def __init__(self, table: Table, marks: Marks) -> None:
        super().__init__(table, marks, text.REFUSALS)
        self._draft: Draft = NOTHING
        self._contract_open = False
        self._fresh = Fresh()
        self._moving = STILL
        self._turn = 0
        self._acting: tuple[int | None, Phase] | None = None

    # Keys in ------------------------------------------------------------------------------------

    def _position(self) -> Position:
        table = self._table
        return Position(table.game, table.state, table.seat, table.secrets)

    def press(self, key: str) -> Move | None:
        """Take a key; a move is to be submitted."""
        self._says = None
        position = self._position()
        wanted = asks(position, self._draft)
        letters = wanted in (Asks.GIVE, Asks.GET)
        if key == keymap.CONTRACT and position.seat is not None:
            self._contract_open = not self._contract_open
            return None
        if self._halted is not None or (key == keymap.LOG and not letters):
            return None
        outcome = press(position, self._draft, key)
        if outcome is None:
            return None
        self._draft = outcome.draft
        self._says = outcome.says
        return outcome.send

    def takes(self, key: str) -> bool:
        """Whether a key that usually looks something up chooses something here now."""
        return key in live(self._position(), self._draft)

    # Events in ----------------------------------------------------------------------------------

    @property
    def _mine(self) -> bool:
        return self._position().mine

    def _unstage(self) -> None:
        self._draft = NOTHING

    def _took(self, event: Event) -> None:
        if isinstance(event, Played):
            self._played(event)
        elif isinstance(event, Turned):
            self._changed(event.before, event.after, self._fresh.mover, self._fresh.deed)
            self._count(event.after)
        elif isinstance(event, Overturned):
            self._fresh = Fresh()

    def _entries(self, event: Event) -> list[Entry]:
        if isinstance(event, Played):
            return words.played(event.before, event.after, event.seat, event.move, self._names)
        if isinstance(event, Turned):
            return words.turned(event.before, event.cards, self._names)
        return parts.entries(event, self._names)

    def _played(self, event: Played) -> None:
        deed = partial(words.deed, event.before, event.move, self._names)
        if not self._sight.away:
            self._fresh = Fresh()
        self._moving = STILL
        self._changed(event.before, event.after, event.seat, deed)
        if event.seat == self._table.seat:
            self._draft = NOTHING
        self._count(event.after)

    def _count(self, after: State) -> None:
        """Count the turns of the table: each seat's from its mandatory card on."""
        acting = (after.turn, after.phase)
        if after.phase is Phase.TAKE and acting != self._acting and after.turn == after.first:
            self._turn += 1
        if after.phase in (Phase.TAKE, Phase.CLAIM, Phase.EFFECT):
            self._acting = acting

    def _changed(
        self, before: State, after: State, mover: int | None, deed: Callable[[], str]
    ) -> None:
        """Add what differs to what is fresh since the last move."""
        old = self._fresh
        yard = {n for line in range(3) for n in _laid(before, after, line)}
        rows = {n for n in range(3) if before.row[n] != after.row[n] and after.row[n] is not None}
        seats = {
            seat
            for seat in range(after.seats)
            if _possessions(before, seat) != _possessions(after, seat)
        }
        self._fresh = Fresh(
            frozenset(n for n in old.yard | yard if after.yard[n] is not None),
            old.rows | rows,
            old.seats | seats,
            mover,
            deed,
        )

    # What moves, and who looks ------------------------------------------------------------------

    def moves(self, event: Event) -> bool:
        """Show where a move's wagons have gone."""
        if isinstance(event, Played):
            self._moving = moved(event.before, event.after, event.seat, event.move)
        return self._moving is not STILL

    def rest(self) -> bool:
        """First the yard is itself again, then the trains."""
        self._moving = self._moving._replace(left=None) if self._moving.left is not None else STILL
        return self._moving is not STILL

    # Lines out ----------------------------------------------------------------------------------

    def view(self) -> View:
        """What the panels draw from."""
        position = self._position()
        return View(
            position=position,
            names=self._names,
            bots=[player.bot for player in self._table.players],
            notes=[player.note for player in self._table.players],
            marks=self._marks,
            log=self._log.entries(),
            says=self._answer,
            halted=self._stopped,
            status=self.status,
            draft=self._draft,
            asks=asks(position, self._draft),
            live=live(position, self._draft),
            fresh=self._fresh,
            moving=self._moving,
            contract_open=self._contract_open,
            turn=self._turn,
        )

    def paint(self, width: int, height: int) -> Mapping[str, tuple[Rect, list[Line]]]:
        """Every panel's place and lines."""
        view = self.view()
        at = layout(width, height, view.position.state.seats)
        return {
            "header": (at.header, panels_edge.header(view, at)),
            "objectives": (at.objectives, panels_objectives.objectives(view, at)),
            "yard": (at.yard, panels_market.yard(view, at)),
            "players": (at.players, panels_people.players(view, at)),
            "log": (at.log, panels_people.log(view, at)),
            "train": (at.train, panels_people.train(view, at)),
            "contract": (at.contract, panels_contract.contract(view, at)),
            "prompt": (at.prompt, panels_edge.prompt(view, at)),
        }

    def uncover(self) -> None:
        """Lay the viewer's contract open."""
        self._contract_open = True

    def hidden(self, hands: Sequence[Mapping[int, int]]) -> Sequence[str]:
        """Each seat's contract, or the two it still chooses from."""
        state = self._table.state
        lines = []
        for seat, hand in enumerate(hands):
            kept = state.kept[seat]
            slots = [kept] if kept is not None else list(hand)
            cards = [words.contract_words(hand[slot]) for slot in slots if slot in hand]
            says = f" {_('or')} ".join(cards) if cards else _("not dealt yet, or laid open")
            lines.append(f"{self._names[seat]}: {says}")
        return lines

    def _stages(self, key: str) -> Move | None:
        outcome = press(self._position(), self._draft, key)
        return outcome.draft.move if outcome is not None else None

    def _staged(self, move: Move) -> str:
        return words.staged(self._table.state, move, self._names)

    def topic(self) -> str:
        """The part of a turn that is being decided."""
        wanted = asks(self._position(), self._draft)
        if wanted is Asks.NOTHING:
            return "turn"
        return _TOPICS.get(wanted, "character")

    def score(self, width: int) -> list[Line]:
        """The scoring sheet."""
        from tui.boards.continental import score_sheet

        return score_sheet.draw(
            self._table.state, self._names, self._table.seat, self._marks, width
        )


def _possessions(state: State, seat: int) -> tuple[object, ...]:
    return (
        state.wagons[6 * seat : 6 * seat + 6],
        state.tickets[seat],
        state.tokens[5 * seat : 5 * seat + 5],
        len(state.claimed[seat]),
    )


def moved(before: State, after: State, seat: int, move: Move) -> Moving:
    """What a move has brought into trains, and the place in the yard that it came from."""
    came = {
        (one, card)
        for one in range(after.seats)
        for card in range(6)
        if after.wagons[6 * one + card] > before.wagons[6 * one + card]
    }
    left = 3 * move.args[0] + move.args[1] if move.verb in (TAKE, INVEST) else None
    return Moving(frozenset(came), left, seat) if came or left is not None else STILL


def _laid(before: State, after: State, line: int) -> range:
    """The places of a line that got a card from its pile; cards that only moved up are not new."""
    first = 3 * line
    had = sum(card is not None for card in before.yard[first : first + 3])
    has = sum(card is not None for card in after.yard[first : first + 3])
    return range(first + had, first + has)


def make(table: Table, marks: Marks) -> ContinentalBoard:
    """The board for ``tui.boards.registry``."""
    return ContinentalBoard(table, marks)
