"""A game in a window of GNU screen, which has colours, keys and titles of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.serve.playing import one_move
from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import in_terminal

needs_screen = pytest.mark.skipif(
    shutil.which("screen") is None and not os.environ.get("CABOOSE_REQUIRE_SCREEN"),
    reason="GNU screen is not installed",
)


@pytest.fixture
def sockets() -> Iterator[str]:
    """A folder for screen's sockets: a short path, for theirs have a limit, and nobody else's."""
    with tempfile.TemporaryDirectory(prefix="cab") as folder:
        yield folder


@needs_screen
@pytest.mark.parametrize("term", ["xterm-256color", "xterm"])
def test_a_game_in_gnu_screen_is_played_detached_taken_up_again_and_left(
    tmp_path: Path, sockets: str, term: str
) -> None:
    env = clean_environment(tmp_path) | {"SCREENDIR": sockets, "TERM": term}
    settings = tmp_path / "screenrc"
    settings.write_text("startup_message off\n")
    screen = ["screen", "-U", "-c", str(settings)]
    game = [*CABOOSE, "play", "--seats", "2", "--bots", "random", "--seed", "7"]
    try:
        with in_terminal([*screen, "-S", "evening", *game], env) as person:
            person.until("Choose the contract")
            person.settle()
            assert "\u250c\u2500 Objectives" in person.text
            one_move(person)
            person.until(lambda text: "your turn" in text.split("\n")[0])
            table = person.settle()
            person.type("\x01d")
            assert person.end() == 0
            assert "detached" in person.text
        with in_terminal([*screen, "-r", "evening"], env) as person:
            person.until(lambda text: text.split("\n")[:20] == table.split("\n")[:20])
            one_move(person)
            person.until(lambda text: "your turn" in text.split("\n")[0])
            person.type("q")
            person.until("eave this game")
            person.type("\x1b")
            person.until(lambda text: "eave this game" not in text)
            person.type("q")
            person.until("eave this game")
            assert "Log" in person.text  # the table stays in sight behind the question
            assert not {part for part in ("$p", "[?", ";2t", "9;") if part in person.text}
            person.type("q")
            assert person.end() == 0
            assert not person.modes_left()
        assert len(list((tmp_path / "data" / "games").iterdir())) == 1
    finally:
        subprocess.run(
            ["screen", "-S", "evening", "-X", "quit"], env=env, check=False, capture_output=True
        )
