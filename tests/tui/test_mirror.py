"""Whatever is left out of what goes to the terminal, the picture is the one the toolkit drew."""

from __future__ import annotations

import random
import signal
import sys
from pathlib import Path
from typing import Any

import pyte
import pytest

from tests.tui.serve.servers import clean_environment
from tests.tui.serve.terminal import Terminal, in_terminal
from tui.mirror import Mirror
from tui.pen import thrifty

WIDTH, HEIGHT = 20, 5
STYLES = ("1;38;5;215;48;5;16", "38;5;188;48;5;16", "48;2;1;2;3", "4;31", "7", "3;9;44", "0;2", "")
WRITES_DOWN = """
import sys
import tui.mirror
draw = tui.mirror.Mirror.draw
raw = open(sys.argv.pop(1), "a", encoding="utf-8")
def written_down(self, data, size):
    raw.write(data)
    raw.flush()
    return draw(self, data, size)
tui.mirror.Mirror.draw = written_down
from tui.cli.main import main
sys.exit(main())
"""


def picture(screen: Any) -> list[list[tuple[object, ...]]]:
    """The cells; of a blank only what shows on it."""
    found = []
    for y in range(screen.lines):
        row = [screen.buffer[y][x] for x in range(screen.columns)]
        found.append(
            [
                (cell.bg,)
                if cell.data == " " and not (cell.reverse or cell.underscore)
                else tuple(cell)
                for cell in row
            ]
        )
    return found


def piece(rng: random.Random, length: int, signs: str) -> str:
    text = "".join(rng.choice(signs) for _ in range(length))
    style = rng.choice(STYLES)
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def frame(rng: random.Random, *, whole: bool = False, signs: str = "ab ─  ") -> str:
    """As Textual writes them: rows from a place on, pieces in styles, the cursor home at the end."""
    said = []
    for y in range(HEIGHT) if whole else sorted(rng.sample(range(HEIGHT), 2)):
        x = 0 if whole else rng.randrange(WIDTH)
        said.append(f"\x1b[{y + 1};{x + 1}H")
        while x < WIDTH and (whole or rng.random() < 0.7):
            length = min(rng.randint(1, 6), WIDTH - x)
            said.append(piece(rng, length, signs))
            x += length
        said.append("\n" if y < HEIGHT - 1 else "")
    return "".join([*said, "\x1b[1;1H"])


def draws(rng: random.Random) -> list[str]:
    said = [frame(rng, whole=True)]
    for _ in range(30):
        kind = rng.random()
        if kind < 0.1:
            said.append("\x1b]2;Ana's turn\x07")
        elif kind < 0.15:
            said.append("\x1b[2J")
        elif kind < 0.2:
            # Where terminals do not agree on the width, rows are whole, as they were before.
            said.append("\x1b[2;1H中" + " " * (WIDTH - 2) + "\x1b[1;1H")
        else:
            said.append(frame(rng, whole=kind > 0.8))
            if rng.random() < 0.3:
                said.append(said[-1])
    return said


@pytest.mark.parametrize("seed", range(40))
def test_the_picture_is_the_same(seed: int) -> None:
    mirror = Mirror()
    plain, ours = pyte.Screen(WIDTH, HEIGHT), pyte.Screen(WIDTH, HEIGHT)
    one, other = pyte.Stream(plain), pyte.Stream(ours)
    for data in draws(random.Random(seed)):
        one.feed(data)
        other.feed(mirror.draw(data, (WIDTH, HEIGHT)))
        assert picture(plain) == picture(ours), repr(data)
        assert (plain.cursor.y, plain.cursor.x) == (ours.cursor.y, ours.cursor.x)


@pytest.mark.parametrize("seed", range(40))
def test_a_style_that_is_in_force_is_not_said_again(seed: int) -> None:
    data = frame(random.Random(seed), whole=True)
    plain, ours = pyte.Screen(WIDTH, HEIGHT), pyte.Screen(WIDTH, HEIGHT)
    pyte.Stream(plain).feed(data)
    pyte.Stream(ours).feed(thrifty(data))
    assert picture(plain) == picture(ours)
    assert len(thrifty(data)) < len(data)


