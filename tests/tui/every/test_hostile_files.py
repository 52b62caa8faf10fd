"""Invites, settings, transcripts and the book of games made to do harm: one clear line, no escape in it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from netplay.transcript import encode
from tests.netplay.kept_games import keep
from tests.tui.every.hostile import HOSTILE
from tui import settings
from tui.cli.main import main
from tui.history.book import FILE_NAME, Book


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path / "config"))
    (tmp_path / "config").mkdir()
    return tmp_path


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("before", ["caboose:", "mqtt://", ""])
def test_an_invite_or_address_that_is_none_is_refused_in_one_line(
    kind: str, before: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Without a terminal nothing opens, whatever the text may be good for.
    assert main(["join", before + HOSTILE[kind]]) != 0
    out, err = capsys.readouterr()
    assert not out
    assert err.rstrip("\n").isprintable()
    assert len(err) < 600


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_of_settings_is_spoken_of_in_printable_sentences(kind: str, folder: Path) -> None:
    name = (
        json.dumps(HOSTILE[kind], ensure_ascii=True).replace("\\ud83d", "?").replace("\\udc", "?")
    )
    (folder / "config" / settings.FILE_NAME).write_text(f"{name} = 1\ntheme = {name}\n")
    _found, faults = settings.read()
    assert all(fault.isprintable() for fault in faults)
    (folder / "config" / settings.FILE_NAME).write_bytes(HOSTILE[kind].encode("utf-8"))
    _found, faults = settings.read()
    assert faults
    assert all(fault.isprintable() for fault in faults)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_book_of_games_that_somebody_wrote_into_lists_names_without_escapes(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = folder / "data" / "games"
    games.mkdir(parents=True)
    (games / "1.caboose").write_bytes(encode(keep("continental-express", 2, "local").records))
    Book(games, None).games()
    with sqlite3.connect(games / FILE_NAME) as book:
        (line,) = book.execute("SELECT line FROM game").fetchone()
        fields = json.loads(line)
        fields[1] = [HOSTILE[kind]] * 2
        book.execute("UPDATE game SET line = ?", (json.dumps(fields),))
    book.close()
    assert main(["history"]) == 0
    out, err = capsys.readouterr()
    assert all(row.isprintable() for row in (out + err).split("\n"))
