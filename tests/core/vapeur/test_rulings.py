"""Rulings 1 to 26, each by a test named after it."""

import pytest

from core.games.vapeur.game import GAME
from core.games.vapeur.sheet import SLOTS
from core.games.vapeur.state import Phase, draws_from
from core.kernel.errors import BadOptions
from core.kernel.requests import ALL, Reveal, Shuffle
from core.match import Match
from tests.core.vapeur.table import Table


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ruling_01_two_to_six_players_get_five_cards_each(seats: int) -> None:
    match = Match(GAME, seats, b"deal", GAME.options({"dealer": 0}))
    # The first player has drawn already.
    assert [len(hand) for hand in match.state.hands] == [5, 6] + [5] * (seats - 2)
    assert match.state.pile == SLOTS - 5 * seats - 1


@pytest.mark.parametrize("seats", [0, 1, 7, True, "3"])
def test_ruling_01_no_other_number_of_players(seats: object) -> None:
    with pytest.raises(BadOptions):
        GAME.new(GAME.options(), seats)


def test_ruling_02_the_turn_begins_with_a_card_and_then_one_theft_before_laying() -> None:
    table = Table("""
        a: seat 2, yellow LGGC
        pile: bG bG
        seat 1: insp qual rL rG
        seat 2:
    """)
    table.play("lay rL")
    assert table.refusal("steal a insp") == "too-late"
    table.play("add b rG", "end")
    assert table.hand(2) == "bG"  # the next player drew


def test_ruling_02_certifying_before_the_theft_gives_it_up() -> None:
    table = Table("""
        a: seat 2, yellow LGGC
        b: seat 1, red LGGC
        seat 1: insp cert
        seat 2:
    """)
    table.play("certify b")
    assert table.refusal("steal a insp") == "too-late"


def test_ruling_02_the_first_player_finds_nothing_to_steal() -> None:
    table = Table("""
        pile: bG
        seat 1: insp qual rG
        seat 2: yL
    """)
    assert table.offered == ["end"]


def test_ruling_03_a_wagon_needs_an_own_locomotive_of_its_colour() -> None:
    table = Table("""
        a: seat 1, red L
        b: seat 2, yellow L
        seat 1: rG yG bG
        seat 2:
    """)
    assert table.offered == ["add a rG", "end"]
    assert table.refusal("add a bG") == "other-colour"
    assert table.refusal("add b yG") == "not-yours"


def test_ruling_03_the_locomotive_may_be_laid_in_the_same_turn() -> None:
    table = Table("""
        pile: bG
        seat 1: rL rG
        seat 2: yG
    """)
    table.play("lay rL", "add a rG")
    assert table.train("a") == "seat 1, red LG"


def test_ruling_04_every_locomotive_in_the_hand_goes_down_and_opens_a_train() -> None:
    table = Table("""
        pile: bG
        seat 1: rL rL bL yG
        seat 2: yG
    """)
    assert table.refusal("end") == "locomotive-in-hand"
    table.play("lay rL")
    assert table.refusal("end") == "locomotive-in-hand"
    table.play("lay bL")
    assert table.refusal("end") == "locomotive-in-hand"
    table.play("lay rL", "end")
    assert [table.train(letter) for letter in "abc"] == [
        "seat 1, red L",
        "seat 1, blue L",
        "seat 1, red L",
    ]


def test_ruling_04_the_duty_is_named_and_is_no_public_fact() -> None:
    table = Table("""
        pile: bG
        seat 1: rL
        seat 2: yG
    """)
    end = table.move("end")
    GAME.check(table.state, 0, end)  # a watcher cannot tell
    breach = GAME.duties(table.state, 0, end, table.secrets[0])
    assert breach is not None
    assert str(breach) == "every locomotive in your hand must be laid before your turn ends"


def test_ruling_04_other_hands_oblige_to_nothing() -> None:
    table = Table("""
        pile: bG
        seat 1: yG
        seat 2: rL
    """)
    assert GAME.duties(table.state, 0, table.move("end"), dict(table.deal)) is None


def test_ruling_04_no_locomotive_is_laid_at_the_deal() -> None:
    match = Match(GAME, 3, b"deal")
    assert match.state.owners == []
    assert match.state.turns == 1


