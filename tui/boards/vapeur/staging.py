"""Keys to staged moves: what a key press means now, without any screen.

A choice names a card, a train or both, in either order; every legal move that fits it is a way, and
the first is staged. Nothing is sent before a second key. Legality and reasons are the game's own.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from core.games.vapeur.moves import COMPLETE, END, LAY, STEAL, TRAIN_LETTERS, of, pairs
from core.games.vapeur.state import Phase
from core.kernel.move import Move
from tui import keymap
from tui.boards.vapeur.position import Position, ways
from tui.boards.vapeur.reasons import why_not_both, why_not_card, why_not_train

CARD_KEYS: Final = "123456789uvw"
"""By card number: a row of digits a colour, then the specials."""
_END: Final = of(END)


class Asks(Enum):
    """What the viewer is asked for at this moment."""

    NOTHING = "others act, or the viewer only watches"
    THEFT = "a theft, or what comes after it"
    LAY = "cards to lay or certify, or the end of the turn"
    OVER = "nothing more: the game is over"


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
    stealing = position.state.phase is Phase.THEFT and any(map(is_theft, ways(position)))
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
    for move in ways(position):
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
        for move in ways(position)
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
    return Outcome(draft, says=why_not_card(position, card))


def _train(position: Position, draft: Draft, train: int) -> Outcome:
    """A train: for the card chosen before it, or by itself."""
    if draft.card is not None and draft.train is None:
        ways = _ways(position, draft.card, train)
        if ways:
            return Outcome(Draft(ways[0], ways, draft.card, train))
        return Outcome(draft, says=why_not_both(position, draft.card, train))
    ways = _ways(position, None, train)
    if ways:
        return Outcome(Draft(ways[0], ways, train=train))
    return Outcome(draft, says=why_not_train(position, train))
