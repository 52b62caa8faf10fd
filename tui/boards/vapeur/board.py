"""The board as the table screen uses it: keeps what is staged, the log, and what is fresh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from core.games.vapeur.moves import END, of
from core.games.vapeur.state import Phase, State
from core.kernel.move import Move
from core.kernel.requests import Reveal
from netplay.table import (
    Event,
    Overturned,
    Played,
    Shown,
    Table,
    Turned,
)
from tui import keymap
from tui.boards.area import Rect
from tui.boards.parts import (
    Entry,
    Tone,
    entries,
    is_you,
    log,
)
from tui.boards.played import PlayedBoard
from tui.boards.vapeur import panels_own, panels_table, text, words
from tui.boards.vapeur.layout import layout
from tui.boards.vapeur.pieces import cars
from tui.boards.vapeur.position import Position, hand, others_trains, ways
from tui.boards.vapeur.staging import NOTHING, Asks, Draft, asks, live, press
from tui.boards.vapeur.view import Fresh, Moving, View
from tui.line import Line
from tui.marks import NEW, Marks
from tui.tongue import _

_TOPICS: Final = {
    Asks.NOTHING: "turn",
    Asks.THEFT: "steal",
    Asks.LAY: "lay",
    Asks.OVER: "end",
}
"""Sections of the rules."""


class VapeurBoard(PlayedBoard):
    """See ``tui.boards.base.Board``."""

    panels: Sequence[str] = ("header", "trains", "thefts", "hand", "log", "pile", "prompt")

    def __init__(self, table: Table, marks: Marks) -> None:
        super().__init__(table, marks, text.REFUSALS)
        self._draft: Draft = NOTHING
        self._fresh = Fresh()
        self._moving: Moving = frozenset()
        self._drawing: int | None = None
        self._robbed: int | None = None
        self._begun: State | None = None
        if table.state.turns:
            self._begin(table.state)

    # Keys in ------------------------------------------------------------------------------------

    def _position(self) -> Position:
        table = self._table
        return Position(table.game, table.state, table.seat, table.secrets)

    def press(self, key: str) -> Move | None:
        """Take a key; a move is to be submitted."""
        self._says = None
        if self._halted is not None or key == keymap.LOG:
            return None
        outcome = press(self._position(), self._draft, key)
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
            self._moving = frozenset()
            self._played(event)
        elif isinstance(event, Turned):
            self._turned(event)
        elif isinstance(event, Shown):
            self._shown()
        elif isinstance(event, Overturned):
            self._fresh = Fresh()

    def _played(self, event: Played) -> None:
        before, after, viewer = event.before, event.after, self._table.seat
        if event.move.args:
            changed = frozenset(_changed(before, after))
            old = self._fresh
            if self._sight.away and old.mover != event.seat:
                # Whoever looks away sees later all trains that changed, and what was done last.
                self._fresh = Fresh(old.trains | changed, event.seat, (event.move,), before.turns)
            elif old.mover == event.seat and old.turn == before.turns:
                self._fresh = Fresh(
                    old.trains | changed, event.seat, (*old.deeds, event.move), old.turn
                )
            else:
                self._fresh = Fresh(changed, event.seat, (event.move,), before.turns)
        elif self._fresh.turn != before.turns and not self._sight.away:
            # A turn without a deed; else what was done in it stays to be seen.
            self._fresh = Fresh()
        self._says = None
        if event.seat == viewer:
            self._draft = NOTHING

    def _turned(self, event: Turned) -> None:
        before, after, request = event.before, event.after, event.request
        if before.phase is Phase.DEAL and after.phase is not Phase.DEAL:
            self._begin(after)
        viewer = self._table.seat
        if viewer is None or before.phase is not Phase.DRAW or not isinstance(request, Reveal):
            return
        # Which card it was only the drawer is told, and the log of the one who drew tells it.
        if request.slots == (before.drawn,) and before.player == viewer:
            self._drawing = before.drawn
        elif request.to == viewer and before.drawn is not None:
            self._robbed = before.drawn
        self._shown()

    def _shown(self) -> None:
        """Cards that the viewer alone was shown: what was drawn, or what is gone from the hand."""
        secrets, viewer = self._table.secrets, self._table.seat
        if viewer is not None and self._drawing is not None and self._drawing in secrets:
            self._log.say(partial(self._drew, viewer, secrets[self._drawing]))
            self._drawing = None
        if self._robbed is not None and self._robbed in secrets:
            self._log.say(partial(self._gone, secrets[self._robbed]))
            self._robbed = None

    def _begin(self, state: State) -> None:
        """Who begins, and the first draw; later ones are told with the move that they follow."""
        self._begun = state
        self._log.say(self._begins)
        if state.turns == 1 and state.player != self._table.seat:
            self._log.say(self._draws)
        elif state.turns == 1 and state.phase is not Phase.DRAW:
            self._drawing = state.drawn
            self._shown()

    def _entries(self, event: Event) -> list[Entry]:
        if isinstance(event, Played):
            before, after, viewer = event.before, event.after, self._table.seat
            return words.played(before, after, event.seat, event.move, self._names, viewer)
        return entries(event, self._names)

    def _begins(self) -> Entry:
        assert self._begun is not None
        return words.begins(self._begun, self._names)

    def _draws(self) -> Entry:
        assert self._begun is not None
        assert self._begun.player is not None
        return words.draws(self._begun.player, self._names)

    def _drew(self, viewer: int, card: int) -> Entry:
        name, what = self._names[viewer], words.card_words(card)
        if is_you(name):
            return Entry(_("You drew: {card}", card=what), viewer)
        return Entry(_("{name} drew: {card}", name=name, card=what), viewer)

    def _gone(self, card: int) -> Entry:
        says = _("Gone from your hand: {card}", card=words.card_words(card))
        return Entry(f"{NEW} {says}", tone=Tone.EVENT)

    # What moves, and who looks ------------------------------------------------------------------

    def moves(self, event: Event) -> bool:
        """Show which cars a move has laid."""
        if isinstance(event, Played):
            self._moving = frozenset(
                (train, place)
                for train in _changed(event.before, event.after)
                for place in _laid(event.before, event.after, train)
            )
        return bool(self._moving)

    def rest(self) -> bool:
        """One picture is enough."""
        self._moving = frozenset()
        return False

    # Lines out ----------------------------------------------------------------------------------

    def view(self) -> View:
        """What the panels draw from."""
        position = self._position()
        must = position.reason(of(END)) if position.mine else None
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
            asks=asks(position),
            live=live(position, self._draft),
            hand=hand(position),
            moves=ways(position),
            thefts=others_trains(position),
            must=must,
            fresh=self._fresh,
            moving=self._moving,
        )

    def paint(self, width: int, height: int) -> Mapping[str, tuple[Rect, list[Line]]]:
        """Every panel's place and lines."""
        view = self.view()
        now, more = panels_table.trains_now(view)
        watching = view.position.seat is None
        at = layout(width, height, len(now), now, more, watching=watching)
        size = at.log.width, at.log.height
        return {
            "header": (at.header, panels_table.header(view, at)),
            "trains": (at.trains, panels_table.trains(view, at)),
            "thefts": (at.thefts, panels_own.thefts(view, at)),
            "hand": (at.hand, panels_own.hand(view, at)),
            "log": (at.log, log(view.log, view.position.seat, view.marks, *size)),
            "pile": (at.pile, panels_table.pile(view, at)),
            "prompt": (at.prompt, panels_own.prompt(view, at)),
        }

    def uncover(self) -> None:
        """The viewer's hand is never covered."""

    def hidden(self, hands: Sequence[Mapping[int, int]]) -> Sequence[str]:
        """Each seat's hand."""
        return [
            f"{self._names[seat]}: {words.letters(sorted(hand.values())) or _('nothing hidden')}"
            for seat, hand in enumerate(hands)
        ]

    def _stages(self, key: str) -> Move | None:
        outcome = press(self._position(), self._draft, key)
        return outcome.draft.move if outcome is not None else None

    def _staged(self, move: Move) -> str:
        return words.staged(self._table.state, move, self._names)

    def topic(self) -> str:
        """The part of a turn that is being decided."""
        return _TOPICS[asks(self._position())]

    def score(self, width: int) -> list[Line]:
        """The scoring sheet."""
        from tui.boards.vapeur import score_sheet

        return score_sheet.draw(
            self._table.state, self._names, self._table.seat, self._marks, width
        )


def _changed(before: State, after: State) -> list[int]:
    """Trains that are new, longer, certified, or another's now."""

    def look(state: State, train: int) -> tuple[int, ...]:
        return (
            state.owners[train],
            state.gondolas[train],
            state.cabooses[train],
            state.certified[train],
        )

    old = len(before.owners)
    trains = range(len(after.owners))
    return [one for one in trains if one >= old or look(before, one) != look(after, one)]


def _laid(before: State, after: State, train: int) -> list[int]:
    """The places of a train that have a car now, and had none."""
    old: list[int | None] = cars(before, train) if train < len(before.owners) else []
    new = cars(after, train)
    old += [None] * (len(new) - len(old))
    return [n for n, car in enumerate(new) if car is not None and old[n] is None]


def make(table: Table, marks: Marks) -> VapeurBoard:
    """The board for ``tui.boards.registry``."""
    return VapeurBoard(table, marks)