def test_ruling_05_a_locomotive_may_wait_until_after_the_theft() -> None:
    table = Table("""
        a: seat 2, yellow LGGC
        pile: bG
        seat 1: rL insp
        seat 2: yG
    """)
    table.play("steal a insp")
    assert table.refusal("end") == "locomotive-in-hand"
    table.play("lay rL")
    assert table.state.owners == [0, 0]


def test_ruling_06_the_player_chooses_the_train_for_a_wagon() -> None:
    table = Table("""
        a: seat 1, red LG
        b: seat 1, red L
        seat 1: rG rG yG
        seat 2:
    """)
    assert table.offered == ["add a rG", "add b rG", "end"]
    table.play("add b rG")
    assert (table.train("a"), table.train("b")) == ("seat 1, red LG", "seat 1, red LG")


def test_ruling_06_two_gondolas_and_one_caboose_at_most() -> None:
    table = Table("""
        a: seat 1, red LGG
        seat 1: rG rC rC
        seat 2:
    """)
    assert table.refusal("add a rG") == "full"
    table.play("add a rC")
    assert table.refusal("add a rC") == "full"


@pytest.mark.parametrize("cards", ["L", "LG"])
def test_ruling_06_the_caboose_comes_after_both_gondolas(cards: str) -> None:
    table = Table(f"""
        a: seat 1, red {cards}
        seat 1: rC
        seat 2:
    """)
    assert table.refusal("add a rC") == "gondolas-first"


def test_ruling_07_a_hand_may_grow_without_limit() -> None:
    table = Table(f"""
        pile: {"bG " * 6}
        seat 1: {"rG " * 6 + "yG " * 6 + "rC rC rC yC yC yC insp insp insp cert cert"}
        seat 2: qual
    """)
    table.play("end", "end", "end", "end")
    assert len(table.state.hands[0]) == 25
    assert table.offered == ["end"]


def test_ruling_08_completing_a_train_takes_it_without_a_special_card() -> None:
    table = Table("""
        a: seat 2, red LG
        pile: bG
        seat 1: rG rC yG
        seat 2:
    """)
    table.play("complete a rG rC")
    assert table.train("a") == "seat 1, red LGGC"
    assert table.hand(1) == "yG"


def test_ruling_08_a_bare_locomotive_is_partial_and_lacks_three_cards() -> None:
    table = Table("""
        a: seat 2, red L
        seat 1: rG rG rC yG
        seat 2:
    """)
    table.play("complete a rG rG rC")
    assert table.train("a") == "seat 1, red LGGC"


def test_ruling_08_the_completed_train_may_be_certified_in_the_same_turn() -> None:
    table = Table("""
        a: seat 2, red LGG
        pile: bG
        seat 1: rC cert yG
        seat 2:
    """)
    table.play("complete a rC", "certify a")
    assert table.train("a") == "seat 1, red LGGC*"


def test_ruling_08_a_complete_train_cannot_be_completed() -> None:
    table = Table("""
        a: seat 2, red LGGC
        seat 1: rC
        seat 2:
    """)
    assert table.refusal("complete a rC") == "complete"


def test_ruling_08_completing_takes_cards_of_the_trains_colour() -> None:
    table = Table("""
        a: seat 2, red LGG
        seat 1: yC
        seat 2:
    """)
    assert table.refusal("complete a yC") == "other-colour"


def test_ruling_09_a_train_cannot_be_completed_partly() -> None:
    table = Table("""
        a: seat 2, red LG
        b: seat 2, yellow L
        seat 1: rC yG yC
        seat 2:
    """)
    assert table.offered == ["end"]
    assert table.refusal("complete a rC") == "not-whole"
    assert table.refusal("complete b yG yC") == "not-whole"


@pytest.mark.parametrize("cards", ["L", "LG", "LGG", "LGGC"])
@pytest.mark.parametrize("card", ["insp", "qual"])
def test_ruling_10_a_special_takes_any_uncertified_train_and_is_gone(cards: str, card: str) -> None:
    table = Table(f"""
        a: seat 2, red {cards}
        pile: bG
        seat 1: {card} yG
        seat 2:
    """)
    table.play(f"steal a {card}")
    assert table.train("a") == f"seat 1, red {cards}"
    assert table.hand(1) == "yG"
    assert sum(table.state.spent) == 1


