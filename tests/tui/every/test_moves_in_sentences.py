"""What a hint and a list of mistakes say of a move is one sentence's worth, and no other move's."""

from __future__ import annotations

import re

import pytest

from core.games.registry import NAMES as GAMES
from core.games.registry import game
from core.match import Match
from tui import tongue
from tui.boards.position import Position
from tui.boards.registry import teller
from tui.plain.telling import Seen

PEOPLE = ("Ana", "Ben", "Cleo")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_a_move_in_words_can_stand_in_another_sentence(name: str, language: str) -> None:
    tongue.use(language)
    rules = game(name)
    verbs = set()
    for number in range(30):
        match = Match(rules, 3, b"words/%d" % number)
        steps = 0
        while not match.state.over:
            state, seat = match.state, match.state.turn
            assert seat is not None
            view = Seen(Position(rules, state, seat, match.secrets[seat]), PEOPLE)
            moves = match.moves()
            verbs |= {move.verb for move in moves}
            told = [teller(name).move(view, move) for move in moves]
            for text in told:
                assert text == text.strip()
                assert not re.search(r"[?!]|[.] ", text), text
            assert len(set(told)) == len(told), "each says which card is meant"
            steps += 1
            match.play(moves[(7 * steps + number) % len(moves)])
    assert len(verbs) >= 5
