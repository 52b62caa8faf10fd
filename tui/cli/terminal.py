"""Whether there is a terminal to play in; asked before anything heavy is loaded."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tui.cli.errors import Failed

if TYPE_CHECKING:
    from tui.cli.parser import Parser


def add_plain(parser: Parser) -> None:
    """The option for who has no screen, or has one read aloud."""
    parser.add_argument(
        "--plain", action="store_true", help="lines of text and typed commands, for screen readers"
    )


def need_terminal(command: str, plain: str = "") -> None:
    """Raise Failed unless input and output are a terminal that can show a full screen.

    ``plain``: the command that does without one.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return  # a page in a browser is the terminal: `caboose serve-web`
    plain = plain or f"{command} --plain"
    for stream, what in ((sys.stdin, "input"), (sys.stdout, "output")):
        try:
            terminal = stream is not None and stream.isatty()
        except ValueError:  # closed
            terminal = False
        if not terminal:
            raise Failed(
                f"`{command}` needs a terminal, and its {what} is none; run it in one (over SSH: ssh -t), "
                f"or play in lines of text: `{plain}`"
            )
    # Any other kind is taken as it is: one that nobody knows has sixteen colours at least.
    if os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb"):
        kind = os.environ.get("TERM") or "not set"
        raise Failed(
            f"this terminal cannot show a full screen (TERM is {kind}); play in lines of text: `{plain}`, "
            "or set its kind, for example TERM=xterm-256color"
        )
