"""Continental Express in sentences: the log, the prompts, and what a staged choice would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.games.continental.moves import (
    CLAIM,
    DECLINE,
    INVEST,
    KEEP,
    PASS,
    ROB,
    ROWS,
    SWAP,
    TAKE,
    TOKEN,
)
from core.games.continental.sheet import (
    DERAILMENT,
    DIRECTOR,
    FIRE,
    FIRST_SEAT,
    INVESTOR,
    LETTERS,
    PICKPOCKET,
    SWITCHMAN,
    ContractKind,
    contract,
    objective,
)
from core.games.continental.state import Phase, State
from core.kernel.move import Move
from tui.boards.continental.staging import Asks, Draft
from tui.boards.continental.text import card_name, company_name
from tui.boards.parts import Entry, Tone, is_you
from tui.marks import NEW
from tui.tongue import N_, _, n_

PRICES: Final = (N_("free"), N_("1 ticket"), N_("2 tickets"))


def tickets(count: int) -> str:
    """``1 ticket``, ``3 tickets``."""
    return n_("{count} ticket", "{count} tickets", count)


def objective_words(card: int) -> str:
    """``3 yellow``."""
    found = objective(card)
    return _("{points} {company}", points=found.points, company=company_name(found.company))


def contract_words(card: int) -> str:
    """A contract in a sentence that fits two short lines."""
    found = contract(card)
    points = found.points
    if found.company is not None:
        company = company_name(found.company)
        return _("{points} points for each {company} icon", points=points, company=company)
    return {
        ContractKind.EACH_PAIR: _(
            "{points} points for each two icons of one colour", points=points
        ),
        ContractKind.EACH_TRIO: _(
            "{points} points for each three icons of one colour", points=points
        ),
        ContractKind.EACH_MIXED_TRIO: _(
            "{points} points for each three icons of three colours", points=points
        ),
        ContractKind.FOUR_COLOURS: _(
            "{points} points once, for icons of four colours", points=points
        ),
        ContractKind.TWO_PAIRS: _(
            "{points} points once, for two pairs of different colours", points=points
        ),
    }[found.kind]


def move_words(state: State, move: Move, names: Sequence[str]) -> str:
    """What a move does, told from the position before it."""
    verb, args = move.verb, move.args
    if verb in (TAKE, INVEST):
        line, place = args
        card = state.yard[3 * line + place]
        what = "-" if card is None else card_name(card)
        if verb == INVEST or not place:
            return _("{card} from line {line}, free", card=what, line=line + 1)
        return n_(
            "{card} from line {line} for {count} ticket",
            "{card} from line {line} for {count} tickets",
            place,
            card=what,
            line=line + 1,
        )
    if verb == CLAIM:
        row, *paid = args
        card = state.row[row]
        what = "-" if card is None else objective_words(card)
        wagons = " ".join(LETTERS[wagon] for wagon in paid)
        return _(
            "claim {row}, {objective}, for {wagons}", row=ROWS[row], objective=what, wagons=wagons
        )
    if verb == ROB:
        name, count = names[args[0]], state.tickets[args[0]]
        if is_you(name):
            return n_("{count} ticket of yours", "{count} tickets of yours", count)
        return n_("{count} ticket of {name}'s", "{count} tickets of {name}'s", count, name=name)
    if verb == SWAP:
        give, other, get = args
        name = names[other]
        given, got = card_name(give), card_name(get)
        if is_you(name):
            return _("{give} {given} for your {get} {got}", give=LETTERS[give], given=given,
                     get=LETTERS[get], got=got)  # fmt: skip
        return _("{give} {given} for {name}'s {get} {got}", give=LETTERS[give], given=given,
                 get=LETTERS[get], got=got, name=name)  # fmt: skip
    if verb == TOKEN:
        return _("a {company} company token", company=company_name(args[0]))
    if verb == KEEP:
        return _("contract kept")
    if verb == DECLINE:
        if state.effect is None:
            return _("no use of the character")
        return _("no use of the {character}", character=card_name(state.effect))
    assert verb == PASS
    return _("no claim")


def deed(state: State, move: Move, names: Sequence[str]) -> str:
    """What a move did in a few words, for the mover's own line."""
    verb, args = move.verb, move.args
    if verb in (TAKE, INVEST):
        card = state.yard[3 * args[0] + args[1]]
        return "" if card is None else _("took {card}", card=card_name(card))
    if verb == CLAIM:
        card = state.row[args[0]]
        return "" if card is None else _("claimed {objective}", objective=objective_words(card))
    if verb == ROB:
        name = names[args[0]]
        return _("robbed you") if is_you(name) else _("robbed {name}", name=name)
    if verb == SWAP:
        return _("swapped {give} for {get}", give=LETTERS[args[0]], get=LETTERS[args[2]])
    if verb == TOKEN:
        return _("took a {company} token", company=company_name(args[0]))
    if verb == DECLINE:
        return _("no effect")
    return _("no claim") if verb == PASS else ""


