"""What a person sets, as the app uses it: in force at once, kept, and shown on a screen of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tui import guest, look
from tui.attention import Attention
from tui.settings import Settings
from tui.told import told
from tui.tongue import _

if TYPE_CHECKING:
    from tui.app import CabooseApp

Keep = Callable[[Settings], None]


class Preferences:
    """``keep``: writes settings down, None where nothing is kept. ``faults``: said at the start."""

    def __init__(
        self,
        app: CabooseApp,
        settings: Settings,
        environment: Mapping[str, str],
        keep: Keep | None = None,
        faults: Sequence[str] = (),
    ) -> None:
        self.settings = settings
        self.faults = list(faults)
        self._app = app
        self._environment = environment
        self._keep = keep
        self.attention = Attention(self._write, environment.get("TERM", ""))

    def start(self) -> None:
        """Put everything in force, before the first screen."""
        known = self._app.available_themes
        if self.settings.theme not in (*_own_themes(), *known):
            self.faults.append(_("settings.toml: there is no such theme; ours is used"))
            self.settings = self.settings._replace(theme="auto")
        look.apply(self.settings, self._environment, self._app)

    @property
    def ponder(self) -> bool:
        """Whether bots may think while the person does: not on a machine that others share."""
        return self._keep is not None and self.settings.ponder and not guest.is_guest()

    @property
    def motion(self) -> bool:
        """Whether things may move, or appear one after the other. Not over SSH, whose link may be slow,
        nor where the terminal was slow to take what it was sent: what is shown at once is sent once.
        Nor where no settings are kept, as in pictures.
        """
        if self._keep is None or not self.settings.motion:
            return False
        if "SSH_CONNECTION" in self._environment or guest.is_guest():
            return False
        return not getattr(self._app._driver, "slow", False)

    def change(self, settings: Settings) -> str:
        """In force at once, and kept; why not, where they could not be kept."""
        from netplay.config import FolderUnusable
        from tui.screens.base import repaint_visible

        self.settings = settings
        look.apply(settings, self._environment, self._app)
        repaint_visible(self._app)
        if self._keep is None:
            return ""
        try:
            self._keep(settings)
        except FolderUnusable as error:
            return told(str(error))
        except OSError as error:
            return _("not kept: {why}", why=(error.strerror or str(error)).lower())
        return ""

    def show(self) -> None:
        """The settings' screen."""
        from tui.screens.settings import SettingsScreen

        if not isinstance(self._app.screen, SettingsScreen):
            themes = sorted(set(self._app.available_themes) - set(_own_themes()))
            marks = self._app.marks
            self._app.push_screen(SettingsScreen(marks, self.settings, themes, self.change))

    def welcome(self) -> None:
        """The first start asks for a name and a language."""
        from netplay.text import NAME_LIMIT
        from tui import person
        from tui.screens.welcome import WelcomeScreen

        def speak(code: str) -> None:
            self.settings = self.settings._replace(language=code)
            look.apply(self.settings, self._environment, self._app)

        def named(name: str | None) -> None:
            note = self.change(self.settings)
            try:
                person.keep_name(name or "")
            except (ValueError, OSError) as error:
                note = note or told(str(error))
            self._app.say(note)

        suggested = person.suggested_name()
        self._app.push_screen(WelcomeScreen(self._app.marks, suggested, NAME_LIMIT, speak), named)

    def turn(self, name: str, mine: bool, called: bool) -> None:
        """It is somebody's turn; ``called``: the person may be looking elsewhere."""
        text = _("Your turn") if mine else _("{name} to act", name=name)
        self.attention.title(f"Caboose: {text}", self.settings)
        if mine and called:
            self.attention.call(_("Caboose: it is your turn"), self.settings)

    def urge(self) -> None:
        """The others are about to let a bot play for the person."""
        self.attention.call(_("Caboose: move now, or a bot may play for you"), self.settings)

    def _write(self, data: str) -> None:
        driver = self._app._driver
        if driver is not None:
            driver.write(data)


def _own_themes() -> tuple[str, ...]:
    from tui.settings import THEMES

    return THEMES
