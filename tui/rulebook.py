"""A game's rules as data: sections, the rulings that belong to them, and signs drawn within the text.

A text holds a paragraph a line. ``1. `` and ``- `` begin items, ``~ `` an example. ``{name}`` is a
sign of the game (a wagon, a company): drawn on the screen, a word wherever there is no drawing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final, NamedTuple

from tui.line import Line
from tui.marks import Marks
from tui.tongue import _

SIGN: Final = re.compile(r"\{(\w+)\}")
EXAMPLE: Final = "~ "


class Ruling(NamedTuple):
    """What was decided where the rulebook is silent; heading and text are marked for translation."""

    number: int
    heading: str
    text: str


class Section(NamedTuple):
    """``name``: by which a board asks for it. Title and text are marked for translation."""

    name: str
    title: str
    text: str
    rulings: tuple[Ruling, ...] = ()


class Book(NamedTuple):
    """The rules of one game. ``word`` and ``draw``: a sign of its texts in words, and drawn."""

    game: str
    sections: tuple[Section, ...]
    word: Callable[[str], str]
    draw: Callable[[Line, str, Marks], Line]

    def find(self, name: str) -> int:
        """The section of that name; the first where there is none."""
        return next((n for n, one in enumerate(self.sections) if one.name == name), 0)


class Kind(Enum):
    """What a paragraph is."""

    TITLE = "a section begins"
    RULING = "a ruling begins"
    TEXT = "text"
    EXAMPLE = "a drawn example"


class Paragraph(NamedTuple):
    """A paragraph in the person's language; its signs are still names. ``section``: by number."""

    kind: Kind
    text: str
    section: int


def paragraphs(book: Book) -> Iterator[Paragraph]:
    """The whole book in reading order, in the language of now."""
    for n, section in enumerate(book.sections):
        yield Paragraph(Kind.TITLE, _(section.title), n)
        for text in _(section.text).splitlines():
            if text.startswith(EXAMPLE):
                yield Paragraph(Kind.EXAMPLE, text[len(EXAMPLE) :], n)
            elif text:
                yield Paragraph(Kind.TEXT, text, n)
        for ruling in section.rulings:
            says = _("Ruling {number}: {heading}", number=ruling.number, heading=_(ruling.heading))
            yield Paragraph(Kind.RULING, says, n)
            yield Paragraph(Kind.TEXT, _(ruling.text), n)


def spoken(text: str, book: Book) -> str:
    """A paragraph's text with its signs as words."""
    parted = re.sub(r" {2,}", ", ", text.replace("}{", "} {"))
    return SIGN.sub(lambda found: book.word(found.group(1)), parted)


def fold(text: str) -> str:
    """For comparing: without case and accents, as many characters as before."""
    return "".join((unicodedata.normalize("NFD", char)[0].casefold() or char)[0] for char in text)


def hits(text: str, wanted: str) -> list[tuple[int, int]]:
    """Where ``wanted`` stands in a text, from and to, whatever the case and the accents."""
    needle = fold(" ".join(wanted.split()))
    if not needle:
        return []
    return [found.span() for found in re.finditer(re.escape(needle), fold(text))]


def found(book: Book, wanted: str) -> list[list[str]]:
    """Every piece in which ``wanted`` stands, as lines of words under its section's title.

    A piece is a paragraph, or a ruling with its heading.
    """
    pieces: list[list[str]] = []
    title = ""
    ruled = False
    for one in paragraphs(book):
        says = spoken(one.text, book)
        if one.kind is Kind.TITLE:
            title = says
            pieces.append([says])
        elif ruled:
            pieces[-1].append(says)
        else:
            pieces.append([title, says])
        ruled = one.kind is Kind.RULING
    return [piece for piece in pieces if any(hits(text, wanted) for text in piece[1:] or piece)]


def section(book: Book, number: int) -> list[str]:
    """A section in words, its title first; a line a paragraph."""
    return [spoken(one.text, book) for one in paragraphs(book) if one.section == number]
