"""Writes the golden games anew, after a change of the rules that was meant.

    python -m tests.golden.make

Every game's file is played again, and its digest goes into the game's ``golden.py``: with it the
rules id changes, and peers with the old rules no longer sit down with those who have the new ones.
A change of nothing but speed or shape must leave both files as they are.
"""

from __future__ import annotations

import re
from pathlib import Path

from core.games.registry import game as find
from core.kernel.canonical import digest
from tests.golden.play import PLANS, lines

HERE = Path(__file__).resolve().parent
MODULES = {
    name: (HERE.parents[1] / type(find(name)).__module__.replace(".", "/")).with_name("golden.py")
    for name in PLANS
}
"""Where each game keeps the digest of its golden games."""


def path(name: str) -> Path:
    """The file of a game's golden games."""
    return HERE / f"{name}.jsonl"


def file_digest(name: str) -> str:
    """BLAKE2b, 16 bytes, in hex, of the file as it is."""
    return digest(path(name).read_bytes()).hex()


def make(name: str) -> None:
    """Write both files of one game."""
    text = "".join(line + "\n" for line in lines(name))
    path(name).write_text(text, encoding="ascii", newline="\n")
    module = MODULES[name]
    source = module.read_text(encoding="utf-8")
    source, found = re.subn(
        r'^GOLDEN: Final = "\w*"$',
        f'GOLDEN: Final = "{file_digest(name)}"',
        source,
        flags=re.MULTILINE,
    )
    if found != 1:
        raise SystemExit(f"{module.name} of {name} has no line for the digest")
    module.write_text(source, encoding="utf-8", newline="\n")
    print(f"{name}: {len(text.splitlines())} games, digest {file_digest(name)}")


if __name__ == "__main__":
    for each in PLANS:
        make(each)
