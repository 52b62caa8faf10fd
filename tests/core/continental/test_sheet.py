"""The card sheet: all counts add up, and are the ones written down in the rulings."""

from collections import Counter

import pytest

from core.games.continental import sheet
from core.games.continental.game import GAME
from core.games.continental.sheet import ContractKind as K


def test_82_small_cards_are_58_wagons_12_tickets_10_characters_and_2_events() -> None:
    wagons = sum(copies for _, _, copies in sheet.WAGONS)
    characters = sum(copies for _, copies in sheet.CHARACTERS)
    events = sum(copies for _, copies in sheet.EVENTS)
    assert (wagons, sheet.TICKET_COPIES, characters, events) == (58, 12, 10, 2)
    assert len(sheet.SMALL.cards) == wagons + sheet.TICKET_COPIES + characters + events == 82
    assert sum(sheet.PILE_SIZES) == 82


def test_the_copies_of_every_small_card() -> None:
    copies = dict(zip(sheet.NAMES, sheet.SMALL_COPIES, strict=True))
    assert copies == {
        "Boxcar": 14,
        "Flatcar": 12,
        "Tank car": 10,
        "Stock car": 8,
        "Mail car": 6,
        "Locomotive": 8,
        "Ticket": 12,
        "Director": 5,
        "Investor": 2,
        "Pickpocket": 1,
        "Switchman": 2,
        "Train Derailment": 1,
        "Station Fire": 1,
    }
    assert Counter(sheet.SMALL.cards) == Counter(dict(enumerate(sheet.SMALL_COPIES)))


def test_the_named_card_numbers_are_those_of_their_names() -> None:
    named = {
        sheet.LOCOMOTIVE: "Locomotive",
        sheet.TICKET: "Ticket",
        sheet.DIRECTOR: "Director",
        sheet.INVESTOR: "Investor",
        sheet.PICKPOCKET: "Pickpocket",
        sheet.SWITCHMAN: "Switchman",
        sheet.DERAILMENT: "Train Derailment",
        sheet.FIRE: "Station Fire",
    }
    assert {card: sheet.NAMES[card] for card in named} == named
    assert [letter for letter, _, _ in sheet.WAGONS] == list(sheet.LETTERS)


def test_30_long_cards_are_20_objectives_and_10_contracts() -> None:
    assert len(sheet.OBJECTIVES) == len(sheet.OBJECTIVE_DECK.cards) == 20
    assert len(sheet.CONTRACTS) == len(sheet.CONTRACT_DECK.cards) == 10
    assert len(set(sheet.OBJECTIVES)) == 20
    assert len(set(sheet.CONTRACTS)) == 10


def test_20_tokens_are_four_of_five_companies() -> None:
    assert sheet.COMPANIES == ("blue", "yellow", "black", "red", "green")
    assert sheet.TOKENS_EACH * len(sheet.COMPANIES) == 20


def test_the_ten_contracts_and_their_points() -> None:
    found = [(c.kind, c.points, c.company) for c in sheet.CONTRACTS]
    assert found == [
        *((K.EACH_ICON, 2, company) for company in range(5)),
        (K.EACH_PAIR, 3, None),
        (K.EACH_TRIO, 7, None),
        (K.EACH_MIXED_TRIO, 5, None),
        (K.FOUR_COLOURS, 6, None),
        (K.TWO_PAIRS, 7, None),
    ]


OBJECTIVES = """
blue    AA 2  BBB 4  ADD 4  ACCE 6
yellow  BB 2  ADE 5  ABC 3  AACE 6
black   AC 2  AAB 3  BCE 4  ADDD 7
red     CE 3  BBE 4  ACD 4  ABCD 5
green   AB 2  CCC 4  AAE 4  BBDD 6
"""


def test_every_objective_is_the_one_written_down() -> None:
    written = []
    for company, line in enumerate(OBJECTIVES.split("\n")[1:-1]):
        name, *rest = line.split()
        assert name == sheet.COMPANIES[company]
        pairs = zip(rest[::2], rest[1::2], strict=True)
        written += [sheet.Objective(wagons, int(points), company) for wagons, points in pairs]
    assert list(sheet.OBJECTIVES) == written


def test_every_company_has_four_icons_and_sixteen_points_on_objectives() -> None:
    icons = Counter(objective.company for objective in sheet.OBJECTIVES)
    points: Counter[int] = Counter()
    for objective in sheet.OBJECTIVES:
        points[objective.company] += objective.points
    assert icons == dict.fromkeys(range(5), 4)
    assert points == dict.fromkeys(range(5), 16)


def test_the_demand_for_wagons_falls_as_their_copies_do() -> None:
    demand = Counter("".join(objective.wagons for objective in sheet.OBJECTIVES))
    assert demand == {"A": 17, "B": 14, "C": 12, "D": 10, "E": 7}
    assert Counter(len(objective.wagons) for objective in sheet.OBJECTIVES) == {2: 5, 3: 10, 4: 5}


@pytest.mark.parametrize("objective", sheet.OBJECTIVES, ids=lambda o: o.wagons)
def test_points_follow_rarity_and_size(objective: sheet.Objective) -> None:
    copies = {letter: count for letter, _, count in sheet.WAGONS}
    # In thousandths, so that no float decides: 1.1 * sum(10 / copies) + 0.6 * (size - 2) + 0.4 for
    # three alike, rounded, at least 2.
    rarity = sum(11000 / copies[letter] for letter in objective.wagons)
    size = 600 * (len(objective.wagons) - 2)
    triple = 400 * any(objective.wagons.count(letter) >= 3 for letter in "ABCDE")
    assert objective.points == max(2, round((rarity + size + triple) / 1000))


@pytest.mark.parametrize("objective", sheet.OBJECTIVES, ids=lambda o: o.wagons)
def test_no_objective_asks_for_more_than_exists(objective: sheet.Objective) -> None:
    copies = [count for _, _, count in sheet.WAGONS]
    assert all(need <= have for need, have in zip(objective.needs, copies, strict=False))
    assert sum(objective.needs) == len(objective.wagons)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_decks_share_one_numbering_of_slots_and_cards(seats: int) -> None:
    decks = GAME.decks(GAME.options(), seats)
    slots = [slot for deck in decks for slot in deck.slots]
    assert slots == list(range(82 + 20 + 10 + seats))
    cards = [card for deck in decks for card in dict.fromkeys(deck.cards)]
    assert cards == list(range(13 + 20 + 10 + seats))


def test_each_seat_is_dealt_two_contract_slots_of_its_own() -> None:
    dealt = [slot for seat in range(4) for slot in sheet.contract_slots(seat)]
    assert dealt == list(range(102, 110))
