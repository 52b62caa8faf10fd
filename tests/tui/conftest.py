"""Language, keys, signs and palette belong to the process: each file of tests begins as usual."""

from collections.abc import Iterator

import pytest

from tui import keymap, palette, tongue


@pytest.fixture(autouse=True, scope="module")
def the_usual_look() -> Iterator[None]:
    """What a file before this one has left in force is put back."""
    tongue.use("en")
    keymap.remap({})
    palette.use(palette.DARK)
    yield
    tongue.use("en")
    keymap.remap({})
    palette.use(palette.DARK)
