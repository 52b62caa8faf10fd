"""A compiled engine that is not of these sources, or not for this Python, is not used."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compiled import guard

STALE = "plain; the compiled one is of other sources"
FOREIGN = "plain; the compiled one is for another Python"
DAMAGED = "plain; the compiled one is damaged"


class Town:
    """A plain core of two modules, and what stands for one of them compiled: who is asked says which."""

    def __init__(self, folder: Path) -> None:
        self.plain, self.compiled = folder / "plain" / "core", folder / "compiled" / "core"
        for core, says in ((self.plain, "plain"), (self.compiled, "compiled")):
            (core / "kernel").mkdir(parents=True)
            (core / "kernel" / "__init__.py").write_text(f"IS = {says!r}\n")
        (self.plain / "__init__.py").write_text("ENGINE = 'plain'\n")
        (self.plain / "match.py").write_text("IS = 'plain'\n")
        # Sizes of compiled modules are looked at, these need not work.
        self.module = self.compiled / "kernel" / f"rules{guard.SUFFIX}"
        self.shared = self.compiled.parent / f"shared{guard.SUFFIX}"
        for file in (self.module, self.shared):
            file.write_text("compiled")
        shutil.copyfile(guard.__file__, self.compiled / "__init__.py")
        self.stamp()

    def stamp(self) -> None:
        says = guard.stamp(self.compiled, guard.digest(self.plain))
        (self.compiled / guard.STAMP).write_text(says)

    def ask(self, *between: Path) -> subprocess.CompletedProcess[str]:
        path = [str(folder) for folder in (self.compiled.parent, *between, self.plain.parent)]
        tell = (
            f"import sys; sys.path[:0] = {path!r}; import core, core.kernel, core.match;"
            "print(core.ENGINE, core.kernel.IS, core.match.IS, sep='/')"
        )
        return subprocess.run(
            [sys.executable, "-I", "-S", "-c", tell], capture_output=True, text=True, check=False
        )

    def says(self, *between: Path) -> str:
        done = self.ask(*between)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture
def town(tmp_path: Path) -> Town:
    return Town(tmp_path)


def test_a_compiled_engine_of_the_sources_that_lie_there_is_used(town: Town) -> None:
    assert town.says() == "compiled/compiled/plain"


def changed(town: Town) -> None:
    (town.plain / "kernel" / "__init__.py").write_text("IS = 'plain' \n")


def added(town: Town) -> None:
    (town.plain / "kernel" / "more.py").write_text("")


def removed(town: Town) -> None:
    (town.plain / "kernel" / "more.py").write_text("")
    town.stamp()
    (town.plain / "kernel" / "more.py").unlink()


def renamed(town: Town) -> None:
    added(town)
    town.stamp()
    (town.plain / "kernel" / "more.py").rename(town.plain / "kernel" / "other.py")


@pytest.mark.parametrize("happens", [changed, added, removed, renamed])
def test_a_source_that_was_changed_since_is_never_shadowed(
    town: Town, happens: Callable[[Town], None]
) -> None:
    happens(town)
    assert town.says() == f"{STALE}/plain/plain"


def test_a_source_that_is_as_it_was_again_is_used_compiled_again(town: Town) -> None:
    source = town.plain / "kernel" / "__init__.py"
    was = source.read_text()
    source.write_text(was + "X = 1\n")
    assert town.says().startswith(STALE)
    source.write_text(was)
    assert town.says().startswith("compiled/")


def test_what_was_compiled_for_another_python_is_not_used(town: Town) -> None:
    stamp = town.compiled / guard.STAMP
    stamp.write_text(stamp.read_text().replace(guard.SUFFIX, ".cpython-399-x86_64-linux-gnu.so"))
    assert town.says() == f"{FOREIGN}/plain/plain"


@pytest.mark.parametrize(
    "words", [(), ("",), ("x",), (guard.SUFFIX, "y"), (guard.SUFFIX, "y", "z"), ("\udcff", "y")]
)
def test_what_does_not_say_of_what_it_was_made_is_not_used(
    town: Town, words: tuple[str, ...]
) -> None:
    stamp = town.compiled / guard.STAMP
    stamp.write_bytes("\n".join(words).encode("utf-8", "surrogateescape"))
    assert town.says() == f"{DAMAGED}/plain/plain"
    stamp.unlink()
    assert town.says() == f"{DAMAGED}/plain/plain"


def lost(file: Path) -> None:
    file.unlink()


def cut_short(file: Path) -> None:
    file.write_text("comp")


@pytest.mark.parametrize("which", ["module", "shared"])
@pytest.mark.parametrize("happens", [lost, cut_short])
def test_an_engine_that_lacks_some_of_a_module_is_not_used(
    town: Town, which: str, happens: Callable[[Path], None]
) -> None:
    happens(getattr(town, which))
    assert town.says() == f"{DAMAGED}/plain/plain"


def test_a_link_to_nowhere_or_a_folder_that_is_named_like_a_source_is_none(town: Town) -> None:
    (town.plain / ".#match.py").symlink_to("nobody@nowhere")
    (town.plain / "folder.py").mkdir()
    assert town.says() == "compiled/compiled/plain"


def test_sources_that_cannot_be_read_are_taken_for_others(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", refuse)  # who tests as root may read everything
    assert guard.engine(town.compiled, town.plain) == STALE


def test_a_second_compiled_engine_on_the_path_is_not_taken_for_the_plain_one(
    town: Town, tmp_path: Path
) -> None:
    second = tmp_path / "second"
    shutil.copytree(town.compiled.parent, second)
    assert town.says(second) == "compiled/compiled/plain"


def test_without_the_plain_engine_nothing_runs(town: Town) -> None:
    shutil.rmtree(town.plain)
    done = town.ask()
    assert done.returncode != 0
    assert "not the plain one" in done.stderr
