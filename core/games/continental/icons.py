"""What icons promise a contract, for bots, in hundredths of a point: worked out once, then looked up.

Integers only, and every division rounds down: the same judgement on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.games.continental.contracts import contract_points
from core.games.continental.sheet import COMPANIES, CONTRACTS, FIRST_CONTRACT, OBJECTIVES

POINT: Final = 100

OBJECTIVE_POINTS: Final = tuple(POINT * objective.points for objective in OBJECTIVES)
OBJECTIVE_COMPANY: Final = tuple(objective.company for objective in OBJECTIVES)

_LIMIT: Final = 50_000
"""Entries after which a cache starts again from nothing."""

_outlooks: dict[tuple[int | None, tuple[int, ...], int], int] = {}
_gains: dict[tuple[int | None, tuple[int, ...], int, bool], tuple[int, ...]] = {}


def contract_outlook(card: int | None, icons: tuple[int, ...], to_come: int) -> int:
    """What a contract promises with these icons when ``to_come`` more are expected.

    None is a contract nobody knows: the mean of all ten.
    """
    key = (card, icons, to_come)
    found = _outlooks.get(key)
    if found is not None:
        return found
    if card is None:
        cards = range(FIRST_CONTRACT, FIRST_CONTRACT + len(CONTRACTS))
        value = sum([contract_outlook(one, icons, to_come) for one in cards]) // len(CONTRACTS)
    elif not to_come:
        value = POINT * contract_points(CONTRACTS[card - FIRST_CONTRACT], icons)
    else:
        # Every company is as likely: weighing the best one more proved weaker.
        value = 0
        for company in range(len(icons)):
            value += contract_outlook(card, one_more(icons, company), to_come - 1)
        value //= len(icons)
    if len(_outlooks) >= _LIMIT:
        _outlooks.clear()
    _outlooks[key] = value
    return value


def one_more(counts: Sequence[int], which: int) -> tuple[int, ...]:
    """Icons with one more of a company, or a train with one more wagon."""
    return (*counts[:which], counts[which] + 1, *counts[which + 1 :])


def gains(
    contract: int | None, icons: tuple[int, ...], to_come: int, claimed: bool
) -> tuple[int, ...]:
    """By company, what one more icon changes in the contract's outlook.

    An icon that is ``claimed`` is one of those to come; a token's is one more, for no claim is used
    up for it.
    """
    key = (contract, icons, to_come, claimed)
    found = _gains.get(key)
    if found is None:
        if len(_gains) >= _LIMIT:
            _gains.clear()
        now = contract_outlook(contract, icons, to_come)
        then = to_come - 1 if claimed and to_come else to_come
        found = _gains[key] = tuple(
            [
                contract_outlook(contract, one_more(icons, company), then) - now
                for company in range(len(COMPANIES))
            ]
        )
    return found
