"""The greedy bot's judgement of moves: one turn ahead, by reasons that can be named.

It looks at no face-down card and at nobody's contract but its own; with empty secrets not even
at that one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from core.bots.weigh import Weighed, Weigher
from core.games.continental import legal
from core.games.continental.icons import (
    OBJECTIVE_COMPANY,
    OBJECTIVE_POINTS,
    POINT,
    contract_outlook,
    one_more,
)
from core.games.continental.moves import CLAIM, DECLINE, INVEST, KEEP, PASS, ROB, SWAP, TAKE, TOKEN
from core.games.continental.outlook import Outlook, seen_in
from core.games.continental.rivals import Rivals
from core.games.continental.sheet import (
    DIRECTOR,
    FIRST_CONTRACT,
    INVESTOR,
    LOCOMOTIVE,
    PICKPOCKET,
    TICKET,
    contract_slots,
)
from core.games.continental.state import State
from core.games.continental.trains import paid, train
from core.kernel.move import Move


class Reason(StrEnum):
    """Why a move is good or bad, in words that can follow ``because it``."""

    POINTS = "scores an objective"
    PROGRESS = "brings an objective on display nearer"
    TO_COME = "gets wagons that later objectives will ask for"
    CONTRACT = "serves the contract"
    TICKETS = "gains tickets"
    DENIAL = "leaves less to the next player"
    HASTE = "claims before another can"
    ENDING = "ends the game at a good moment"
    KEEPING = "promises more points"


Terms: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""Weights of a move of a turn in the order of Reason, hundredths of a point."""

_REASONS: Final = tuple(reason for reason in Reason if reason is not Reason.KEEPING)
_NOTHING: Final[Terms] = (0, 0, 0, 0, 0, 0, 0, 0)

_DENY_TAKE: Final = (0, 0, 62, 41, 31)
"""Percent of the next player's loss that counts, by number of seats."""
_DENY_CLAIM: Final = (0, 0, 18, 12, 9)
_DENY_SWAP: Final = (0, 0, 80, 53, 40)
# Twice the lead with which a claim ends the game, within these bounds.
_END_LOW: Final = -1000
_END_HIGH: Final = 300

_TICKET: Final = 88
"""A ticket before the last turns: a point at the end, if it does not go to waste or to a thief."""
_CLAIM: Final = 55
"""Haste: an objective on display can be lost to another player, one claimed cannot."""

KEEP_WORTH: Final = (475, 475, 475, 475, 475, 440, 455, 520, 410, 380)
"""What each contract brings in the long run, in the sheet's order: means of greedy's own games with
contracts kept at random, over 2 to 4 seats; the five colours differ only by chance."""


def _add(a: Terms, b: Terms) -> Terms:
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
    )


def _without(wagons: Sequence[int], loss: int) -> tuple[int, ...]:
    return (*wagons[:loss], wagons[loss] - 1, *wagons[loss + 1 :])


