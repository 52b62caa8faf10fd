"""What runs in a guest's terminal: first what a guest must know, then Caboose itself."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from tui import guest
from tui.tongue import _, from_locale, use

_TOLD = "told"
"""A file in the guest's folder: has read what a guest must know."""


def main() -> int:
    """Play; returns the exit code."""
    _bounds()
    if os.environ.get("TEXTUAL_DRIVER"):
        from tui.cli.main import main as caboose

        return caboose([])
    _own_terminal()
    try:
        if not _told():
            return 0
    except (EOFError, KeyboardInterrupt):
        return 0
    from tui.cli.main import main as caboose

    if os.environ.get("TERM") == "dumb":
        return caboose(["play", "--plain"])
    return caboose([])


def words() -> list[str]:
    """What a guest must know, in paragraphs."""
    paragraphs = [_("Welcome to Caboose, a table for railway games.")]
    if guest.kind() == guest.KEY:
        paragraphs.append(
            _(
                "You are known here by your SSH key: come again with it, from anywhere, and your name, "
                "your seats and your games are there."
            )
        )
    elif guest.kind() == guest.WEB:
        paragraphs.append(
            _(
                "You are somebody new here, for as long as this page is open: when you close it, your "
                "name, seats and games are gone."
            )
        )
    else:
        paragraphs.append(
            _(
                "You came without an SSH key, so you are somebody new, for this once: when you leave, "
                "your name, seats and games are gone. With a key (ssh-keygen makes one) they would be "
                "kept."
            )
        )
    paragraphs.append(
        _(
            "Your moves are signed on this machine, not on yours: whoever runs this server could see "
            "your cards and play for you. Play where you trust that person, or install Caboose yourself."
        )
    )
    return paragraphs


def _told() -> bool:
    """Tell a guest what there is to know, the first time; whether they go on."""
    seen = Path(os.environ.get("CABOOSE_CONFIG_DIR", ".")) / _TOLD
    if guest.kind() == guest.KEY and seen.exists():
        return True
    import textwrap

    use(from_locale(os.environ))
    width = min(76, max(20, shutil.get_terminal_size().columns - 2))
    for paragraph in words():
        sys.stdout.write("\n".join(textwrap.wrap(paragraph, width)) + "\n\n")
    answer = input(_("Enter goes on, q and Enter leaves:") + " ")
    if answer.strip().lower().startswith("q"):
        return False
    with suppress(OSError):
        seen.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        seen.touch(0o600)
    return True


def _own_terminal() -> None:
    """Make the terminal this session's own, so that resizing and hanging up are heard of."""
    if os.name != "posix":
        return
    import fcntl
    import termios

    with suppress(OSError):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _bounds() -> None:
    """What one guest's game may use of the machine."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        for what, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_NOFILE, 256),
            (resource.RLIMIT_FSIZE, 64 << 20),
            (resource.RLIMIT_AS, 2 << 30),
        ):
            _, hard = resource.getrlimit(what)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    sys.exit(main())
