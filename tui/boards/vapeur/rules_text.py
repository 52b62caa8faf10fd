"""The rules of À toute vapeur! in Caboose's own words, with worked examples in its own signs.

A sign is a colour, or a colour's first letter and a kind's: ``{rL}`` the red locomotive.
"""

from __future__ import annotations

from typing import Final

from core.games.vapeur.sheet import CODES, COLOURS
from tui.boards.vapeur import pieces
from tui.boards.vapeur.rulings import rulings
from tui.boards.vapeur.text import card_name, colour_name
from tui.line import Line
from tui.marks import Marks
from tui.rulebook import Book, Section
from tui.tongue import N_


def word(sign: str) -> str:
    """A sign in words."""
    if sign in COLOURS:
        return colour_name(COLOURS.index(sign))
    return card_name(CODES.index(sign)) if sign in CODES else sign


def draw(line: Line, sign: str, marks: Marks) -> Line:
    """A sign as the table has it."""
    if sign in COLOURS:
        return pieces.chip(line, COLOURS.index(sign), marks)
    return pieces.card(line, CODES.index(sign), marks)


SECTIONS: Final = (
    Section(
        "aim",
        N_("The aim"),
        N_("""\
Build trains, and take those of others. When all nine trains are complete, whoever has most of them \
wins.
Two to six players, about a quarter of an hour.
"""),
    ),
    Section(
        "train",
        N_("A train"),
        N_("""\
One colour: a locomotive (L), two gondolas (G), a caboose (C), in this order.
~ {rL}{rG}{rG}{rC}   a complete train
~ {bL}{bG}   lacks a gondola and a caboose
There are three trains of each colour: {red} red, {yellow} yellow and {blue} blue.
"""),
    ),
    Section(
        "setup",
        N_("Before the first turn"),
        N_("""\
Everybody is dealt five cards, which nobody else sees. The rest is the pile. The player after the \
dealer begins.
"""),
        rulings(1, 25),
    ),
    Section(
        "turn",
        N_("A turn and its four parts"),
        N_("""\
1. Draw a card. It happens by itself.
2. Steal one train of another player, if you can and want to.
3. Lay cards on your own trains, and certify complete ones: as many as you like, in any order.
4. End your turn. No locomotive may be left in your hand.
"""),
        rulings(2),
    ),
    Section(
        "draw",
        N_("Part 1: draw a card"),
        N_("""\
It comes from the pile, and only you see it.
When the pile is empty, a card is drawn blindly from the hand of the player before you. Only the two \
of you know which card it was.
"""),
        rulings(18, 19, 20),
    ),
    Section(
        "steal",
        N_("Part 2: steal a train"),
        N_("""\
Any train of another player that is not certified can be stolen, one a turn, before you lay anything.
- With a card: a mechanical inspection {insp} or a quality control {qual} takes the train, complete or \
not. The card is out of the game.
- By completing: put down at once all that an incomplete train lacks, and it is yours.
~ {yL}{yG}   lacks {yG} and {yC}
With {yG} {yC} in your hand you complete it and take it: {yL}{yG}{yG}{yC}. With {yG} alone you can't; \
with {insp} you take it as it is.
A stolen train is no safer with you than it was before: certify it when you can.
"""),
        rulings(8, 9, 10, 11, 12, 15, 16, 26),
    ),
    Section(
        "lay",
        N_("Part 3: lay and certify"),
        N_("""\
A locomotive begins a new train. A gondola or a caboose goes on a train of yours of its colour; the \
caboose comes last.
~ {rL}{rG}{rG}   takes {rC} now, and no third gondola
A certified train card {cert} protects a complete train of yours for good. There are five of them, for \
nine trains.
"""),
        rulings(3, 4, 5, 6, 13, 14),
    ),
    Section(
        "finish",
        N_("Part 4: end your turn"),
        N_("""\
Every locomotive in your hand has to be laid first. All other cards may wait: wagons held back until \
a train is whole cannot be stolen, but the player after you may draw them once the pile is empty.
"""),
        rulings(7, 17),
    ),
    Section(
        "end",
        N_("The end and the points"),
        N_("""\
The game ends at once with the ninth complete train. Each complete train counts one. Incomplete trains \
and cards in hand are worth nothing.
~ {red}{red}{yellow}{blue}   four complete trains, one certified
~ {yellow}{yellow}{blue}   three complete trains
~ {red}{blue}   two complete trains: the first player wins, 4 to 3 to 2
If players have as many complete trains, more certified ones win; if these tie too, the win is shared.
"""),
        rulings(21, 22, 23, 24),
    ),
    Section(
        "cards",
        N_("The cards"),
        N_("""\
36 of trains: in each colour 3 locomotives, 6 gondolas, 3 cabooses.
16 specials: 5 certified trains {cert}, 5 mechanical inspections {insp}, 6 quality controls {qual}.
"""),
    ),
)  # fmt: skip

BOOK: Final = Book("À toute vapeur!", SECTIONS, word, draw)
