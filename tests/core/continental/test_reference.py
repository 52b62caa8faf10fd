"""Whole games move by move beside a second, slow and simple telling of the rules."""

from collections import Counter

from hypothesis import given, settings

from core.games.continental import sheet
from core.games.continental.game import GAME
from core.games.continental.state import Phase
from tests.core.continental.play import TABLES, Game
from tests.core.continental.reference import COLOURS, WAGONS, Player, Reference
from tests.core.continental.table import NAMES


def to_the_first_turn(game: Game) -> None:
    while game.state.phase is not Phase.TAKE:
        game.upcoming()(game.state)


def beside(game: Game) -> Reference:
    """The same table before the first turn, with the true deal."""
    state, cards = game.state, game.deal.cards
    bonus = [int(state.options.bonus_ticket and seat != state.first) for seat in range(state.seats)]
    assert state.first is not None
    return Reference(
        [
            Player(cards[slot] - sheet.FIRST_CONTRACT, tickets)
            for slot, tickets in zip(state.kept, bonus, strict=True)
            if slot is not None
        ],
        [
            [NAMES[card] for card in state.yard[line : line + 3] if card is not None]
            for line in (0, 3, 6)
        ],
        [[NAMES[cards[slot]] for slot in reversed(pile)] for pile in state.piles],
        [card - sheet.FIRST_OBJECTIVE for card in state.row if card is not None],
        [cards[slot] - sheet.FIRST_OBJECTIVE for slot in reversed(state.objective_pile)],
        state.first,
        state.options.effects_mandatory,
    )


def compare(game: Game, reference: Reference) -> None:
    state, cards = game.state, game.deal.cards
    yard = [reference.at(line, place) for line in range(3) for place in range(3)]
    assert [None if card is None else NAMES[card] for card in state.yard] == yard
    piles = [[NAMES[cards[slot]] for slot in reversed(pile)] for pile in state.piles]
    assert piles == reference.piles
    assert [card - sheet.FIRST_OBJECTIVE for card in state.row if card is not None] == reference.row
    down = [cards[slot] - sheet.FIRST_OBJECTIVE for slot in reversed(state.objective_pile)]
    assert down == reference.objectives
    for seat, player in enumerate(reference.players):
        own = Counter(player.train)
        assert state.wagons[6 * seat : 6 * seat + 6] == [own[wagon] for wagon in WAGONS]
        assert state.tickets[seat] == player.tickets
        tokens = Counter(player.tokens)
        assert state.tokens[5 * seat : 5 * seat + 5] == [tokens[colour] for colour in COLOURS]
        assert [card - sheet.FIRST_OBJECTIVE for card in state.claimed[seat]] == player.claimed
    assert state.over == reference.over
    if not state.over:
        assert state.turn == reference.turn
        assert {GAME.text(move) for move in GAME.moves(state, {})} == reference.legal()


@settings(max_examples=100)
@given(TABLES)
def test_the_engine_and_the_rulebook_by_hand_agree_to_the_end(table: tuple) -> None:
    game = Game(*table)
    to_the_first_turn(game)
    reference = beside(game)
    compare(game, reference)
    for step in game.steps():
        step(game.state)
        kind, _, move = game.log[-1]
        if kind == "move":
            reference.do(GAME.text(move))
        if not game.state.awaiting:
            compare(game, reference)
    assert GAME.score(game.state) == tuple(player.total for player in reference.players)
    assert GAME.winners(game.state) == reference.winners()
