"""What both ways of serving guests ask on the command line: the port, and how many may come."""

from __future__ import annotations

from argparse import Namespace
from typing import Final, NamedTuple

from tui.cli import values
from tui.cli.parser import Parser

MISSING: Final = (
    "`caboose {command}` needs {what}, which playing does not: install Caboose with its extra "
    "`serve` (in a checkout: make setup)"
)


class Asked(NamedTuple):
    """``idle``: seconds without a key until a guest's game is put away."""

    port: int
    most: int
    each: int
    idle: float


def add(parser: Parser, *, port: int, most: int) -> None:
    """The options, with what holds where none is given."""
    parser.add_argument(
        "--port", metavar="N", default=str(port), help=f"0: a free one (default: {port})"
    )
    parser.add_argument(
        "--max-guests", metavar="N", default=str(most), help=f"at a time (default: {most})"
    )
    parser.add_argument(
        "--per-address", metavar="N", default="4", help="from one address (default: 4)"
    )
    parser.add_argument(
        "--idle",
        metavar="MINUTES",
        default="30",
        help="without a key until a game is put away (default: 30)",
    )


def asked(found: Namespace) -> Asked:
    """What was asked for; raises Usage."""
    return Asked(
        values.whole_of(found.port, "--port", 0, 65535),
        values.whole_of(found.max_guests, "--max-guests", 1, 10_000),
        values.whole_of(found.per_address, "--per-address", 1, 10_000),
        60.0 * values.whole_of(found.idle, "--idle", 1, 7 * 24 * 60),
    )
