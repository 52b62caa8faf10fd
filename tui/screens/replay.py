"""A kept game, gone through on its own board: step, jump, play by itself, and with whose eyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.timer import Timer

from netplay.replaying import ReplayTable, Sight
from netplay.review import Proof
from tui import keymap
from tui import marks as m
from tui.boards import parts
from tui.boards.registry import board
from tui.foreign import plain, short
from tui.line import Line
from tui.live import Status
from tui.marks import Marks
from tui.screens.base import CabooseScreen, Wants
from tui.tongue import _

if TYPE_CHECKING:
    from tui.together import Together

PROMPT = "prompt"
"""Every board's panel of two lines at the foot; here it holds the replay's own."""
_SPARE: tuple[str, ...] = (keymap.ENTRY, keymap.CHART, keymap.MOMENTS, keymap.PLAY_ON)
"""Keys that give way on a narrow terminal: they stand on the keys' page."""


_NEAR = 12
"""Entries ahead that are shown one after the other when whoever leads goes on."""


class ReplayScreen(CabooseScreen):
    """Dismissed with an empty text. ``tui.after`` does what ``Wants`` asks for."""

    def __init__(
        self,
        replay: ReplayTable,
        marks: Marks,
        clock: Callable[[], float],
        together: Together | None = None,
    ) -> None:
        """``together``: the others of a networked table, who may look at it, too."""
        super().__init__()
        self.replay = replay
        self._together = together
        self._told = False
        """Whether it is about to be looked where whoever leads is."""
        self._marks = marks
        self._clock = clock
        self._timer: Timer | None = None
        self._number: str | None = None
        self._says = ""
        self._rebuild()

    def _rebuild(self) -> None:
        """A board made anew and told all that led here: what a jump or other eyes need."""
        self.board = board(self.replay, self._marks)
        for n in range(1, self.replay.at + 1):
            for event in self.replay.told(n):
                self.board.happened(event)
        if self.replay.sight is not Sight.PUBLIC and self.replay.secrets:
            self.board.uncover()

    @property
    def KEYS(self) -> Sequence[keymap.Row]:  # noqa: N802 - what every screen calls its keys
        """What can be pressed here."""
        more = keymap.TOGETHER_ROWS if self._together is not None else ()
        return (*keymap.REPLAY_HELP, *more)

    def on_mount(self) -> None:
        """Join those who look at the same game."""
        if self._together is not None:
            self._together.come(self.replay.at, self.replay.way, self._news)

    def on_unmount(self) -> None:
        """They need not wait for us."""
        if self._together is not None:
            self._together.go()

    def _news(self) -> None:
        """Somebody stepped, came or went: look when there is time, once for all of it."""
        if not self._told and self.is_attached:
            self._told = True
            self.call_later(self._look)

    def _look(self) -> None:
        self._told = False
        if not self.is_attached or self._together is None:
            return
        led = self._together.led_to
        if led is not None and led != (self.replay.at, self.replay.way):
            self._be_led(*led)
        self.repaint()
        if self.app.screen is not self:
            look = getattr(self.app.screen, "look", None)
            if look is not None:
                look()

    def _be_led(self, entry: int, way: tuple[Sight, int]) -> None:
        """To where whoever leads is; step by step where that is a little ahead, as if played here."""
        table = self.replay
        table.play(False)
        same = way == table.way or way not in table.sights()
        first, last = table.at + 1, len(table.review.frames) - 1
        table.go(entry)
        if same and table.sight is not Sight.OPEN and first <= entry <= min(last, first + _NEAR):
            for n in range(first, entry + 1):
                for event in table.told(n):
                    self.board.happened(event)
        else:
            if not same:
                table.look(*way)
            self._rebuild()
        self._stand(led=True)

    def _stand(self, led: bool = False) -> None:
        """Let the others know where we are."""
        if self._together is not None:
            self._together.stand(self.replay.at, self.replay.way, led=led)

    def canvases(self) -> tuple[str, ...]:
        """The board's panels."""
        return tuple(self.board.panels)

    def repaint(self) -> None:
        """The board, with the replay's lines where its prompt would be."""
        width, height = self.app.size
        self.board.status = self._proof()
        for name, (at, lines) in self.board.paint(width, height).items():
            shown = self._foot(at.width) if name == PROMPT else lines
            self.lay(name, shown, at.x, at.y, at.width, at.height)

    def _proof(self) -> Status:
        """Whether what is seen is what was played: the check mark only for what was signed."""
        review = self.replay.review
        says = {
            Proof.SIGNED: f"{self._marks.safe} " + _("verified"),
            Proof.LOCAL: _("undamaged"),
            Proof.OPEN: _("unfinished"),
            Proof.BROKEN: _("damaged"),
        }
        text = says[review.proof]
        if self._together is not None and (company := self._together.says()):
            text += f", {company}"
        return Status(text, review.proof is Proof.BROKEN)

    def _foot(self, width: int) -> list[Line]:
        table = self.replay
        last = len(table.review.frames) - 1
        line = Line(" " + _("{at} of {last}", at=table.at, last=last) + " ", m.STAGED)
        if self._number is not None:
            line.add("  " + _("go to entry {number}_", number=self._number) + "  ", m.STRONG).add(
                _("enter goes there"), m.DIM
            )
        elif self._says:
            line.add(f" {self._says}", m.WARN)
        elif table.review.fault and table.at == last:
            line.add(f" {plain(table.review.fault, 200)}", m.WARN)
        else:
            # The log says it in words and in the person's language, the entry in its notation.
            log = self.board.log()
            deed = log[-1] if log and table.at else plain(table.deed, 60)
            line.add(f" {short(deed, 40)}", m.STRONG)
            line.add("   " + self._eyes(), m.DIM)
            if table.playing:
                line.add("   " + _("playing"), m.TITLE)
        return [line.fit(width), self._keys(width).fit(width)]

    def _eyes(self) -> str:
        table = self.replay
        if table.sight is Sight.SEAT and table.seat is not None:
            return _("seen as {name} saw it", name=short(table.players[table.seat].name, 16))
        return _("seen as everyone saw it") if table.sight is Sight.PUBLIC else _("all cards open")

    def _keys(self, width: int) -> Line:
        keys = [
            ("right", _("arrows"), _("step")),
            ("space", _("space"), _("stop") if self.replay.playing else _("play")),
            (keymap.ENTRY, keymap.ENTRY, _("to")),
            (keymap.SIGHT, keymap.SIGHT, _("eyes")),
            (keymap.PLAY_ON, keymap.PLAY_ON, _("play on")),
            (keymap.CHART, keymap.CHART, _("chart")),
            (keymap.MOMENTS, keymap.MOMENTS, _("cost")),
            (keymap.HELP, keymap.HELP, _("keys")),
            (keymap.BACK, _("escape"), _("close")),
        ]
        spare = _SPARE
        if self._together is not None and not self._together.alone:
            # What is done together stands here; the rest is still on its keys.
            follows = self._together.led_to is not None
            keys[4:7] = [(keymap.WHO, keymap.WHO, _("who")), (keymap.CHAT, keymap.CHAT, _("chat"))]
            if not self._together.leads:
                does = _("by yourself") if follows else _("follow")
                keys.insert(4, (keymap.FOLLOW, keymap.FOLLOW, does))
            spare = (keymap.ENTRY, keymap.SIGHT)
        return parts.keys_within(keys, width, spare)

    # Keys ---------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Go through the game."""
        self._says = ""
        was = (self.replay.at, self.replay.way)
        if self._number is not None:
            self._digits(key)
        elif not (self._walk(key) or self._meet(key)):
            self._ask(key)
        if (self.replay.at, self.replay.way) != was:
            self._stand()
        self.repaint()

    def _meet(self, key: str) -> bool:
        """What concerns the others who look at it."""
        together = self._together
        if together is None or key not in (keymap.FOLLOW, keymap.WHO, keymap.CHAT):
            return False
        if key == keymap.CHAT:
            together.chat()
        elif key == keymap.WHO:
            from tui.screens.company import CompanyScreen

            self.app.push_screen(CompanyScreen(together, self._marks))
        else:
            together.toggle()
        return True

    def _walk(self, key: str) -> bool:
        table = self.replay
        if key == "right":
            for event in table.forward():
                self.board.happened(event)
            table.play(False)
            return True
        last = len(table.review.frames) - 1
        jumps: dict[str, Callable[[], None]] = {
            "left": table.back,
            "down": table.next_turn,
            "up": table.last_turn,
            "home": lambda: table.go(0),
            "end": lambda: table.go(last),
        }
        if key in jumps:
            table.play(False)
            jumps[key]()
            self._rebuild()
            return True
        return False

    def _ask(self, key: str) -> None:
        table = self.replay
        if key == "space":
            if table.at == len(table.review.frames) - 1:
                table.go(0)
                self._rebuild()
            table.play(not table.playing)
            self._pump()
        elif key == keymap.ENTRY:
            self._number = ""
        elif key == keymap.SIGHT:
            self._look_otherwise()
        elif key == keymap.PLAY_ON:
            if table.review.deal is None:
                self._says = _("Only a finished game can be played on: its cards are known.")
            elif table.state.over:
                self._says = _("The game is over here: go back first.")
            else:
                table.play(False)
                self.post_message(Wants(Wants.PLAY_ON))
        elif key == keymap.LOG:
            self.post_message(Wants(Wants.EARLIER))
        elif key == keymap.MOMENTS:
            table.play(False)
            self.post_message(Wants(Wants.MOMENTS))
        elif key == keymap.CHART:
            self.post_message(Wants(Wants.CHART))
        elif key == keymap.HIDDEN:
            if table.sight is Sight.OPEN:
                self.post_message(Wants(Wants.HIDDEN))
            else:
                self._says = _("Other people's cards are shown with all cards open: v.")
        elif key in keymap.RULES:
            self.post_message(Wants(Wants.RULES))
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key in (keymap.BACK, keymap.LEAVE):
            self.dismiss("")

    def go(self, n: int) -> None:
        """Stand at entry n."""
        self.replay.play(False)
        self.replay.go(n)
        self._rebuild()
        self._stand()
        self.repaint()

    def _look_otherwise(self) -> None:
        table = self.replay
        ways = table.sights()
        if len(ways) == 1:
            self._says = _("Whose cards lay where is known once a game was played to its end.")
            return
        table.look(*ways[(ways.index(table.way) + 1) % len(ways)])
        self._rebuild()

    def _digits(self, key: str) -> None:
        assert self._number is not None
        if key == "enter":
            if self._number:
                self.replay.play(False)
                self.replay.go(int(self._number))
                self._rebuild()
            self._number = None
        elif key == keymap.BACK:
            self._number = None
        elif key == "backspace":
            self._number = self._number[:-1]
        elif key.isdecimal() and key.isascii() and len(self._number) < 5:
            self._number += key

    def _pump(self) -> None:
        """While it plays by itself: show what is due, and come again when more is."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self.is_attached:
            return
        now = self._clock()
        told = self.replay.step(now)
        for event in told:
            self.board.happened(event)
        wake = self.replay.wake_at()
        if wake is not None:
            self._timer = self.set_timer(max(0.01, wake - now), self._pump)
        if told:
            if self.replay.sight is Sight.OPEN:
                self._rebuild()
            self._stand()
            self.repaint()