def played(before: State, after: State, seat: int, move: Move, names: Sequence[str]) -> list[Entry]:
    """The log lines of a move."""
    says = _("{name}: {does}", name=names[seat], does=move_words(before, move, names))
    entries = [Entry(says, seat)]
    if move.verb in (TAKE, INVEST):
        line, place = move.args
        card = before.yard[3 * line + place]
        if card is not None and is_character(card) and after.effect != card:
            entries.append(Entry(_("{card} can do nothing here", card=card_name(card)), seat))
    if before.last_turns is None and after.last_turns is not None:
        entries.append(Entry(f"{NEW} {_('Last round')} {NEW}", tone=Tone.EVENT))
    return entries


def is_character(card: int) -> bool:
    """Whether a small card is a character."""
    return DIRECTOR <= card <= SWITCHMAN


def turned(before: State, cards: Sequence[int] | None, names: Sequence[str]) -> list[Entry]:
    """The log lines of cards turned over for everyone."""
    if cards is None:
        return []
    entries: list[Entry] = []
    for card in cards:
        if card in (DERAILMENT, FIRE):
            if before.phase is Phase.YARD:
                entries.append(Entry(_("{card} goes back into its pile", card=card_name(card))))
            else:
                entries.append(Entry(f"{NEW} {card_name(card)} {NEW}", tone=Tone.EVENT))
        elif before.phase is Phase.FIRST:
            name = names[card - FIRST_SEAT]
            says = _("You begin") if is_you(name) else _("{name} begins", name=name)
            entries.append(Entry(says, tone=Tone.EVENT))
    return entries


def staged(state: State, move: Move, names: Sequence[str]) -> str:
    """The question that a staged move puts: short enough for a line of 50 cells."""
    verb, args = move.verb, move.args
    if verb in (TAKE, INVEST):
        line, place = args
        card = state.yard[3 * line + place]
        what = "-" if card is None else card_name(card)
        price = _(PRICES[place] if verb == TAKE else PRICES[0])
        return _("Take the {card}, {price}?", card=what, price=price)
    if verb == CLAIM:
        row, *paid = args
        wagons = " ".join(LETTERS[wagon] for wagon in paid)
        return _("Claim {row}, paying {wagons}?", row=ROWS[row], wagons=wagons)
    if verb == ROB:
        count, name = state.tickets[args[0]], names[args[0]]
        return n_(
            "Take {count} ticket from {name}?",
            "Take {count} tickets from {name}?",
            count,
            name=name,
        )
    if verb == SWAP:
        give, other, get = args
        return _(
            "Give {name} {give} for {get}?", name=names[other], give=LETTERS[give], get=LETTERS[get]
        )
    if verb == TOKEN:
        return _("Take a {company} token?", company=company_name(args[0]))
    if verb == KEEP:
        return _("Keep contract {number}?", number=args[0] + 1)
    if verb == DECLINE:
        return _("Do without the character's effect?")
    return _("End your turn without a claim?")


