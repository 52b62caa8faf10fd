"""`caboose host`, `join` and `watch` before the screen opens: what they take, what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, caboose, english, environment
from tui import person
from tui.cli import people
from tui.cli.errors import Usage
from tui.typed import Typed

__all__ = ["caboose", "english", "environment"]

CODE = "94689243020b"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gare de Lyon", (None, "Gare de Lyon")),
        (CODE, (None, CODE)),
        ("mqtt://host:1", ("mqtt://host:1", "")),
        ("mqtt://host", ("mqtt://host", "")),
        (f"mqtt://host:1/{CODE}", ("mqtt://host:1", CODE)),
        ("mqtt://host:1/lyon", ("mqtt://host:1", "lyon")),
        (f"mqtts://[::1]:1/{CODE}", ("mqtts://[::1]:1", CODE)),
        (f"wss://host/mqtt/{CODE}", ("wss://host/mqtt", CODE)),
        ("wss://host/mqtt", ("wss://host/mqtt", "")),
    ],
)
def test_a_table_is_named_in_four_ways(text: str, found: tuple[str | None, str]) -> None:
    assert people.table_of(text) == found


@pytest.mark.parametrize("text", ["", " \x1b ", "mqtt://", "mqtt://a b/x", "http://host/x"])
def test_what_names_no_table_is_refused(text: str) -> None:
    with pytest.raises(Usage):
        people.table_of(text)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("host", "--seats", "9"), "--seats"),
        (("host", "--seats", "2", "--bots", "greedy,greedy"), "besides you"),
        (("host", "--port", "x"), "--port"),
        (("host", "--port", "1", "--broker", "mqtt://h"), "--port is for a broker of its own"),
        (("host", "--broker", "nowhere"), "neither an address"),
        (("host", "--name", "\u200b"), "--name"),
        (("host", "no-such-game"), "no-such-game"),
        (("join",), "required"),
        (("join", "mqtt://h:99999/x"), "port"),
        (("join", "caboose:AAAA"), "invite"),
        (("watch", "mqtt://h/x", "--broker", "mqtt://g"), "--broker"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(
    caboose: Run, words: tuple[str, ...], says: str
) -> None:
    done = caboose(*words)
    assert done.code in (1, 2)
    assert says in done.complaint()


@pytest.mark.parametrize("words", [("host",), ("join", "x"), ("watch", "x")])
def test_without_a_terminal_nothing_is_made(
    caboose: Run, words: tuple[str, ...], tmp_path: Path
) -> None:
    done = caboose(*words)
    assert (done.code, "needs a terminal" in done.complaint()) == (1, True)
    assert not (tmp_path / "config").exists()


def test_a_name_is_kept_cleaned_and_read_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    assert person.kept_name() == ""
    assert person.keep_name(" Ana\x1b[31m\n ") == "Ana[31m"
    assert person.kept_name() == "Ana[31m"
    with pytest.raises(ValueError, match="letter"):
        person.keep_name("\u200b")


def test_a_damaged_name_file_is_no_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    (tmp_path / "name").write_bytes(b"\xff\xfe\x00\x1b" + b"x" * 10_000)
    assert "\x1b" not in person.kept_name()
    assert len(person.kept_name()) <= 24


def test_a_typed_line_takes_letters_paste_and_corrections() -> None:
    line = Typed(limit=6)
    for key, character in (("A", "A"), ("space", " "), ("é", "é"), ("up", None), ("tab", "\t")):
        line.key(key, character)
    assert line.text == "A é"
    line.key("backspace", None)
    line.paste("one\ntwo\x1b[2J three")
    assert line.text == "A one "[:6]
    line.key("ctrl+u", None)
    assert line.text == ""
    line.text = "wide 漢字漢字"
    assert line.line("> ", 10).width == 10


def test_nothing_of_the_network_is_loaded_before_the_first_frame() -> None:
    program = (
        "import json, sys; import tui.cli.home, tui.app, tui.plan, tui.screens.home; "
        "tui.app.CabooseApp(plan=tui.plan.Look()); print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = set(json.loads(done.stdout))
    heavy = {"nacl", "aiomqtt", "paho", "amqtt", "zeroconf", "netplay.lobby", "tui.concourse"}
    assert not loaded & heavy
