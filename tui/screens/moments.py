"""The moments that mattered: where a game was given away, from what the search thinks of each move."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, Final, NamedTuple

from core.kernel.errors import RulesError
from netplay.review import Review
from netplay.thinking.process import command
from tui import keymap
from tui import marks as m
from tui.boards.parts import YOU, shown_name
from tui.foreign import plain, short
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen, Wants
from tui.told import told
from tui.tongue import _, n_

_WORDS: Final = 2
"""Lines for each of the chosen moment's moves in words."""
_FEWEST: Final = 3
"""Moments that must still fit above those."""
_CALL: Final = "import os; os.nice(10); from tui.cli.main import main; sys.exit(main(sys.argv[1:]))"


class Moment(NamedTuple):
    """A move that cost its seat something: ``cost`` and ``error`` in points."""

    entry: int
    seat: int
    played: str
    best: str
    cost: float
    error: float


class Thought(NamedTuple):
    """All that was found: by seat the points given away, and the moments, the costliest first."""

    given: tuple[float, ...]
    moments: tuple[Moment, ...]


class CannotThink(Exception):
    """The other process failed; ``str()`` is its own last line."""


async def think(data: bytes) -> Thought:
    """Judge a transcript's moves in a process of its own, so that no key waits; raises CannotThink.

    Cancelled, it ends that process.
    """
    process = await asyncio.create_subprocess_exec(
        *command(_CALL, "analyse", "-", "--json"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        out, err = await process.communicate(data)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        # What the command line says of a standard input, ``caboose: -: why``, is here the why alone.
        says = err.decode(errors="replace").strip()[-300:]
        why = plain(says.removeprefix("caboose: ").removeprefix("-: "), 200)
        raise CannotThink(why or _("the process that looked into it was ended."))
    return _thought(json.loads(out))


def _thought(found: Any) -> Thought:
    given = [0.0] * len(found["names"])
    moments = []
    for one in found["moments"]:
        cost = one["regret"] or 0.0
        given[one["seat"] - 1] += cost
        if cost > 0:
            moments.append(
                Moment(
                    one["entry"], one["seat"] - 1, one["played"], one["best"], cost,
                    one["error"] or 0.0,
                )
            )  # fmt: skip
    moments.sort(key=lambda moment: -moment.cost)
    return Thought(tuple(given), tuple(moments))


class MomentsScreen(CabooseScreen):
    """Dismissed with an entry's number to go to, or an empty text."""

    KEYS = keymap.MOMENTS_HELP

    def __init__(self, review: Review, marks: Marks) -> None:
        super().__init__()
        self._review = review
        self._marks = marks
        self._at = 0
        self._found: Thought | None = None
        self._says = ""
        self._thinking: asyncio.Task[None] | None = None

    def on_mount(self) -> None:
        """Begin to think."""
        self._thinking = asyncio.get_running_loop().create_task(self._think())

    async def on_unmount(self) -> None:
        """Whoever does not wait for it has it stopped."""
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    async def _think(self) -> None:
        try:
            self._found = await think(self._review.data)
        except (CannotThink, OSError, ValueError) as error:
            self._says = _("It could not be worked out: {why}", why=told(plain(str(error), 200)))
        if self.is_attached:
            self.repaint()

    def repaint(self) -> None:
        """The list, or that it is being worked out."""
        width, height = self.app.size
        room = height - 3
        if self._says:
            body = [Line(), *[Line(f"  {text}", m.WARN) for text in wrap(self._says, width - 6)]]
        elif self._found is None:
            body = [
                Line(),
                Line(
                    "  " + _("Every move is looked at again. This can take half a minute."), m.TEXT
                ),
            ]
        else:
            body = self._list(self._found, width, room)
        page = frame(self._marks, _("The moments that mattered"), body[:room], width, height - 1)
        self.lay("page", [*page, self._foot().fit(width)], 0, 0, width, height)

    def _list(self, found: Thought, width: int, room: int) -> list[Line]:
        names = self._review.names
        lines = [Line()]
        for seat, points in enumerate(found.given):
            says = _("{name} gave away {points} points in all", name=short(names[seat], 20),
                     points=f"{points:.1f}")  # fmt: skip
            if names[seat] == YOU:
                says = _("You gave away {points} points in all", points=f"{points:.1f}")
            lines.append(Line("  " + says, m.TEXT))
        head = Line("    ", m.HEADING)
        for text, at in self._columns(
            _("entry"), _("who"), _("played"), _("better"), _("cost in points"), width
        ):
            head.to(at).add(text, m.HEADING)
        lines += [Line(), head]
        fits = max(1, room - len(lines) - 1)
        words = fits - (2 * _WORDS + 1) >= min(_FEWEST, len(found.moments)) > 0
        if words:
            fits -= 2 * _WORDS + 1
        first = min(max(0, self._at - fits // 2), max(0, len(found.moments) - fits))
        for n, moment in enumerate(found.moments[first : first + fits], start=first):
            chosen = n == self._at
            style = m.STAGED if chosen else m.TEXT
            line = Line("  ").add(self._marks.here if chosen else " ", m.TITLE)
            cost = f"{moment.cost:.1f} +- {moment.error:.1f}"
            for text, at in self._columns(
                str(moment.entry),
                shown_name(names[moment.seat], 40),
                moment.played,
                moment.best,
                cost,
                width,
            ):
                line.add(" " * (at - line.width), style if line.width > 4 else m.TEXT)
                line.add(text, style)
            lines.append(line)
        if not found.moments:
            lines.append(
                Line("    " + _("Nobody gave anything away that the search can see."), m.TEXT)
            )
        return [*lines, *self._in_words(found.moments[self._at], width)] if words else lines

    def _in_words(self, moment: Moment, width: int) -> list[Line]:
        """Both moves of a moment as sentences, from where the choice was."""
        lines = [Line()]
        for text, style in (
            (_("Played: {move}.", move=self._move(moment, moment.played)), m.TEXT),
            (_("Better: {move}.", move=self._move(moment, moment.best)), m.FRESH),
        ):
            # As much as surely fits, wherever words are broken.
            says = short(text, _WORDS * (width - 8) - 20)
            lines += [Line("    ").add(part, style) for part in wrap(says, width - 8, 2)[:_WORDS]]
        return lines

    def _move(self, moment: Moment, text: str) -> str:
        """A move in the words of its board; one that the rules do not know there stays as it is."""
        from tui.boards.parts import shown_name
        from tui.boards.position import Position
        from tui.boards.registry import teller
        from tui.plain.telling import Seen

        game, frames = self._review.game, self._review.frames
        if not 0 < moment.entry <= len(frames):
            return plain(text, 60)
        before = frames[moment.entry - 1]
        secrets = before.secrets[moment.seat] if before.secrets else {}
        names = [shown_name(name, 20) for name in self._review.names]
        try:
            move = game.parse(text)
            game.check(before.state, moment.seat, move)
        except RulesError:
            return plain(text, 60)
        view = Seen(Position(game, before.state, moment.seat, secrets), names)
        return teller(game.name).move(view, move).strip()

    @staticmethod
    def _columns(
        entry: str, who: str, played: str, better: str, cost: str, width: int
    ) -> list[tuple[str, int]]:
        """Texts with the columns they begin at; widths grow with the terminal."""
        more = max(0, (width - 80) // 3)
        cells = ((entry, 7), (who, 13 + more), (played, 19 + more), (better, 19 + more), (cost, 16))
        at, found = 4, []
        for text, size in cells:
            found.append((short(plain(text, 60), size - 1), at))
            at += size
        return found

    def _foot(self) -> Line:
        line = Line(" ")
        keys = [(keymap.BACK, _("escape"), _("closes"))]
        if self._found is not None and self._found.moments:
            keys[:0] = [("down", _("up down"), _("choose")), ("enter", _("enter"), _("go there"))]
        for key, shown, does in keys:
            line.add(f" {shown} ", m.KEY, key).add(f" {does}  ", m.TEXT, key)
        if self._found is not None:
            count = len(self._found.moments)
            line.add(n_("{count} moment", "{count} moments", count), m.DIM)
        return line

    def press(self, key: str) -> None:
        """Choose one and go there."""
        moments = self._found.moments if self._found is not None else ()
        if key in ("up", "down") and moments:
            self._at = min(max(0, self._at + (1 if key == "down" else -1)), len(moments) - 1)
            self.repaint()
        elif key == "enter" and moments:
            # Before the move, where the choice was.
            self.dismiss(str(moments[self._at].entry - 1))
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key in (keymap.BACK, keymap.LEAVE, keymap.MOMENTS):
            self.dismiss("")
