"""The rulings of Continental Express, each by its number: what was decided where the rulebook is silent."""

from __future__ import annotations

from typing import Final

from tui.rulebook import Ruling
from tui.tongue import N_

_ALL: Final = (
    Ruling(
        1,
        N_("Which cards are objectives?"),
        N_(
            "Contracts have a deck of their own and are dealt first. The objectives' pile holds "
            "the 20 objectives and nothing else."
        ),
    ),
    Ruling(
        2,
        N_("What sets the price?"),
        N_(
            "The place in the line, counted from the pile: the farthest costs nothing, the middle"
            " one 1 ticket, the one beside the pile 2."
        ),
    ),
    Ruling(
        3,
        N_("How high are the piles?"),
        N_(
            "Lines 1, 2 and 3 have piles of 28, 27 and 27 cards, their first three on show among "
            "them."
        ),
    ),
    Ruling(
        4,
        N_("An event among the first cards"),
        N_(
            "It goes back into its pile, the pile is shuffled and turned again, until no event "
            "shows. It has no effect."
        ),
    ),
    Ruling(
        5,
        N_("Can a ticket pay for itself?"),
        N_(
            "No. You pay first, with tickets you had before. Tickets that were paid leave the game."
        ),
    ),
    Ruling(
        6,
        N_("Must you take a card?"),
        N_(
            "Yes, while one is on show. Lines close up towards their free end even when the pile "
            "is gone, so one card is always free."
        ),
    ),
    Ruling(
        7,
        N_("May you do without an effect?"),
        N_(
            "Yes, at once and for good: the character is gone either way. A table can be opened "
            "with mandatory effects; then what is possible has to be done."
        ),
    ),
    Ruling(
        8,
        N_("Investor: before the new cards?"),
        N_(
            "Yes. You choose from what is still on show. Then the lines close up, and the gaps "
            "are filled in the order in which the cards were taken."
        ),
    ),
    Ruling(
        9,
        N_("The Investor takes a character"),
        N_(
            "It acts at once too. Another Investor chooses again. No new card comes until all of "
            "it is settled."
        ),
    ),
    Ruling(
        10,
        N_("What can the Investor not take?"),
        N_("An event: none ever lies on show. If no other card is there, the Investor is lost."),
    ),
    Ruling(
        11,
        N_("Whom can the Pickpocket rob?"),
        N_(
            "One other player with at least one ticket; all of that player's tickets go. If "
            "nobody has any, it is lost."
        ),
    ),
    Ruling(
        12,
        N_("What are stolen tickets worth?"),
        N_("As much as any: they pay, and each one kept is a point at the end."),
    ),
    Ruling(
        13,
        N_("What does the Switchman swap?"),
        N_(
            "One wagon of yours for one of one other player, even of the same kind. If you have "
            "none, or nobody else has, it is lost."
        ),
    ),
    Ruling(
        14,
        N_("Can locomotives be swapped?"),
        N_("Yes, both given and taken: they count as wagons here."),
    ),
    Ruling(
        15,
        N_("Can wagons be swapped that were paid?"),
        N_("No. Wagons given for an objective are in the box."),
    ),
    Ruling(
        16,
        N_("Which tokens can the Director give?"),
        N_(
            "Any company that has one left; each begins with four. Tokens lie open. If none is "
            "left at all, it is lost."
        ),
    ),
    Ruling(
        17,
        N_("A new card is an event"),
        N_(
            "It happens, goes to the box, and the next card of the pile fills the gap, which may "
            "be the other event. After a Station Fire no gap from before is left to fill. Trains "
            "and tickets never burn."
        ),
    ),
    Ruling(
        18,
        N_("A Derailment among the nine new cards"),
        N_("It happens as well, and another card takes its place."),
    ),
    Ruling(
        19,
        N_("A Fire with short piles"),
        N_(
            "Everything on show goes. Each line gets what its pile still has, line 1 first, the "
            "free place first."
        ),
    ),
    Ruling(
        20,
        N_("A Derailment in your turn"),
        N_("It comes before you claim, so you claim one of the new three."),
    ),
    Ruling(
        21,
        N_("How do objectives go under the pile?"),
        N_(
            "In the order a, b, c, so that c lies lowest; then three are turned. If the pile has "
            "fewer, some of the same come back. Everybody may know what lies there."
        ),
    ),
    Ruling(
        22,
        N_("Can objectives run out?"),
        N_("No. Four players claim 16 at the most, and there are 20."),
    ),
    Ruling(
        23,
        N_("How many locomotives in one claim?"),
        N_(
            "As many as you like, even all. You choose which wagons go; ways that spend real "
            "wagons are listed first."
        ),
    ),
    Ruling(
        24,
        N_("Several objectives in one turn?"),
        N_(
            "No, one: after your card and all that it set off. If you can pay for none, you are "
            "not asked."
        ),
    ),
    Ruling(
        25,
        N_("Wagons you never used"),
        N_("You may keep as many as you like. They are worth nothing."),
    ),
    Ruling(
        26,
        N_("After the fourth objective"),
        N_(
            "Every other player has exactly one more turn. Whoever began the last round claims no"
            " fifth; others may reach four and overtake, which adds no further turns."
        ),
    ),
    Ruling(
        27,
        N_("No card is left in the yard"),
        N_(
            "That begins the last round too, at the end of that turn: the others may each claim "
            "once more, and take nothing. Only the first cause counts; nobody has two last turns."
        ),
    ),
    Ruling(
        28,
        N_("Does a contract pay more than once?"),
        N_(
            "Those that pay for each set do: one company, pairs, both kinds of three. Four "
            "companies and two pairs pay once."
        ),
    ),
    Ruling(
        29,
        N_("Icons and tokens together"),
        N_(
            "Both count alike, each in one set only, and the best sets are found for you. Four of"
            " one company are two pairs, but not two pairs of different companies."
        ),
    ),
    Ruling(
        30,
        N_("How many threes of different companies?"),
        N_(
            "As many as can be made at the same time. A company gives at most one icon to each "
            "three, so a great many of one company do not help alone."
        ),
    ),
    Ruling(
        31,
        N_("A tie"),
        N_("More points on objectives wins. If these are equal too, the win is shared."),
    ),
    Ruling(
        32,
        N_("What lies open?"),
        N_(
            "Wagons, tickets, tokens and objectives of everybody. Your contract is yours to see "
            "until the end. The one you did not keep is never shown."
        ),
    ),
    Ruling(
        33,
        N_("Who begins?"),
        N_("A shuffled deck of seats says it, or whoever opened the table picked a seat."),
    ),
    Ruling(
        34,
        N_("Two players"),
        N_("Nothing changes."),
    ),
    Ruling(
        35,
        N_("When do you choose your contract?"),
        N_(
            "Before anything is turned up. After the last choice come the yard, then the "
            "objectives, then who begins."
        ),
    ),
    Ruling(
        36,
        N_("House rules of a table"),
        N_(
            "A bonus ticket for all but the first player, the first player picked, effects "
            "mandatory. Each is off unless the table says so, and shown before you sit down."
        ),
    ),
    Ruling(
        37,
        N_("Which wagons pay?"),
        N_("Those that your move names. Where there is one way only, it is filled in for you."),
    ),
)

_BY_NUMBER: Final = {one.number: one for one in _ALL}


def rulings(*numbers: int) -> tuple[Ruling, ...]:
    """Those of these numbers, in this order."""
    return tuple(_BY_NUMBER[number] for number in numbers)
