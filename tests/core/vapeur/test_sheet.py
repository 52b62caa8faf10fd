"""The cards add up, and are the ones the rulebook lists (Jeu de cartes)."""

from collections import Counter

from core.games.vapeur import sheet
from core.games.vapeur.game import GAME


def test_fifty_two_cards_of_which_thirty_six_are_of_trains() -> None:
    counts = Counter(sheet.DECK.cards)
    assert len(sheet.DECK.cards) == 52
    assert [counts[card] for card in range(sheet.CARDS)] == list(sheet.COPIES)
    kinds = Counter(sheet.KINDS[card % 3] for card in sheet.DECK.cards if card < sheet.CERTIFIED)
    assert kinds == {"locomotive": 9, "gondola": 18, "caboose": 9}


def test_every_colour_makes_three_whole_trains() -> None:
    counts = Counter(sheet.DECK.cards)
    for colour in range(3):
        loco, gondola, caboose = (counts[3 * colour + kind] for kind in range(3))
        assert (loco, gondola, caboose) == (3, 3 * sheet.FULL, 3)
    assert sheet.TRAINS == 9


def test_sixteen_specials() -> None:
    counts = Counter(sheet.DECK.cards)
    assert counts[sheet.CERTIFIED] == 5
    assert counts[sheet.INSPECTION] == 5
    assert counts[sheet.QUALITY] == 6


def test_every_card_has_a_name_and_a_code_of_its_own() -> None:
    assert len(set(sheet.NAMES)) == len(set(sheet.CODES)) == sheet.CARDS


def test_decks_share_one_numbering_of_slots_and_cards() -> None:
    for seats in GAME.seats:
        cards, chairs = GAME.decks(GAME.options(), seats)
        assert chairs.first_slot == cards.slots.stop
        assert not set(cards.cards) & set(chairs.cards)
        assert len(chairs.cards) == seats
