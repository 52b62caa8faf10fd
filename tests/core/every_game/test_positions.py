"""After every step of random games of every game: what peers, replays and undo copies rely on."""

from typing import Any

from hypothesis import given, settings

from tests.core.every_game.play import EVERY_TABLE, SEEDS, deal, replay
from tests.core.every_game.reach import contents, mutable, spoil

GAMES = settings(max_examples=10)
FEW = settings(max_examples=5)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_every_state_comes_back_whole_from_its_bytes(name: str, seats: int, seed: bytes) -> None:
    game = deal(name, seats, seed)
    rules = game.rules
    for step in game.steps():
        data = rules.encode(game.state)
        back = rules.decode(data)
        assert rules.encode(back) == data
        assert contents(back) == contents(game.state)
        step(game.state)
    assert contents(rules.decode(rules.encode(game.state))) == contents(game.state)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_a_step_on_a_copy_and_on_a_decoded_state_gives_the_same_bytes(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    encode = game.rules.encode
    for step in game.steps():
        before = encode(game.state)
        copy, decoded = game.rules.copy(game.state), game.rules.decode(before)
        step(copy)
        assert encode(game.state) == before  # the copy went on, the original did not
        after = encode(copy)
        step(decoded)
        step(game.state)
        assert after == encode(copy) == encode(decoded) == encode(game.state)


@EVERY_TABLE
@FEW
@given(seed=SEEDS)
def test_a_copy_shares_nothing_that_can_be_changed(name: str, seats: int, seed: bytes) -> None:
    game = deal(name, seats, seed)
    for step in game.steps():
        before = contents(game.state)
        copy = game.rules.copy(game.state)
        assert contents(copy) == before
        own = {id(part) for part in mutable(game.state)}
        assert not own & {id(part) for part in mutable(copy)}
        assert spoil(copy) == len(own)
        assert contents(game.state) == before
        step(game.state)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_a_game_replayed_from_its_log_gives_the_same_bytes(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed).run()
    rules = game.rules
    end = rules.encode(game.state)
    assert rules.encode(replay(game)) == end
    assert rules.encode(replay(game, lambda move: rules.parse(rules.text(move)))) == end
    assert rules.encode(replay(game, lambda move: rules.unpack(rules.pack(move)))) == end


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_asking_about_a_position_changes_neither_it_nor_what_is_secret(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    rules = game.rules
    for step in game.steps():
        state = game.state
        before, known = contents(state), [dict(secrets) for secrets in game.secrets]
        for secrets in ({}, *game.secrets):
            rules.moves(state, secrets)
            rules.prior(state, secrets)
        for move in game.moves():
            rules.check(state, state.turn, move)
            rules.claims(state, move)
            rules.duties(state, state.turn, move, game.secrets[state.turn])
        rules.score(state), rules.winners(state), rules.describe(state), rules.encode(state)
        assert contents(state) == before
        assert [dict(secrets) for secrets in game.secrets] == known
        step(state)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_scores_and_winners_are_sane_and_a_game_that_is_over_stays_so(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    rules = game.rules
    for step in game.steps():
        assert not rules.winners(game.state)
        assert _scores(rules, game.state, seats)
        step(game.state)
    assert _scores(rules, game.state, seats)
    winners = rules.winners(game.state)
    assert winners
    assert list(winners) == sorted(set(winners) & set(range(seats)))
    assert game.state.turn is None
    assert game.state.awaiting == []
    assert all(rules.moves(game.state, secrets) == () for secrets in ({}, *game.secrets))


def _scores(rules: Any, state: Any, seats: int) -> bool:
    scores = rules.score(state)
    return len(scores) == seats and all(type(points) is int for points in scores)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_the_seat_named_while_cards_are_turned_is_the_one_that_moved(
    name: str, seats: int, seed: bytes
) -> None:
    """That seat writes the answers into the log; only the set-up's own requests are nobody's."""
    game = deal(name, seats, seed)
    mover, moves = None, 0
    for step in game.steps():
        state = game.state
        if not state.awaiting:
            assert state.turn in range(seats)
            mover = state.turn
            moves += 1
        elif mover is not None and (state.turn is not None or moves > seats):
            assert state.turn == mover
        step(state)


@EVERY_TABLE
@FEW
@given(seed=SEEDS)
def test_every_position_can_be_described_in_clean_lines(name: str, seats: int, seed: bytes) -> None:
    game = deal(name, seats, seed)
    for step in game.steps():
        lines = game.rules.describe(game.state).split("\n")
        assert len(lines) > seats
        assert all(line == line.rstrip() and line.isprintable() for line in lines)
        step(game.state)
