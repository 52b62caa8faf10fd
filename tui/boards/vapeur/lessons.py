"""What the conductor explains in a first game of À toute vapeur!, each thing when it first matters."""

from __future__ import annotations

from typing import Final

from core.games.vapeur.moves import ADD, CERTIFY, END, STEAL
from core.games.vapeur.sheet import CERTIFIED, TRAINS
from core.games.vapeur.state import complete, trains_of
from tui.boards.vapeur.staging import Asks
from tui.boards.vapeur.view import View
from tui.tongue import N_
from tui.tutor.lesson import Course, Lesson

_LOW: Final = 8
"""Cards in the pile from which on its end is talked of."""


def _may(view: View, verb: str) -> bool:
    return view.position.mine and any(move.verb == verb for move in view.moves)


def _own(view: View) -> list[int]:
    seat = view.position.seat
    return [] if seat is None else trains_of(view.position.state, seat)


def _unsafe(view: View) -> bool:
    """Whether the viewer has a complete train that anyone may take, and no certificate for it."""
    state = view.position.state
    open_ones = [n for n in _own(view) if complete(state, n) and not state.certified[n]]
    return view.position.mine and bool(open_ones) and CERTIFIED not in view.hand


def _whole(view: View) -> int:
    state = view.position.state
    return sum(complete(state, train) for train in range(len(state.owners)))


LESSONS: Final = (
    Lesson(
        "hand",
        lambda view: view.position.mine,
        N_(
            "Welcome aboard! Five cards were dealt to you, and you drew one. Below, each has a key: "
            "a row of digits a colour. Build whole trains: L, G, G, C of one colour."
        ),
    ),
    Lesson(
        "locomotive",
        lambda view: view.must is not None,
        N_(
            "A locomotive (L) may not stay in your hand: each begins a train. Press its bright digit, "
            "then enter. Escape takes a choice back."
        ),
    ),
    Lesson(
        "wagons",
        lambda view: _may(view, ADD),
        N_(
            "A bright G or C fits a train of yours. You need not lay it: what lies open can be stolen. "
            "Many keep wagons back until a train is whole."
        ),
    ),
    Lesson(
        "steal",
        lambda view: _may(view, STEAL),
        N_(
            "You hold an inspection or a control: either takes a train of another, whole or not. "
            "Press v or w, then its letter. One a turn, before you lay."
        ),
    ),
    Lesson(
        "completing",
        lambda view: view.asks is Asks.THEFT and any(theft.by_completing for theft in view.thefts),
        N_(
            "You hold all that a train of another lacks! Press its letter: you put the cards down at "
            "once, and the train is yours. It takes no special."
        ),
    ),
    Lesson(
        "certify",
        lambda view: _may(view, CERTIFY),
        N_(
            "A complete train and a certificate: u, then enter. Nobody can ever steal that train. "
            "There are five certificates for nine trains."
        ),
    ),
    Lesson(
        "unsafe",
        _unsafe,
        N_(
            "A complete train! It counts for you while it lies here. But without a certificate it can "
            "still be stolen, and you can steal it back."
        ),
    ),
    Lesson(
        "finish",
        lambda view: view.position.mine and {move.verb for move in view.moves} == {END},
        N_("Nothing more can be done: space, then enter ends your turn. The cards you keep stay."),
    ),
    Lesson(
        "watching",
        lambda view: view.position.state.turns > 1 and not view.position.mine,
        N_(
            "The other plays now. A star marks what changed. The log is here when I am silent; l shows "
            "all of it. Each train has a letter."
        ),
    ),
    Lesson(
        "low",
        lambda view: 0 < view.position.state.pile <= _LOW,
        N_(
            "The pile is nearly gone. After it, each turn begins with a card drawn blindly from the "
            "hand of the player before. Long hands suffer then."
        ),
    ),
    Lesson(
        "blind",
        lambda view: view.position.state.pile == 0 and not view.position.state.over,
        N_(
            "The pile is empty. From now on you draw from your rival's hand, and your rival from "
            "yours. What you need is safer on a train."
        ),
    ),
    Lesson(
        "nearly",
        lambda view: _whole(view) >= TRAINS - 2 and not view.position.state.over,
        N_(
            "The game ends at once with the ninth complete train. Count: whoever has more of them then "
            "wins, so mind who completes it."
        ),
    ),
    Lesson(
        "over",
        lambda view: view.position.state.over,
        N_(
            "The end of the line! Each complete train counts one; if you tie, the certified ones "
            "decide. Enter shows the sheet. Good journey!"
        ),
    ),
)

COURSE: Final = Course(LESSONS, "conductor", {"dealer": 1})
