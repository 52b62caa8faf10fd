"""Keys to staged moves: what a key press means now, without any screen.

A choice names a card, a train or both, in either order; every legal move that fits it is a way, and
the first is staged. Nothing is sent before a second key. Legality and reasons are the game's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from core.games.vapeur.moves import (
    ADD,
    CERTIFY,
    COMPLETE,
    END,
    LAY,
    STEAL,
    TRAIN_LETTERS,
    of,
    pairs,
)
from core.games.vapeur.sheet import (
    CERTIFIED,
    COLOURS,
    INSPECTION,
    KINDS,
    LOCOMOTIVE,
    NAMES,
    colour_of,
    kind_of,
)
from core.games.vapeur.state import Phase, State, missing, trains_of
from core.games.vapeur.view import Theft, grouped, thefts
from core.kernel.errors import RulesError
from core.kernel.game import Game
from core.kernel.move import Move
from tui import keymap

CARD_KEYS: Final = "123456789uvw"
"""By card number: a row of digits a colour, then the specials."""
_END: Final = of(END)
_OWN_FIRST: Final = (LAY, ADD, CERTIFY, COMPLETE, STEAL, END)
"""The order of ways: what is done with own trains comes before a theft."""


class Asks(Enum):
    """What the viewer is asked for at this moment."""

    NOTHING = "others act, or the viewer only watches"
    THEFT = "a theft, or what comes after it"
    LAY = "cards to lay or certify, or the end of the turn"
    OVER = "nothing more: the game is over"


class Position(NamedTuple):
    """What the viewer plays from: the game, the state, the viewer's seat and secrets."""

    game: Game[State]
    state: State
    seat: int | None
    secrets: Mapping[int, int]

    @property
    def mine(self) -> bool:
        """Whether the viewer is the one to act."""
        state = self.state
        return self.seat is not None and state.turn == self.seat and not state.awaiting

    def hand(self) -> dict[int, tuple[int, ...]]:
        """Card to its slots, of the viewer's hand."""
        if self.seat is None:
            return {}
        return dict(grouped(self.state, self.seat, self.secrets))

    def thefts(self) -> list[Theft]:
        """Other players' trains that are not certified."""
        return [] if self.seat is None else thefts(self.state, self.seat, self.secrets)

    def moves(self) -> list[Move]:
        """The viewer's legal moves, those on own trains first."""
        found = self.game.moves(self.state, self.secrets) if self.mine else ()
        return sorted(found, key=lambda move: _OWN_FIRST.index(move.verb))

    def reason(self, move: Move) -> str | None:
        """Why the viewer may not make the move now, None where it may."""
        if self.seat is None:
            return "you are only watching this table"
        try:
            self.game.check(self.state, self.seat, move)
        except RulesError as err:
            return str(err)
        breach = self.game.duties(self.state, self.seat, move, self.secrets)
        return None if breach is None else str(breach)


class Draft(NamedTuple):
    """What has been chosen and not yet sent.

    move: the complete move, ready to go. ways: all moves that fit the choice, ``move`` among them.
    card, train: the choice itself.
    """

    move: Move | None = None
    ways: tuple[Move, ...] = ()
    card: int | None = None
    train: int | None = None


NOTHING: Final = Draft()


class Outcome(NamedTuple):
    """What a key did: the draft afterwards, a move to send, or the reason why nothing happened."""

    draft: Draft
    send: Move | None = None
    says: str | None = None


def asks(position: Position) -> Asks:
    """What the viewer is asked for now."""
    if position.state.over:
        return Asks.OVER
    if not position.mine:
        return Asks.NOTHING
    stealing = position.state.phase is Phase.THEFT and any(map(is_theft, position.moves()))
    return Asks.THEFT if stealing else Asks.LAY


def is_theft(move: Move) -> bool:
    """Whether the move takes another player's train."""
    return move.verb in (STEAL, COMPLETE)


def train_of(move: Move) -> int | None:
    """The train a move is about, None for a new one or the end."""
    return None if move.verb in (LAY, END) else move.args[0]


def cards_of(move: Move) -> tuple[int, ...]:
    """The cards that leave the hand."""
    return () if move.verb == END else tuple(card for _, card in pairs(move))


def live(position: Position, draft: Draft) -> frozenset[str]:
    """Keys that choose or confirm something now."""
    if not position.mine:
        return frozenset()
    keys: set[str] = set()
    for move in position.moves():
        if move.verb == END:
            keys.add("space")
        keys |= {CARD_KEYS[card] for card in cards_of(move)}
        train = train_of(move)
        if train is not None:
            keys.add(TRAIN_LETTERS[train])
    if draft.move is not None:
        keys |= {"space", "enter", keymap.BACK}
    return frozenset(keys)


def press(position: Position, draft: Draft, key: str) -> Outcome | None:
    """What a key means now; None if it means nothing on the board."""
    if key in keymap.CONFIRM:
        return _confirm(position, draft)
    if key == keymap.BACK:
        return Outcome(NOTHING)
    if len(draft.ways) > 1 and (key in keymap.NEXT or key in keymap.PREVIOUS):
        return _turn(draft, 1 if key in keymap.NEXT else -1)
    if len(key) != 1:
        return None
    if key in CARD_KEYS:
        return _card(position, draft, CARD_KEYS.index(key))
    if key in TRAIN_LETTERS:
        return _train(position, draft, TRAIN_LETTERS.index(key))
    return None


