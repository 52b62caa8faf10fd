"""What holds at every step of Continental Express, beside what the tests of every game show."""

from collections import Counter

from hypothesis import given, settings

from core.games.continental import sheet
from core.games.continental.game import GAME
from core.games.continental.moves import MOVES
from core.games.continental.state import Phase, State
from core.kernel.errors import IllegalMove
from core.kernel.requests import Reveal
from tests.core.continental.play import TABLES, Game

GAMES = settings(max_examples=40)


@settings(max_examples=25)
@given(TABLES)
def test_moves_and_check_agree_on_every_move_there_is(table: tuple) -> None:
    game = Game(*table)
    for number, step in enumerate(game.steps()):
        state = game.state
        # One position in three, and everyone where something rarer goes on.
        if not state.awaiting and (number % 3 == 0 or state.phase is Phase.EFFECT):
            assert state.turn is not None
            legal = set(GAME.moves(state, {}))
            assert legal
            assert len(legal) == len(GAME.moves(state, {})) <= 200
            before = GAME.encode(state)
            for move in MOVES:
                reason = GAME.why_not(state, state.turn, move)
                assert (reason is None) == (move in legal), MOVES.text(move)
                refused = _refusal(state, state.turn, move)
                assert refused == (None if reason is None else (reason.rule, str(reason)))
                assert reason is None or (reason.rule and str(reason))
            assert GAME.encode(state) == before
        step(state)


def _refusal(state: State, seat: int, move: object) -> tuple[str, str] | None:
    try:
        GAME.check(state, seat, move)
    except IllegalMove as reason:
        return reason.rule, str(reason)
    return None


@GAMES
@given(TABLES)
def test_no_card_and_no_token_is_ever_lost_or_doubled(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        _count_small_cards(game)
        _count_objectives(game)
        state = game.state
        for company in range(5):
            given = sum(state.tokens[company::5])
            assert state.supply[company] + given == sheet.TOKENS_EACH
        step(state)


def _count_small_cards(game: Game) -> None:
    state = game.state
    down = [slot for pile in state.piles for slot in pile]
    asked = [
        slot
        for request in state.awaiting
        if isinstance(request, Reveal)
        for slot in request.slots
        if slot < 82
    ]
    assert len(set(down + asked)) == len(down + asked)
    seen = Counter(game.deal.cards[slot] for slot in down + asked)
    seen.update(card for card in state.yard if card is not None)
    seen.update(dict(enumerate(state.box)))
    for wagon in range(6):
        seen[wagon] += sum(state.wagons[wagon::6])
    seen[sheet.TICKET] += sum(state.tickets)
    if state.options.bonus_ticket and state.first is not None:
        seen[sheet.TICKET] -= state.seats - 1
    # Positive counts only: a card must not hide a missing one of its kind.
    assert [seen[card] for card in range(13)] == list(sheet.SMALL_COPIES)


def _count_objectives(game: Game) -> None:
    state = game.state
    down = list(state.objective_pile)
    for request in state.awaiting:
        if isinstance(request, Reveal) and 82 <= request.slots[0] < 102:
            down += request.slots
    cards = [game.deal.cards[slot] for slot in down]
    cards += [card for card in state.row if card is not None]
    cards += [card for claimed in state.claimed for card in claimed]
    assert sorted(cards) == list(sheet.OBJECTIVE_DECK.cards)


@GAMES
@given(TABLES)
def test_whoever_may_take_a_card_finds_three_on_every_line_or_an_empty_pile(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        state = game.state
        if state.phase in (Phase.TAKE, Phase.CLAIM):
            assert state.gaps == []
            assert None not in state.row
            for line in range(3):
                cards = state.yard[3 * line : 3 * line + 3]
                up = sum(card is not None for card in cards)
                assert up == 3 or not state.piles[line]
                assert None not in cards[:up]  # at the cheap end
                assert all(card is None or card < sheet.DERAILMENT for card in cards)
        step(state)


@GAMES
@given(TABLES)
def test_every_game_ends_with_a_winner_and_every_contract_open(table: tuple) -> None:
    state = Game(*table).run().state
    assert state.phase is Phase.OVER
    assert state.turn is None
    assert None not in state.contracts
    totals = GAME.score(state)
    assert GAME.winners(state)
    assert {totals[seat] for seat in GAME.winners(state)} == {max(totals)}
    fours = [len(cards) for cards in state.claimed]
    assert max(fours) <= 4
    assert 4 in fours or not any(card is not None for card in state.yard)
