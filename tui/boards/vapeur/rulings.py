"""The rulings of À toute vapeur!, each by its number: what was decided where the rulebook is silent."""

from __future__ import annotations

from typing import Final

from tui.rulebook import Ruling
from tui.tongue import N_

_ALL: Final = (
    Ruling(1, N_("How many players?"), N_("Two to six. Everybody is dealt five cards.")),
    Ruling(
        2,
        N_("In which order?"),
        N_(
            "Draw, then one theft if you like, then lay and certify in any order, then end. The "
            "first card you lay or certify gives the theft up."
        ),
    ),
    Ruling(
        3,
        N_("What may be laid?"),
        N_(
            "A wagon goes where a locomotive of its colour stands before you, laid this turn or "
            "earlier."
        ),
    ),
    Ruling(
        4,
        N_("Locomotives must go down"),
        N_(
            "All that you hold are laid in your turn, each begins a train. At the deal none is "
            "laid."
        ),
    ),
    Ruling(
        5,
        N_("May a locomotive wait for the theft?"),
        N_("Yes, but not beyond the end of the turn."),
    ),
    Ruling(
        6,
        N_("Two trains of one colour"),
        N_(
            "You choose which one a wagon joins. A train has two gondolas and one caboose, the "
            "caboose last."
        ),
    ),
    Ruling(
        7, N_("How large may a hand be?"), N_("As large as it gets. Nothing is ever discarded.")
    ),
    Ruling(
        8,
        N_("What does completing take?"),
        N_(
            "All that the train lacks, put down at once; a bare locomotive lacks three cards. You"
            " may certify the train in the same turn."
        ),
    ),
    Ruling(9, N_("Completing in part"), N_("Is not allowed on a train of another player.")),
    Ruling(
        10,
        N_("Which trains can a special take?"),
        N_(
            "Any that is not certified, whole or not, even a bare locomotive. The special leaves "
            "the game."
        ),
    ),
    Ruling(11, N_("Inspection or quality control?"), N_("They do the same.")),
    Ruling(
        12,
        N_("Certified trains"),
        N_("Are never stolen, in neither way. The certificate stays on the train."),
    ),
    Ruling(
        13,
        N_("Certifying what you just stole"),
        N_("Only if it is complete, or you make it so in the same turn."),
    ),
    Ruling(
        14,
        N_("How many certificates in a turn?"),
        N_("As many as you have complete trains and certificates. Only in your own turn."),
    ),
    Ruling(15, N_("Stealing a train back"), N_("From the next turn on, unless it was certified.")),
    Ruling(
        16,
        N_("How many thefts in a turn?"),
        N_(
            "One, by a special or by completing. On your own trains you may lay as much as you "
            "like."
        ),
    ),
    Ruling(
        17,
        N_("When does a turn end?"),
        N_(
            "When you say so. By itself only when your hand is empty, which everybody sees. To "
            "steal nothing does not forbid laying."
        ),
    ),
    Ruling(
        18,
        N_("From whom is drawn when the pile is empty?"),
        N_(
            "From the player before you; if that hand is empty, from the one before, and so on. "
            "If nobody else has a card, there is no draw. The hand is shuffled first, and its "
            "owner sees what is left."
        ),
    ),
    Ruling(
        19,
        N_("What may be done with the drawn card?"),
        N_("Anything, at once. A locomotive has to be laid."),
    ),
    Ruling(20, N_("Your hand is empty"), N_("You draw and play as ever.")),
    Ruling(
        21,
        N_("When is the end?"),
        N_("At once with the ninth complete train, for the 36 train cards make nine."),
    ),
    Ruling(22, N_("Cards left in hands"), N_("Have no value.")),
    Ruling(
        23,
        N_("Nobody wants to go on"),
        N_(
            "If the pile is empty and three whole rounds pass without a card laid or a train "
            "taken, the game ends as it stands."
        ),
    ),
    Ruling(
        24,
        N_("A tie in trains"),
        N_("More certified trains wins. What is still equal shares the win."),
    ),
    Ruling(
        25,
        N_("Who deals, who begins?"),
        N_(
            "The dealer is drawn, or picked by whoever opened the table. The next player begins. "
            "In the next game the next seat deals."
        ),
    ),
    Ruling(26, N_("May the robbed player answer?"), N_("No, not before the own turn.")),
)

_BY_NUMBER: Final = {one.number: one for one in _ALL}


def rulings(*numbers: int) -> tuple[Ruling, ...]:
    """Those of these numbers, in this order."""
    return tuple(_BY_NUMBER[number] for number in numbers)
