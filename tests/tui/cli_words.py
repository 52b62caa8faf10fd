"""Reads what the command line's help says from the parsers themselves, for the catalogues."""

from __future__ import annotations

import argparse
from contextlib import suppress
from importlib import import_module
from typing import Any

import pytest

from tui.cli import main
from tui.cli.parser import ARGPARSE, Parser, pieces


class _Enough(Exception):
    """The parser is made; nothing is parsed."""


def parsers() -> list[Parser]:
    """The program's parser and that of every command, made as a call with --help makes them."""
    made: list[Parser] = []

    def stop(self: Parser, *args: Any, **more: Any) -> Any:
        made.append(self)
        raise _Enough

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Parser, "parse_args", stop)
        with suppress(_Enough):
            main._run([])
        for name in main.COMMANDS:
            command = import_module(f"tui.cli.{name.replace('-', '_')}")
            with suppress(_Enough):
                command.run(["--help"])
    return made


def messages() -> set[str]:
    """Descriptions, examples, help of every option, and argparse's own words."""
    found: set[str] = set(ARGPARSE)
    for parser in parsers():
        found.add(parser.description or "")
        found |= {message for _before, message in pieces(parser.epilog)}
        for action in parser._actions:
            if action.help and action.help != argparse.SUPPRESS and action.dest != "help":
                found.add(action.help)
    return found - {""}
