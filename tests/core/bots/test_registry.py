"""Bots are found by name, for any game that brings what they need."""

import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from core.bots.registry import NAMES, NoSuchBot, bot
from core.games.registry import game
from core.kernel.move import Move

GAME = game("continental-express")
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_named_can_sit_down(name: str) -> None:
    assert bot(name, GAME, 1) is not None


@pytest.mark.parametrize("name", ["", "Greedy", "greedy ", "x" * 5000, "[red]\x1b[31m\n"])
def test_an_unknown_name_is_refused_in_one_short_line_that_says_which_there_are(name: str) -> None:
    with pytest.raises(NoSuchBot) as refused:
        bot(name, GAME, 1)
    says = str(refused.value)
    assert "random" in says
    assert "greedy" in says
    assert says.isprintable()
    assert len(says) < 200


def test_asking_which_bots_there_are_loads_none_of_them() -> None:
    program = (
        "import sys, core.bots.registry\n"
        "print(*[m for m in sys.modules if m == 'random' or m.startswith('core.bots.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) <= {"core.bots.base", "core.bots.registry"}


class Mute:
    """As much of a game as the registry looks at; it has no judgement to offer."""

    title = "Mute"


def test_greedy_says_which_game_it_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("mute")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, "mute", package)
    monkeypatch.setattr(Mute, "__module__", "mute.game")
    with pytest.raises(NoSuchBot, match="does not play Mute"):
        bot("greedy", Mute(), 1)  # type: ignore[arg-type]  # as little of a game as possible


def test_a_second_games_own_judgement_is_found_in_its_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = Move("wait")

    class Judgement:
        # On its own: nothing outside `core` can inherit from what is compiled.
        def best(self, state: object, seat: int, secrets: object) -> Move:
            return wanted

    package, module = ModuleType("mute"), ModuleType("mute.greedy")
    package.__path__ = []
    module.__spec__ = ModuleSpec("mute.greedy", None)
    module.WEIGHER = Judgement()  # type: ignore[attr-defined]  # a module made by hand
    monkeypatch.setitem(sys.modules, "mute", package)
    monkeypatch.setitem(sys.modules, "mute.greedy", module)
    monkeypatch.setattr(Mute, "__module__", "mute.game")
    greedy = bot("greedy", Mute(), 1)  # type: ignore[arg-type]  # as little of a game as possible
    assert greedy.choose(None, 0, {}) is wanted


def test_the_same_seed_makes_the_same_random_bot_and_another_a_different_one() -> None:
    def opening(seed: int | bytes) -> list[Move]:
        from core.match import Match

        match = Match(GAME, 2, b"deal")
        seat = bot("random", GAME, seed)
        moves = []
        for _ in range(30):
            turn = match.state.turn
            assert turn is not None
            moves.append(seat.choose(match.state, turn, match.secrets[turn]))
            match.play(moves[-1])
        return moves

    assert opening(b"one") == opening(b"one")
    assert opening(b"one") != opening(b"two")
    assert opening(1) == opening(1)
    assert opening(1) != opening(2)