def _confirm(position: Position, draft: Draft) -> Outcome:
    if draft.move is None:
        if position.state.over:
            return Outcome(NOTHING)
        reason = position.reason(_END)
        return Outcome(NOTHING, says=reason) if reason else Outcome(Draft(_END, (_END,)))
    reason = position.reason(draft.move)
    return Outcome(NOTHING, says=reason) if reason else Outcome(NOTHING, send=draft.move)


def _turn(draft: Draft, step: int) -> Outcome:
    assert draft.move is not None
    n = (draft.ways.index(draft.move) + step) % len(draft.ways)
    return Outcome(Draft(draft.ways[n], draft.ways, draft.card, draft.train))


def _ways(position: Position, card: int | None, train: int | None) -> tuple[Move, ...]:
    return tuple(
        move
        for move in position.moves()
        if move.verb != END
        and (card is None or card in cards_of(move))
        and (train is None or train_of(move) == train)
    )


def _card(position: Position, draft: Draft, card: int) -> Outcome:
    """A card: with the train chosen before it, or by itself."""
    if draft.train is not None and draft.card is None:
        ways = _ways(position, card, draft.train)
        if ways:
            return Outcome(Draft(ways[0], ways, card, draft.train))
    ways = _ways(position, card, None)
    if ways:
        return Outcome(Draft(ways[0], ways, card))
    return Outcome(draft, says=_why_not_card(position, card))


def _train(position: Position, draft: Draft, train: int) -> Outcome:
    """A train: for the card chosen before it, or by itself."""
    if draft.card is not None and draft.train is None:
        ways = _ways(position, draft.card, train)
        if ways:
            return Outcome(Draft(ways[0], ways, draft.card, train))
        return Outcome(draft, says=_why_not_both(position, draft.card, train))
    ways = _ways(position, None, train)
    if ways:
        return Outcome(Draft(ways[0], ways, train=train))
    return Outcome(draft, says=_why_not_train(position, train))


# Why not ---------------------------------------------------------------------------------------


def _why_not(position: Position, verb: str, card: int, train: int = 0) -> str | None:
    """The game's reason against a move of this kind, None where it knows of none.

    Where the viewer does not hold the card, one of the hand stands for it: what forbids the move
    whatever it is matters more than that it is missing.
    """
    if position.seat is None or not position.mine:
        return position.reason(_END)
    slots = position.hand().get(card) or tuple(position.state.hands[position.seat])
    if not slots:
        return "you have no card"
    args = (slots[0], card) if verb == LAY else (train, slots[0], card)
    return position.reason(of(verb, *args))


def _why_not_card(position: Position, card: int) -> str | None:
    """No move has this card."""
    if not position.mine:
        return position.reason(_END)
    if card not in position.hand():
        return f"you have no {NAMES[card]}"
    state, seat = position.state, position.seat
    assert seat is not None
    verb = verb_of(card)
    own = trains_of(state, seat)
    if verb == STEAL:
        trains = [theft.train for theft in position.thefts()]
        nothing = "nobody else has a train yet"
        if len(own) < len(state.owners):
            nothing = "every train of the others is certified"
    elif verb == ADD:
        colour = colour_of(card)
        trains = [train for train in own if state.colours[train] == colour]
        nothing = f"it needs a {COLOURS[colour]} train of yours; a locomotive begins one"
    else:
        trains = own
        nothing = "you have no train yet; a locomotive begins one"
    # Of several reasons one is told: that of the newest train.
    return _why_not(position, verb, card, trains[-1]) if trains else nothing


def _why_not_both(position: Position, card: int, train: int) -> str | None:
    """This card cannot be used on this train."""
    if train >= len(position.state.owners):
        return f"there is no train {TRAIN_LETTERS[train]}"
    verb = verb_of(card)
    if verb == LAY:
        return "a locomotive begins a train of its own"
    own = position.state.owners[train] == position.seat
    if verb == ADD and not own:
        return _why_not_theft(position, train)
    return _why_not(position, verb, card, train)


def _why_not_train(position: Position, train: int) -> str | None:
    """No move has this train."""
    if not position.mine:
        return position.reason(_END)
    state = position.state
    if train >= len(state.owners):
        return f"there is no train {TRAIN_LETTERS[train]}"
    if state.owners[train] != position.seat:
        return _why_not_theft(position, train)
    lacking = missing(position.state, train)
    if lacking:
        return f"you have no {NAMES[lacking[0]]} for it"
    return _why_not(position, CERTIFY, CERTIFIED, train) or "you have no certificate for it"


def _why_not_theft(position: Position, train: int) -> str | None:
    reason = _why_not(position, STEAL, INSPECTION, train)
    if reason is not None:
        return reason
    found = [theft for theft in position.thefts() if theft.train == train]
    tools = "an inspection or a control"
    if not found or not found[0].lacking:
        return f"that train is complete: it takes {tools}"
    return f"it takes {tools}, or {listed(found[0].lacking)} at once"


def verb_of(card: int) -> str:
    """What a card is for, laid by itself."""
    kind = kind_of(card)
    if kind is None:
        return CERTIFY if card == CERTIFIED else STEAL
    return LAY if kind == LOCOMOTIVE else ADD


def listed(cards: Sequence[int]) -> str:
    """Wagons of one train in words: ``2 gondolas and a caboose``."""
    counts = Counter(KINDS[card % len(KINDS)] for card in cards)
    return " and ".join(
        f"a {word}" if count == 1 else f"{count} {word}s" for word, count in counts.items()
    )
