"""No screen of ours uses a name that the library keeps something of its own under."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from textual.app import App
from textual.message_pump import MessagePump

import tui

MODULES = sorted(
    ".".join(("tui", *path.relative_to(Path(tui.__file__).parent).with_suffix("").parts))
    for path in Path(tui.__file__).parent.rglob("*.py")
    if path.stem != "__init__"
)


MEANT = {("CabooseApp", "_fatal_error"), ("CabooseApp", "_exception")}
"""What ends the program otherwise than the library would: by a report of ours."""


def kept(kind: type) -> set[str]:
    """Names that methods of a class assign to ``self``."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


def ours() -> Iterator[type]:
    """Screens, widgets and apps of this package."""
    for name in MODULES:
        module = import_module(name)
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, MessagePump) and kind.__module__ == name:
                yield kind


@pytest.mark.parametrize("kind", list(ours()), ids=lambda kind: kind.__name__)
def test_nothing_private_of_the_library_is_written_over(kind: type) -> None:
    """``self._task`` of a screen is what runs it: a task of ours there ended the program with itself."""
    theirs: set[str] = set()
    for base in kind.__mro__:
        if base.__module__.startswith("textual"):
            theirs |= {name for name in kept(base) | set(vars(base)) if name.startswith("_")}
    assert theirs, "the library was looked at"
    methods = {name for name, found in vars(kind).items() if inspect.isfunction(found)}
    both = {name for name in (kept(kind) | methods) & theirs if name[:2] != "__"}
    assert not {name for name in both if (kind.__name__, name) not in MEANT}


def test_what_runs_a_screen_is_among_the_names_that_are_looked_for() -> None:
    assert {"_task", "_running"} <= kept(MessagePump)
    assert App in [base for kind in ours() for base in kind.__mro__]
