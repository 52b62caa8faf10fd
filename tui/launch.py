"""Starts the app on this terminal and says how it ended."""

from __future__ import annotations

import gc
import os
import sys

from tui import guest
from tui import plan as plans
from tui import settings as kept_settings
from tui.app import CabooseApp
from tui.plan import Again, Host, Lesson, Look, Resume, Visit
from tui.settings import Settings
from tui.setup import SoloSetup


def mouse_wanted(environment: dict[str, str] | os._Environ[str]) -> bool:
    """Whether the mouse is asked to report: CABOOSE_MOUSE=off, or ``caboose --no-mouse``, says no.

    Nor in GNU screen, unless CABOOSE_MOUSE=on: while the mouse reports there, screen keeps the escape
    key back until another key is pressed. At the other end of an ssh it is known by TERM alone, where
    tmux, which has no such fault, may bear the same name.
    """
    said = environment.get("CABOOSE_MOUSE", "").strip().lower()
    if said in ("on", "yes", "1"):
        return True
    term = environment.get("TERM", "")
    screen = bool(environment.get("STY")) or term.startswith("screen.")
    screen = screen or (term == "screen" and not environment.get("TMUX"))
    return said not in ("off", "no", "0") and not screen


def run_app(
    start: SoloSetup | None, plan: Host | Visit | Look | Resume | Again | Lesson | None = None
) -> int:
    """Run Caboose on this terminal: at a table, at home, or where a plan leads.

    Returns the exit code; raises Failed where the plan could not be carried out, Stopped where a
    signal or a closed terminal ended it.
    """
    from tui.cli.errors import Stopped
    from tui.driver import TerminalDriver
    from tui.keep import keep

    # The start makes some 200,000 objects that live to the end: looking through them for garbage
    # again and again costs a tenth of the time to the first frame, and pauses later.
    gc.disable()
    if os.environ.get("TERM") == "unknown":
        # The drawing library takes this name for no terminal at all, and then sends every colour.
        os.environ["TERM"] = "ansi"
    chosen, faults = kept_settings.read()
    # Elsewhere than at home a name is asked for when others are to see it.
    first = start is None and isinstance(plan, plans.Look | None) and not _met(chosen)
    app = CabooseApp(
        start,
        keep=keep,
        settings=chosen,
        keep_settings=kept_settings.keep,
        environment=os.environ,
        faults=faults,
        first=first,
        when_ready=_collect_again,
        plan=plan,
        listens=True,
        driver=None if os.environ.get("TEXTUAL_DRIVER") else TerminalDriver,
    )
    code = app.run(mouse=mouse_wanted(os.environ)) or app.return_code or 0
    if app._exception is not None:
        raise app._exception
    if app.ended_by:
        raise Stopped(app.ended_by, code)
    if app.failure:
        from tui.cli.errors import Failed

        raise Failed(app.failure)
    if app.parting:
        sys.stdout.write(app.parting + "\n")
    return code


def _met(chosen: Settings) -> bool:
    """Whether somebody was here before: a name or settings are kept, or the server named its guest."""
    from tui import person

    return bool(kept_settings.known() or guest.is_guest() or person.kept_name())


def _collect_again() -> None:
    gc.freeze()
    gc.enable()
