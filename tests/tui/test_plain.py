"""The line mode, as a real process with pipes: whole games, alone and between machines."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import in_terminal
from tui.tongue import Tongue


class Reader:
    """A person who listens to lines, and types some."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.heard: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def next(self, seconds: float = 120.0) -> str | None:
        line = self._lines.get(timeout=seconds)
        if line is not None:
            self.heard.append(line)
        return line

    def until(self, *parts: str) -> str:
        """The first line that has one of these parts."""
        while (line := self.next()) is not None:
            if any(part in line for part in parts):
                return line
        raise AssertionError("\n".join(self.heard[-20:]))


@contextmanager
def plain(folder: Path, *words: str, **env: str) -> Iterator[Reader]:
    folder.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*CABOOSE, *words, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=clean_environment(folder) | {"TERM": "dumb"} | env,
    )
    try:
        yield Reader(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def first_move(person: Reader) -> None:
    """Ask what can be done, and do the first of it."""
    person.type("moves")
    line = person.next()
    assert line is not None
    while ": " not in line or not line.split(":")[0].split()[0].islower():
        line = person.next()
        assert line is not None
    # Moves of À toute vapeur! have colons of their own.
    person.type(line.partition(": ")[0])


ASKS = ("Your turn", "Choose the contract", "Claim an", "ends your turn", "end your turn", "have to",
        "Investor:", "Pickpocket:", "Switchman:", "Director:")  # fmt: skip
OVER = ("Kept as",)


@pytest.mark.parametrize("game", ["continental-express", "a-toute-vapeur"])
def test_a_whole_game_is_played_in_lines(tmp_path: Path, game: str) -> None:
    with plain(tmp_path, "play", game, "--seats", "2", "--bots", "random", "--seed", "7") as person:
        for _ in range(400):
            if person.until(*ASKS, *OVER).startswith(OVER):
                break
            first_move(person)
        assert person.process.wait(120) == 0
    text = "\n".join(person.heard)
    assert " win" in text
    assert "Traceback" not in text
    assert "\x1b" not in text
    assert not any(ord(char) < 32 for line in person.heard for char in line)
    assert len(list((tmp_path / "data" / "games").iterdir())) == 1


@pytest.mark.parametrize("game", ["continental-express", "a-toute-vapeur"])
def test_every_command_answers(tmp_path: Path, game: str) -> None:
    with plain(tmp_path, "play", game, "--seats", "2", "--seed", "7") as person:
        title = "Continental Express." if game == "continental-express" else "À toute vapeur!"
        assert person.next() == title
        person.until(*ASKS)
        own = "contract" if game == "continental-express" else "hand"
        for command, answer in (
            ("help", "leave the table"),
            ("table", "in the pile" if game == "a-toute-vapeur" else "You:"),
            (own, "Contract 2: " if own == "contract" else "Your hand: "),
            ("moves", ": "),
            ("hint", ": "),
            ("why", "Nothing was refused"),
            ("why nonsense", "no move of this game"),
            ("rules", "Sections: 1 The aim"),
            ("rules 1", "The aim"),
            ("rules ruling 8:", "Ruling 8: "),
            ("rules zeppelin", "do not say zeppelin"),
            ("log", ""),
            ("again", ""),
            ("tabel", "Did you mean: table"),
            ("", ""),
            ("xyzzy \x1b[2J", "no move and no command"),
        ):
            person.type(command)
            if answer:
                person.until(answer)
        person.type("quit")
        person.until("Kept as")
        assert person.process.wait(120) == 0


def test_a_refused_move_says_why_and_why_says_it_again(tmp_path: Path) -> None:
    with plain(tmp_path, "play", "--seats", "2", "--seed", "7") as person:
        person.until("Choose the contract")
        person.type("take 1 0")
        person.until("No: first choose which contract to keep.")
        person.type("why")
        person.until("Because first choose which contract to keep.")
        person.type("why keep 2")
        person.until("You can do that now.")


def test_what_is_short_for_one_move_makes_it_and_for_several_names_them(tmp_path: Path) -> None:
    with plain(tmp_path, "play", "--seats", "3", "--seed", "7") as person:
        person.until("Choose the contract to keep: 1 or 2.")
        person.type("keep")
        person.until("no move and no command")
        person.type("1")
        person.until("You: contract kept.")
        person.until("Your turn: take a card.")
        person.type("take 3")  # without a ticket only the free card can be taken
        person.until("You: Ticket from line 3, free.")
        person.until("Your turn: take a card.")
        person.type("take 1")
        person.until("Which one? take 1 0; take 1 1")


def test_the_end_of_the_input_leaves_the_game_and_keeps_it(tmp_path: Path) -> None:
    with plain(tmp_path, "play", "--seed", "7") as person:
        person.until("Choose the contract")
        assert person.process.stdin is not None
        person.process.stdin.close()
        person.until("Kept as")
        assert person.process.wait(120) == 0


def test_a_signal_ends_it_with_the_game_kept(tmp_path: Path) -> None:
    with plain(tmp_path, "play", "--seed", "7") as person:
        person.until("Choose the contract")
        person.process.send_signal(signal.SIGTERM)
        person.until("Kept as")
        assert person.process.wait(120) == 143


def test_what_is_said_is_in_the_language_of_the_locale(tmp_path: Path) -> None:
    french = {"LC_ALL": "fr_FR.UTF-8", "PYTHONUTF8": "1"}  # LC_ALL is set where CI runs
    with plain(tmp_path, "play", "--seed", "7", **french) as person:
        person.until("Vous : ")
        person.type("help")
        person.until(Tongue("fr").one("what lies on the table"))


@pytest.mark.slow
def test_two_people_and_a_watcher_play_a_networked_game_in_lines(tmp_path: Path) -> None:
    with ExitStack() as stack:

        def come(name: str, *words: str) -> Reader:
            return stack.enter_context(plain(tmp_path / name, *words))

        ana = come("ana", "host", "--seats", "2", "--me", "Ana")
        line = ana.until("caboose join mqtt://")
        where = line[line.index("mqtt://") :].strip()
        ben = come("ben", "join", where, "--me", "Ben [bold]\x1b[31m")
        ben.until("type ready")
        eve = come("eve", "watch", where, "--me", "Eve")
        eve.until("Type help")
        ben.type("say hello [red]you[/] \x1b[2J")
        ana.until("says: hello [red]you[/] [2J")
        ana.type("people")
        ana.until("1: Ben")
        ana.type("mute 1")
        ana.until("is muted")
        ben.type("say nobody hears this")
        ana.type("mute 7")
        ana.until("Whom?")
        ana.type("mute 1")
        ana.until("You hear Ben")
        ben.type("say back again")
        ana.until("says: back again")
        for person in (ana, ben):
            person.type("ready")
        ben.until("Type help", *ASKS)
        again = come("ben", "join", where, "--me", "Ben")
        again.until("Type watch to watch it here")
        again.type("watch")
        again.until("Ana: wagons none")
        again.type("quit")
        assert again.process.wait(120) == 0
        done = {id(ana): False, id(ben): False}
        end = time.monotonic() + 240
        first = [ana, ben]
        turns = 0
        while not all(done.values()):
            assert time.monotonic() < end
            for person in first:
                if done[id(person)]:
                    continue
                try:
                    line = person.next(0.3) or ""
                except queue.Empty:
                    continue
                if any(part in line for part in ASKS):
                    first_move(person)
                    turns += 1
                done[id(person)] = line.startswith("Kept as")
        assert turns > 10
        assert " win" in eve.until(" win")
        for person in (ana, ben):
            assert any(" win" in line for line in person.heard)
            assert "\x1b" not in "".join(person.heard)
        ana.until("Type another")
        ana.type("another")
        ben.until("Another game: wanted by Ana")
        ben.type("another")
        for person in (ana, ben):
            person.until("The next game's table is open.")
            person.until("Type help for the commands.")
            person.until("wagons none")
            person.type("quit")
            person.until("Your seat is kept")
            assert person.process.wait(120) == 0


def test_a_terminal_without_a_screen_is_told_of_the_line_mode(tmp_path: Path) -> None:
    env = clean_environment(tmp_path) | {"TERM": "dumb"}
    with in_terminal([*CABOOSE, "play"], env) as person:
        assert person.end() == 1
        assert "caboose play --plain" in " ".join(person.text.split())
    done = subprocess.run(
        [*CABOOSE, "join", "x", "--no-lan"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env=env, check=False,
    )  # fmt: skip
    assert "caboose join --plain" in done.stderr


def test_people_at_one_terminal_have_no_line_mode(tmp_path: Path) -> None:
    with plain(tmp_path, "play", "--humans", "2") as person:
        person.until("--plain is for one person")
        assert person.process.wait(120) == 2


def test_a_line_without_end_is_cut(tmp_path: Path) -> None:
    with plain(tmp_path, "play", "--seed", "7") as person:
        person.until("Choose the contract")
        assert person.process.stdin is not None
        os.write(person.process.stdin.fileno(), b"x" * 300_000 + b"\xff\xfe\n")
        person.until("no move and no command")
        person.type("again")
        person.until("Choose the contract")