class _Judge:
    """One decision of one seat."""

    def __init__(self, state: State, seat: int, secrets: Mapping[int, int]) -> None:
        self.state = state
        self.seat = seat
        kept = state.kept[seat]
        contract = None if kept is None else secrets.get(kept)
        seen = seen_in(state.yard)
        self.mine = mine = Outlook(state, seat, contract, seen)
        self.display = mine.display(mine.wagons)
        self.coming = mine.coming(mine.wagons)
        self.ticket = POINT if state.last_turns is not None else _TICKET
        self.rivals = Rivals(state, seat, seen)
        self._after: dict[tuple[int, ...], Terms] = {}

    # The rest of the turn ------------------------------------------------------------------------

    def after(self, wagons: tuple[int, ...]) -> Terms:
        """The best end of this turn with that train: a claim, or none."""
        found = self._after.get(wagons)
        if found is None:
            mine = self.mine
            display, coming = mine.display(wagons), mine.coming(wagons)
            found = (0, display - self.display, coming - self.coming, 0, 0, 0, 0, 0)
            best = sum(found)
            steps = train(wagons).steps
            for row, number in enumerate(mine.numbers):
                if number >= 0 and not steps[number]:
                    terms = self.claim(row, paid(number, wagons))
                    if sum(terms) > best:
                        found, best = terms, sum(terms)
            self._after[wagons] = found
        return found

    def claim(self, row: int, left: tuple[int, ...]) -> Terms:
        """Claiming the objective at ``row`` so that ``left`` is the train afterwards."""
        mine, rivals = self.mine, self.rivals
        number = mine.numbers[row]
        points, company = OBJECTIVE_POINTS[number], OBJECTIVE_COMPANY[number]
        progress = mine.display(left, row) - self.display
        to_come = mine.coming(left, 1) - self.coming
        denial = 0
        if rivals.next >= 0:
            rival = rivals.outlook(rivals.next)
            loss = rival.display(rival.wagons) - rival.display(rival.wagons, row)
            denial = loss * _DENY_CLAIM[self.state.seats] // 100 if loss > 0 else 0
        ending = 0
        if mine.left == 1 and self.state.last_turns is None:
            ending = self.ending(points, company)
        haste = 0 if mine.last else _CLAIM
        return (points, progress, to_come, mine.icon_gains[company], 0, denial, haste, ending)

    def ending(self, points: int, company: int) -> int:
        """Whether triggering the end now finds this seat ahead."""
        mine = self.mine
        final = mine.points + points + POINT * mine.tickets
        final += contract_outlook(mine.contract, one_more(mine.icons, company), 0)
        lead = final - self.rivals.best_final()
        return min(max(2 * lead, _END_LOW), _END_HIGH)

    # Cards and characters --------------------------------------------------------------------------

    def take(self, place: int, price: int) -> Terms:
        """Taking the card at a place of the yard for that many tickets."""
        card = self.state.yard[place]
        assert card is not None
        taken = [place]
        if card == INVESTOR:
            terms, more = self.invest_best(taken)
            taken = more
        else:
            terms = self.card(card)
        denial = self.rivals.loss(*taken) * _DENY_TAKE[self.state.seats] // 100
        return _add(terms, (0, 0, 0, 0, -self.ticket * price, denial, 0, 0))

    def card(self, card: int) -> Terms:
        """A card from the yard with the best use of it; an Investor counts for nothing here."""
        own = self.mine.wagons
        if card <= LOCOMOTIVE:
            return self.after(one_more(own, card))
        if card == TICKET:
            return _add(self.after(own), (0, 0, 0, 0, self.ticket, 0, 0, 0))
        if card == DIRECTOR:
            supply = self.state.supply
            return self._best_of([self.token(c) for c in range(5) if supply[c]])
        if card == PICKPOCKET:
            others = range(self.state.seats)
            return self._best_of([self.rob(seat) for seat in others if seat != self.seat])
        if card == INVESTOR:
            return self.after(own)
        wagons = self.state.wagons
        return self._best_of(
            [
                self.swap(give, seat, get)
                for give in range(6)
                if own[give]
                for seat in range(self.state.seats)
                if seat != self.seat
                for get in range(6)
                if get != give and wagons[6 * seat + get]
            ]
        )

    def _best_of(self, uses: Sequence[Terms]) -> Terms:
        """The best use of an effect, or declining it."""
        best = self.after(self.mine.wagons)
        worth = sum(best)
        for terms in uses:
            if sum(terms) > worth:
                best, worth = terms, sum(terms)
        return best

    def invest_best(self, taken: list[int]) -> tuple[Terms, list[int]]:
        """The Investor's best card besides those taken, and all the places then emptied."""
        best = self.after(self.mine.wagons)
        worth = sum(best)
        places = taken
        for place, card in enumerate(self.state.yard):
            if card is None or place in taken:
                continue
            if card == INVESTOR:
                terms, more = self.invest_best([*taken, place])
            else:
                terms, more = self.card(card), [*taken, place]
            if sum(terms) > worth:
                best, worth, places = terms, sum(terms), more
        return best, places

    def token(self, company: int) -> Terms:
        """The Director's token of a company."""
        gain = self.mine.token_gains()[company]
        return _add(self.after(self.mine.wagons), (0, 0, 0, gain, 0, 0, 0, 0))

    def rob(self, seat: int) -> Terms:
        """The Pickpocket; what the victim loses counts a little besides."""
        loot = self.ticket * self.state.tickets[seat]
        denial = loot * _DENY_SWAP[self.state.seats] // 100
        return _add(self.after(self.mine.wagons), (0, 0, 0, 0, loot, denial, 0, 0))

    def swap(self, give: int, seat: int, get: int) -> Terms:
        """The Switchman's exchange with an opponent."""
        wagons = self.mine.wagons
        if give != get:
            wagons = one_more(_without(wagons, give), get)
        victim = self.rivals.outlook(seat)
        theirs = victim.wagons
        if give != get:
            theirs = one_more(_without(theirs, get), give)
        loss = victim.display(victim.wagons) - victim.display(theirs)
        loss += victim.coming(victim.wagons) - victim.coming(theirs)
        denial = loss * _DENY_SWAP[self.state.seats] // 100
        return _add(self.after(wagons), (0, 0, 0, 0, 0, denial, 0, 0))

    # Moves -----------------------------------------------------------------------------------------

    def move(self, move: Move) -> Terms:
        """A legal move of this game, but for the choice of a contract."""
        return _JUDGE[move.verb](self, *move.args)

    def _move_take(self, line: int, place: int) -> Terms:
        return self.take(3 * line + place, place)

    def _move_invest(self, line: int, place: int) -> Terms:
        return self.take(3 * line + place, 0)

    def _move_decline(self) -> Terms:
        return self.after(self.mine.wagons)

    def _move_claim(self, row: int, *paid: int) -> Terms:
        left = list(self.mine.wagons)
        for wagon in paid:
            left[wagon] -= 1
        return self.claim(row, tuple(left))

    def _move_pass(self) -> Terms:
        return _NOTHING


