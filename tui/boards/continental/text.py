"""The words of Continental Express that come from its rules: names, and why a move is refused.

Listed here so that the catalogues have them; ``tui.told`` finds them when a sentence arrives.
"""

from __future__ import annotations

from typing import Final

from core.games.continental.sheet import COMPANIES, NAMES
from tui.tongue import N_, _

_SHEET: Final = (
    N_("Boxcar"), N_("Flatcar"), N_("Tank car"), N_("Stock car"), N_("Mail car"), N_("Locomotive"),
    N_("Ticket"), N_("Director"), N_("Investor"), N_("Pickpocket"), N_("Switchman"),
    N_("Train Derailment"), N_("Station Fire"),
    N_("blue"), N_("yellow"), N_("black"), N_("red"), N_("green"),
)  # fmt: skip

REASONS: Final = (
    N_("scores an objective"),
    N_("brings an objective on display nearer"),
    N_("gets wagons that later objectives will ask for"),
    N_("serves the contract"),
    N_("gains tickets"),
    N_("leaves less to the next player"),
    N_("claims before another can"),
    N_("ends the game at a good moment"),
    N_("promises more points"),
)
"""What the bot says of its moves, in words that can follow ``because it``."""

REFUSALS: Final = (
    N_("the game is over"),
    N_("a card is being turned over"),
    N_("it is another player's turn"),
    N_("you are only watching this table"),
    N_("there is no card at that place"),
    N_("that card costs 1 ticket, you have none"),
    N_("that card costs 2 tickets, you have none"),
    N_("that card costs 2 tickets, you have one"),
    N_("at this table a possible effect may not be declined"),
    N_("the {character}'s effect has to be settled first"),
    N_("no {company} token is left"),
    N_("nobody sits there"),
    N_("choose another player"),
    N_("that player has no tickets"),
    N_("that player has no wagons"),
    N_("you have no {wagon} to give"),
    N_("that player has no {wagon}"),
    N_("there is no objective at that place"),
    N_("that objective takes {count} wagons"),
    N_("the objective does not ask for these wagons"),
    N_("you lack {wagon} ({letter})"),
    N_("first choose which contract to keep"),
    N_("first take a small card"),
    N_("first settle the character's effect"),
    N_("you have taken your card: claim an objective or end your turn"),
    N_("not now"),
    N_("nothing is chosen yet"),
    N_("choose their wagon by its letter"),
    N_("choose your wagon by its letter"),
    N_("choose by a digit from 1 to {count}"),
    N_("there are {count} ways to pay"),
)
"""Why a key or a move did nothing."""


def card_name(card: int) -> str:
    """A small card in the person's language."""
    return _(NAMES[card])


def card_label(card: int, room: int) -> str:
    """Its name in at most ``room`` cells: where a longer word has no room, a full stop ends it."""
    name = card_name(card)
    return name if len(name) <= room else f"{name[: room - 1]}."


def company_name(company: int) -> str:
    """A company's colour in the person's language."""
    return _(COMPANIES[company])
