"""What the boards of all games draw alike: key caps, the header's right end, refusals, the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

from netplay.table import (
    EVENTS,
    Decided,
    Event,
    Faltered,
    Finished,
    Overturned,
    Urged,
    Withdrawn,
)
from tui import marks as m
from tui.foreign import plain, short
from tui.line import Line, frame, wrap
from tui.live import QUIET, Status
from tui.marks import Marks
from tui.told import told
from tui.tongue import N_, _, both, here, n_, p_

YOU: Final = N_("You")
"""The name of who plays without one."""


class Tone(Enum):
    """How a line of the log is shown."""

    PLAIN = "a move"
    EVENT = "an event or a turn of the game"


class Entry(NamedTuple):
    """One line of the log; ``seat`` is who did it."""

    text: str
    seat: int | None = None
    tone: Tone = Tone.PLAIN


def key(line: Line, press: str, live: bool, shown: str | None = None) -> Line:
    """A key cap: bright where the key does something now."""
    return line.add(shown or press, m.KEY if live else m.DIM, press)


def header(title: str, line: Line, width: int, status: Status = QUIET) -> Line:
    """The header with the keys that always work at its right end.

    ``? keys`` and ``q leave`` stay whatever happens: who is lost needs them. For ``status``, which
    tells of a lost link, first the other keys give way, then the game's ``title``.
    """
    says = _with_aside(title, line, width, status)
    gap = 2 if says else 0
    whole = Line(title, m.TITLE).join(line)
    lean = _always()
    need = gap + cell_len(says) + lean.width
    left = whole if whole.width + need <= width else line
    # A lost link is told before whose turn it is; all else gives way to that.
    kept = min(left.width, width // 2) if status.warns else left.width
    says = short(says, max(6, width - lean.width - gap - kept)) if says else ""
    taken = left.width + gap + cell_len(says)
    right = lean
    for tried in (_always(("r", _("rules")), *status.keys), _always(*status.keys)):
        if taken + tried.width <= width:
            right = tried
            break
    room = width - right.width - gap - cell_len(says)
    return (
        left.fit(min(left.width, room))
        .to(room + gap)
        .add(says, m.WARN if status.warns else m.DIM)
        .to(width - right.width)
        .join(right)
    )


def _with_aside(title: str, line: Line, width: int, status: Status) -> str:
    """The status, with what is beside the point where everything else stands there in full."""
    more = ", ".join(text for text in (status.text, status.aside) if text)
    taken = cell_len(title) + line.width + 2 + cell_len(more) + _always(*status.keys).width
    return more if status.aside and taken <= width else status.text


def _always(*more: tuple[str, str]) -> Line:
    """Keys of the header: the two that always stand there, and others between them."""
    right = Line("  ")
    for press, does in (("?", _("keys")), *more, ("q", _("leave"))):
        key(right, press, True).add(f" {does} ", m.DIM, press).add(" " if press != "q" else "")
    return right


def looking() -> Line:
    """The keys of who only watches."""
    line = Line(" ")
    for press, does in (("l", p_("key", "log")), ("?", _("keys")), ("q", _("leave"))):
        key(line, press, True).add(f" {does}  ", m.DIM, press)
    return line


def notice(halted: str | None, says: str | None) -> Line | None:
    """What comes before any prompt: that the table stopped, or why a key did nothing."""
    if halted is not None:
        return Line(f" {_('The table stopped:')} ", m.WARN).add(halted, m.TEXT)
    if says is not None:
        sentence = says[:1].upper() + says[1:]
        return Line(" ! ", m.WARN).add(sentence + ("" if sentence.endswith(".") else "."), m.WARN)
    return None


def hints(found: Sequence[tuple[str, str, str]]) -> Line:
    """(key a click presses, keys as shown, what they do) as the bottom line."""
    line = Line("   ")
    for press, shown, does in found:
        key(line, press, True, f" {shown} ").add(f" {does}  ", m.TEXT, press)
    return line


def prompt(says: Line, keys: Line, width: int) -> list[Line]:
    """The two lines at the foot. A sentence longer than the line takes both: it says more than keys."""
    if says.width <= width:
        return [says.fit(width), keys.fit(width)]
    style = says.last_style
    first, *more = wrap(says.text.strip(), width - 4)[:2]
    return [
        Line("   ").add(first, style).fit(width),
        Line("   ").add("".join(more), style).fit(width),
    ]


def hints_within(found: Sequence[tuple[str, str, str]], width: int) -> Line:
    """The same without those at the end for which there is no room."""
    line = hints(found)
    while line.width > width and len(found) > 1:
        found = found[:-1]
        line = hints(found)
    return line


def keys_within(
    found: Sequence[tuple[str, str, str]], width: int, spare: Sequence[str] = ()
) -> Line:
    """(key a click presses, key as shown, what it does) on one line of at most ``width`` cells.

    Where room lacks, the gaps close; then the keys in ``spare`` go, the first one first: they stand
    on the keys' page.
    """
    left = list(found)
    for drop in ("", *spare):
        left = [one for one in left if one[0] != drop]
        for gap in ("  ", " "):
            line = Line(" ")
            for press, shown, does in left:
                key(line, press, True, f" {shown} ").add(
                    f" {does}" if gap == "  " else does, m.TEXT, press
                )
                line.add(gap, m.TEXT)
            if line.width - len(gap) <= width:
                return line
    return line


def log(
    entries: Sequence[Entry], viewer: int | None, marks: Marks, width: int, height: int
) -> list[Line]:
    """The end of the log in a frame, newest last."""
    lines: list[Line] = []
    for entry in reversed(entries):
        style = m.TITLE if entry.tone is Tone.EVENT else m.TEXT
        if entry.seat is not None and entry.seat == viewer:
            style = m.STRONG
        lines[:0] = [Line(text, style) for text in wrap(entry.text, width - 2, 1)]
        if len(lines) >= height - 2:
            break
    return frame(marks, _("Log"), lines[-(height - 2) :], width, height)


def entries(event: Event, names: Sequence[str]) -> list[Entry]:
    """What the log of any game says of events that are no moves."""
    if isinstance(event, Finished):
        who = both([names[seat] for seat in event.winners])
        return [Entry(_("{names}: winner", names=who), tone=Tone.EVENT)]
    if isinstance(event, Decided | Withdrawn):
        return [Entry(told(plain(event.says, 200)), tone=Tone.EVENT)]
    if isinstance(event, Urged):
        return [Entry(urged(event, names), tone=Tone.EVENT)]
    if isinstance(event, Faltered):
        says = _(
            "{name} lost its train of thought: a quicker bot made this move",
            name=names[event.seat],
        )
        return [Entry(says, tone=Tone.EVENT)]
    if isinstance(event, Overturned):
        says = _(
            "what came after entry {number} does not hold: the others agreed otherwise",
            number=event.n - 1,
        )
        lost = withdrawn(event)
        return [Entry(text, tone=Tone.EVENT) for text in (says, lost) if text]
    return []


def urged(event: Urged, names: Sequence[str]) -> str:
    """That another proposes to let a bot play the viewer's seat, why, and what to do."""
    name = names[event.by]
    if event.late:
        return _(
            "{name} wants a bot to play for you, since you have not moved for so long: move now",
            name=name,
        )
    return _("{name} wants a bot to play for you, since you are not heard: press p", name=name)


