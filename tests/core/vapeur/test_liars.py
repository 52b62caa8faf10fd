"""What a seat claims may be false: public facts bound the damage, the dealer finds the lie."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.vapeur.game import GAME
from core.games.vapeur.moves import VERBS, of
from core.games.vapeur.sheet import COPIES
from core.games.vapeur.state import State, missing, played
from core.kernel.dealer import SeededDealer
from core.kernel.errors import IllegalMove, UnknownMove
from core.kernel.generator import Generator
from core.kernel.move import Move
from core.match import Match
from tests.core.vapeur.play import TABLES, Game
from tests.core.vapeur.table import Table


def _why(table: Table, text: str) -> str | None:
    reason = GAME.why_not(table.state, table.seat, GAME.parse(text))
    return reason.rule if reason else None


def test_only_cards_of_the_own_hand_can_be_laid() -> None:
    table = Table("""
        pile: rL yG
        seat 1: rL yC
        seat 2: bL
    """)
    assert _why(table, "lay 2:bL") == "not-in-hand"  # another's
    assert _why(table, "lay 50:rL") == "not-in-hand"  # the pile's
    table.play("lay rL")
    assert _why(table, "lay 0:rL") == "not-in-hand"  # laid already


@pytest.mark.parametrize(
    ("text", "trains"),
    [
        ("lay 0:rL", "red L/red L/red L"),
        ("steal a 0:qual", "red L"),
        ("certify a 0:cert", "red LGGC/" + "/".join(["yellow LGGC*"] * 3 + ["blue LGGC*"] * 2)),
    ],
)
def test_no_card_can_be_claimed_of_which_no_copy_is_left(text: str, trains: str) -> None:
    owner = 1 if text.startswith("certify") else 2
    lines = [f"{'abcdef'[n]}: seat {owner}, {train}" for n, train in enumerate(trains.split("/"))]
    table = Table("\n".join([*lines, "seat 1: bG", "seat 2: bG", "pile: bG"]))
    table.state.spent[1] = 6
    assert _why(table, text) == "other-card"


def test_a_match_and_the_open_dealer_refuse_a_false_claim() -> None:
    match = Match(GAME, 2, b"lie", GAME.options({"dealer": 1}))
    own = match.secrets[0]
    slot = next(slot for slot, card in own.items() if card != 0)
    lie = of("lay", slot, 0)
    GAME.check(match.state, 0, lie)  # nobody watching can tell
    before = match.hash()
    with pytest.raises(IllegalMove):
        match.play(lie)
    assert match.hash() == before
    dealer = SeededDealer(b"lie", GAME.decks(GAME.options(), 2), 1)
    dealer.confirm(0, GAME.claims(match.state, lie))
    assert [breach.seat for breach in dealer.poll().breaches] == [0]


PLAUSIBLE = {"lay": (0, 3, 6), "add": (1, 2, 4, 5, 7, 8), "steal": (10, 11), "certify": (9,)}


def _lie(state: State, seat: int, chance: Generator) -> Move:
    """A move that names plausible cards in slots of the hand, true or not."""
    hand = state.hands[seat]
    slots = sorted({hand[chance.below(len(hand))] for _ in range(4)})
    verb = VERBS[chance.below(len(VERBS) - 1)]
    train = chance.below(max(len(state.owners), 1))
    if verb == "complete":
        cards = missing(state, train) if state.owners else ()
        pairs = list(zip(slots, cards, strict=False))
    else:
        cards = PLAUSIBLE[verb]
        pairs = [(slots[0], cards[chance.below(len(cards))])]
    return of(verb, *([] if verb == "lay" else [train]), *(part for pair in pairs for part in pair))


@settings(max_examples=40, deadline=None)
@given(TABLES, st.integers(0, 60))
def test_whatever_passes_the_check_leaves_a_state_that_can_be_encoded(
    table: tuple, honest: int
) -> None:
    game = Game(*table)
    chance = Generator(table[2], "lies")
    lies = 0
    for number, step in enumerate(game.steps()):
        step(game.state)
        if number >= honest and not game.state.awaiting:
            break
    state = game.state
    for _ in range(2000):
        if state.over:
            break
        if state.awaiting:
            GAME.answered(state, state.awaiting[0], None)  # of private cards nobody asks the truth
            continue
        assert state.turn is not None
        try:
            move = _lie(state, state.turn, chance) if chance.below(4) else of("end")
            GAME.check(state, state.turn, move)
        except (UnknownMove, IllegalMove):
            continue
        lies += move.verb != "end"
        GAME.apply(state, state.turn, move)
        assert GAME.encode(GAME.decode(GAME.encode(state))) == GAME.encode(state)
        assert all(done <= copies for done, copies in zip(played(state), COPIES, strict=True))
        GAME.describe(state)
        GAME.prior(state, {})
    assert lies > 5 or honest > 20
