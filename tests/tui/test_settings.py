"""What a person can set: read from a file that anyone may have edited, in force at once, kept."""

from pathlib import Path

import pytest
from rich.style import Style

from tui import keymap, palette, settings
from tui import marks as m
from tui.app import CabooseApp
from tui.attention import Attention
from tui.driver import _without_colour
from tui.line import Line
from tui.look import no_colour
from tui.screens.commands import CommandsScreen
from tui.screens.settings import SettingsScreen
from tui.screens.welcome import WelcomeScreen
from tui.settings import Settings


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    return tmp_path


ABLE = {"TERM": "xterm-256color", "CABOOSE_SYMBOLS": "unicode"}
"""A terminal that can do all."""


def seen(app: CabooseApp) -> str:
    """What stands on the screen."""
    return "\n".join(
        "".join(part.text for part in strip)
        for canvas in app.screen._canvases.values()  # type: ignore[attr-defined]  # ours all have them
        for strip in canvas._strips
    )


def test_settings_are_read_as_they_were_kept(folder: Path) -> None:
    kept = Settings(language="fr", theme="light", bell=False, keys={"l": "g"})
    settings.keep(kept)
    assert settings.read() == (kept, [])


def test_a_file_that_nests_for_ever_is_one_line(folder: Path) -> None:
    (folder / settings.FILE_NAME).write_text("x = " + "[" * 60_000)
    found, faults = settings.read()
    assert found == Settings()
    assert len(faults) == 1


def test_a_failed_save_leaves_nothing_behind(folder: Path) -> None:
    settings.keep(Settings())
    (place,) = folder.rglob(settings.FILE_NAME)
    place.unlink()
    (place / "in the way").mkdir(parents=True)
    with pytest.raises(OSError, match=settings.FILE_NAME):
        settings.keep(Settings())
    assert [found.name for found in place.parent.iterdir()] == [settings.FILE_NAME]


def test_nobody_has_settings_at_first(folder: Path) -> None:
    assert not settings.known()
    assert settings.read() == (Settings(), [])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bell = 3", "bell is true or false"),
        ("theme = 3", "theme is a text in quotes"),
        ('language = "tlh"', "language is one of"),
        ('symbols = "emoji"', "symbols is one of"),
        ("colour = true", "there is no setting 'colour'"),
        ("bell = ", "cannot be understood"),
        ('"a\\u001b[31mb" = 1', "there is no setting"),
        ('[keys]\n"l" = "ctrl+c"', "a key is one printable sign"),
        ('[keys]\n"l" = "g"\n"g" = "z"', "exchanged with one other, once"),
        ("keys = 1", "[keys] holds lines like"),
    ],
)
def test_an_entry_that_cannot_be_used_is_named_in_one_line(
    folder: Path, text: str, says: str
) -> None:
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    found, faults = settings.read()
    assert len(faults) == 1
    assert says in faults[0]
    assert faults[0].isprintable()
    assert found._replace(keys={}) == Settings()


def test_good_entries_hold_beside_bad_ones(folder: Path) -> None:
    (folder / "settings.toml").write_text('bell = 3\ntheme = "light"', encoding="utf-8")
    assert settings.read()[0].theme == "light"


def test_an_exchanged_key_does_what_it_is_exchanged_for_and_is_shown() -> None:
    keymap.remap({"l": "g"})
    assert keymap.name("g", "g") == "l"
    assert keymap.name("l", "l") == "g"
    assert keymap.shown("r, l") == "r, g"
    assert Line().add(" l ", m.KEY, "l").text == " g "


def test_words_are_not_taken_for_keys() -> None:
    keymap.remap({"l": "g"})
    assert keymap.shown("left, l") == "left, g"


@pytest.mark.parametrize("make", [palette.light, palette.contrast, palette.sixteen, palette.mono])
def test_every_meaning_has_a_look_in_every_palette(make: object) -> None:
    made = make()  # type: ignore[operator]  # the four are functions
    shown = [made.styles[getattr(m, name)] for name in palette._MEANINGS]
    assert len(made.styles) == len(palette._MEANINGS) + len(m.COMPANIES) + 1
    assert all(isinstance(style, Style) for style in shown)


def test_mono_has_no_colour_at_all() -> None:
    for style in palette.mono().styles.values():
        assert style.color is None
        assert style.bgcolor is None


def test_sixteen_uses_only_the_eight_that_every_terminal_has() -> None:
    for style in palette.sixteen().styles.values():
        for colour in (style.color, style.bgcolor):
            assert colour is None or colour.number is None or colour.number < 8