def test_ruling_11_inspection_and_quality_control_do_the_same() -> None:
    table = Table("""
        a: seat 2, red LG
        seat 1: insp qual
        seat 2:
    """)
    assert table.offered == ["steal a insp", "steal a qual", "end"]


def test_ruling_12_a_certified_train_is_never_stolen() -> None:
    table = Table("""
        a: seat 2, red LGGC*
        seat 1: insp qual rC
        seat 2:
    """)
    assert table.offered == ["end"]
    assert table.refusal("steal a insp") == "certified"
    assert table.refusal("complete a rC") == "certified"


def test_ruling_12_the_certificate_stays() -> None:
    table = Table("""
        a: seat 1, red LGGC*
        seat 1: cert
        seat 2:
    """)
    assert table.refusal("certify a") == "certified"


def test_ruling_13_a_stolen_train_is_certified_only_if_complete() -> None:
    table = Table("""
        a: seat 2, red LGG
        pile: bG
        seat 1: insp cert yG
        seat 2:
    """)
    table.play("steal a insp")
    assert table.refusal("certify a") == "not-complete"


def test_ruling_13_or_completed_in_the_same_turn() -> None:
    table = Table("""
        a: seat 2, red LGG
        pile: bG
        seat 1: insp cert rC yG
        seat 2:
    """)
    table.play("steal a insp", "add a rC", "certify a")
    assert table.train("a") == "seat 1, red LGGC*"


def test_ruling_14_several_own_complete_trains_may_be_certified_in_a_turn() -> None:
    table = Table("""
        a: seat 1, red LGGC
        b: seat 1, yellow LGGC
        c: seat 1, blue LGG
        d: seat 2, blue LGGC
        pile: bG
        seat 1: cert cert cert
        seat 2:
    """)
    assert table.refusal("certify d") == "not-yours"
    table.play("certify a", "certify b")
    assert (table.train("a"), table.train("b")) == ("seat 1, red LGGC*", "seat 1, yellow LGGC*")
    assert table.refusal("certify c") == "not-complete"


def test_ruling_15_a_stolen_train_may_be_stolen_back_from_the_next_turn_on() -> None:
    table = Table("""
        a: seat 2, red LGGC
        pile: bG bG
        seat 1: insp yG
        seat 2: qual yG
    """)
    table.play("steal a insp", "end", "steal a qual")
    assert table.train("a") == "seat 2, red LGGC"


def test_ruling_16_one_theft_a_turn_by_either_way() -> None:
    table = Table("""
        a: seat 2, red LGGC
        b: seat 3, yellow LGG
        seat 1: insp qual yC yG
        seat 2:
        seat 3:
    """)
    table.play("steal a insp")
    assert table.refusal("steal b qual") == "too-late"
    assert table.refusal("complete b yC") == "too-late"


def test_ruling_16_laying_on_own_trains_is_unlimited() -> None:
    table = Table("""
        a: seat 2, blue LGGC
        pile: bG
        seat 1: insp rL yL rG rG rC yG
        seat 2: yC
    """)
    table.play("steal a insp", "lay rL", "lay yL", "add b rG", "add b rG", "add b rC", "add c yG")
    assert (table.train("b"), table.train("c")) == ("seat 1, red LGGC", "seat 1, yellow LG")


def test_ruling_17_no_theft_does_not_forbid_laying() -> None:
    table = Table("""
        a: seat 2, blue LGGC
        pile: bG
        seat 1: insp rL
        seat 2: yC
    """)
    table.play("lay rL")
    assert table.train("b") == "seat 1, red L"


def test_ruling_17_a_player_may_stop_at_any_time() -> None:
    table = Table("""
        a: seat 2, blue LGGC
        b: seat 1, red LG
        pile: bG
        seat 1: insp rG
        seat 2: yC
    """)
    table.play("end")
    assert table.seat == 1


def test_ruling_17_the_turn_ends_by_itself_only_when_the_hand_is_empty() -> None:
    table = Table("""
        pile: bG
        seat 1: rL yG
        seat 2: yC
    """)
    table.play("lay rL")
    assert table.seat == 0
    table = Table("""
        pile: bG
        seat 1: rL
        seat 2: yC
    """)
    table.play("lay rL")
    assert table.seat == 1


