"""The rules of Continental Express in Caboose's own words, with worked examples in its own signs."""

from __future__ import annotations

from typing import Final

from core.games.continental.sheet import COMPANIES, LETTERS
from tui import marks as m
from tui.boards.continental import pieces
from tui.boards.continental.rulings import rulings
from tui.boards.continental.text import company_name
from tui.line import Line
from tui.marks import Marks
from tui.rulebook import Book, Section
from tui.tongue import N_, _

_PEOPLE: Final = {"director": "(D)", "investor": "(I)", "pickpocket": "(P)", "switchman": "(S)"}


def word(sign: str) -> str:
    """A sign in words."""
    if sign in COMPANIES:
        return company_name(COMPANIES.index(sign))
    if sign == "ticket":
        return _("ticket")
    return _PEOPLE.get(sign, sign)


def draw(line: Line, sign: str, marks: Marks) -> Line:
    """A sign as the table has it."""
    if sign in COMPANIES:
        return pieces.company(line, COMPANIES.index(sign), marks)
    if sign in LETTERS and len(sign) == 1:
        return pieces.wagon(line, LETTERS.index(sign))
    if sign == "ticket":
        return line.add(m.TICKET, m.MONEY)
    return line.add(_PEOPLE.get(sign, sign), m.PERSON)


SECTIONS: Final = (
    Section(
        "aim",
        N_("The aim"),
        N_("""\
Put wagons together and trade them in for objectives. The icons of your objectives fill a contract \
that only you know. Most points at the end win.
Two to four players, about half an hour.
"""),
    ),
    Section(
        "setup",
        N_("Before the first turn"),
        N_("""\
Everybody is dealt two contracts, keeps one and puts the other back unseen.
Then the yard is laid out: three lines, each with a pile and three cards on show. Three objectives \
are turned up beside it. Nobody has wagons or tickets yet.
"""),
        rulings(1, 3, 4, 33, 34, 35, 36),
    ),
    Section(
        "turn",
        N_("A turn and its four parts"),
        N_("""\
1. Take one card from the yard and pay for it. This you must do.
2. If it is a character, it acts now and is gone.
3. The line closes up and its pile shows a new card. An event that turns up happens at once.
4. Claim one objective if you have its wagons. This you may do.
Then it is the next player's turn.
"""),
    ),
    Section(
        "take",
        N_("Part 1: take a card"),
        N_("""\
The card farthest from its pile is free, the middle one costs 1 ticket, the one beside the pile 2.
~ {A} 0   {L} {ticket}   {E} {ticket}{ticket}   pile
With one ticket you can take {A} for nothing or {L} for your ticket, and {E} not yet. Next turn the \
cards left over have moved on: waiting makes a card cheaper, unless somebody else takes it.
A wagon joins your train, a ticket your purse.
"""),
        rulings(2, 5, 6),
    ),
    Section(
        "character",
        N_("Part 2: a character acts"),
        N_("""\
{director} Director: take a company token of your choice. It is one more icon for your contract.
{investor} Investor: take any other card on show for nothing.
{pickpocket} Pickpocket: take all tickets of one player.
{switchman} Switchman: swap a wagon of yours for one of another player's.
A character acts at once and is gone. You may do without its effect. If it can do nothing, it is \
lost.
"""),
        rulings(7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
    ),
    Section(
        "events",
        N_("Part 3: new cards, and events"),
        N_("""\
The cards of the line move towards the free place, and the pile fills the gap beside it. A pile that \
is used up fills nothing any more.
Two cards are events. Nobody takes them: they happen when they turn up, and are gone.
Train Derailment: the three objectives on show go under their pile, three new ones come.
Station Fire: all cards on show burn, and each pile lays out three new ones.
"""),
        rulings(17, 18, 19, 20, 21, 22),
    ),
    Section(
        "claim",
        N_("Part 4: claim an objective"),
        N_("""\
Give up the wagons it shows. Its points and its company's icon are yours, and a new objective comes.
A locomotive stands in for any wagon.
~ {A}{A}{C}{L}   your train
~ {green} {A}{A}{E}   4 points: {A}{A} and {L} for {E}
~ {black} {A}{C}   2 points: you need no locomotive
~ {red} {B}{B}{E}   4 points: lacks {B}{B}, or one {B} and a second {L}
After the first of these {C} is left of your train; after the second {A}{L}.
"""),
        rulings(23, 24, 25, 37),
    ),
    Section(
        "contracts",
        N_("Contracts"),
        N_("""\
A contract pays for company icons: one on each objective you claimed, one on each token.
Say your train brought you two objectives with {blue}, one with {yellow} and one with {red}, and two \
Directors a token {blue} and a token {yellow}:
~ {blue}{blue}{blue} {yellow}{yellow} {red}   six icons
Two points for each icon of one company. There are five of these contracts, one a company.
~ {blue} {blue} {blue}   2 + 2 + 2 = 6 points, if yours is blue
~ {red}   2 points, if yours is red; green would pay 0
Three points for each two icons of one company.
~ {blue}{blue}  {yellow}{yellow}   3 + 3 = 6 points; the third {blue} and the {red} are left over
Seven points for each three icons of one company.
~ {blue}{blue}{blue}   7 points
Five points for each three icons of three different companies.
~ {blue}{yellow}{red}   5 points; of {blue}{blue}{yellow} no second three can be made
Six points, once, for icons of four companies.
~ {blue} {yellow} {red}   three only: 0 points. With a token {green} it would be 6
Seven points, once, for two pairs of two different companies.
~ {blue}{blue}  {yellow}{yellow}   7 points
An icon counts in one set only, and the best sets are found for you. At the table h shows what your \
contract is worth now, and what each objective on show would add.
"""),
        rulings(28, 29, 30),
    ),
    Section(
        "end",
        N_("The end and the points"),
        N_("""\
When somebody claims a fourth objective, every other player has one more turn. The same if no card \
is left in the yard.
Then all contracts are laid open. You count your objectives, your contract, and 1 point for each \
ticket. Wagons count nothing.
~ {blue} 2  {blue} 4  {yellow} 3  {red} 3   12 points on objectives
~ {blue}{blue}  {yellow}{yellow}   6 points on the contract for pairs, with both tokens
~ {ticket}{ticket}   2 points
12 + 6 + 2 = 20 points. Most points win.
"""),
        rulings(26, 27, 31, 32),
    ),
    Section(
        "cards",
        N_("The cards"),
        N_("""\
58 wagons: 14 {A} Boxcars, 12 {B} Flatcars, 10 {C} Tank cars, 8 {D} Stock cars, 6 {E} Mail cars and \
8 {L} Locomotives. The rarer a wagon, the more an objective with it is worth.
12 tickets: each pays for a dearer card, or is a point at the end.
10 characters: 5 {director} Directors, 2 {investor} Investors, 1 {pickpocket} Pickpocket, \
2 {switchman} Switchmen.
2 events: a Train Derailment and a Station Fire.
20 objectives, four a company: {blue} blue, {yellow} yellow, {black} black, {red} red, {green} green. \
They want two to four wagons and are worth 2 to 7 points.
10 contracts, 20 company tokens (four a company).
"""),
    ),
)  # fmt: skip

BOOK: Final = Book("Continental Express", SECTIONS, word, draw)
