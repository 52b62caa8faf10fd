"""Processes that run on the compiled engine: what is first on their path, and then the repository."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from compiled.__main__ import missing

ROOT = Path(__file__).resolve().parents[2]
TREE = ROOT / "build" / "compiled-for-tests"
"""Kept, so that only who changed ``core`` compiles again."""
needs_compiler = pytest.mark.skipif(
    missing() is not None and not os.environ.get("CABOOSE_REQUIRE_CC"),
    reason=f"nothing can be compiled here: {missing()}",
)


def path_with(tree: Path) -> dict[str, str]:
    """Environment of a process that finds ``tree`` before the plain engine."""
    return {"PYTHONSAFEPATH": "1", "PYTHONPATH": f"{tree}{os.pathsep}{ROOT}"}


def run(
    tree: Path, *arguments: str, python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    """A Python with these arguments, which has to end well."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [python, *arguments],
        cwd=ROOT,
        env=clean | {"PYTHONDONTWRITEBYTECODE": "1"} | path_with(tree),
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done


def compiled() -> Path:
    """The engine of today's sources, compiled as fast as the compiler can, not to run fast."""
    before = unfinished()
    run(TREE, "-m", "compiled", "--into", str(TREE), "--optimise", "0")
    assert unfinished() <= before  # whoever was killed may have left something; who ends does not
    return TREE


def unfinished() -> set[Path]:
    """Folders of builds of this engine that are under way, or were killed."""
    return set(TREE.parent.glob(f".{TREE.name}.compiling-*"))