def test_ruling_18_with_an_empty_pile_one_draws_from_the_previous_player() -> None:
    table = Table("""
        seat 1: yG yC
        seat 2: bG bC
        seat 3: rG rC
    """)
    table.draw_blindly("yC").play("end")
    assert (table.hand(1), table.hand(2)) == ("yG", "yC bG bC")


def test_ruling_18_empty_hands_are_skipped_backwards() -> None:
    table = Table("""
        seat 1: rL
        seat 2: bG
        seat 3: rG
        seat 4: yG
    """)
    table.draw_blindly("yG").play("lay rL")
    assert (table.hand(4), table.hand(2)) == ("", "yG bG")


def test_ruling_18_nobody_else_has_a_card_means_no_draw() -> None:
    table = Table("""
        a: seat 2, red L
        seat 1: yL
        seat 2: rG
        seat 3:
    """)
    table.play("lay yL")
    assert table.seat == 1
    assert table.hand(2) == "rG"
    assert draws_from(table.state, 1) is None
    assert table.asked == []
    assert table.offered == ["add a rG", "end"]


def test_ruling_18_nobody_steers_the_draw_and_the_owner_looks_at_what_is_left() -> None:
    table = Table("""
        seat 1: yG yC bG
        seat 2: bC
    """)
    slots = tuple(table.state.hands[0])
    table.play("end")
    first, *rest = slots
    assert table.asked == [Shuffle(slots), Reveal((first,), 1), Reveal(tuple(rest), 0)]
    assert first in table.state.hands[1]


def test_ruling_18_the_last_card_of_a_hand_goes_the_same_way() -> None:
    table = Table("""
        seat 1: yG
        seat 2: bC
    """)
    table.play("end")
    assert [type(request) for request in table.asked] == [Shuffle, Reveal]
    assert (table.hand(1), table.hand(2)) == ("", "yG bC")


def test_ruling_18_the_owner_knows_by_elimination_what_is_gone() -> None:
    table = Table("""
        seat 1: yG yC bG
        seat 2: bC
        seat 3: bC
    """)
    table.draw_blindly("yC").play("end")
    gone = table.state.drawn
    assert gone is not None
    assert table.secrets[0][gone] == table.deal[gone]
    assert gone not in table.secrets[2]


def test_ruling_19_a_drawn_card_can_be_used_at_once() -> None:
    table = Table("""
        a: seat 2, red LGG
        seat 1: yG rC
        seat 2: bG
    """)
    table.draw_blindly("rC").play("end")
    assert table.deal[table.state.drawn] == 2
    table.play("add a rC")
    assert table.train("a") == "seat 2, red LGGC"
    assert table.state.drawn is None


def test_ruling_19_a_drawn_locomotive_must_be_laid() -> None:
    table = Table("""
        pile: rL
        seat 1: yG
        seat 2: bG
    """)
    table.play("end")
    assert table.refusal("end") == "locomotive-in-hand"


def test_ruling_20_an_empty_hand_draws_and_plays() -> None:
    table = Table("""
        pile: rL bG
        seat 1: yG
        seat 2:
    """)
    table.play("end")
    assert table.offered == ["lay rL"]


_EIGHT = """
        a: seat 1, red LGGC
        b: seat 1, red LGGC
        c: seat 1, red LGGC
        d: seat 2, yellow LGGC
        e: seat 2, yellow LGGC
        f: seat 2, yellow LGGC
        g: seat 3, blue LGGC
        h: seat 3, blue LGGC
"""


def test_ruling_21_the_ninth_complete_train_ends_the_game_at_once() -> None:
    table = Table(
        _EIGHT
        + """
        i: seat 1, blue LGG
        seat 1: bC cert cert
        seat 2: qual
        seat 3:
    """
    )
    table.play("add i bC")
    assert table.state.over
    assert table.state.phase is Phase.OVER
    assert GAME.moves(table.state, table.secrets[0]) == ()
    assert GAME.score(table.state) == (4, 3, 2)
    assert GAME.winners(table.state) == (0,)


def test_ruling_21_also_when_a_theft_completes_it() -> None:
    table = Table(
        _EIGHT
        + """
        i: seat 1, blue LG
        seat 1:
        seat 2: bG bC
        seat 3: qual
    """,
        turn=2,
    )
    table.play("complete i bG bC")
    assert GAME.winners(table.state) == (1,)


