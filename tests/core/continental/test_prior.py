"""What a viewer of Continental Express is told about face-down cards, one fact at a time."""

from core.games.continental import sheet
from core.games.continental.game import GAME
from core.games.continental.state import Phase
from core.kernel.game import Among
from tests.core.continental.play import Game
from tests.core.continental.table import Table


def test_an_owner_knows_both_contracts_dealt_to_it_and_a_watcher_none() -> None:
    game = Game(2, {}, b"contracts")
    while game.state.awaiting:
        game.upcoming()(game.state)
    mine = [c for c in GAME.prior(game.state, game.secrets[1]).constraints if isinstance(c, Among)]
    assert [(c.card, c.slots) for c in mine] == [
        (game.deal.cards[slot], (slot,)) for slot in sheet.contract_slots(1)
    ]
    assert GAME.prior(game.state, {}).constraints == ()


def test_an_event_put_back_in_the_setup_is_known_to_be_in_its_pile() -> None:
    game, told = _until_an_event_was_put_back()
    event = next(event for event in (0, 1) if game.state.event_pile[event] is not None)
    assert (
        Among(sheet.DERAILMENT + event, tuple(game.state.piles[game.state.event_pile[event]]))
        in told
    )


def _until_an_event_was_put_back() -> tuple[Game, tuple]:
    for number in range(100):
        game = Game(2, {}, b"%d" % number)
        for step in game.steps():
            if game.state.phase is Phase.TAKE:
                break
            step(game.state)
        if game.state.event_pile != [None, None]:
            return game, GAME.prior(game.state, {}).constraints
    raise AssertionError("in a hundred games no event came up in the set-up")


def test_ruling_21_objectives_under_the_pile_are_known_one_by_one() -> None:
    table = Table("row: AA BBB ADD\nline 1: A B C | Derailment D").play("take 1 0")
    told = GAME.prior(table.state, {}).constraints
    under = table.state.objective_pile[:3]
    assert [c.slots[0] for c in told if isinstance(c, Among) and c.slots[0] in under] == under[::-1]
    assert set(told) >= {Among(table.deal[slot], (slot,)) for slot in under}


def test_objectives_on_display_are_told_because_a_derailment_may_put_them_back() -> None:
    table = Table("row: AA BBB ADD\nline 1: A B C")
    told = GAME.prior(table.state, {}).constraints
    shown = zip(table.state.row, table.state.row_slots, strict=True)
    assert set(told) == {Among(card, (slot,)) for card, slot in shown}


def test_contracts_turned_up_at_the_end_are_face_down_no_more() -> None:
    game = Game(3, {}, b"end").run()
    hidden = GAME.prior(game.state, game.secrets[0]).hidden[2]
    assert len(hidden.slots) == len(hidden.cards) == 7
    assert not set(hidden.cards) & set(game.state.contracts)


def test_the_rest_of_the_deck_of_seats_is_never_told() -> None:
    game = Game(4, {}, b"seats").run()
    hidden = GAME.prior(game.state, {}).hidden[3]
    assert hidden.slots == (113, 114, 115)
    assert sheet.FIRST_SEAT + game.state.first not in hidden.cards
