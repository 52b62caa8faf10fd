"""What all screens share: keys by one name, clicks as keys, and a word to a terminal too small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen, Screen

from tui import keymap
from tui import marks as m
from tui.boards.area import HEIGHT, WIDTH
from tui.canvas import Canvas
from tui.line import Line, wrap
from tui.tongue import _


class Wants(Message):
    """A screen asks the app for something that is not its own to do: another screen, the end."""

    KEYS = "keys"
    RULES = "rules"
    LOG = "log"
    LEAVE = "leave"
    SCORE = "score"
    PLAY = "play"
    STOPPED = "stopped"
    TABLE = "table"
    CHAT = "chat"
    SIT = "sit"
    WATCH = "watch"
    HOST = "host"
    OVER = "over"
    AGREE = "agree"
    COUNTERS = "counters"
    DEPART = "depart"
    PEOPLE = "people"
    PLAY_ON = "play on"
    EARLIER = "earlier"
    HIDDEN = "hidden"
    GAMES = "games"
    REPLAY = "replay"
    CHART = "chart"
    MOMENTS = "moments"
    TUTORIAL = "tutorial"
    AFTER = frozenset((PLAY_ON, EARLIER, HIDDEN, GAMES, REPLAY, CHART, MOMENTS, TUTORIAL))
    SETTINGS = "settings"
    COMMANDS = "commands"
    NETWORKED = frozenset((SIT, WATCH, HOST, TABLE, CHAT, STOPPED, OVER, AGREE, COUNTERS, PEOPLE))

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what


class CabooseScreen(Screen[str]):
    """A screen of canvases that is repainted as a whole; only changed cells reach the terminal."""

    DEFAULT_CSS = """
    CabooseScreen { background: $caboose-page; overflow: hidden; layers: base top; }
    CabooseScreen Canvas { layer: base; position: absolute; background: $caboose-page; }
    CabooseScreen #too-small { layer: top; display: none; }
    CabooseScreen.-small #too-small { display: block; }
    CabooseScreen.-small Canvas { display: none; }
    """
    AUTO_FOCUS = ""
    KEYS_WHEN_SMALL: frozenset[str] = frozenset((keymap.LEAVE,))
    _canvases: Mapping[str, Canvas] = {}
    _fitted: Size | None = None

    def compose(self) -> ComposeResult:
        """The screen's canvases, and the notice that covers them below the least size."""
        self._canvases = {name: Canvas(id=name) for name in (*self.canvases(), "too-small")}
        # In place before the first layout, so that it is the only one before the first frame.
        self._fit()
        yield from self._canvases.values()

    @property
    def KEYS(self) -> Sequence[keymap.Row]:  # noqa: N802 - most screens have a constant in its place
        """What can be pressed here, for the page of keys and the palette."""
        return ()

    def canvases(self) -> tuple[str, ...]:
        """Names of the canvases."""
        return ("page",)

    def press(self, key: str) -> None:
        """A key by its name in ``tui.keymap``, typed or clicked."""

    def repaint(self) -> None:
        """Paint every canvas for the present size."""

    def typed(self, key: str, character: str | None) -> bool:
        """A key as it was typed, before it gets its one name; whether a line of text took it."""
        return False

    def pasted(self, text: str) -> None:
        """Text from the clipboard; ignored where nothing is being typed."""

    @property
    def too_small(self) -> bool:
        """Whether the terminal is below the least size."""
        width, height = self.app.size
        return width < WIDTH or height < HEIGHT

    def small_says(self) -> str:
        """What stands there instead of the screen in a terminal that is too small."""
        width, height = self.app.size
        return _(
            "Caboose needs {columns} columns and {rows} rows; this terminal has {width} and {height}. "
            "Make it larger: the game waits. (q leaves)",
            columns=WIDTH,
            rows=HEIGHT,
            width=width,
            height=height,
        )

    def lay(self, name: str, lines: list[Line], x: int, y: int, width: int, height: int) -> None:
        """Paint a canvas and put it in its place."""
        # News may reach a screen that is on its way and has no canvas yet: its first layout paints all.
        canvas = self._canvases.get(name)
        if canvas is not None:
            canvas.put(x, y, width, height)
            canvas.paint(lines, width)

    async def on_event(self, event: events.Event) -> None:
        """Everything is in its new place before the toolkit lays out and writes: one frame, not two."""
        if isinstance(event, events.Resize):
            self._fit()
        await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """The terminal has another size."""
        self._fit()

    def _fit(self) -> None:
        if self.app.size == self._fitted:
            return
        self._fitted = self.app.size
        small = self.too_small
        self.set_class(small, "-small")
        if small:
            width, height = self.app.size
            lines = [Line(text, m.STRONG) for text in wrap(self.small_says(), max(width, 10))]
            self.lay("too-small", lines, 0, 0, max(width, 1), max(height, 1))
        else:
            self.repaint()

    def on_key(self, event: events.Key) -> None:
        """Every key comes through here, by one name."""
        event.stop()
        event.prevent_default()
        self._touched()
        if not self.is_current:
            return  # typed before this screen was closed, and meant for nothing that is on show
        if event.key == keymap.INTERRUPT:
            self.post_message(Wants(Wants.LEAVE))
            return
        if not self.too_small and self.typed(event.key, event.character):
            self.repaint()
            return
        key = keymap.name(event.key, event.character)
        # What cannot be seen is not to be pressed by accident, but there is always a way out.
        if not self.too_small or key in self.KEYS_WHEN_SMALL:
            self.act(key)

    def _touched(self) -> None:
        """The person is at the keys, whatever comes of this one."""
        touched = getattr(self.app, "touched", None)
        if touched is not None:
            touched()

    def act(self, key: str) -> None:
        """Do what a key of this screen does, by its one name: what every screen has, then its own."""
        if key == keymap.SETTINGS and not self.typing:
            self.post_message(Wants(Wants.SETTINGS))
        elif key == keymap.COMMANDS and not self.typing:
            self.post_message(Wants(Wants.COMMANDS))
        else:
            self.press(key)

    def on_screen_resume(self) -> None:
        """Whatever lay above it may have changed language or look."""
        repaint_visible(self.app)

    @property
    def typing(self) -> bool:
        """Whether plain keys are text now."""
        return False

    def on_paste(self, event: events.Paste) -> None:
        """The terminal pasted something."""
        event.stop()
        if not self.too_small:
            self.pasted(event.text)

    def on_canvas_pressed(self, message: Canvas.Pressed) -> None:
        """A click presses the key that the piece stands for."""
        message.stop()
        self._touched()
        if self.is_current:
            self.act(message.key)


class BoxScreen(CabooseScreen, ModalScreen[str]):
    """A box over what was looked at, which stays in sight: dimmed, where colours can be mixed."""

    DEFAULT_CSS = """
    BoxScreen { background: black 60%; }
    BoxScreen:ansi { background: transparent; }
    """


def repaint_visible(app: App[Any]) -> None:
    """Paint anew what is on show: the screen on top, and whatever is seen behind a box."""
    for screen in reversed(app.screen_stack):
        if isinstance(screen, CabooseScreen) and screen.is_mounted and not screen.too_small:
            screen.repaint()
        if not screen.is_modal:
            return
