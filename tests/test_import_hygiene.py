"""The direction of the three rooms, seen from outside: what a fresh process has loaded."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Imports a package and everything below it, then tells what that added to a bare interpreter.
# `__main__` modules are programs, not imports. pkgutil is let in first, so that it is not counted.
LOAD_ALL = """
import importlib, json, pkgutil, sys
before = set(sys.modules)
names = [sys.argv[1]]
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, sys.argv[1] + "."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
        names.append(found.name)
print(json.dumps([names, sorted(set(sys.modules) - before)]))
"""

# Runs the command as the shell would, then tells all that is loaded. `-X` options, a site module
# and the editable install's hook cannot count: only names that we ask for are looked at.
RUN_COMMAND = """
import json, sys
from tui.cli.main import main
try:
    code = main(sys.argv[1:])
except SystemExit as stop:
    code = stop.code
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


# What is loaded when home was drawn for the first time; what comes beside it later does not count.
FIRST_FRAME = """
import asyncio, json, sys
from tui.app import CabooseApp
from tui.screens.home import HomeScreen
draws, loaded = HomeScreen.repaint, []
def repaint(screen):
    draws(screen)
    loaded.append(sorted(sys.modules))
HomeScreen.repaint = repaint
async def main():
    async with CabooseApp().run_test(size=(80, 24)) as pilot:
        while not loaded:
            await pilot.pause(0.05)
asyncio.run(main())
print(json.dumps(loaded[0]))
"""


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter with nothing loaded but what the program asks for."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def load_all(package: str) -> tuple[list[str], set[str]]:
    """The modules of `package`, and every module that importing them all has loaded."""
    names, loaded = json.loads(run(LOAD_ALL, package).stdout)
    return names, set(loaded)


def run_command(*arguments: str) -> tuple[str, int, set[str]]:
    """What `caboose` printed, its exit code, and every module loaded when it was done."""
    done = run(RUN_COMMAND, *arguments)
    code, loaded = json.loads(done.stderr.splitlines()[-1])
    return done.stdout, code or 0, set(loaded)


def rooms(modules: set[str]) -> set[str]:
    """The top-level names among `modules`."""
    return {name.partition(".")[0] for name in modules}


def test_the_walk_reaches_every_module_of_the_core() -> None:
    names, _ = load_all("core")
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in (ROOT / "core").rglob("*.py")
        if path.stem != "__main__"
    }
    assert set(names) == files, "a folder without __init__.py is missed by the walk"


def test_the_core_loads_nothing_but_the_standard_library_and_msgpack() -> None:
    _, loaded = load_all("core")
    foreign = rooms(loaded) - sys.stdlib_module_names
    # msgpack's compiled part brings its compiler's bookkeeping along under names of its own.
    foreign = {room for room in foreign if not room.startswith(("_cython", "cython_runtime"))}
    assert foreign <= {"core", "msgpack"}


@pytest.mark.parametrize(
    "module", ["asyncio", "socket", "ssl", "select", "subprocess", "multiprocessing"]
)
def test_the_core_loads_no_io_and_no_event_loop(module: str) -> None:
    _, loaded = load_all("core")
    assert module not in loaded


def test_netplay_loads_no_screen() -> None:
    _, loaded = load_all("netplay")
    assert not rooms(loaded) & {"tui", "textual", "rich"}


def test_the_session_loads_no_transport_and_no_event_loop() -> None:
    program = "import json, sys; import netplay.session; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(run(program).stdout))
    assert not rooms(loaded) & {"aiomqtt", "amqtt", "paho", "asyncio", "socket"}


def test_asking_for_the_version_loads_nothing_heavy() -> None:
    printed, code, loaded = run_command("--version")
    assert (printed.split()[0], code) == ("caboose", 0)
    heavy = {"textual", "rich", "msgpack", "nacl", "aiomqtt", "amqtt", "paho", "asyncio"}
    assert not rooms(loaded) & heavy


def test_help_loads_no_screen_and_no_network() -> None:
    printed, code, loaded = run_command("--help")
    assert ("usage" in printed.lower(), code) == (True, 0)
    assert not rooms(loaded) & {"textual", "rich", "nacl", "aiomqtt", "amqtt", "paho"}


def test_home_is_drawn_before_sessions_and_the_lobby_are_loaded() -> None:
    loaded = json.loads(run(FIRST_FRAME).stdout)
    assert "tui.screens.home" in loaded
    late = ("netplay.session", "netplay.lobby", "netplay.transport", "core.games.continental")
    assert [name for name in loaded if name.startswith(late)] == []
    assert not rooms(set(loaded)) & {"nacl", "aiomqtt", "amqtt", "paho", "zeroconf", "msgpack"}
