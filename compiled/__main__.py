"""``make compiled``: makes the compiled engine in build/compiled, if it is not there already.

Nothing is written beside the sources. The folder holds one engine, of one state of ``core`` and for the
Python that made it; it is swapped in whole, so a build that is broken off leaves the one before.
"""

from __future__ import annotations

import argparse
import fcntl
import io
import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from compiled import guard

ROOT = Path(__file__).resolve().parents[1]
CORE = ROOT / "core"
INTO = ROOT / "build" / "compiled"
PARTS = ("core/kernel", "core/games", "core/bots")
"""What is compiled; what else is in ``core`` is not worth it."""


def missing() -> str | None:
    """What a build lacks here, None if nothing."""
    words = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(words[0]) is None:
        return f"no C compiler ({words[0]}); on Debian or Ubuntu: apt-get install gcc"
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.exists():
        # Debian's own Python has them in a package; any other brings them, or was cut down.
        return f"no {header}; on Debian or Ubuntu: apt-get install python3-dev"
    return None


def fresh(into: Path) -> bool:
    """Whether what is there is of today's sources and for this Python."""
    return guard.engine(into / "core", CORE) == "compiled"


def build(into: Path, optimise: str) -> None:
    """Compile into that folder; raises SystemExit with a line, after mypy's or the compiler's own."""
    import setuptools  # before mypyc, which asks whether it is there
    from mypyc.build import mypycify
    from setuptools.errors import CCompilerError

    into.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".compiling-", dir=into.parent) as name:
        work, said = Path(name), io.StringIO()
        made_of = guard.digest(CORE)
        try:
            with redirect_stdout(said):
                modules = mypycify(
                    ["--cache-dir", os.devnull, *PARTS],  # two at once must not share one
                    opt_level=optimise,
                    debug_level="0",
                    target_dir=str(work / "c"),
                    group_name="caboose",
                )
            for module in modules:
                module.extra_compile_args.append("-Wno-error")  # newer compilers warn of more
            # Not by setup(), which would read our pyproject.toml and take it for its own.
            command = setuptools.Distribution({"ext_modules": modules}).get_command_obj("build_ext")
            command.build_lib, command.build_temp = str(work / "new"), str(work / "o")
            command.ensure_finalized()
            command.run()
        except (SystemExit, CCompilerError):
            sys.stderr.write(said.getvalue())
            sys.exit("caboose: the engine could not be compiled; why, is said above")
        core = work / "new" / "core"
        shutil.copyfile(guard.__file__, core / "__init__.py")
        (core / guard.STAMP).write_text(f"{guard.SUFFIX}\n{made_of}\n")
        if into.exists():
            into.rename(work / "old")
        (work / "new").rename(into)


def main(argv: list[str] | None = None) -> int:
    """Build what is not fresh; 0 if it then is, 2 where something is missing."""
    parser = argparse.ArgumentParser(prog="python -m compiled", description=__doc__)
    parser.add_argument("--into", type=Path, default=INTO, metavar="FOLDER")
    parser.add_argument(
        "--optimise", default="3", choices=("0", "1", "2", "3"), help="the C compiler's -O"
    )
    asked = parser.parse_args(argv)
    into: Path = asked.into.resolve()
    os.chdir(ROOT)  # mypyc names modules by their paths from here
    lock = into.with_name(into.name + ".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # who comes second finds it made
        if not fresh(into):
            if (lacking := missing()) is not None:
                print(f"caboose: {lacking}", file=sys.stderr)
                return 2
            print("Compiling the engine (a minute or two)", flush=True)
            build(into, asked.optimise)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        sys.exit(f"caboose: the engine could not be compiled: {error}")
