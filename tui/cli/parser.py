"""argparse in this program's manners: one line for an error, and help that opens with examples."""

from __future__ import annotations

import argparse
from typing import NoReturn

from tui.cli.errors import Usage


class Parser(argparse.ArgumentParser):
    """Raises Usage instead of printing, and knows no abbreviations: a new option breaks no script."""

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """What argparse found wrong, with the way to the help."""
        raise Usage(f"{message} (see: {self.prog} --help)")
