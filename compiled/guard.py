"""What `core` is where build/compiled is first on the path: compiled if of the same sources, else plain.

`make compiled` lays this file there as ``core/__init__.py``, beside the compiled modules. It never shadows
a source that was changed since, and never another Python's: it then leaves all to the plain ``core`` that
is next on the path, whose modules that are not compiled it uses in any case.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path

SUFFIX = EXTENSION_SUFFIXES[0]
"""How names of compiled modules end: it tells one Python, platform and ABI from others."""
STAMP = "made-of"
"""The file that says for which Python and of which sources the modules beside it were made."""


def digest(core: Path) -> str:
    """What tells the sources in this folder from any others."""
    found = blake2b(digest_size=16)
    for name in sorted(path.relative_to(core).as_posix() for path in core.rglob("*.py")):
        source = (core / name).read_bytes()
        found.update(b"%s %d\n%s" % (name.encode(), len(source), source))
    return found.hexdigest()


def engine(compiled: Path, plain: Path) -> str:
    """What the modules in ``compiled`` are to who would else import ``plain``: for ``core.ENGINE``."""
    try:
        suffix, made_of = (compiled / STAMP).read_text("utf-8").split()
    except (OSError, ValueError):
        return "plain; the compiled one is damaged"
    if suffix != SUFFIX:
        return "plain; the compiled one is for another Python"
    if made_of != digest(plain):
        return "plain; the compiled one is of other sources"
    return "compiled"


def plain_beside(compiled: Path) -> Path:
    """The ``core`` that would be imported if this one were not there; raises ImportError."""
    path = [entry for entry in sys.path if Path(entry or ".").resolve() != compiled.parent]
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
