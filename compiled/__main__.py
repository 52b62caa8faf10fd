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
import signal
import sys
import sysconfig
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from compiled import guard

if TYPE_CHECKING:
    from types import FrameType

    from setuptools import Extension

ROOT = Path(__file__).resolve().parents[1]
CORE = ROOT / "core"
INTO = ROOT / "build" / "compiled"
PARTS = ("core/kernel", "core/games", "core/bots")
"""What is compiled; what else is in ``core`` is not worth it."""
FAILED = "caboose: the engine could not be compiled"


class Ended(BaseException):
    """A signal ends the build. Not SystemExit, by which mypyc says that it failed."""


def missing() -> str | None:
    """What a build lacks here, None if nothing."""
    compiler: str = os.environ.get("CC", "").strip() or sysconfig.get_config_var("CC") or "cc"
    try:
        command = shlex.split(compiler)[0]
    except ValueError:  # a quotation mark without its other
        command = compiler
    if shutil.which(command) is None:
        return f"no C compiler ({command}); on Debian or Ubuntu: apt-get install gcc"
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.exists():
        # Debian's own Python has them in a package; any other brings them, or was cut down.
        return f"no {header}; on Debian or Ubuntu: apt-get install python3-dev"
    return None


def fresh(into: Path) -> bool:
    """Whether what is there is of today's sources, for this Python, and guarded as it is today."""
    try:
        guarded = (into / "core" / "__init__.py").read_bytes() == Path(guard.__file__).read_bytes()
    except OSError:
        return False
    return guarded and guard.engine(into / "core", CORE) == "compiled"


def translate(folder: Path, optimise: str) -> list[Extension]:
    """Write the C of all modules into that folder; raises SystemExit with a line, after mypy's own."""
    from mypyc.build import mypycify

    said = io.StringIO()
    try:
        with redirect_stdout(said):
            return mypycify(
                ["--cache-dir", os.devnull, *PARTS],  # two at once must not share one
                opt_level=optimise,
                debug_level="0",
                target_dir=str(folder),
                group_name="caboose",
            )
    except SystemExit as error:
        lines = said.getvalue().splitlines()
        if isinstance(error.code, str):
            lines.append(error.code)
        print(*(line for line in lines if ": warning:" not in line), sep="\n", file=sys.stderr)
        sys.exit(f"{FAILED}; why, is said above")


def build(into: Path, optimise: str) -> None:
    """Compile into that folder; raises SystemExit with a line, after mypy's or the compiler's own."""
    import setuptools  # before mypyc, which asks whether it is there
    from setuptools.errors import BaseError, CCompilerError

    prefix = f".{into.name}.compiling-"
    for left in into.parent.iterdir():
        if left.name.startswith(prefix):  # by a build that was killed, for we hold the lock
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=into.parent) as name:
        work = Path(name)
        made_of = guard.digest(CORE)
        modules = translate(work / "c", optimise)
        if guard.digest(CORE) != made_of:
            sys.exit(f"{FAILED}: its sources were changed meanwhile; start it again")
        for module in modules:
            module.extra_compile_args.append("-Wno-error")  # newer compilers warn of more
        # Not by setup(), which would read our pyproject.toml and take it for its own.
        command = setuptools.Distribution({"ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(work / "new"), str(work / "o")
        command.ensure_finalized()
        try:
            command.run()
        except (BaseError, CCompilerError) as error:
            sys.exit(f"{FAILED}: {error}")
        core = work / "new" / "core"
        shutil.copyfile(guard.__file__, core / "__init__.py")
        (core / guard.STAMP).write_text(guard.stamp(core, made_of))
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
    if not os.environ.get("CC", "").strip():
        os.environ.pop("CC", None)  # setuptools would run the empty command
    os.chdir(ROOT)  # mypyc names modules by their paths from here
    if fresh(into):  # also where one may not write, nor lock
        return 0
    lock = into.with_name(into.name + ".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another build is under way; waiting for it", flush=True)
            fcntl.flock(held, fcntl.LOCK_EX)
        if not fresh(into):  # who comes second finds it made
            if (lacking := missing()) is not None:
                print(f"caboose: {lacking}", file=sys.stderr)
                return 2
            print("Compiling the engine (a minute or two)", flush=True)
            build(into, asked.optimise)
    return 0


def end(number: int, _: FrameType | None) -> None:
    """Let the temporary folder go before the process does."""
    raise Ended(number)


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, end)
    try:
        sys.exit(main())
    except Ended as ended:
        print("caboose: the build was broken off", file=sys.stderr)
        sys.exit(128 + ended.args[0])
    except OSError as error:
        sys.exit(f"{FAILED}: {error}")
