"""`caboose rules`: the rules of a game as plain text, whole or only what they say of a word."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.cli.errors import Failed
from tui.cli.parser import Parser

if TYPE_CHECKING:
    from tui.rulebook import Book

_WIDTH: Final = 80
EXAMPLES: Final = """\
examples:
  caboose rules                              of all games
  caboose rules a-toute-vapeur
  caboose rules continental-express --search locomotive
  caboose rules --search "ruling 8"

In the language of the settings or of the locale. Exit code 1 if nothing has the word.
"""


def run(argv: Sequence[str]) -> int:
    """Print them; raises Failed where nothing has the word."""
    from core.games.registry import NAMES
    from tui.cli.values import game_of

    parser = Parser("caboose rules", "The rules, in words of our own.", EXAMPLES)
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"one of: {', '.join(NAMES)}")
    parser.add_argument("--search", metavar="WORD", help="only what has this in it")
    found = parser.parse_args(list(argv))
    games = [game_of(found.game).name] if found.game is not None else list(NAMES)
    from tui.boards.registry import rules

    said = [_whole(book) if found.search is None else _about(book, found.search)
            for book in map(rules, games)]  # fmt: skip
    if not any(said):
        raise Failed(f"the rules do not say {found.search[:40]!r}")
    print("\n\n".join("\n".join(lines) for lines in said if lines))
    return 0


def _whole(book: Book) -> list[str]:
    """The title, and every section under its number."""
    from tui.rulebook import Kind, paragraphs, spoken

    lines = [book.game]
    for one in paragraphs(book):
        says = spoken(one.text, book)
        if one.kind is Kind.TITLE:
            says = f"{one.section + 1}. {says}"
        if one.kind in (Kind.TITLE, Kind.RULING):
            lines.append("")
        lines += _wrapped(says, "    " if one.kind is Kind.EXAMPLE else "")
    return lines


def _about(book: Book, wanted: str) -> list[str]:
    """What holds the word, each under the title of its section."""
    from tui.rulebook import found

    lines: list[str] = []
    title = ""
    for piece in found(book, wanted):
        if piece[0] != title:
            title = piece[0]
            lines += ["", f"{book.game}: {title}"]
        for text in piece[1:]:
            lines += _wrapped(text, "  ")
    return lines[1:]


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()), _WIDTH, initial_indent=indent, subsequent_indent=indent,
        break_on_hyphens=False,
    )  # fmt: skip
