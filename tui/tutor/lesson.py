"""What a conductor says, and when: a game's lessons are a tuple of these in its board's ``lessons``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Lesson(NamedTuple):
    """One thing to be said once.

    name: for the record of what was said. when: whether it matters now, asked of the board's own
    ``view()``; a condition on the position, so that a lesson comes at the right moment whatever the
    cards are. says: marked for translation (``tui.tongue.N_``).
    """

    name: str
    when: Callable[[Any], bool]
    says: str


class Course(NamedTuple):
    """A game's first game. seed: always dealt alike; options: the game's own, with the player first."""

    lessons: tuple[Lesson, ...]
    seed: str
    options: Mapping[str, Any]


def due(lessons: tuple[Lesson, ...], said: set[str], view: Any) -> Lesson | None:
    """The first lesson that matters now and was not said yet."""
    return next(
        (lesson for lesson in lessons if lesson.name not in said and lesson.when(view)), None
    )
