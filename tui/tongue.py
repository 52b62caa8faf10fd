"""The language of the screen: finds the words for every visible sentence, late and a person at a time.

How to wrap. Whatever a person reads on the screen is written in English, at the place where it is
shown, and goes through one of these (import them from here)::

    _("End your turn?")                                   a sentence
    _("Steal {owner}'s train {letter}?", owner=name, letter="B")
    n_("{count} turn left", "{count} turns left", count)  a number decides; ``count`` is a field
    p_("a column", "Age")                                 a word that needs a context to be translated
    N_("Main line")                                       only marks: for constants, which are made
                                                          before the language is known; whoever shows
                                                          the constant calls ``_(THE_CONSTANT)``

The first argument is a literal, never an f-string and never put together from parts: other
languages order their words otherwise. Fields are put in after the translation, so what a stranger
wrote (a name, chat) is a field and is never looked at for braces. Sentences of core and netplay,
which know no language, are translated where they are shown, by ``tui.told.told``.

After wrapping: ``make catalogues`` collects the messages, and a test fails until each has its
French and Italian. docs/translating.md has the rest.

The language belongs to the running task and all tasks it starts: one process may serve several
people (``caboose serve-ssh``), each in their own language, after ``separate``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Codes, with the name each language gives itself."""
ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).with_name("locale")
DOMAIN: Final = "caboose"


class Tongue:
    """The language one person reads; may change while screens are up."""

    __slots__ = ("_words", "code")

    def __init__(self, code: str = ENGLISH) -> None:
        self.code = ENGLISH
        self._words: NullTranslations | None = None
        self.switch(code)

    def switch(self, code: str) -> None:
        """Speak this language from now on; one that is not known is English."""
        self.code = code if code in LANGUAGES else ENGLISH
        self._words = None if self.code == ENGLISH else _catalogue(self.code)

    def one(self, message: str) -> str:
        """The translation, or the message itself."""
        # An empty message is, in a catalogue, its header.
        return self._words.gettext(message) if self._words is not None and message else message

    def number(self, one: str, many: str, count: int) -> str:
        """The form for that number."""
        if self._words is None:
            return one if count == 1 else many
        return self._words.ngettext(one, many, count)

    def within(self, context: str, message: str) -> str:
        """The translation of a message in a context."""
        return message if self._words is None else self._words.pgettext(context, message)


_everybody: Final = Tongue()
_own: Final[ContextVar[Tongue]] = ContextVar("caboose_tongue", default=_everybody)


@lru_cache(maxsize=8)
def _catalogue(code: str) -> NullTranslations:
    import gettext  # late: English needs no catalogue, and neither does `caboose --version`

    return gettext.translation(DOMAIN, FOLDER, [code], fallback=True)


def here() -> Tongue:
    """The tongue of whoever this task works for."""
    return _own.get()


def use(code: str) -> None:
    """Switch the language of this task's person; screens show it with their next repaint."""
    here().switch(code)


def separate(code: str = ENGLISH) -> Tongue:
    """From here on this task, and those it starts, have a language apart from all others."""
    own = Tongue(code)
    _own.set(own)
    return own


def from_locale(environment: Mapping[str, str]) -> str:
    """The language the machine is set to, by LC_ALL, LC_MESSAGES and LANG; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            code = value.partition(".")[0].partition("@")[0].partition("_")[0].lower()
            return code if code in LANGUAGES else ENGLISH
    return ENGLISH


def _(message: str, /, **fields: object) -> str:
    """The message in the person's language, with its fields filled in."""
    text = here().one(message)
    return text.format(**fields) if fields else text


def n_(one: str, many: str, count: int, /, **fields: object) -> str:
    """The form of a message that fits a number; ``count`` is among the fields."""
    return here().number(one, many, count).format(count=count, **fields)


def p_(context: str, message: str, /, **fields: object) -> str:
    """A message whose translation depends on where it stands."""
    text = here().within(context, message)
    return text.format(**fields) if fields else text


def both(names: Sequence[str]) -> str:
    """``Ana``, ``Ana and Ben``, ``Ana, Ben and Cleo``."""
    if len(names) == 1:
        return names[0]
    return _("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def N_(message: str, /) -> str:  # noqa: N802 - the name every gettext tool knows
    """Mark a constant for the catalogues; ``_`` of it is called when it is shown."""
    return message
