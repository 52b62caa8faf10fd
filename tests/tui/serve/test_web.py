"""``caboose serve-web``, in a real browser, and asked by those who should not."""

from __future__ import annotations

import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.tui.serve.browser import browser, needs_chromium
from tests.tui.serve.playing import play_to_the_end
from tests.tui.serve.servers import CABOOSE, clean_environment

pytest.importorskip("textual_serve", reason="the extra `serve` is not installed")


class Page:
    """One ``caboose serve-web``."""

    def __init__(self, folder: Path, process: subprocess.Popen[str], port: int, told: str) -> None:
        self.folder, self.process, self.port, self.told = folder, process, port, told

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wire(self, **headers: str) -> object:
        """The wire as a page opens it."""
        return connect(
            f"ws://127.0.0.1:{self.port}/ws?width=80&height=24",
            additional_headers=headers,
            open_timeout=120,
        )


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Page]:
    # Somebody who was here before: nothing is asked first.
    (folder / "config").mkdir(parents=True, exist_ok=True)
    (folder / "config" / "name").write_text("Robin\n")
    process = subprocess.Popen(
        [*CABOOSE, "serve-web", "--port", "0", *options],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=clean_environment(folder),
    )  # fmt: skip
    assert process.stdout is not None
    told = ""
    while "until ctrl-c" not in told:
        line = process.stdout.readline()
        assert line, told
        told += line
    found = re.search(r":(\d+) in a browser", told)
    try:
        yield Page(folder, process, int(found[1]) if found else 0, told)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with serving(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.mark.slow
@needs_chromium
def test_a_whole_game_is_played_in_a_browser(page: Page, tmp_path: Path) -> None:
    with browser(tmp_path, page.url) as person:
        person.until("D E P A R T U R E S")
        person.until("depart")
        person.type("1\r")
        person.until("Choose the contract")
        assert len(person.picture()) > 20_000, "the page is painted, not only sent"
        play_to_the_end(person)  # type: ignore[arg-type] # it has what is needed of a terminal
        person.until(" win")
        person.type("q")
        end = time.monotonic() + 120
        while not person.closed and time.monotonic() < end:
            person.settle()
        assert person.closed, "the page is told that the game has ended"
        own = (page.url, "about:", "data:", "ws:", "blob:")
        assert not [url for url in person.asked if not url.startswith(own)], "it asks nobody else"
    (kept,) = (page.folder / "data" / "games").iterdir()
    assert kept.stat().st_size > 0


@needs_chromium
def test_a_page_that_is_closed_leaves_its_game_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "web") as page:
        with browser(tmp_path, page.url) as person:
            person.until("depart")
            person.type("\r")
            person.until("Choose the contract")
        games = page.folder / "data" / "games"
        end = time.monotonic() + 120
        while not games.exists() or not list(games.iterdir()):
            assert time.monotonic() < end
            time.sleep(0.1)


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}],
)
def test_only_a_page_of_this_server_opens_a_game(page: Page, headers: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        page.wire(**headers)
    assert refused.value.response.status_code == 403


def test_a_foreign_name_for_this_machine_is_refused(page: Page) -> None:
    asked = urllib.request.Request(page.url, headers={"Host": f"evil.example:{page.port}"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    assert refused.value.code == 403


def test_what_is_not_of_the_wire_ends_that_page_alone(page: Page) -> None:
    origin = page.url
    for junk in ("{", "[]", '["stdin"]', '["resize", 7]', "[" * 5000):
        with page.wire(Origin=origin) as line:  # type: ignore[attr-defined]
            line.send(junk)
            for _frame in line:  # until it is closed
                pass
            assert line.close_code is not None
    with page.wire(Origin=origin) as line:  # type: ignore[attr-defined]
        line.send('["resize", {"width": 4000000, "height": -1}]')
        assert line.recv(timeout=120)


def test_the_page_has_no_door_to_files(page: Page) -> None:
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/download/x", "/static/"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(page.url + path)
        assert refused.value.code in (403, 404)


def test_others_are_let_in_only_when_told_so_and_with_a_warning(tmp_path: Path) -> None:
    with serving(tmp_path / "own") as page:
        assert "warning" not in page.told
    with serving(tmp_path / "all", "--host", "0.0.0.0") as page:
        assert "warning: anyone who can reach this address can play here" in page.told
        with page.wire(Origin=page.url) as line:  # type: ignore[attr-defined]
            text = ""
            end = time.monotonic() + 120
            while "could see" not in text and time.monotonic() < end:
                data = line.recv(timeout=120)
                text += data.decode("utf-8", "replace") if isinstance(data, bytes) else data
            assert "play for you" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|[│\s]+", " ", text)
            (guest,) = (page.folder / "data" / "guests").iterdir()
        end = time.monotonic() + 120
        while guest.exists():
            assert time.monotonic() < end, "a guest of a page leaves nothing"
            time.sleep(0.1)