def test_ruling_21_a_partial_train_is_no_series() -> None:
    table = Table("""
        a: seat 1, red LGG
        b: seat 1, red L
        c: seat 2, yellow LGGC
        seat 1:
        seat 2:
    """)
    assert GAME.score(table.state) == (0, 1)
    assert GAME.winners(table.state) == ()


def test_ruling_22_cards_left_in_hands_have_no_value() -> None:
    table = Table(
        _EIGHT
        + """
        i: seat 3, blue LGG
        seat 1: cert insp qual
        seat 2:
        seat 3: bC
    """,
        turn=3,
    )
    table.play("add i bC")
    assert GAME.score(table.state) == (3, 3, 3)
    assert GAME.winners(table.state) == (0, 1, 2)


def test_ruling_23_three_full_rounds_without_anything_end_the_game() -> None:
    table = Table("""
        a: seat 1, red LGGC
        b: seat 2, blue L
        pile: yC
        seat 1: rG yG
        seat 2: bG yC
        seat 3: bC
    """)
    table.play("end", "end")  # the last card of the pile goes to seat 2
    for _ in range(9):
        assert not table.state.over
        table.play("end")
    assert table.state.over
    assert GAME.score(table.state) == (1, 0, 0)
    assert GAME.winners(table.state) == (0,)


@pytest.mark.parametrize("act", ["add b bG", "steal a insp", "certify b", "lay yL"])
def test_ruling_23_a_card_laid_or_a_train_moved_starts_the_count_again(act: str) -> None:
    table = Table(
        f"""
        a: seat 2, red LGGC
        b: seat 1, blue {"LGGC" if act == "certify b" else "L"}
        seat 1: bG insp cert yL
        seat 2: yC
        seat 3: yC
    """,
        quiet=9,
    )
    table.play(act)
    assert table.state.quiet == 0
    if act != "lay yL":
        table.play("lay yL")
    table.play("end")
    assert not table.state.over
    assert table.state.quiet == 1


def test_ruling_23_turns_with_a_pile_do_not_count() -> None:
    table = Table("""
        pile: yG yG
        seat 1: bG
        seat 2: bC
    """)
    table.play("end", "end")
    assert table.state.quiet == 0


def test_ruling_24_a_tie_goes_to_more_certified_trains() -> None:
    table = Table(
        """
        a: seat 1, red LGGC
        b: seat 1, yellow LGGC*
        c: seat 2, red LGGC*
        d: seat 2, blue LGGC*
        e: seat 3, blue LGGC*
        seat 1: rG
        seat 2: rC
        seat 3: rC
    """,
        quiet=9,
    )
    table.play("end")
    assert GAME.score(table.state) == (2, 2, 1)
    assert GAME.winners(table.state) == (1,)


def test_ruling_24_what_is_still_equal_is_a_shared_win() -> None:
    table = Table(
        """
        a: seat 1, red LGGC*
        b: seat 2, yellow LGGC*
        c: seat 3, yellow LGGC
        seat 1: rG
        seat 2: rC
        seat 3: rC
    """,
        quiet=9,
    )
    table.play("end")
    assert GAME.winners(table.state) == (0, 1)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_ruling_25_the_player_to_the_left_of_the_dealer_starts(dealer: int) -> None:
    match = Match(GAME, 3, b"deal", GAME.options({"dealer": dealer}))
    assert match.state.turn == (dealer + 1) % 3


def test_ruling_25_the_dealer_is_drawn_from_a_shuffled_deck_of_seats() -> None:
    state = GAME.new(GAME.options(), 4)
    assert state.awaiting[0] == Reveal((SLOTS,), ALL)
    dealers = {Match(GAME, 4, bytes([seed])).state.dealer for seed in range(40)}
    assert dealers == {0, 1, 2, 3}


def test_ruling_25_a_dealer_must_sit_at_the_table() -> None:
    with pytest.raises(BadOptions):
        GAME.new(GAME.options({"dealer": 2}), 2)


def test_ruling_26_the_former_owner_does_not_react() -> None:
    table = Table("""
        a: seat 2, red LGGC
        pile: bG
        seat 1: insp yG
        seat 2: qual cert
    """)
    table.play("steal a insp")
    assert table.seat == 0
    assert table.state.awaiting == []
