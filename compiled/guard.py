"""What `core` is where build/compiled is first on the path: compiled if of the same sources, else plain.

`make compiled` lays this file there as ``core/__init__.py``, beside the compiled modules. It never shadows
a source that was changed since, and never another Python's: it then leaves all to the plain ``core`` that
is next on the path, whose modules that are not compiled it uses in any case.
"""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path

SUFFIX = EXTENSION_SUFFIXES[0]
"""How names of compiled modules end: it tells one Python, platform and ABI from others."""
STAMP = "made-of"
"""The file that says for which Python and of which sources the modules were made, and their sizes."""


def digest(core: Path) -> str:
    """What tells the sources in this folder from any others; raises OSError."""
    found = blake2b(digest_size=16)
    # Files only: an editor's lock is a link to nowhere.
    for path in sorted(path for path in core.rglob("*.py") if path.is_file()):
        name, source = os.fsencode(path.relative_to(core).as_posix()), path.read_bytes()
        found.update(b"%s %d\n%s" % (name, len(source), source))
    return found.hexdigest()


def stamp(compiled: Path, made_of: str) -> str:
    """What ``STAMP`` says of the modules that lie there now, and of those they share beside ``core``."""
    found = sorted(compiled.parent.rglob("*" + SUFFIX))
    sizes = (f"{path.stat().st_size} {path.relative_to(compiled.parent)}" for path in found)
    return "\n".join((SUFFIX, made_of, *sizes, ""))


def engine(compiled: Path, plain: Path) -> str:
    """What the modules in ``compiled`` are to who would else import ``plain``: for ``core.ENGINE``."""
    damaged = "plain; the compiled one is damaged"
    try:
        suffix, made_of, *modules = (compiled / STAMP).read_text("utf-8").splitlines()
        if suffix != SUFFIX:
            return "plain; the compiled one is for another Python"
        if not modules:
            return damaged
        for size, name in (module.split(" ", 1) for module in modules):
            if os.stat(f"{compiled.parent}/{name}").st_size != int(size):
                return damaged
    except (OSError, ValueError):
        return damaged
    try:
        same = made_of == digest(plain)
    except OSError:  # they cannot be read, or change just now
        same = False
    return "compiled" if same else "plain; the compiled one is of other sources"


def plain_beside(compiled: Path) -> Path:
    """The ``core`` that would be imported if no compiled one were there; raises ImportError."""
    path = [
        entry
        for entry in sys.path
        if Path(entry or ".").resolve() != compiled.parent
        and not os.path.isfile(os.path.join(entry, "core", STAMP))
    ]
    found = PathFinder.find_spec("core", path)
    if found is None or found.origin is None:
        raise ImportError("the compiled engine is on the path, but not the plain one", name="core")
    return Path(found.origin).parent


if __name__ == "core":
    _here = Path(__file__).resolve().parent
    _plain = plain_beside(_here)
    ENGINE = engine(_here, _plain)
    _path: list[str] = globals()["__path__"]
    # In place: it is this very list that modules are looked for in.
    _path[:] = [str(_here), str(_plain)] if ENGINE == "compiled" else [str(_plain)]
