"""What a game offers, what it checks and what it says against a move are one and the same."""

from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings

from core.games.registry import game as find
from core.kernel.errors import IllegalMove, NotYourTurn, RulesError
from core.kernel.move import Move
from tests.core.every_game.play import EVERY_TABLE, SEEDS, Game, deal

GAMES = settings(max_examples=8)
MOST = 200
"""More moves than a person can be offered."""


@cache
def moves_met(name: str) -> tuple[Move, ...]:
    """Moves that were legal somewhere, at any number of seats."""
    found: dict[Move, None] = {}
    for seats in find(name).seats:
        game = deal(name, seats, b"other positions")
        for step in game.steps():
            found.update(dict.fromkeys(game.moves()))
            step(game.state)
    return tuple(found)


def some(name: str, number: int) -> tuple[Move, ...]:
    """Thirty of these, others at every position."""
    met = moves_met(name)
    start = 30 * number % len(met)
    return (met + met)[start : start + 30]


def refusal(rules: Any, state: Any, seat: int, move: Move) -> RulesError | None:
    try:
        rules.check(state, seat, move)
    except RulesError as reason:
        return reason
    return None


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_every_move_offered_is_legal_true_and_leads_on(name: str, seats: int, seed: bytes) -> None:
    game = deal(name, seats, seed)
    rules = game.rules
    for step in game.steps():
        state, seat, moves = game.state, game.state.turn, game.moves()
        assert bool(moves) is not bool(state.awaiting)
        assert len(set(moves)) == len(moves) <= MOST
        for move in moves:
            assert refusal(rules, state, seat, move) is None
            assert rules.why_not(state, seat, move) is None
            assert rules.duties(state, seat, move, game.secrets[seat]) is None
            assert all(game.deal.cards[slot] == card for slot, card in rules.claims(state, move))
            after = rules.copy(state)
            rules.apply(after, seat, move)
            assert rules.encode(after) != rules.encode(state)
        step(state)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_a_move_of_another_position_is_offered_or_refused_with_its_reason(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    rules = game.rules
    for number, step in enumerate(game.steps()):
        state, seat = game.state, game.state.turn
        if not state.awaiting and number % 3 == 0:
            before, offered = rules.encode(state), game.moves()
            faces = Counter(_face(rules, state, move) for move in offered)
            for move in some(name, number):
                refused, reason = (
                    refusal(rules, state, seat, move),
                    rules.why_not(state, seat, move),
                )
                if refused is None:
                    assert reason is None
                    if _truly(game, move):
                        assert _face(rules, state, move) in faces
                else:
                    assert move not in offered
                    assert isinstance(refused, IllegalMove)
                    assert reason is not None
                    assert (refused.rule, str(refused)) == (reason.rule, str(reason))
                    assert _says_well(refused)
            assert rules.encode(state) == before
        step(state)


def _truly(game: Game, move: Move) -> bool:
    """Whether the seat to act may make a checked move by its hidden cards, too."""
    rules, state, seat = game.rules, game.state, game.state.turn
    assert seat is not None
    true = all(game.deal.cards[slot] == card for slot, card in rules.claims(state, move))
    return true and rules.duties(state, seat, move, game.secrets[seat]) is None


def _face(rules: Any, state: Any, move: Move) -> Any:
    """The move; if it lays hidden cards open, all of it but for the slots, as copies are equal."""
    claims = rules.claims(state, move)
    if not claims:
        return move
    slots = {slot for slot, _ in claims}
    text = rules.text(move).split()
    words = [word for word in text if not any(word.startswith(f"{slot}:") for slot in slots)]
    return (tuple(words), tuple(sorted(card for _, card in claims)))


def _says_well(reason: IllegalMove) -> bool:
    return (
        reason.rule == reason.rule.lower()
        and " " not in reason.rule
        and 0 < len(str(reason)) < 100
        and str(reason).isprintable()
    )


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_nobody_else_may_act_and_nobody_while_a_card_is_turned_or_after_the_end(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    rules, number = game.rules, 0
    for number, step in enumerate(game.steps()):
        state = game.state
        others = [seat for seat in range(seats) if state.awaiting or seat != state.turn]
        before = rules.encode(state)
        for move in (*game.moves()[:3], *some(name, number)[:3]):
            for seat in others:
                assert isinstance(refusal(rules, state, seat, move), NotYourTurn)
        assert rules.encode(state) == before
        step(state)
    for move in some(name, number):
        for seat in range(seats):
            with pytest.raises(NotYourTurn):
                rules.check(game.state, seat, move)


@EVERY_TABLE
def test_moves_that_only_go_on_are_moves_of_the_game(name: str, seats: int) -> None:
    idle = find(name).idle
    assert idle <= {move.verb for move in moves_met(name)}
    assert not all(move.verb in idle for move in moves_met(name))
