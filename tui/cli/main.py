"""The `caboose` command: reads the command line and hands on to the one part that is asked for."""

import argparse
from collections.abc import Sequence

from core.version import VERSION


def main(argv: Sequence[str] | None = None) -> int:
    """Run `caboose` with `argv` (default: the process's own); returns the exit code."""
    parser = argparse.ArgumentParser(prog="caboose")
    parser.add_argument("--version", action="version", version=f"caboose {VERSION}")
    parser.parse_args(argv)
    return 0
