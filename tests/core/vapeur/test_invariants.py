"""What holds at every step of À toute vapeur!, beside what the tests of every game show."""

from collections import Counter
from itertools import combinations, product

from hypothesis import given, settings

from core.games.vapeur import moves as texts
from core.games.vapeur.game import GAME
from core.games.vapeur.legal import hand
from core.games.vapeur.sheet import CARDS, COPIES, SLOTS, TRAINS
from core.games.vapeur.state import State, missing, played
from core.kernel.errors import IllegalMove, UnknownMove
from core.kernel.move import Move
from tests.core.vapeur.play import TABLES, Game

GAMES = settings(max_examples=30, deadline=None)


def _imaginable(state: State, cards: dict[int, int]) -> list[Move]:
    """Every move that truthfully names cards of the hand, and none of others' hands."""
    found = [Move(texts.END)]
    trains = range(TRAINS)
    for slot, card in cards.items():
        found.append(Move(texts.LAY, (slot, card)))
        for verb, train in product((texts.ADD, texts.STEAL, texts.CERTIFY), trains):
            found.append(Move(verb, (train, slot, card)))
    for train in trains:
        for count in (1, 2, 3):
            for some in combinations(cards.items(), count):
                for last in range(count):
                    order = (*some[:last], *some[last + 1 :], some[last])
                    args = [part for pair in order for part in pair]
                    found.append(Move(texts.COMPLETE, (train, *args)))
    return found


def _legal(state: State, seat: int, move: Move, cards: dict[int, int]) -> bool:
    try:
        GAME.check(state, seat, move)
    except (IllegalMove, UnknownMove):
        return False
    return GAME.duties(state, seat, move, cards) is None


@settings(max_examples=12, deadline=None)
@given(TABLES)
def test_moves_and_check_agree_up_to_equal_cards(table: tuple) -> None:
    game = Game(*table)
    for number, step in enumerate(game.steps()):
        state, seat = game.state, game.state.turn
        if not state.awaiting and seat is not None and number % 4 == 0:
            secrets = game.secrets[seat]
            offered = GAME.moves(state, secrets)
            assert 0 < len(offered) == len(set(offered)) <= 200
            own = hand(state, seat, secrets)
            legal = {move for move in _imaginable(state, own) if _legal(state, seat, move, own)}
            assert set(offered) <= legal
            faces = Counter(_faces(move) for move in offered)
            assert set(faces) == {_faces(move) for move in legal}
            assert set(faces.values()) == {1}
            for move in offered:
                assert all(
                    slot <= other
                    for twin in legal
                    if _faces(twin) == _faces(move)
                    for (slot, _), (other, _) in zip(
                        texts.pairs(move), texts.pairs(twin), strict=True
                    )
                )
        step(state)


def _faces(move: Move) -> tuple[object, ...]:
    """What a move is but for the slots of its cards."""
    train = () if move.verb in (texts.LAY, texts.END) else move.args[:1]
    return (move.verb, train, tuple(card for _, card in texts.pairs(move)))


@GAMES
@given(TABLES)
def test_no_card_is_ever_lost_or_doubled(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        state = game.state
        down = [slot for own in state.hands for slot in own] + list(
            range(SLOTS - state.pile, SLOTS)
        )
        assert len(set(down)) == len(down)
        counts = Counter(game.deal.cards[slot] for slot in down)
        counts.update(dict(enumerate(played(state))))
        assert [counts[card] for card in range(CARDS)] == list(COPIES)
        step(state)


@GAMES
@given(TABLES)
def test_every_train_on_the_table_is_one_the_rulebook_knows(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        state = game.state
        for train in range(len(state.owners)):
            assert not state.cabooses[train] or state.gondolas[train] == 2
            assert not state.certified[train] or not missing(state, train)
        step(state)


@GAMES
@given(TABLES)
def test_the_seat_to_act_knows_its_whole_hand(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        state, seat = game.state, game.state.turn
        if not state.awaiting and seat is not None:
            own = hand(state, seat, game.secrets[seat])
            assert own == {slot: game.deal.cards[slot] for slot in state.hands[seat]}
            assert list(own) == sorted(own)
        step(state)


@GAMES
@given(TABLES)
def test_every_game_ends_and_the_longest_fits_the_format(table: tuple) -> None:
    state = Game(*table).run().state
    assert GAME.winners(state)
    assert sum(state.cabooses) == TRAINS or state.quiet == 3 * state.seats
    assert state.turns < 52 * 3 * (state.seats + 1)


@GAMES
@given(TABLES)
def test_the_seat_named_while_a_card_is_drawn_is_the_one_that_moved(table: tuple) -> None:
    game = Game(*table)
    mover: int | None = None
    for step in game.steps():
        if game.state.awaiting:
            assert game.state.turn == mover
            assert (game.state.player is None) == (game.state.turns == 0)
        else:
            mover = game.state.turn
            assert mover == game.state.player
        step(game.state)
