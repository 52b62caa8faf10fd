"""Themes: how the styles that ``tui.marks`` names by their meaning look on this terminal.

Panels draw with those styles, and nothing else knows of themes: a line is dressed when it is handed
to the screen. One process serves one person, so the theme in force is the module's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from tui import marks as m

if TYPE_CHECKING:
    from textual.color import Color

_MEANINGS: Final = (
    "TEXT", "STRONG", "DIM", "FRAME", "TITLE", "HEADING", "KEY", "STAGED", "FRESH", "WARN",
    "WAGON", "WAGON_DIM", "ENGINE", "ENGINE_DIM", "MONEY", "PERSON",
)  # fmt: skip


_ASCII: Final = str.maketrans(
    "".join(m.UNICODE[1:]) + "┬┴┤├┼" + "’…",
    "".join(m.ASCII[1:]) + "+++++" + "'.",
)


class Palette(NamedTuple):
    """``styles``: a style of ``tui.marks`` to the one shown; empty: as they are there."""

    name: str
    background: str
    styles: Mapping[Style, Style] = {}
    ansi: bool = False
    """Whether only the terminal's own colours are used, which no one may convert."""


def _palette(
    name: str,
    background: str,
    looks: Mapping[str, Style],
    companies: tuple[Style, ...],
    ansi: bool = False,
) -> Palette:
    page = Style() if not background else Style(bgcolor=background)
    styles = {getattr(m, meaning): page + looks[meaning] for meaning in _MEANINGS}
    styles |= dict(zip(m.COMPANIES, companies, strict=True))
    styles[m.PAGE] = page
    return Palette(name, background or "ansi_default", styles, ansi)


def _looks(rows: str) -> dict[str, Style]:
    """``MEANING: rich style`` by lines."""
    pairs = (row.split(":", 1) for row in rows.strip().splitlines())
    return {name.strip(): Style.parse(style.strip()) for name, style in pairs}


def _chips(*styles: str) -> tuple[Style, ...]:
    return tuple(Style.parse(style) for style in styles)


DARK: Final = Palette("dark", m.BACKGROUND)


def light() -> Palette:
    """Dark letters on paper."""
    looks = _looks("""
        TEXT: #22282f
        STRONG: bold #000000
        DIM: #5d6670
        FRAME: #9aa3ad
        TITLE: bold #8a4b00
        HEADING: #4c5661
        KEY: bold #ffffff on #33404d
        STAGED: bold #ffffff on #8a4b00
        FRESH: bold #0b6b38
        WARN: bold #a3200d
        WAGON: bold #ffffff on #45535f
        WAGON_DIM: #22282f on #d3d8dd
        ENGINE: bold #ffffff on #12161b
        ENGINE_DIM: #ffffff on #6a747e
        MONEY: bold #3c6212
        PERSON: bold #6f2a99
    """)
    return _palette(
        "light",
        "#f6f4ef",
        looks,
        _chips(
            "bold #ffffff on #1f5fd0", "bold #1a1a1a on #f2cf3b", "bold #ffffff on #000000",
            "bold #ffffff on #b8232f", "bold #ffffff on #1d7a3e",
        ),
    )  # fmt: skip


def contrast() -> Palette:
    """Black, white and the strongest colours: every pair of at least seven to one."""
    looks = _looks("""
        TEXT: #ffffff
        STRONG: bold underline #ffffff
        DIM: #c8c8c8
        FRAME: #ffffff
        TITLE: bold #ffff00
        HEADING: bold #ffffff
        KEY: bold #000000 on #ffffff
        STAGED: bold #000000 on #ffff00
        FRESH: bold #00ff00
        WARN: bold #ffb0a0
        WAGON: bold #000000 on #ffffff
        WAGON_DIM: #000000 on #c8c8c8
        ENGINE: bold #000000 on #00ffff
        ENGINE_DIM: #000000 on #c8c8c8
        MONEY: bold #00ff00
        PERSON: bold #ffa0ff
    """)
    return _palette(
        "contrast",
        "#000000",
        looks,
        _chips(
            "bold #ffffff on #0038a8", "bold #000000 on #ffff00", "bold underline #ffffff on #000000",
            "bold #ffffff on #9c0010", "bold #ffffff on #005a1e",
        ),
    )  # fmt: skip


def sixteen() -> Palette:
    """The eight colours that every terminal has, and bold; the terminal's own background."""
    looks = _looks("""
        TEXT: default
        STRONG: bold
        DIM: default
        FRAME: blue
        TITLE: bold yellow
        HEADING: cyan
        KEY: bold black on white
        STAGED: bold black on yellow
        FRESH: bold green
        WARN: bold red
        WAGON: bold white on blue
        WAGON_DIM: white on black
        ENGINE: bold black on cyan
        ENGINE_DIM: white on black
        MONEY: bold green
        PERSON: bold magenta
    """)
    return _palette(
        "sixteen",
        "",
        looks,
        _chips(
            "bold white on blue", "black on yellow", "bold white on black", "bold white on red",
            "bold white on green",
        ),
        ansi=True,
    )  # fmt: skip


