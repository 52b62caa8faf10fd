"""Continental Express told in sentences, for the line mode."""

from __future__ import annotations

from typing import Final

from core.games.continental.claims import claimable, lacking
from core.games.continental.moves import ROWS
from core.games.continental.scoring import contract_now, objective_points, score_sheet, winners
from core.games.continental.sheet import COMPANIES, LETTERS, contract_slots, objective
from core.games.continental.state import Phase, State
from core.kernel.move import Move
from tui.boards.continental import score_sheet as sheets
from tui.boards.continental import words
from tui.boards.continental.staging import NOTHING
from tui.boards.continental.staging import asks as asked
from tui.boards.continental.text import REFUSALS, card_name, company_name
from tui.plain.telling import Seen
from tui.told import told
from tui.tongue import _, n_

OWN: Final = ("contract",)


def table(view: Seen) -> list[str]:
    """Objectives, yard, everyone's train."""
    state: State = view.state
    lines = []
    if any(card is not None for card in (*state.row, *state.yard)):
        lines += [_objective(view, row) for row in range(3)]
        lines += [_line(state, line) for line in range(3)]
    lines += [_player(view, seat) for seat in range(state.seats)]
    if state.last_turns is not None and not state.over:
        lines.append(n_("{count} turn is left.", "{count} turns are left.", state.last_turns))
    return lines


def _objective(view: Seen, row: int) -> str:
    card = view.state.row[row]
    key = ROWS[row]
    if card is None:
        return _("Objective {key}: none.", key=key)
    found = objective(card)
    says = _(
        "Objective {key}: {points} {company}, for {wagons}.",
        key=key,
        points=found.points,
        company=company_name(found.company),
        wagons=" ".join(found.wagons),
    )
    if view.seat is None:
        return says
    own = view.state.wagons[6 * view.seat : 6 * view.seat + 6]
    if claimable(card, own):
        return f"{says} {_('You have all of it.')}"
    missing = " ".join(
        LETTERS[n] for n, count in enumerate(lacking(card, own)) for _one in range(count)
    )
    return f"{says} {_('You lack {wagons}.', wagons=missing)}"


def _line(state: State, line: int) -> str:
    parts = []
    for place, price in enumerate((_("free"), _("1 ticket"), _("2 tickets"))):
        card = state.yard[3 * line + place]
        if card is not None:
            parts.append(f"{price}: {_small(card)}")
    return _(
        "Line {number}: {cards}. {count} in its pile.",
        number=line + 1,
        cards="; ".join(parts) or _("no cards"),
        count=len(state.piles[line]),
    )


def _small(card: int) -> str:
    letter = f" {LETTERS[card]}" if card < len(LETTERS) else ""
    return f"{card_name(card)}{letter}"


def _player(view: Seen, seat: int) -> str:
    state: State = view.state
    wagons = " ".join(LETTERS[n] for n in range(6) for _one in range(state.wagons[6 * seat + n]))
    tokens = [
        company_name(n) for n in range(len(COMPANIES)) for _one in range(state.tokens[5 * seat + n])
    ]
    claimed = ", ".join(
        f"{objective(card).points} {company_name(objective(card).company)}"
        for card in state.claimed[seat]
    )
    says = _(
        "{name}: wagons {wagons}; tickets {tickets}; objectives {claimed}; {points} points.",
        name=view.names[seat],
        wagons=wagons or _("none"),
        tickets=state.tickets[seat],
        claimed=claimed or _("none"),
        points=objective_points(state, seat),
    )
    if tokens:
        says += " " + _("Company tokens: {tokens}.", tokens=", ".join(tokens))
    return says


def own(view: Seen) -> list[str]:
    """The contract, or the two to choose from."""
    state: State = view.state
    if view.seat is None:
        return [_("You are watching, and see nobody's contract.")]
    if state.phase is Phase.KEEP and state.kept[view.seat] is None:
        cards = [view.position.secrets.get(slot) for slot in contract_slots(view.seat)]
        return [
            _("Contract {number}: {what}.", number=n + 1, what=words.contract_words(card))
            for n, card in enumerate(cards)
            if card is not None
        ]
    slot = state.kept[view.seat]
    card = state.contracts[view.seat]
    if card is None and slot is not None:
        card = view.position.secrets.get(slot)
    if card is None:
        return [_("You have no contract yet.")]
    now = contract_now(state, view.seat, card)
    return [
        _("Your contract: {what}.", what=words.contract_words(card)),
        n_("It brings {count} point now.", "It brings {count} points now.", now),
    ]


def asks(view: Seen) -> str:
    """What to do next."""
    wanted = asked(view.position, NOTHING)
    return words.prompt(wanted, view.state, NOTHING, view.names, view.seat is None)


def move(view: Seen, move: Move) -> str:
    """The question that the screen would put, of which a sentence can be made."""
    return words.question(view.state, move, view.names).rstrip("?").rstrip()


def sheet(view: Seen) -> list[str]:
    """Everyone's points, line by line."""
    state: State = view.state
    found = [score_sheet(state, seat) for seat in range(state.seats)]
    lines = [sheets.verdict(found, winners(state), view.names)]
    for name, one in zip(view.names, found, strict=True):
        contract = words.contract_words(one.contract) if one.contract is not None else _("none")
        lines.append(
            _(
                "{name}: {objectives} for objectives; {contract} for the contract ({what}); "
                "{tickets} for tickets; {total} in all.",
                name=name,
                objectives=one.objective_points,
                contract=one.grouping.points if one.grouping else 0,
                what=contract,
                tickets=one.tickets,
                total=one.total,
            )
        )
    return lines


def refused(reason: str) -> str:
    """Why not, in the person's language."""
    return told(reason, REFUSALS)