def question(state: State, move: Move, names: Sequence[str]) -> str:
    """The same where no card is marked on a board: of equal cards at one price it says which."""
    if move.verb in (TAKE, INVEST):
        line, place = move.args
        card = state.yard[3 * line + place]
        same = state.yard[place::3] if move.verb == TAKE else state.yard
        if card is not None and same.count(card) > 1:
            what, price = card_name(card), _(PRICES[place] if move.verb == TAKE else PRICES[0])
            if move.verb == INVEST and state.yard[3 * line : 3 * line + 3].count(card) > 1:
                # An Investor takes any place, of which the price above it says nothing then.
                return _(
                    "Take the {card} from line {line}, place {place}, {price}?",
                    card=what, line=line + 1, place=place + 1, price=price,
                )  # fmt: skip
            return _(
                "Take the {card} from line {line}, {price}?",
                card=what, line=line + 1, price=price,
            )  # fmt: skip
    return staged(state, move, names)


def prompt(asks: Asks, state: State, draft: Draft, names: Sequence[str], watching: bool) -> str:
    """What to do next, when nothing complete is staged."""
    if asks is Asks.NOTHING:
        if state.turn is None or state.awaiting:
            return _("Cards are being turned over.")
        who = names[state.turn]
        if watching:
            return _("{name} is to act. You are watching.", name=who)
        return _("Wait: {name} is to act.", name=who)
    if asks is Asks.GET:
        assert draft.other is not None
        return _("Switchman: which wagon do you want from {name}?", name=names[draft.other])
    return _(_PROMPTS[asks])


_PROMPTS: Final = {
    Asks.KEEP: N_("Choose the contract to keep: 1 or 2."),
    Asks.TAKE: N_("Your turn: take a card."),
    Asks.INVEST: N_("Investor: take any card, free."),
    Asks.ROB: N_("Pickpocket: whose tickets do you take?"),
    Asks.GIVE: N_("Switchman: which of your wagons do you give?"),
    Asks.PARTNER: N_("Switchman: with whom do you swap?"),
    Asks.TOKEN: N_("Director: which company's token do you take?"),
    Asks.CLAIM: N_("Claim an objective, or end your turn."),
    Asks.OVER: N_("The game is over."),
}


def effect_words(card: int) -> str:
    """What a character can do, in a few words."""
    if card == INVESTOR:
        return _("any card, free")
    if card == PICKPOCKET:
        return _("all of one player's tickets")
    return _("a wagon of yours for one of theirs") if card == SWITCHMAN else _("a company token")


def could_do(state: State, seat: int, card: int, names: Sequence[str]) -> str:
    """What a character could do for a seat as things stand: with which companies, wagons, purses."""
    others = [one for one in range(state.seats) if one != seat]
    if card == INVESTOR:
        left = sum(one is not None for one in state.yard) - 1
        return _("Now: any of the {count} other cards in the yard.", count=left)
    if card == PICKPOCKET:
        purses = [f"{names[one]} {state.tickets[one]}" for one in others if state.tickets[one]]
        if not purses:
            return _("Now: nobody else has a ticket.")
        return _("Now: one of {purses}.", purses=", ".join(purses))
    if card == SWITCHMAN:
        found = [one for one in others if any(state.wagons[6 * one : 6 * one + 6])]
        if not any(state.wagons[6 * seat : 6 * seat + 6]):
            return _("Now: you have no wagon to give.")
        if not found:
            return _("Now: nobody else has a wagon.")
        return _("Now: with {names}.", names=", ".join(names[one] for one in found))
    companies = [company_name(n) for n, count in enumerate(state.supply) if count]
    if not companies:
        return _("Now: no company token is left.")
    return _("Now: {companies}.", companies=", ".join(companies))
