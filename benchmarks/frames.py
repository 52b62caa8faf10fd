"""From starting the process to the first frame in a real pseudo-terminal, beside bare Textual apps.

home is measured against an app with one widget, the table against an app with as many widgets as
the table has. Both sides are whole processes of the same Python, in turn; medians are printed.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

CABOOSE = str(Path(sys.executable).with_name("caboose"))
SIZE = struct.pack("HHHH", 24, 80, 0, 0)

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    ENABLE_COMMAND_PALETTE = False
    def compose(self):
        for number in range({widgets}):
            yield Static("READY" if number == {widgets} - 1 else "some text")
Bare().run()
"""


def first_frame(command: list[str], mark: bytes, folder: str, limit: float = 60.0) -> float:
    """Milliseconds until ``mark`` has been written to the terminal; raises TimeoutError."""
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, SIZE)
    env = os.environ | {
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "LINES": "24",
        "CABOOSE_CONFIG_DIR": folder,
        "CABOOSE_DATA_DIR": folder,
    }
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, env=env, start_new_session=True
    )
    os.close(side)
    try:
        seen = b""
        while mark not in seen:
            left = start + limit - time.perf_counter()
            ready, _, _ = select.select([main], [], [], max(left, 0))
            if not ready:
                raise TimeoutError(f"no first frame of {command} within {limit:g} s")
            seen += os.read(main, 65536)
        return (time.perf_counter() - start) * 1000
    finally:
        process.kill()
        process.wait()
        os.close(main)


def widgets_of_the_table() -> int:
    """How many widgets the table's screen has, itself left out."""
    import asyncio

    from tui.app import CabooseApp
    from tui.setup import SoloSetup

    async def count() -> int:
        app = CabooseApp(SoloSetup(seed=7))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            return len(list(app.screen.walk_children()))

    return asyncio.run(count())


def compare(name: str, ours: list[str], mark: bytes, widgets: int, folder: str, runs: int) -> None:
    """Print both medians and their ratio."""
    bare = [sys.executable, "-c", BARE.format(widgets=widgets)]
    reference, own = [], []
    for _ in range(runs + 1):
        reference.append(first_frame(bare, b"READY", folder))
        own.append(first_frame(ours, mark, folder))
    there, here = statistics.median(reference[1:]), statistics.median(own[1:])
    print(
        f"first frame, {name:<14} {here:8.0f} ms   bare app, {widgets:2} widgets {there:6.0f} ms"
        f"   {here / there:.2f} x   (to reach: 1.3 x)"
    )


def compile_ours() -> None:
    """What an installation does: a checkout that was just edited would be compiled in every run."""
    import compileall

    root = Path(__file__).parents[1]
    for room in ("core", "netplay", "tui"):
        compileall.compile_dir(root / room, quiet=1)


def main(runs: int = 9) -> None:
    """Home and table."""
    import tempfile

    compile_ours()

    with tempfile.TemporaryDirectory() as folder:
        # Not the very first start, which asks for a name and a language.
        Path(folder, "settings.toml").write_text('language = "en"\n')
        compare("home", [CABOOSE], b"quit", 1, folder, runs)
        table = [CABOOSE, "play", "--seats", "3", "--bots", "greedy", "--seed", "7"]
        compare("table", table, b"Choose the contract", widgets_of_the_table(), folder, runs)


if __name__ == "__main__":
    main()
