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
    COMPANIES,
    DERAILMENT,
    FIRE,
    FIRST_SEAT,
    INVESTOR,
    LETTERS,
    NAMES,
    PICKPOCKET,
    ContractKind,
    contract,
    objective,
)
from core.games.continental.state import Phase, State
from core.kernel.move import Move
from tui.boards.continental.staging import Asks, Draft
from tui.boards.parts import Entry, Tone
from tui.marks import NEW

PRICES: Final = ("free", "1 ticket", "2 tickets")


def tickets(count: int) -> str:
    """``1 ticket``, ``3 tickets``."""
    return "1 ticket" if count == 1 else f"{count} tickets"


def whose(name: str) -> str:
    """``your``, ``Ben's``."""
    return "your" if name == "You" else f"{name}'s"


def objective_words(card: int) -> str:
    """``3 yellow``."""
    found = objective(card)
    return f"{found.points} {COMPANIES[found.company]}"


def contract_words(card: int) -> str:
    """A contract in a sentence that fits two short lines."""
    found = contract(card)
    points = f"{found.points} points"
    if found.company is not None:
        return f"{points} for each {COMPANIES[found.company]} icon"
    return {
        ContractKind.EACH_PAIR: f"{points} for each two icons of one colour",
        ContractKind.EACH_TRIO: f"{points} for each three icons of one colour",
        ContractKind.EACH_MIXED_TRIO: f"{points} for each three icons of three colours",
        ContractKind.FOUR_COLOURS: f"{points} once, for icons of four colours",
        ContractKind.TWO_PAIRS: f"{points} once, for two pairs of different colours",
    }[found.kind]


def move_words(state: State, move: Move, names: Sequence[str]) -> str:
    """What a move does, told from the position before it."""
    verb, args = move.verb, move.args
    if verb in (TAKE, INVEST):
        line, place = args
        card = state.yard[3 * line + place]
        what = "-" if card is None else NAMES[card]
        price = "free" if verb == INVEST or not place else f"for {tickets(place)}"
        return (
            f"{what} from line {line + 1}, {price}"
            if price == "free"
            else (f"{what} from line {line + 1} {price}")
        )
    if verb == CLAIM:
        row, *paid = args
        card = state.row[row]
        what = "-" if card is None else objective_words(card)
        return f"claim {ROWS[row]}, {what}, for {' '.join(LETTERS[wagon] for wagon in paid)}"
    if verb == ROB:
        name = names[args[0]]
        return f"{tickets(state.tickets[args[0]])} of {'yours' if name == 'You' else whose(name)}"
    if verb == SWAP:
        give, other, get = args
        return (
            f"{LETTERS[give]} {NAMES[give]} for {whose(names[other])} {LETTERS[get]} {NAMES[get]}"
        )
    if verb == TOKEN:
        return f"a {COMPANIES[args[0]]} company token"
    if verb == KEEP:
        return "contract kept"
    if verb == DECLINE:
        effect = "the character" if state.effect is None else f"the {NAMES[state.effect]}"
        return f"no use of {effect}"
    assert verb == PASS
    return "no claim"


def deed(state: State, move: Move, names: Sequence[str]) -> str:
    """What a move did in a few words, for the mover's own line."""
    verb, args = move.verb, move.args
    if verb in (TAKE, INVEST):
        card = state.yard[3 * args[0] + args[1]]
        return "" if card is None else f"took {NAMES[card]}"
    if verb == CLAIM:
        card = state.row[args[0]]
        return "" if card is None else f"claimed {objective_words(card)}"
    if verb == ROB:
        name = names[args[0]]
        return f"robbed {'you' if name == 'You' else name}"
    if verb == SWAP:
        return f"swapped {LETTERS[args[0]]} for {LETTERS[args[2]]}"
    if verb == TOKEN:
        return f"took a {COMPANIES[args[0]]} token"
    return {DECLINE: "no effect", PASS: "no claim"}.get(verb, "")


