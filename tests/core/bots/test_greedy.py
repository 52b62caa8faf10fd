"""Greedy as its neighbours at the table meet it: lawful, repeatable, and sensible to a human eye."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.bots.registry import bot
from core.games.continental.greedy import WEIGHER, Reason
from core.games.registry import game
from core.match import Match
from tests.core.bots.greedy_games import FILE

GAME = game("continental-express")
ROOT = Path(__file__).parents[3]
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"effects_mandatory": True},
    {"bonus_ticket": True, "first_player": 1},
    {"effects_mandatory": True, "bonus_ticket": True},
)


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("public", [False, True], ids=["own secrets", "public facts only"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_choice_is_legal_and_leaves_the_state_alone(
    name: str, public: bool, options: dict[str, object]
) -> None:
    for number in range(15):
        seats = 2 + number % 3
        match = Match(GAME, seats, b"legal %d" % number, GAME.options(options))
        player = bot(name, GAME, number)
        state = match.state
        while not state.over:
            seat = state.turn
            assert seat is not None
            secrets = {} if public else dict(match.secrets[seat])
            before = GAME.encode(state), dict(secrets)
            move = player.choose(state, seat, secrets)
            assert (GAME.encode(state), secrets) == before
            GAME.check(state, seat, move)
            match.play(move)


def test_greedy_plays_on_against_opponents_who_do_anything() -> None:
    for number in range(60):
        seats = 2 + number % 3
        match = Match(GAME, seats, b"mixed %d" % number)
        players = [bot("random", GAME, number), *[bot("greedy", GAME, 0)] * (seats - 1)]
        while not match.state.over:
            seat = match.state.turn
            assert seat is not None
            move = players[seat].choose(match.state, seat, match.secrets[seat])
            GAME.check(match.state, seat, move)
            match.play(move)


def test_the_weights_are_whole_numbers_and_all_moves_are_weighed_best_first() -> None:
    match = Match(GAME, 3, b"weights")
    while not match.state.over:
        seat = match.state.turn
        assert seat is not None
        weighed = WEIGHER.weigh(match.state, seat, match.secrets[seat])
        worths = [one.worth for one in weighed]
        assert worths == sorted(worths, reverse=True)
        assert all(type(weight) is int for one in weighed for _, weight in one.reasons)
        moves = list(match.moves())
        assert sorted(moves.index(one.move) for one in weighed) == list(range(len(moves)))
        ties = [moves.index(one.move) for one in weighed if one.worth == worths[0]]
        assert ties == sorted(ties), "moves that weigh the same keep the order of the rules"
        assert WEIGHER.best(match.state, seat, match.secrets[seat]) == weighed[0].move
        match.play(weighed[0].move)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_golden_games_come_out_the_same_in_every_process(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.bots.greedy_games"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == FILE.read_text().splitlines(), (
        "greedy plays differently: if that is wanted, renew the file with "
        f"`python -m tests.core.bots.greedy_games > {FILE.relative_to(ROOT)}`"
    )


def test_with_public_facts_only_both_contracts_weigh_the_same() -> None:
    match = Match(GAME, 2, b"blind")
    first, second = WEIGHER.weigh(match.state, 0, {})
    assert (GAME.text(first.move), first.worth, second.worth) == ("keep 1", 0, 0)
    assert first.main is None
    assert WEIGHER.weigh(match.state, 0, match.secrets[0])[0].main is Reason.KEEPING
