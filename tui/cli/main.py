"""The `caboose` command: reads the command line and hands on to the one part that is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO

from core.version import VERSION
from tui.cli.errors import CommandError, Usage, one_line

COMMANDS: Final = {
    "play": "a game against bots on this machine, no network",
    "tutorial": "a first game with a conductor who explains everything",
    "host": "open a table for others, on this network or at a broker",
    "join": "sit down at somebody's table",
    "resume": "sit down again at a game that was begun",
    "watch": "look on at somebody's table",
    "lobby": "list the tables in sight, for a script or without a screen",
    "table": "a bot opens a table for others, without a screen",
    "bot": "a bot sits down at somebody's table",
    "broker": "run the built-in broker alone",
    "brokers": "the brokers that are remembered",
    "add-broker": "remember a broker, or a file of them",
    "remove-broker": "forget a broker",
    "serve-ssh": "let anyone with an SSH client play here",
    "serve-web": "play in a browser",
    "selfplay": "bots play a whole game as peers, over MQTT or in memory",
    "review": "go through a kept game, or play a finished one on from a moment",
    "replay": "print a kept game as it stood after any entry",
    "rules": "the rules of a game, or what they say of a word",
    "history": "your kept games and what they add up to",
    "analyse": "judge a position, or every move of a kept game",
    "verify": "check every signature, hash and move of a kept game",
    "doctor": "check terminal, folders and brokers, and say what to do",
    "known": "the keys you have met: notes, mute, block",
    "identity": "show who you are to other players",
}
"""Each is a module beside this one with ``run(argv) -> exit code``, imported only when it is asked for."""

EXAMPLES: Final = """\
commands:
{commands}

examples:
  caboose                                  the home screen
  caboose play --seats 3 --bots greedy     a game against two bots
  caboose play --seed 7                    the same cards every time
  caboose host                             a table for others on this network
  caboose join "Ana's table"               sit down at it
  caboose selfplay continental-express --seats 4 --seed 7 --bots greedy --transport mqtt
  caboose replay GAME.caboose --at 40      what the table looked like after entry 40
  caboose COMMAND --help                   all about one command

Exit codes: 0 done, 1 it failed, 2 the command line is wrong, 130 interrupted.
CABOOSE_CONFIG_DIR and CABOOSE_DATA_DIR move its folders; CABOOSE_DEBUG=1 shows tracebacks.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `caboose` with `argv` (default: the process's own); returns the exit code, never raises."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets a question mark, not a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit as stop:  # argparse, after --help and --version
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        return _flushed(code)
    except BrokenPipeError:
        return _pipe_closed()
    except KeyboardInterrupt:
        return _say("interrupted", 130)
    except CommandError as error:
        return _say(error, error.code)
    except ImportError as error:
        if os.environ.get("CABOOSE_DEBUG") == "1" or _ours(error):
            return _unexpected(error, arguments)
        return _say(f"a part of it is not installed ({error.name}); install caboose again", 1)
    except Exception as error:
        return _unexpected(error, arguments)
    return code


def _ours(error: ImportError) -> bool:
    return (error.name or "core").partition(".")[0] in ("core", "netplay", "tui")


def _run(arguments: list[str]) -> int:
    from tui.cli.parser import Parser

    width = max(map(len, COMMANDS))
    listing = "\n".join(f"  {name:{width}}  {what}" for name, what in COMMANDS.items())
    parser = Parser(
        "caboose",
        "Railway card games in the terminal: alone against bots, or between peers over MQTT.",
        EXAMPLES.format(commands=listing),
    )
    parser.add_argument("--version", action="version", version=f"caboose {VERSION}")
    parser.add_argument(
        "--config", metavar="DIR", help="keep identity and settings in this folder instead"
    )
    parser.add_argument(
        "--no-mouse",
        action="store_true",
        help="leave the mouse to the terminal (CABOOSE_MOUSE=off)",
    )
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="none: the home screen")
    parser.add_argument("rest", nargs="...", metavar="...", help="its own options")
    found = parser.parse_args(arguments)
    if found.config is not None:
        if not found.config:
            raise Usage("--config needs the name of a folder")
        os.environ["CABOOSE_CONFIG_DIR"] = found.config
    if found.no_mouse:
        os.environ["CABOOSE_MOUSE"] = "off"
    if found.command is None:
        from tui.cli import home

        return home.run([])
    if found.command not in COMMANDS:
        raise Usage(
            f"no command is called {found.command[:40]!r}; there are: {', '.join(COMMANDS)}"
        )
    from importlib import import_module

    from tui.cli.language import speak

    speak()
    code: int = import_module(f"tui.cli.{found.command.replace('-', '_')}").run(found.rest)
    return code


def _say(message: object, code: int) -> int:
    try:
        from tui.cli.language import speak, spoken

        speak()
        print(f"caboose: {one_line(spoken(message))}", file=sys.stderr)
    except OSError:  # nobody is left to tell
        _abandon(sys.stderr)
    return _flushed(code)


def _flushed(code: int) -> int:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return _pipe_closed()
    except OSError as error:
        from tui.cli.language import spoken

        _abandon(sys.stdout)
        print(f"caboose: {one_line(spoken(f'cannot write: {error.strerror}'))}", file=sys.stderr)
        return code or 1
    return code


def _pipe_closed() -> int:
    """The reader of our output has gone (``| head``): what a shell reports for SIGPIPE, quietly."""
    _abandon(sys.stdout)
    return 141


def _abandon(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, or the interpreter would complain about it at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return  # not a real file: nothing will be written at the end


def _unexpected(error: Exception, arguments: list[str]) -> int:
    """A fault of ours, or of the machine: one line, and the rest in a file."""
    if os.environ.get("CABOOSE_DEBUG") == "1":
        import traceback

        traceback.print_exc()
        return 1
    if isinstance(error, OSError) and error.errno == 28:
        return _say(f"the disk is full ({error.filename or 'while writing'}); free some space", 1)
    from tui.cli.report import write_report

    where = write_report(error, arguments)
    kept = f"details are in {where}" if where else "set CABOOSE_DEBUG=1 to see the details"
    return _say(f"something went wrong inside ({type(error).__name__}); {kept}", 1)