def withdrawn(event: Overturned) -> str:
    """What becomes of the viewer's own moves that the table went on without; empty where there are none."""
    if not event.mine:
        return ""
    return n_(
        "your move was withdrawn: the table went on without it",
        "your last {count} moves were withdrawn: the table went on without them",
        event.mine,
    )


Says: TypeAlias = str | Callable[[], str] | None
"""What a prompt's line says: a reason as it came, or what makes the sentence in the language of now."""


def said(says: Says, reasons: Sequence[str]) -> str | None:
    """The sentence in the language of now; ``reasons``: the game's refusals."""
    if callable(says):
        return says()
    return told(says, reasons) if says else says


class Sight:
    """Whether the viewer looks, for a board: what happens meanwhile is marked as a whole."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._away = False
        self._says = False

    @property
    def away(self) -> bool:
        """Whether marks are kept from one move to the next."""
        return self._away

    def look_away(self, says: bool) -> None:
        """The viewer looks elsewhere."""
        self._away = True
        self._says = self._says or says

    def look_back(self) -> None:
        """The viewer looks again."""
        self._away = self._says = False

    def heard(self) -> None:
        """Something is about to be told: the first time, say from where on it is new."""
        if self._says:
            self._says = False
            self._log.say(lambda: Entry(_("since you looked away:"), tone=Tone.EVENT))


class Log:
    """The log of a table: keeps what happened, and says it in the language of now.

    ``words``: what is said of an event.
    """

    def __init__(self, words: Callable[[Event], Sequence[Entry]]) -> None:
        self._words = words
        self._said: list[Entry] = []
        self._told: list[Event | Callable[[], Entry]] = []
        self._code = here().code

    def heard(self, event: Event) -> None:
        """Keep an event that happened."""
        self._told.append(event)
        self._said += self._words(event)

    def say(self, make: Callable[[], Entry]) -> None:
        """A line that no event tells by itself; made anew in each language."""
        self._told.append(make)
        self._said.append(make())

    def entries(self) -> Sequence[Entry]:
        """All lines so far."""
        if self._code != here().code:
            self._code = here().code
            self._said = []
            for one in self._told:
                self._said += self._words(one) if isinstance(one, EVENTS) else [one()]
        return self._said


def shown_name(name: str, cells: int) -> str:
    """A player's name for sentences; that of who plays without one is a word of the language."""
    return _("You") if name == YOU else short(name, cells)


def is_you(name: str) -> bool:
    """Whether a shown name is that of who plays without one, whom sentences call ``you``."""
    return name in (YOU, _("You"))