def test_a_frame_that_is_shown_already_costs_nothing() -> None:
    mirror, data = Mirror(), frame(random.Random(1), whole=True)
    assert mirror.draw(data, (WIDTH, HEIGHT))
    assert mirror.draw(data, (WIDTH, HEIGHT)) == ""


def test_a_new_size_is_drawn_in_full_though_parts_of_it_came_before() -> None:
    mirror, rng = Mirror(), random.Random(2)
    data = frame(rng, whole=True)
    mirror.draw(data, (WIDTH + 5, HEIGHT))
    mirror.draw(frame(rng), (WIDTH, HEIGHT))  # of the old size, on its way when the new one came
    assert mirror.draw(data, (WIDTH, HEIGHT)) == thrifty(data)


def test_what_is_no_frame_passes_as_it_is_and_all_is_drawn_anew_after_it() -> None:
    mirror, data = Mirror(), frame(random.Random(3), whole=True)
    mirror.draw(data, (WIDTH, HEIGHT))
    for other in (
        "\x1b[?1049h",
        "\x1b[>1u",
        "\x1b]52;c;eA==\x1b\\",
        "\x1bP+q\x1b\\",
        "\x1b[58;5;1mx",
    ):
        assert mirror.draw(other, (WIDTH, HEIGHT)) == other
    assert mirror.draw(data, (WIDTH, HEIGHT)) == thrifty(data)


def game(folder: Path, raw: Path, size: tuple[int, int]) -> Any:
    words = [sys.executable, "-c", WRITES_DOWN, str(raw)]
    env = clean_environment(folder) | {"COLORTERM": "truecolor", "LANG": "fr_FR.UTF-8"}
    return in_terminal(
        [*words, "play", "--seats", "3", "--seed", "7", "--bots", "greedy"], env, size
    )


def test_a_game_with_pages_and_another_size_looks_as_the_toolkit_drew_it(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    with game(tmp_path, raw, (100, 30)) as person:
        person.until("1")
        person.settle(0.5)
        person.resize(80, 24)
        person.settle(1.0)
        for key in ("?", "\x1b", "r", "\x1b", "l", "\x1b", "1", "\r", "h", "i", "1", "\r"):
            person.type(key)
            person.settle(0.4)
        same_picture(person, raw)


def test_ctrl_l_draws_all_anew(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    with game(tmp_path, raw, (80, 24)) as person:
        person.until("1")
        person.settle(0.5)
        whole = person.text
        person.screen.reset()
        person.type("\x0c")
        person.until(lambda text: text == whole)


def test_a_terminal_that_was_small_for_a_moment_gets_all_anew(tmp_path: Path) -> None:
    with game(tmp_path, tmp_path / "raw", (80, 24)) as person:
        person.until("1")
        person.settle(0.5)
        whole = person.text
        person.screen.reset()  # what it showed is cut; the program meets the same size again
        person.process.send_signal(signal.SIGWINCH)
        person.until(lambda text: text == whole)


def test_after_a_halt_all_is_drawn_anew_and_the_terminal_given_back_at_the_end(
    tmp_path: Path,
) -> None:
    with game(tmp_path, tmp_path / "raw", (80, 24)) as person:
        person.until("1")
        person.settle(0.5)
        whole = person.text
        person.process.send_signal(signal.SIGSTOP)
        person.screen.reset()
        person.process.send_signal(signal.SIGCONT)
        person.until(lambda text: text == whole)
        for number in (signal.SIGTERM, signal.SIGCONT):  # as systemd sends them
            person.process.send_signal(number)
        person.until("terminé par SIGTERM")
        person.process.wait(60)
        assert not person.modes_left()


def same_picture(person: Terminal, raw: Path) -> None:
    def same(_: str) -> bool:
        # Read each time: a slow machine draws for longer than a person waits between two keys.
        drawn = pyte.Screen(person.screen.columns, person.screen.lines)
        pyte.Stream(drawn).feed(raw.read_text())
        return picture(drawn) == picture(person.screen)

    person.until(same, seconds=60)
