"""`caboose` alone: the home screen."""

from __future__ import annotations

from collections.abc import Sequence

from tui.cli.terminal import need_terminal


def run(argv: Sequence[str]) -> int:
    """Open the home screen; returns the app's exit code."""
    need_terminal("caboose", "caboose play --plain")
    from tui.launch import run_app
    from tui.plan import Look

    return run_app(None, Look())
