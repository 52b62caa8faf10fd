"""Why a card or a train cannot be chosen now: the game's reason, or what is missing for a move."""

from __future__ import annotations

from typing import Final

from core.games.vapeur.moves import ADD, CERTIFY, END, LAY, STEAL, TRAIN_LETTERS, of
from core.games.vapeur.sheet import CERTIFIED, INSPECTION, colour_of
from core.games.vapeur.state import missing, trains_of
from tui.boards.vapeur.position import Position, hand, others_trains, verb_of
from tui.boards.vapeur.text import card_name, colour_name, wagons
from tui.tongue import _

_END: Final = of(END)


def _why_not(position: Position, verb: str, card: int, train: int = 0) -> str | None:
    """The game's reason against a move of this kind, None where it knows of none.

    Where the viewer does not hold the card, one of the hand stands for it: what forbids the move
    whatever it is matters more than that it is missing.
    """
    if position.seat is None or not position.mine:
        return position.reason(_END)
    slots = hand(position).get(card) or tuple(position.state.hands[position.seat])
    if not slots:
        return _("you have no card")
    args = (slots[0], card) if verb == LAY else (train, slots[0], card)
    return position.reason(of(verb, *args))


def why_not_card(position: Position, card: int) -> str | None:
    """No move has this card."""
    if not position.mine:
        return position.reason(_END)
    if card not in hand(position):
        return _("you have no {card}", card=card_name(card))
    state, seat = position.state, position.seat
    assert seat is not None
    verb = verb_of(card)
    own = trains_of(state, seat)
    if verb == STEAL:
        trains = [theft.train for theft in others_trains(position)]
        nothing = _("nobody else has a train yet")
        if len(own) < len(state.owners):
            nothing = _("every train of the others is certified")
    elif verb == ADD:
        colour = colour_of(card)
        trains = [train for train in own if state.colours[train] == colour]
        nothing = _(
            "it needs a {colour} train of yours; a locomotive begins one",
            colour=colour_name(colour),
        )
    else:
        trains = own
        nothing = _("you have no train yet; a locomotive begins one")
    # Of several reasons one is told: that of the newest train.
    return _why_not(position, verb, card, trains[-1]) if trains else nothing


def why_not_both(position: Position, card: int, train: int) -> str | None:
    """This card cannot be used on this train."""
    if train >= len(position.state.owners):
        return _("there is no train {letter}", letter=TRAIN_LETTERS[train])
    verb = verb_of(card)
    if verb == LAY:
        return _("a locomotive begins a train of its own")
    own = position.state.owners[train] == position.seat
    if verb == ADD and not own:
        return _why_not_theft(position, train)
    return _why_not(position, verb, card, train)


def why_not_train(position: Position, train: int) -> str | None:
    """No move has this train."""
    if not position.mine:
        return position.reason(_END)
    state = position.state
    if train >= len(state.owners):
        return _("there is no train {letter}", letter=TRAIN_LETTERS[train])
    if state.owners[train] != position.seat:
        return _why_not_theft(position, train)
    lacking = missing(position.state, train)
    if lacking:
        return _("you have no {card} for it", card=card_name(lacking[0]))
    return _why_not(position, CERTIFY, CERTIFIED, train) or _("you have no certificate for it")


def _why_not_theft(position: Position, train: int) -> str | None:
    reason = _why_not(position, STEAL, INSPECTION, train)
    if reason is not None:
        return reason
    found = [theft for theft in others_trains(position) if theft.train == train]
    if not found or not found[0].lacking:
        return _("that train is complete: it takes an inspection or control")
    return _(
        "it takes an inspection or a control, or {wagons} at once", wagons=wagons(found[0].lacking)
    )
