"""What peers compare before they sit down: names, versions, decks and the id of the rules."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from core.games.registry import NAMES
from core.games.registry import game as find
from tests.core.every_game.play import EVERY_GAME, EVERY_TABLE

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
from core.games.registry import NAMES, game
for name in NAMES:
    print(name, game(name).version, game(name).rules_id().hex())
"""


@cache
def told_elsewhere(hash_seed: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_rules_id_is_the_same_in_every_process(hash_seed: str) -> None:
    here = [f"{name} {find(name).version} {find(name).rules_id().hex()}" for name in NAMES]
    assert told_elsewhere(hash_seed).splitlines() == here


@EVERY_GAME
def test_a_game_is_what_its_name_says_and_can_be_shown(name: str) -> None:
    rules = find(name)
    assert rules.name == name
    assert name == name.lower()
    assert name.isascii()
    assert len(name) <= 32
    assert rules.title.isprintable()
    assert rules.version >= 1
    assert len(rules.rules_id()) == 16
    assert 1 <= rules.seats[0] <= rules.seats[-1] <= 8
    assert rules.seats.step == 1


@EVERY_TABLE
def test_decks_have_slots_and_cards_of_their_own(name: str, seats: int) -> None:
    rules = find(name)
    decks = rules.decks(rules.options(), seats)
    slots = [slot for deck in decks for slot in deck.slots]
    assert slots == list(range(len(slots)))
    assert len({deck.name for deck in decks}) == len(decks)
    kinds = [set(deck.cards) for deck in decks]
    assert sum(map(len, kinds)) == len(set().union(*kinds))
    assert all(card >= 0 for cards in kinds for card in cards)
