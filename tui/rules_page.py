"""A game's rules as lines of a width: signs drawn, what is searched for marked, where sections begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.style import Style

from tui import marks as m
from tui.line import Line
from tui.marks import Marks
from tui.rulebook import SIGN, Book, Kind, Paragraph, hits, paragraphs

_STYLES: Final = {
    Kind.TITLE: m.TITLE,
    Kind.RULING: m.STRONG,
    Kind.TEXT: m.TEXT,
    Kind.EXAMPLE: m.TEXT,
}
_HIT: Final = m.STAGED
_ITEM: Final = re.compile(r"\d\. |- ")


class Page(NamedTuple):
    """``starts``: the first line of each section. ``hits``: lines with what is searched for."""

    lines: list[Line]
    starts: list[int]
    hits: list[int]


class _Part(NamedTuple):
    """A piece of a word: text, or a sign by name; ``at``: where it stands in the words read aloud."""

    plain: str
    sign: str
    at: int


class _Word(NamedTuple):
    """``gap``: blanks before it."""

    gap: int
    parts: tuple[_Part, ...]


def write(book: Book, width: int, marks: Marks, wanted: str = "") -> Page:
    """The whole book; ``wanted`` is marked wherever it stands."""
    page = Page([], [], [])
    ruled = False
    for one in paragraphs(book):
        if page.lines and (one.kind in (Kind.TITLE, Kind.RULING)):
            page.lines.append(Line())
        if one.kind is Kind.TITLE:
            page.starts.append(len(page.lines))
        for line, hit in _flow(one, book, marks, width, wanted, 2 if ruled else 0):
            if hit:
                page.hits.append(len(page.lines))
            page.lines.append(line)
        ruled = one.kind is Kind.RULING
    return page


def _flow(
    one: Paragraph, book: Book, marks: Marks, width: int, wanted: str, indent: int
) -> Iterator[tuple[Line, bool]]:
    """A paragraph's lines, each with whether something in it is marked."""
    words, plain = _words(one.text, book)
    found = hits(plain, wanted)
    style = _STYLES[one.kind]
    example = one.kind is Kind.EXAMPLE
    first = 4 if example else indent
    later = first + (3 if example or _ITEM.match(one.text) else 0)
    if one.text.startswith("{") and not example:
        later = first + 4
    line, marked = Line(" " * first, style), False
    for word in words:
        drawn, hit = _draw(word.parts, book, marks, style, found)
        gap = word.gap if example else min(word.gap, 1)
        if line.width > later and line.width + gap + drawn.width > width:
            yield line, marked
            line, marked, gap = Line(" " * later, style), False, 0
        line.add(" " * gap, style).join(drawn)
        marked = marked or hit
    yield line, marked


def _words(text: str, book: Book) -> tuple[list[_Word], str]:
    """Words with their parts, and all of it as it would be read aloud."""
    words: list[_Word] = []
    plain = ""
    gap = 0
    for chunk in re.split(r"( +)", text):
        if not chunk.strip():
            gap = len(chunk)
            continue
        plain += " " if plain else ""
        parts: list[_Part] = []
        for n, piece in enumerate(SIGN.split(chunk)):
            if not piece:
                continue
            if n % 2 and parts and parts[-1].sign:
                plain += " "
            says = book.word(piece) if n % 2 else piece
            parts.append(_Part(says, piece if n % 2 else "", len(plain)))
            plain += says
        words.append(_Word(gap, tuple(parts)))
        gap = 0
    return words, plain


def _draw(
    parts: Sequence[_Part], book: Book, marks: Marks, style: Style, found: Sequence[tuple[int, int]]
) -> tuple[Line, bool]:
    """A word as it is shown, and whether any of it is marked."""
    line = Line()
    any_hit = False
    for part in parts:
        end = part.at + len(part.plain)
        here = [(max(a, part.at), min(b, end)) for a, b in found if a < end and b > part.at]
        any_hit = any_hit or bool(here)
        if part.sign:
            drawn = book.draw(Line(), part.sign, marks)
            line.join(Line(drawn.text, _HIT) if here else drawn)
            continue
        at = part.at
        for a, b in here:
            line.add(part.plain[at - part.at : a - part.at], style)
            line.add(part.plain[a - part.at : b - part.at], _HIT)
            at = b
        line.add(part.plain[at - part.at :], style)
    return line, any_hit