def test_high_contrast_keeps_its_promise() -> None:
    """Seven to one for all letters, by WCAG's measure."""

    def light(style: Style, ground: bool) -> float:
        colour = style.bgcolor if ground else style.color
        assert colour is not None
        assert colour.triplet is not None
        parts = [part / 255 for part in colour.triplet]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for meaning, style in palette.contrast().styles.items():
        if meaning != m.PAGE:
            high, low = sorted((light(style, False), light(style, True)), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 7, (meaning, style)


def test_ascii_signs_take_as_many_cells() -> None:
    palette.use(palette.DARK, signs=True, fold=True)
    line = Line("┌─ À toute vapeur! ◊b ▰▱ 中 l’été")
    assert line.strip(40).text.rstrip() == "+- A toute vapeur! <b o. ?? l'ete"


def test_no_color_set_to_nothing_means_nothing() -> None:
    assert no_colour({"NO_COLOR": "1"})
    assert not no_colour({"NO_COLOR": ""})


def test_no_colour_leaves_the_program_under_no_color() -> None:
    said = "\x1b[1;38;2;1;2;3;48;5;7mA\x1b[31;97;7mB\x1b[0mC\x1b[49mD"
    assert _without_colour(said) == "\x1b[1mA\x1b[7mB\x1b[0mCD"


async def test_a_change_is_in_force_and_kept_at_once(folder: Path) -> None:
    app = CabooseApp(
        environment=ABLE, settings=Settings(language="en"), keep_settings=settings.keep
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(",")
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("right")
        assert "Réglages" in seen(app)
        assert settings.read()[0].language == "fr"
        await pilot.press("down", "right", "right", "escape")
        assert palette.in_force().name == "light"
        assert "D É P A R T S" in seen(app)


async def test_settings_open_over_a_game_and_leave_it_as_it_was(folder: Path) -> None:
    from tui.setup import SoloSetup
    from tui.solo import solo_table

    app = CabooseApp(
        SoloSetup(seats=2, seed=3), table_factory=lambda setup: solo_table(setup, pace=0.0),
        settings=Settings(language="en"), environment=ABLE,
    )  # fmt: skip
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
        before = app.screen
        await pilot.press(",", "right", "escape")
        await pilot.pause()
        assert app.screen is before
        assert "Votre contrat" in seen(app)
        assert "Journal" in seen(app)


async def test_the_first_start_asks_for_name_and_language_only(folder: Path) -> None:
    app = CabooseApp(environment=ABLE, settings=Settings(), keep_settings=settings.keep, first=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, WelcomeScreen)
        await pilot.press("down", "A", "n", "a", "enter")
        await pilot.pause()
        assert "D É P A R T S" in seen(app)
        assert (folder / "name").read_text(encoding="utf-8").strip().endswith("Ana")
        assert settings.read()[0].language == "fr"


async def test_what_can_be_done_is_found_by_its_name() -> None:
    app = CabooseApp(environment=ABLE, settings=Settings(language="en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(":", *"rules", "enter")
        await pilot.pause()
        assert not isinstance(app.screen, CommandsScreen)
        assert "Rules: Continental Express" in seen(app)


async def test_wrong_entries_are_said_at_the_start() -> None:
    app = CabooseApp(
        environment=ABLE,
        settings=Settings(theme="nosuch"),
        faults=["settings.toml: bell is true or false"],
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "bell is true or false" in seen(app)
        assert "there is no such theme" in " ".join(seen(app).replace("│", "").split())


def test_each_signal_can_be_turned_off() -> None:
    said: list[str] = []
    attention = Attention(said.append, "xterm-256color")
    off = Settings(bell=False, title=False, notice=False)
    attention.title("Ana to act", off)
    attention.call("your turn", off)
    attention.close()
    assert said == []


def test_the_window_gets_its_title_back() -> None:
    said: list[str] = []
    attention = Attention(said.append, "xterm")
    attention.title("Ana\x07\x1b]0;x to act", Settings())
    attention.close()
    assert said[0] == "\x1b[22;2t"
    assert said[1].count("\x1b") == 1, "a name can say nothing to the terminal"
    assert said[-1] == "\x1b[23;2t"


def test_an_old_terminal_is_only_rung() -> None:
    said: list[str] = []
    Attention(said.append, "linux").call("your turn", Settings())
    assert said == ["\x07"]