_JUDGE: Final[Mapping[str, Callable[..., Terms]]] = {
    TAKE: _Judge._move_take,
    INVEST: _Judge._move_invest,
    ROB: _Judge.rob,
    SWAP: _Judge.swap,
    TOKEN: _Judge.token,
    DECLINE: _Judge._move_decline,
    CLAIM: _Judge._move_claim,
    PASS: _Judge._move_pass,
}


class Greedy(Weigher):
    """The judgement as ``core.bots.weigh.Weigher``."""

    def weigh(self, state: State, seat: int, secrets: Mapping[int, int]) -> list[Weighed]:
        """Every legal move, the best first, ties by move order; ``state`` is not changed."""
        moves = legal.moves(state, secrets)
        if moves and moves[0].verb == KEEP:
            weighed = [
                Weighed(move, self._keep(secrets, contract_slots(seat)[move.args[0]]))
                for move in moves
            ]
        else:
            judge = _Judge(state, seat, secrets)
            weighed = [Weighed(move, _reasons(judge.move(move))) for move in moves]
        weighed.sort(key=lambda one: -one.worth)
        return weighed

    def best(self, state: State, seat: int, secrets: Mapping[int, int]) -> Move:
        """The first of ``weigh``, with no reason named."""
        moves = legal.moves(state, secrets)
        if moves[0].verb == KEEP:
            return self.weigh(state, seat, secrets)[0].move
        if len(moves) == 1:
            return moves[0]
        judge = _Judge(state, seat, secrets)
        best, most = moves[0], sum(judge.move(moves[0]))
        for move in moves[1:]:
            worth = sum(judge.move(move))
            if worth > most:
                best, most = move, worth
        return best

    def _keep(self, secrets: Mapping[int, int], slot: int) -> tuple[tuple[Reason, int], ...]:
        """Nothing is turned up yet: only the long run can tell two contracts apart."""
        card = secrets.get(slot)
        return () if card is None else ((Reason.KEEPING, KEEP_WORTH[card - FIRST_CONTRACT]),)


def _reasons(terms: Terms) -> tuple[tuple[Reason, int], ...]:
    return tuple([pair for pair in zip(_REASONS, terms, strict=True) if pair[1]])


WEIGHER: Final = Greedy()
