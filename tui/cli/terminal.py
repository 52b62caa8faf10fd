"""Whether there is a terminal to play in; asked before anything heavy is loaded."""

from __future__ import annotations

import os
import sys

from tui.cli.errors import Failed


def need_terminal(command: str) -> None:
    """Raise Failed unless input and output are a terminal that can show a full screen."""
    for stream, what in ((sys.stdin, "input"), (sys.stdout, "output")):
        try:
            terminal = stream is not None and stream.isatty()
        except ValueError:  # closed
            terminal = False
        if not terminal:
            raise Failed(
                f"`{command}` needs a terminal, and its {what} is none; run it in one "
                "(over SSH: ssh -t), or see `caboose selfplay --help` for games without one"
            )
    if os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        kind = os.environ.get("TERM") or "not set"
        raise Failed(
            f"this terminal cannot show a full screen (TERM is {kind}); "
            "set its kind, for example TERM=xterm-256color"
        )
