"""What the conductor explains in a first game of Continental Express, each thing when it first matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.games.continental.sheet import DIRECTOR, INVESTOR, PICKPOCKET
from core.games.continental.state import Phase
from tui.boards.continental.staging import Asks
from tui.boards.continental.view import View
from tui.boards.continental.words import is_character
from tui.tongue import N_
from tui.tutor.lesson import Course, Lesson

LOCOMOTIVE: Final = 5


def _wagons(view: View) -> list[int]:
    seat = view.position.seat or 0
    return list(view.position.state.wagons[6 * seat : 6 * seat + 6])


def _claimed(view: View) -> int:
    seat = view.position.seat
    return 0 if seat is None else len(view.position.state.claimed[seat])


def _tickets(view: View) -> int:
    seat = view.position.seat
    return 0 if seat is None else view.position.state.tickets[seat]


def _took(view: View) -> bool:
    """Whether the viewer has taken a card before."""
    return sum(_wagons(view)) + _tickets(view) > 0


def _character_in_yard(view: View) -> bool:
    return view.asks is Asks.TAKE and any(
        card is not None and is_character(card) for card in view.position.state.yard
    )


def _effect(card: int) -> Callable[[View], bool]:
    return lambda view: view.position.mine and view.position.state.effect == card


LESSONS: Final = (
    Lesson(
        "contract",
        lambda view: view.asks is Asks.KEEP,
        N_(
            "Welcome aboard! These are two contracts, for your eyes only. Press 1 or 2 to keep one, "
            "enter to confirm. It pays at the end for the company icons you will have."
        ),
    ),
    Lesson(
        "yard",
        lambda view: view.asks is Asks.TAKE,
        N_(
            "Each turn you take one card from the yard: press its number, then enter. The first "
            "place of a line is free, the others cost 1 and 2 tickets. Then the line moves up."
        ),
    ),
    Lesson(
        "objectives",
        lambda view: view.asks is Asks.TAKE and _took(view),
        N_(
            "Above the yard are the objectives: points, a company icon, and the wagons it wants. "
            "What you lack is written beside each. Collect for the nearest one."
        ),
    ),
    Lesson(
        "dear",
        lambda view: view.asks is Asks.TAKE and _took(view) and _tickets(view) == 0,
        N_(
            "You have no ticket, so only the free cards are bright. Press a dim one and you are told "
            "why not. A $ card is a ticket; one left at the end is a point."
        ),
    ),
    Lesson(
        "locomotive",
        lambda view: _wagons(view)[LOCOMOTIVE] > 0 and view.position.mine,
        N_(
            "A locomotive stands in for any wagon. Keep it for the dear ones: E is rare, A is common."
        ),
    ),
    Lesson(
        "characters",
        _character_in_yard,
        N_(
            "A round card is a character: it acts at once and is gone. D gives a company token, I "
            "another card for nothing, P takes somebody's tickets, S swaps wagons."
        ),
    ),
    Lesson(
        "director",
        _effect(DIRECTOR),
        N_(
            "The Director: choose a company. A token is one more icon for your contract: h shows it."
        ),
    ),
    Lesson(
        "investor",
        _effect(INVESTOR),
        N_("The Investor: take any other card of the yard for nothing. x does without."),
    ),
    Lesson(
        "pickpocket",
        _effect(PICKPOCKET),
        N_("The Pickpocket: all tickets of one player are yours. x does without."),
    ),
    Lesson(
        "switchman",
        lambda view: view.asks is Asks.GIVE,
        N_("The Switchman: first a wagon of yours, then the one you want for it. x does without."),
    ),
    Lesson(
        "claim",
        lambda view: view.asks is Asks.CLAIM,
        N_(
            "You have the wagons for an objective! Press its letter, then enter. The wagons go, its "
            "points and icon are yours. Space ends the turn without. One a turn."
        ),
    ),
    Lesson(
        "payment",
        lambda view: view.asks is Asks.CLAIM and bool(view.draft.options),
        N_("You can pay in several ways: the arrows show them. Save what you need for the next."),
    ),
    Lesson(
        "watching",
        lambda view: (
            not view.position.mine and _took(view) and view.position.state.phase is not Phase.KEEP
        ),
        N_(
            "The others play now. What they did is marked with a star where it happened, and stands "
            "in the log, which is here when I am silent. l shows all of it."
        ),
    ),
    Lesson(
        "icons",
        lambda view: _claimed(view) == 1,
        N_(
            "Your first objective. Its icon may count for your contract: h shows what the contract is "
            "worth now. Objectives whose icon helps are worth more than their points."
        ),
    ),
    Lesson(
        "nearly",
        lambda view: (
            max(len(cards) for cards in view.position.state.claimed) == 3
            and view.position.state.last_turns is None
        ),
        N_(
            "Somebody has three objectives. Whoever claims a fourth begins the last round: all "
            "others have one turn more. Think of what you can still finish."
        ),
    ),
    Lesson(
        "last",
        lambda view: view.position.state.last_turns is not None and not view.position.state.over,
        N_(
            "The last round. Tickets count one point each, so nothing has to be saved any more. "
            "Wagons left over count nothing."
        ),
    ),
    Lesson(
        "over",
        lambda view: view.position.state.over,
        N_(
            "The end of the line! The scoring sheet adds everything up: objectives, contract, "
            "tickets. v there looks at the game again. Good journey!"
        ),
    ),
)

COURSE: Final = Course(LESSONS, "conductor", {"first_player": 0})
