"""How a command ends badly: one line for the person, and the exit code that says whose fault it was."""

from __future__ import annotations


class CommandError(Exception):
    """A command that cannot go on; ``str()`` is one sentence that says what to do."""

    code = 1


class Usage(CommandError):
    """The command line itself is wrong."""

    code = 2


class Failed(CommandError):
    """The command line is right, but what it asks for could not be done."""


class Stopped(CommandError):
    """Something from outside ended the program; ``code`` is 128 and the signal's number."""

    def __init__(self, says: str, code: int) -> None:
        super().__init__(says)
        self.code = code


def one_line(text: object, limit: int = 400) -> str:
    """``text`` as one line of at most ``limit`` printable characters.

    Messages quote what came from outside (arguments, file names, a system's errors): nothing of it
    may start a second line or reach the terminal as an escape sequence.
    """
    shown = "".join(c if c.isprintable() else " " for c in str(text))
    shown = " ".join(shown.split())
    return shown if len(shown) <= limit else shown[: limit - 3] + "..."
