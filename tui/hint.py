"""A hint at the table: what a bot would do here, and why, shown over the key line and never sent.

The quick bot answers at once. Meanwhile the strong one thinks, where it can without anyone waiting,
and what it finds takes the place of the first answer.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from core.kernel.move import Move
from netplay.table import Table
from tui import marks as m
from tui.line import Line, wrap
from tui.tongue import _

if TYPE_CHECKING:
    from core.bots.search import Judged
    from netplay.thinking.thinker import Thinker, Thought

LEVEL: Final = "hard"
"""The bot that thinks about it."""
LINES: Final = 2


class Hint:
    """Of one position; made when it is asked for. ``thinker``: the program's own if None."""

    def __init__(self, table: Table, thinker: Thinker | None = None) -> None:
        from core.bots.search.insight import weigher_of
        from netplay.thinking.jobs import Aim, Job
        from netplay.thinking.thinker import shared
        from tui.plain.telling import seen

        self._table = table
        self._seen = seen(table)
        seat, state = table.seat, table.state
        assert seat is not None
        best = weigher_of(table.game).weigh(state, seat, table.secrets)[0]
        self._move: Move = best.move
        self._why: Any = best.main
        self._judged: Judged | None = None
        self._thought: Thought | None = None
        if len(table.game.moves(state, table.secrets)) > 1:
            aim = Aim.ANALYSIS
            job = Job.of(aim, table.game, LEVEL, os.urandom(16), state, seat, table.secrets)
            self._thought = (thinker or shared()).ask(table.game, job)

    @property
    def thinking(self) -> bool:
        """Whether something better may still come: ask ``better`` now and then."""
        return self._thought is not None

    def better(self) -> bool:
        """Whether the strong bot has found something just now."""
        thought = self._thought
        if thought is None or not thought.done:
            return False
        self._thought = None
        found = thought.found
        if found is None or found.analysis is None or thought.replaced:
            return False
        self._judged = found.analysis.best
        self._move = self._judged.move
        reasons = self._judged.reasons
        best = max(reasons, key=lambda pair: pair[1], default=None)
        self._why = best[0] if best is not None and best[1] > 0 else None
        return True

    def drop(self) -> None:
        """It is no longer wanted."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    def lines(self, width: int) -> list[Line]:
        """The move, its reason, and how it is expected to end; what does not fit is left out."""
        for text in self._texts():
            parts = wrap(text, width - 4)
            if len(parts) <= LINES:
                break
        return [Line("  ").add(part, m.FRESH).fit(width) for part in (*parts, "", "")[:LINES]]

    def _texts(self) -> Sequence[str]:
        from tui.boards.registry import teller

        move = teller(self._table.game.name).move(self._seen, self._move)
        margin = self._margin()
        found = []
        if self._why is not None:
            why = _("Hint: {move}, because it {reason}.", move=move, reason=_(str(self._why)))
            found += [f"{why} {margin}", why] if margin else [why]
        plain = _("Hint: {move}.", move=move)
        return [*found, f"{plain} {margin}", plain] if margin else [*found, plain]

    def _margin(self) -> str:
        one = self._judged
        if one is None or one.margin is None or one.error is None:
            return _("The hard bot is thinking ...") if self.thinking else ""
        points, sure = f"{abs(one.margin) / 100:.1f}", f"{max(one.error / 50, 0.1):.1f}"
        if one.margin >= 0:
            return _(
                "On average you end {points} ahead, known to within {sure}.",
                points=points,
                sure=sure,
            )
        return _(
            "On average you end {points} behind, known to within {sure}.",
            points=points,
            sure=sure,
        )