def played(before: State, after: State, seat: int, move: Move, names: Sequence[str]) -> list[Entry]:
    """The log lines of a move."""
    entries = [Entry(f"{names[seat]}: {move_words(before, move, names)}", seat)]
    if move.verb in (TAKE, INVEST):
        line, place = move.args
        card = before.yard[3 * line + place]
        if card is not None and is_character(card) and after.effect != card:
            entries.append(Entry(f"{NAMES[card]} can do nothing here", seat))
    if before.last_turns is None and after.last_turns is not None:
        entries.append(Entry(f"{NEW} Last round {NEW}", tone=Tone.EVENT))
    return entries


def is_character(card: int) -> bool:
    """Whether a small card is a character."""
    return NAMES[card] in ("Director", "Investor", "Pickpocket", "Switchman")


def turned(before: State, cards: Sequence[int] | None, names: Sequence[str]) -> list[Entry]:
    """The log lines of cards turned over for everyone."""
    if cards is None:
        return []
    entries: list[Entry] = []
    for card in cards:
        if card in (DERAILMENT, FIRE):
            if before.phase is Phase.YARD:
                entries.append(Entry(f"{NAMES[card]} goes back into its pile"))
            else:
                entries.append(Entry(f"{NEW} {NAMES[card]} {NEW}", tone=Tone.EVENT))
        elif before.phase is Phase.FIRST:
            name = names[card - FIRST_SEAT]
            says = f"{name} begin{'' if name == 'You' else 's'}"
            entries.append(Entry(says, tone=Tone.EVENT))
    return entries


def staged(state: State, move: Move, names: Sequence[str]) -> str:
    """The question that a staged move puts: short enough for a line of 50 cells."""
    verb, args = move.verb, move.args
    if verb in (TAKE, INVEST):
        line, place = args
        card = state.yard[3 * line + place]
        what = "-" if card is None else NAMES[card]
        price = PRICES[place] if verb == TAKE else "free"
        return f"Take the {what}, {price}?"
    if verb == CLAIM:
        row, *paid = args
        return f"Claim {ROWS[row]}, paying {' '.join(LETTERS[wagon] for wagon in paid)}?"
    if verb == ROB:
        return f"Take {tickets(state.tickets[args[0]])} from {names[args[0]]}?"
    if verb == SWAP:
        give, other, get = args
        return f"Give {names[other]} {LETTERS[give]} for {LETTERS[get]}?"
    if verb == TOKEN:
        return f"Take a {COMPANIES[args[0]]} token?"
    if verb == KEEP:
        return f"Keep contract {args[0] + 1}?"
    if verb == DECLINE:
        return "Do without the character's effect?"
    return "End your turn without a claim?"


def prompt(asks: Asks, state: State, draft: Draft, names: Sequence[str], watching: bool) -> str:
    """What to do next, when nothing complete is staged."""
    if asks is Asks.NOTHING:
        if state.turn is None or state.awaiting:
            return "Cards are being turned over."
        who = names[state.turn]
        return f"{who} is to act. You are watching." if watching else f"Wait: {who} is to act."
    if asks is Asks.GET:
        assert draft.other is not None
        return f"Switchman: which wagon do you want from {names[draft.other]}?"
    return {
        Asks.KEEP: "Choose the contract to keep: 1 or 2.",
        Asks.TAKE: "Your turn: take a card.",
        Asks.INVEST: "Investor: take any card, free.",
        Asks.ROB: "Pickpocket: whose tickets do you take?",
        Asks.GIVE: "Switchman: which of your wagons do you give?",
        Asks.PARTNER: "Switchman: with whom do you swap?",
        Asks.TOKEN: "Director: which company's token do you take?",
        Asks.CLAIM: "Claim an objective, or end your turn.",
        Asks.OVER: "The game is over.",
    }[asks]


def effect_words(card: int) -> str:
    """What a character can do, in a few words."""
    if card == INVESTOR:
        return "any card, free"
    if card == PICKPOCKET:
        return "all of one player's tickets"
    return "a wagon of yours for one of theirs" if NAMES[card] == "Switchman" else "a company token"
