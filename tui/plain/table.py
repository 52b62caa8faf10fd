"""One table in the line mode: tells what happens, and does what is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final, TypeAlias

from core.kernel.errors import RulesError, UnknownMove
from core.kernel.move import Move
from netplay.table import Asked, Decided, Finished, Halted, Played, Shown, Table
from tui.boards.registry import board, rules, teller
from tui.live import Live
from tui.marks import ASCII, NEW
from tui.plain.lines import Voice
from tui.plain.telling import Seen, seen
from tui.rulebook import found, section
from tui.told import told
from tui.tongue import _, n_

_MOST_MOVES: Final = 40
"""Moves that are listed at once."""
_LOG: Final = 12
_MOST_MEANT: Final = 8
_STEPS: Final = 500

Hearing: TypeAlias = asyncio.Task[str | None]


class PlainTable:
    """Plays a table until it is over or left; ``live`` where it is between machines.

    ``play`` gives whether the game came to its end. ``more``: takes commands that are not the
    table's own; whether it knew one.
    """

    def __init__(
        self,
        table: Table,
        voice: Voice,
        clock: Callable[[], float],
        live: Live | None = None,
        more: Callable[[str, str], bool] = lambda command, rest: False,
    ) -> None:
        self._table = table
        self._voice = voice
        self._clock = clock
        self._live = live
        self._more = more
        self._teller = teller(table.game.name)
        # A board makes sentences of events; nothing of it is drawn here.
        self._board = board(table, ASCII)
        self._told = 0
        self._asked: tuple[object, ...] = ()
        self._refused = ""
        self._status = ""
        self._news = asyncio.Event()
        self._over = False
        self._stopped = False
        self._left = False
        self._own: list[str] = []
        """What was last told by itself of what only the viewer knows."""
        self._began = False
        """Whether the viewer has made a move: from then on the log tells what they get."""
        self.help: list[tuple[str, str]] = []
        """What ``more`` takes, for the help."""

    async def play(self) -> bool:
        """Play; returns whether the game is over."""
        if self._live is not None:
            self._live.listen(self._news.set)
        title = self._table.game.title
        self._voice.say(title if title.endswith("!") else f"{title}.")
        self._voice.say(_("Type help for the commands."))
        self._tell_log()
        if self._table.state is not None:
            self._own = self._own_lines()
            self._voice.say(*self._teller.table(self._view), *self._own)
        hearing: Hearing = asyncio.create_task(self._voice.hear())
        try:
            while not self._left:
                wake = self._act()
                if self._over or self._stopped:
                    break
                self._ask()
                hearing = await self._wait(hearing, wake)
        finally:
            hearing.cancel()
        if self._over:
            self._voice.say(*self.sheet())
        return self._over

    def sheet(self) -> list[str]:
        """The scores of the game, which is over."""
        return self._teller.sheet(self._view)

    async def _wait(self, hearing: Hearing, wake: float | None) -> Hearing:
        news = asyncio.create_task(self._news.wait())
        seconds = None if wake is None else max(0.0, wake - self._clock())
        try:
            await asyncio.wait(
                (hearing, news), timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            news.cancel()
        self._news.clear()
        if not hearing.done():
            return hearing
        line = hearing.result()
        if line is None:
            self._left = True
        elif line:
            self.do(line)
        return asyncio.create_task(self._voice.hear())

    @property
    def _view(self) -> Seen:
        return seen(self._table)

    def _own_lines(self) -> list[str]:
        return self._teller.own(self._view) if self._table.seat is not None else []

    # What happens -------------------------------------------------------------------------------

    def _act(self) -> float | None:
        """Let others act as far as it is time; when it is time again."""
        wake, shown = None, False
        for _step in range(_STEPS):
            now = self._clock()
            for event in self._table.step(now):
                self._board.happened(event)
                self._over |= isinstance(event, Finished)
                self._began |= isinstance(event, Played) and event.seat == self._table.seat
                shown |= isinstance(event, Shown)
                if isinstance(event, Asked):
                    self._voice.say(_("{says} Type agree.", says=told(event.says)))
                elif isinstance(event, Halted):
                    self._stopped = True
                    self._voice.say(_("The table stopped: {says}", says=told(event.says)))
                elif isinstance(event, Decided) and event.what == "end":
                    self._stopped = True
            wake = self._table.wake_at()
            if wake is None or wake > now:
                break
        self._tell_log()
        if shown:
            self._tell_own()
        if self._live is not None:
            status = self._live.status().text
            if status != self._status and status and not status.startswith("move "):
                self._voice.say(_("Now: {status}.", status=status))
            self._status = status
        return wake

    def _tell_log(self) -> None:
        lines = self._board.log()
        for line in lines[self._told :]:
            self._voice.say(line.replace(NEW, "").strip() + ".")
        self._told = len(lines)

    def _tell_own(self) -> None:
        """The first hidden cards came after the table was told, as they may between machines."""
        lines = self._own_lines()
        if lines != self._own and not self._began and not self._over:
            self._voice.say(*lines)
        self._own = lines

    def _ask(self) -> None:
        """Say what is to be done, when that is another thing than before."""
        view = self._view
        if view.state is None or not view.position.mine:
            self._asked = ()
            return
        asked = (view.position.game.encode(view.state),)
        if asked != self._asked:
            self._asked = asked
            self._voice.say(self._teller.asks(view))

    # What is typed ------------------------------------------------------------------------------

    def do(self, line: str) -> None:
        """One typed line."""
        command, _blank, rest = line.partition(" ")
        command, rest = command.lower(), rest.strip()
        known: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "table": lambda rest: self._voice.say(*self._teller.table(self._view)),
            "log": self._log,
            "why": self._why,
            "hint": self._hint,
            "rules": self._rules,
            "again": lambda rest: self._voice.say(self._teller.asks(self._view)),
            "quit": self._quit,
        }
        for word in self._teller.OWN:
            known[word] = lambda rest: self._voice.say(*self._teller.own(self._view))
        # A move may begin with the same word as a command (`table` is none of any game's).
        if self._is_move(line):
            self._move(line)
        elif command not in known and self._is_move(line.lower()):
            self._move(line.lower())
        elif command in known:
            known[command](rest)
        elif not self._more(command, rest):
            meant = self._meant(line)
            if len(meant) == 1:
                self._move(meant[0])
            elif meant:
                self._voice.say(_("Which one? {moves}", moves="; ".join(meant[:_MOST_MEANT])))
            else:
                self._unknown(line)

    def _meant(self, line: str) -> list[str]:
        """The moves of now that a line is short for: ``take 1``, or ``1`` for ``keep 1``.

        A question that names numbers is answered by a number. A verb alone is short for nothing:
        a move is made at once here, and has to say what it is about.
        """
        typed = line.lower().split()
        if not any(char.isdigit() for char in line) and len(typed) < 2:
            return []
        texts = [self._text(move) for move in self._view.position.moves()]
        return [
            text
            for text in texts
            if text.split()[: len(typed)] == typed or text.split()[1:] == typed
        ]

    def _is_move(self, line: str) -> bool:
        try:
            self._table.game.parse(" ".join(line.split()))
        except UnknownMove:
            return False
        return True

    def _move(self, line: str) -> None:
        move = self._table.game.parse(" ".join(line.split()))
        reason = self._view.position.reason(move) or ""
        if not reason:
            try:
                self._table.submit(move)
            except RulesError as error:
                reason = str(error)
        self._refused = reason
        if reason:
            self._voice.say(_("No: {reason}.", reason=self._teller.refused(reason)))

    def _unknown(self, line: str) -> None:
        texts = [self._table.game.text(move) for move in self._view.position.moves()]
        near = get_close_matches(
            line.lower(), [*texts, *(word for word, _does in self._commands()[1:])], 1
        )
        if near:
            self._voice.say(_("That is no move and no command. Did you mean: {text}", text=near[0]))
        else:
            self._voice.say(_("That is no move and no command. Type moves, or help."))

    def _help(self, rest: str) -> None:
        for word, does in self._commands():
            self._voice.say(f"{word}: {does}")

    def _commands(self) -> list[tuple[str, str]]:
        return [
            (_("a move"), _("make it, written as moves lists them")),
            ("moves", _("what you can do now; moves and a word: only those that begin so")),
            ("table", _("what lies on the table")),
            (self._teller.OWN[0], _("what only you know")),
            ("log", _("the last lines of the log; log all has all of it")),
            ("why", _("why your last move was refused; why and a move asks about that one")),
            ("hint", _("what a bot would do, and why")),
            (
                "rules",
                _("the rules; rules and a word looks for it, rules and a number reads a section"),
            ),
            ("again", _("what is to be done now")),
            ("quit", _("leave the table")),
            *self.help,
        ]

    def _moves(self, rest: str) -> None:
        view = self._view
        moves = [move for move in view.position.moves() if self._text(move).startswith(rest)]
        if not moves:
            self._voice.say(
                self._teller.asks(view) if not view.position.mine else _("There is none.")
            )
            return
        for move in moves[:_MOST_MOVES]:
            self._voice.say(f"{self._text(move)}: {self._teller.move(view, move)}")
        left = len(moves) - _MOST_MOVES
        if left > 0:
            self._voice.say(
                n_(
                    "{count} more; moves and a first word shows fewer.",
                    "{count} more; moves and a first word shows fewer.",
                    left,
                )
            )

    def _text(self, move: Move) -> str:
        return self._table.game.text(move)

    def _log(self, rest: str) -> None:
        lines = list(self._board.log())
        for line in lines if rest == "all" else lines[-_LOG:]:
            self._voice.say(line.replace(NEW, "").strip())

    def _why(self, rest: str) -> None:
        if not rest:
            reason = self._refused
            says = (
                _("Because {reason}.", reason=self._teller.refused(reason))
                if reason
                else _("Nothing was refused.")
            )
        else:
            try:
                move = self._table.game.parse(" ".join(rest.split()))
                reason = self._view.position.reason(move) or ""
            except UnknownMove:
                says = _("That is no move of this game.")
            else:
                says = (
                    _("Not now: {reason}.", reason=self._teller.refused(reason))
                    if reason
                    else _("You can do that now.")
                )
        self._voice.say(says)

    def _hint(self, rest: str) -> None:
        view = self._view
        if not view.position.mine or view.seat is None:
            self._voice.say(self._teller.asks(view))
            return
        from core.bots.search.insight import weigher_of

        game, state, _seat, secrets = view.position
        best = weigher_of(game).weigh(state, view.seat, secrets)[0]
        says = f"{self._text(best.move)}: {self._teller.move(view, best.move)}"
        if best.main is not None:
            says = _("{move}, because it {reason}", move=says, reason=_(str(best.main)))
        self._voice.say(says + ".")

    def _rules(self, rest: str) -> None:
        """The section that matters now, the one of a number, or all that holds a word."""
        book = rules(self._table.game.name)
        count = len(book.sections)
        if not rest or (rest.isdecimal() and 1 <= int(rest) <= count):
            n = int(rest) - 1 if rest else book.find(self._board.topic())
            self._voice.say(*(" ".join(line.split()) for line in section(book, n)))
        else:
            pieces = found(book, rest)
            for piece in pieces:
                self._voice.say(" ".join(" ".join(piece[1:] or piece).split()))
            if not pieces:
                self._voice.say(_("The rules do not say {word}.", word=rest))
        if not rest:
            titles = (f"{n} {_(one.title)}" for n, one in enumerate(book.sections, 1))
            self._voice.say(_("Sections: {titles}.", titles="; ".join(titles)))

    def _quit(self, rest: str) -> None:
        self._left = True
