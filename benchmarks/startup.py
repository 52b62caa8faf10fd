"""Start-up: ``caboose --version`` beside a bare Python, in turn, as whole processes."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.frames import compile_ours

CABOOSE = str(Path(sys.executable).with_name("caboose"))


def wall(command: list[str]) -> float:
    """Milliseconds from start to exit."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def main(runs: int = 15) -> None:
    """Medians over alternating runs, the first of each thrown away."""
    compile_ours()
    bare, ours = [], []
    for _ in range(runs + 1):
        bare.append(wall([sys.executable, "-c", "pass"]))
        ours.append(wall([CABOOSE, "--version"]))
    python, version = statistics.median(bare[1:]), statistics.median(ours[1:])
    print(f"python -c pass              {python:8.1f} ms")
    print(
        f"caboose --version           {version:8.1f} ms"
        f"   (to reach: {1.5 * python + 60:.1f} ms = 1.5 x python + 60 ms)"
    )


if __name__ == "__main__":
    main()
