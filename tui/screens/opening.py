"""A table to open: its name, where it is, who comes in, what happens to who is gone, who chats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from netplay.lobby.wire import TABLE_NAME
from tui import keymap
from tui import marks as m
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.policy import span
from tui.screens.base import CabooseScreen
from tui.tongue import N_, _
from tui.typed import Typed

_LABEL: Final = 26
_TIMES: Final = (30, 60, 120, 300, 900, 3600, 8 * 3600, 86400, 3 * 86400)


class Terms(NamedTuple):
    """What a table is opened with; see ``tui.plan.Host`` for what each means.

    ``where``: the place, of those that there are to choose from.
    """

    name: str
    where: int = 0
    visibility: int = 0
    gone: int = 1
    seconds: int = 120
    claim: bool = False
    seats_only_chat: bool = False


_ROWS: Final[tuple[tuple[str, str, str], ...]] = (
    ("name", N_("Its name"), N_("what others see it by")),
    ("where", N_("Where"), N_("the broker at which others find it")),
    (
        "visibility",
        N_("Who finds it"),
        N_(
            "everyone: it is on Departures; by its code: in nobody's list; by invite: sealed, so that "
            "only those whom you give the invite see anything of it"
        ),
    ),
    (
        "gone",
        N_("A seat that is gone"),
        N_("what the table does when somebody whose move is due is not there"),
    ),
    ("seconds", N_("Gone after"), N_("so long a move may take; from an hour on it is a slow game")),
    (
        "claim",
        N_("Claiming"),
        N_("yes: those who are there may agree to end a game as won by them when somebody is gone"),
    ),
    (
        "seats_only_chat",
        N_("Who chats"),
        N_("seats only: who watches reads the chat, and does not write in it"),
    ),
)
_WORDS: Final = {
    "visibility": (N_("everyone"), N_("by its code"), N_("by invite")),
    "gone": (N_("the table waits"), N_("the others vote on a stand-in"), N_("a stand-in plays")),
    "claim": (N_("no"), N_("yes")),
    "seats_only_chat": (N_("everyone there"), N_("seats only")),
}


class OpeningScreen(CabooseScreen):
    """Dismissed with ``enter`` when the table is to be opened on ``terms``, else with an empty text.

    ``game``: what is to be played, in a few words; ``places``: where it can be opened, harmless texts.
    """

    KEYS = keymap.OPENING_HELP

    def __init__(self, marks: Marks, game: str, terms: Terms, places: Sequence[str] = ()) -> None:
        super().__init__()
        self._marks = marks
        self._game = game
        self._places = places
        self._rows = [row for row in _ROWS if row[0] != "where" or len(places) > 1]
        self.terms = terms
        self._typed = Typed(terms.name, TABLE_NAME)
        self._row = 0

    @property
    def typing(self) -> bool:
        """Letters go into the name while its row is chosen."""
        return self._row == 0

    def repaint(self) -> None:
        """A row a term; the chosen one is explained below."""
        width, height = self.app.size
        body = [Line(), Line(f"  {self._game}", m.STRONG), Line()]
        for n, (name, label, _why) in enumerate(self._rows):
            here = n == self._row
            line = Line("  ").add(self._marks.here if here else " ", m.TITLE).add(" ")
            line.add(_(label), m.STRONG if here else m.TEXT).to(_LABEL)
            if name == "name" and here:
                line.join(self._typed.line(" ", width - _LABEL - 4))
            elif name == "name":
                line.add(f" {self._typed.text}", m.TEXT)
            else:
                line.add(f" {self._shown(name)} ", m.STAGED if here else m.TEXT)
            body += [line, Line()]
        body += [
            Line(f"    {text}", m.DIM) for text in wrap(_(self._rows[self._row][2]), width - 10)
        ]
        page = frame(self._marks, _("Open a table"), body, width, height - 1)
        keys = Line(" ").add(f" {_('enter')} ", m.KEY, "enter")
        keys.add(f" {_('opens it')}  ", m.TEXT, "enter")
        keys.add(f" {_('up down')} ", m.KEY).add(f" {_('choose')}  ", m.TEXT)
        keys.add(f" {_('left right')} ", m.KEY, "right").add(f" {_('changes')}  ", m.TEXT, "right")
        keys.add(f" {_('escape')} ", m.KEY, keymap.BACK).add(f" {_('back')}", m.TEXT, keymap.BACK)
        self.lay("page", [*page, keys.fit(width)], 0, 0, width, height)

    def _shown(self, name: str) -> str:
        value = getattr(self.terms, name)
        if name == "where":
            return self._places[int(value)]
        return span(value) if name == "seconds" else _(_WORDS[name][int(value)])

    def typed(self, key: str, character: str | None) -> bool:
        """The name, while its row is chosen."""
        ways = ("enter", "up", "down", keymap.BACK, keymap.INTERRUPT)
        if not self.typing or key in ways:
            return False
        self._typed.key(key, character)
        return True

    def pasted(self, text: str) -> None:
        """A paste goes into the name."""
        if self.typing:
            self._typed.paste(text)
            self.repaint()

    def press(self, key: str) -> None:
        """Choose, change, open, or go back."""
        if key in (keymap.BACK, keymap.LEAVE):
            self.dismiss("")
            return
        if key == "enter":
            self.terms = self.terms._replace(name=self._typed.text.strip())
            self.dismiss(key)
            return
        if key in ("up", "down"):
            self._row = (self._row + (1 if key == "down" else -1)) % len(self._rows)
        elif key in ("left", "right", "space") and not self.typing:
            self._change(self._rows[self._row][0], -1 if key == "left" else 1)
        self.repaint()

    def _change(self, name: str, step: int) -> None:
        now = getattr(self.terms, name)
        count = len(self._places if name == "where" else _WORDS.get(name, ()))
        choices: Sequence[int] = _TIMES if name == "seconds" else range(count)
        value = choices[(choices.index(int(now)) + step) % len(choices)]
        changed: dict[str, Any] = {name: bool(value) if type(now) is bool else value}
        self.terms = self.terms._replace(**changed)
