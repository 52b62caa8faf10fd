"""``make bench``: every figure that is kept an eye on, each beside its reference in the same run.

``python -m benchmarks engine latency`` runs only some; see the modules for what each measures.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
from collections.abc import Callable

from core import ENGINE


def _engine() -> None:
    from benchmarks import engine

    engine.main()


def _latency() -> None:
    from benchmarks import latency

    asyncio.run(latency.main())


def _startup() -> None:
    from benchmarks import startup

    startup.main()


def _thinking() -> None:
    from benchmarks import thinking

    thinking.main()


def _frames() -> None:
    from benchmarks import frames

    frames.main()


def _screen() -> None:
    from benchmarks import screen

    screen.main()


def _ssh() -> None:
    from benchmarks import ssh

    ssh.main()


PARTS: dict[str, tuple[str, Callable[[], None]]] = {
    "engine": (f"The engine, one core, {ENGINE}", _engine),
    "latency": ("A move over the embedded broker", _latency),
    "startup": ("Start-up, whole processes", _startup),
    "ssh": ("Guests of serve-ssh, 80x24", _ssh),
    "thinking": ("Key to terminal while bots think, 140x45", _thinking),
    "screen": ("A table in a pseudo-terminal: time, bytes, memory", _screen),
    "frames": ("First frame in a pseudo-terminal, 80x24", _frames),
}


def main(wanted: list[str]) -> int:
    """Run the named parts, all of them without a name."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"no such benchmark: {unknown[0]}; there is: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    load = os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} before")
    for name in wanted or PARTS:
        title, part = PARTS[name]
        print(f"\n{title}")
        part()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
