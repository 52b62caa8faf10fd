"""The tables of others on the departure board: one line each, the chosen one unfolds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from rich.style import Style

from netplay.lobby import Freshness, Rank, Row, Stage
from tui import guest, keymap
from tui import marks as m
from tui.foreign import plain, short
from tui.line import Line, wrap
from tui.marks import Marks
from tui.policy import SEATS_CHAT, told_policy
from tui.told import told
from tui.tongue import N_, _, p_

_COLUMNS: Final = (20, 20, 8, 7)
"""Cells of name, game, seats and age at 80 columns; the status has the rest."""


class Tables(Protocol):
    """Where home finds the tables of others; empty until the network has been heard."""

    def rows(self) -> Sequence[Row]:
        """In the order of the board."""

    def where(self) -> str:
        """What is listened to, in a few words."""

    def note(self, player: str) -> str:
        """The person's note on a player id, harmless; empty where there is none."""

    def unread(self) -> int | None:
        """Lines of the lobby's chat that nobody has read; None where no broker is heard."""

    def here(self, row: Row) -> bool:
        """Whether this table goes on in the background of this program."""

    def clock(self) -> float:
        """Seconds since 1970, for ages."""


Note = Callable[[str], str]
"""The person's note on a player id."""


def no_note(player: str) -> str:
    """Nothing is known of anybody."""
    return ""


def _noted(note: str) -> str:
    return f" ({short(note, 24)})" if note else ""


WAYS: Final = (
    ("t", N_("a first game, with a conductor who explains it")),
    ("o", N_("opens a table for others")),
    ("caboose join mqtt://HOST:PORT", N_("goes to somebody's table")),
    ("caboose add-broker URL", N_("listens at a broker from now on")),
)
"""What to do where no table is in sight."""
GUESTS: Final = (WAYS[0], ("o", N_("opens a table for the others at this server")))
"""The same for a guest, who has no command line here and opens no port."""


def ways() -> Sequence[tuple[str, str]]:
    """What whoever sits here can do where no table is in sight."""
    if not guest.is_guest():
        return WAYS
    return GUESTS if guest.may_open() else GUESTS[:1]


def age(seconds: int) -> str:
    """In whole minutes, hours or days: nothing that changes while one looks."""
    if seconds < 60:
        return _("now")
    if seconds < 3600:
        return _("{count} m", count=seconds // 60)
    return (
        _("{count} h", count=seconds // 3600)
        if seconds < 86400
        else _("{count} d", count=seconds // 86400)
    )


def status(row: Row) -> str:
    """Whether one can sit, watch, or neither."""
    if row.refusal:
        return p_("table", "other rules")
    if row.rank is Rank.EXPECTED:
        return p_("table", "your turn")
    if row.mine is not None and row.stage is not Stage.FINISHED:
        return p_("table", "you sit here")
    if row.stage is Stage.BOARDING:
        return p_("table", "boarding") if row.free else p_("table", "full")
    if row.stage is Stage.RUNNING:
        return p_("table", "live")
    return p_("table", "finished") if row.stage is Stage.FINISHED else p_("table", "stopped")


def hints(row: Row, here: bool) -> list[tuple[str, str, str]]:
    """What can be done with a row: key, the key as it is shown, and what it does."""
    watch = (keymap.WATCH, keymap.WATCH, p_("key", "watch"))
    if here:
        return [("enter", _("enter"), _("go back there"))]
    if row.refusal:
        return []
    if row.mine is not None:
        if row.stage is Stage.FINISHED:
            return [("enter", _("enter"), _("look at it"))]
        return [("enter", _("enter"), _("go on")), watch]
    if row.stage is Stage.BOARDING and row.free:
        return [("enter", _("enter"), _("sit down")), watch]
    return [watch]


def seats(row: Row, marks: Marks) -> str:
    """Taken and free seats as marks."""
    return marks.done * row.taken + marks.todo * row.free


def heads(width: int, where: str) -> Line:
    """Columns, and what is listened to."""
    line = Line("    ")
    for text, cells in zip(
        (_("Tables of others"), _("Game"), _("Seats"), _("Age")), _COLUMNS, strict=True
    ):
        line.add(f"{text:<{cells}}", m.HEADING)
    line.add(_("Status"), m.HEADING)
    says = short(where, max(4, width - line.width - 6)) if where else ""
    return line.to(width - 4 - len(says)).add(says, m.DIM)


def draw(
    row: Row,
    chosen: bool,
    marks: Marks,
    width: int,
    clock: float,
    press: str,
    note: Note = no_note,
) -> list[Line]:
    """A table's line, and where it is chosen what is behind it."""
    style = m.STAGED if chosen else m.TEXT
    if not chosen and (row.freshness is Freshness.GREY or row.refusal):
        style = m.DIM
    line = Line("  ").add(marks.here if chosen else " ", m.TITLE).add(" ")
    name = short(row.name or _("a table"), _COLUMNS[0] - 1)
    texts = (name, short(row.title, _COLUMNS[1] - 1), seats(row, marks), age(row.age(clock)))
    for text, cells in zip(texts, _COLUMNS, strict=True):
        _cell(line, text, cells, style, press)
    _cell(line, status(row), max(1, width - line.width - 4), style, press)
    return [line, *detail(row, width, note)] if chosen else [line]


def _cell(line: Line, text: str, cells: int, style: Style, press: str) -> None:
    at = line.width + cells
    line.add(text, style, press)
    line.add(" " * (at - line.width), style, press)


def detail(row: Row, width: int, note: Note = no_note) -> list[Line]:
    """What is behind a table's line: who sits there, its code, and what happens to who is gone."""
    if row.refusal:
        return [Line("      ").add(short(told(row.refusal), width - 10), m.WARN)]
    who = [
        f"{short(one.name, 16)} {plain(one.mark, 4)}".rstrip()
        + (f" ({_('{level} bot', level=one.bot)})" if one.bot else _noted(note(one.player)))
        for one in row.seats
        if one is not None
    ]
    kept = not row.ticket.creator  # of our own: nobody advertises it now
    sure = {Freshness.UNCONFIRMED: _("not heard yet, "), Freshness.GREY: _("silent, ")}
    text = ("" if kept else sure.get(row.freshness, "")) + ", ".join(who)
    if not kept:
        text += "   " + _("code {code}", code=row.code)
    lines = [Line("      ").add(short(text, width - 10), m.TEXT)]
    rules = [told_policy(row.policy)] if row.policy is not None else []
    rules += [_(SEATS_CHAT)] if row.seats_only_chat else []
    if rules:
        lines += [Line(f"      {text}", m.DIM) for text in wrap(". ".join(rules), width - 10)]
    return lines


def empty(width: int) -> list[Line]:
    """The ways out of an empty lobby."""
    lines = [Line("      " + _("No table of others is in sight."), m.TEXT)]
    for what, does in ways():
        line = Line("      ").add(f"{what}", m.STRONG, "o" if what == "o" else None)
        lines.append(line.add(f"  {_(does)}", m.DIM).fit(min(width - 2, max(line.width, 1))))
    return lines