def mono() -> Palette:
    """No colour at all: bold, underlined, reversed; signs and letters say the rest."""
    looks = _looks("""
        TEXT: none
        STRONG: bold
        DIM: none
        FRAME: none
        TITLE: bold
        HEADING: underline
        KEY: reverse
        STAGED: bold reverse
        FRESH: bold underline
        WARN: bold
        WAGON: bold
        WAGON_DIM: none
        ENGINE: bold
        ENGINE_DIM: none
        MONEY: bold
        PERSON: bold
    """)
    return _palette("mono", "", looks, _chips(*["bold"] * 5), ansi=True)


def of_textual(name: str, colours: Mapping[str, str]) -> Palette:
    """A palette out of the variables of one of Textual's own themes."""
    background, panel = colours["background"], colours["panel"]
    # Some of them are too near their own background to be read as text.
    inks = ("foreground", "primary", "secondary", "success", "warning", "error")
    colours = {**colours, **{name: _readable(colours[name], background) for name in inks}}
    ink, accent = colours["foreground"], colours["primary"]
    looks = _looks(f"""
        TEXT: {ink}
        STRONG: bold {ink}
        DIM: {colours["secondary"]}
        FRAME: {colours["secondary"]}
        TITLE: bold {accent}
        HEADING: {colours["secondary"]}
        KEY: bold {background} on {ink}
        STAGED: bold {background} on {accent}
        FRESH: bold {colours["success"]}
        WARN: bold {colours["error"]}
        WAGON: bold {ink} on {panel}
        WAGON_DIM: {ink} on {colours["surface"]}
        ENGINE: bold {background} on {ink}
        ENGINE_DIM: {background} on {colours["secondary"]}
        MONEY: bold {colours["success"]}
        PERSON: bold {colours["warning"]}
    """)
    return _palette(name, background, looks, m.COMPANIES)


def _readable(ink: str, paper: str) -> str:
    """The ink, as far lighter or darker as text needs (WCAG 2.2, 1.4.3: 4.5 to 1)."""
    from textual.color import BLACK, WHITE, Color, ColorParseError

    try:
        found, behind = Color.parse(ink), Color.parse(paper)
    except ColorParseError:
        return ink
    if found.ansi is not None or behind.ansi is not None:
        return ink  # the terminal's own, which nobody here knows
    aim = WHITE if _luminance(behind) < 0.2 else BLACK
    for step in range(11):
        mixed = found.blend(aim, step / 10)
        one, two = sorted((_luminance(mixed), _luminance(behind)))
        if (two + 0.05) / (one + 0.05) >= 4.5:
            return mixed.hex
    return aim.hex


def _luminance(colour: Color) -> float:
    """Relative luminance of sRGB."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in colour.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


_in_force: Palette = DARK
_dressed: dict[Style, Style] = {}


_signs: bool = False
_fold: bool = False


def use(palette: Palette, *, signs: bool = False, fold: bool = False) -> None:
    """Dress everything in this palette from now on.

    ``signs``: the ASCII signs stand for the others. ``fold``: letters beyond ASCII are shown without
    their accents, for the terminal does not read UTF-8.
    """
    global _in_force, _signs, _fold
    _in_force, _signs, _fold = palette, signs, fold
    _dressed.clear()
    _spelt.cache_clear()


def in_force() -> Palette:
    """The palette now."""
    return _in_force


def dressed(pieces: list[Segment]) -> list[Segment]:
    """The same pieces as this palette shows them."""
    if not _in_force.styles and not _signs:
        return pieces
    return [
        Segment(_spelt(text) if _signs else text, _dress(style) if style else None)
        for text, style, _ in pieces
    ]


@lru_cache(maxsize=4096)
def _spelt(text: str) -> str:
    """The text in the signs of this terminal; as many cells as before."""
    if text.isascii():
        return text
    text = text.translate(_ASCII)
    if text.isascii() or not _fold:
        return text
    return "".join(_letter(sign) for sign in text)


def _letter(sign: str) -> str:
    import unicodedata

    if sign.isascii():
        return sign
    bare = unicodedata.normalize("NFKD", sign)[0]
    return bare if bare.isascii() else "?" * cell_len(sign)


def _dress(style: Style) -> Style:
    found = _dressed.get(style)
    if found is None and not _in_force.styles:
        return style
    if found is None:
        bare = Style(color=style.color, bgcolor=style.bgcolor, bold=style.bold)
        found = _in_force.styles.get(bare)
        if found is None:
            found = _in_force.styles.get(style, style)
        if style.meta:
            found += Style(meta=style.meta)
        _dressed[style] = found
    return found
