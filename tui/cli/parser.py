"""argparse in this program's manners: one line for an error, help in the person's language, examples.

Descriptions, examples and help are written in English where a command is; they are looked up here,
and only when help or an error is shown. ``tests/tui/cli_words.py`` reads them for the catalogues.
"""

from __future__ import annotations

import argparse
import re
from typing import Any, Final, NoReturn

from tui.cli.errors import Usage

ARGPARSE: Final = (
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "show program's version number and exit",
    "the following arguments are required: {names}",
    "unrecognized arguments: {names}",
    "argument {name}: expected one argument",
    "argument {name}: expected at least one argument",
    "argument {name}: invalid choice: {value} (choose from {choices})",
    "argument {name}: ignored explicit argument {value}",
    "argument {name}: not allowed with argument {other}",
    "one of the arguments {names} is required",
    "{fault} (see: {command} --help)",
)
"""What argparse itself says; of its errors, what can come of the options that there are."""
_COLUMNS: Final = re.compile(r"(\s+\S.*?\s{2,})(\S.*)")
"""An example or a command, and what it does."""
_ENDLESS: Final = re.compile(r"(\S{60})\S{20,}?(?='?(?:\s|$))")
"""A word that nobody typed."""


class Parser(argparse.ArgumentParser):
    """Raises Usage instead of printing, and knows no abbreviations: a new option breaks no script."""

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=_Formatter,
        )

    def format_help(self) -> str:
        """All of it, in the person's language."""
        from tui.cli.language import speak
        from tui.tongue import _

        if speak():
            self.description = _(self.description or "")
            self.epilog = "".join(
                before + (_(message) if message else "") for before, message in pieces(self.epilog)
            )
            for group in self._action_groups:
                group.title = _(group.title or "")
            for action in self._actions:
                if action.help and action.help != argparse.SUPPRESS:
                    action.help = _(action.help)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """What argparse found wrong, with the way to the help."""
        from tui.cli.language import speak
        from tui.told import told

        speak()
        message = _ENDLESS.sub(r"\1...", message)
        raise Usage(told(f"{message} (see: {self.prog} --help)", ARGPARSE[::-1]))


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Says "usage:" in the person's language."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        from tui.tongue import _

        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


def pieces(text: str | None) -> list[tuple[str, str]]:
    """The parts of an epilog: what stays as it is, and a message behind it (perhaps none).

    Of an indented line the first column stays and the second is a message; lines that are not
    indented are one message up to the next blank or indented one.
    """
    found: list[tuple[str, str]] = []
    prose: list[str] = []
    for line in (text or "").split("\n"):
        if line and not line.startswith(" "):
            prose.append(line)
            continue
        if prose:
            found += [("", "\n".join(prose)), ("\n", "")]
            prose = []
        columns = _COLUMNS.fullmatch(line)
        found += [(columns[1], columns[2]) if columns else (line, ""), ("\n", "")]
    if prose:
        found.append(("", "\n".join(prose)))
    elif found:
        found.pop()
    return found
