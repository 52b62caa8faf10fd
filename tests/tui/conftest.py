"""Language, keys, signs and palette belong to the process: each test of the screen begins as usual."""

from collections.abc import Iterator

import pytest

from tui import keymap, palette, tongue


@pytest.fixture(autouse=True)
def the_usual_look(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a test wears and speaks, and whatever terminal the tests run in."""
    monkeypatch.setenv("TERM", "xterm-256color")
    yield
    tongue.use("en")
    keymap.remap({})
    palette.use(palette.DARK)
