"""What the strong bots have to reach, as contests. Tests stop early where a contest is clear."""

from __future__ import annotations

from typing import Final

from benchmarks.arena.runs import Contest
from benchmarks.arena.stats import Test

GOALS: Final = (
    Contest("hard@1s", "greedy", 2, test=Test(0.85, 0.95)),
    Contest("hard@1s", "greedy", 4, test=Test(0.55, 0.70)),
    Contest("hard@1s", "flat@1s", 2, test=Test(0.50, 0.60)),
    Contest("hard@1000", "openspiel@1000", 2, test=Test(0.50, 0.60)),
    Contest("hard@1s", "openspiel@1s", 2, count=40),
    Contest("medium", "easy", 2),
    Contest("hard", "medium", 2),
    Contest("expert", "hard", 2),
    # No goals, but cheap, and without them the levels would have no rating beside greedy's.
    Contest("medium", "greedy", 2),
    Contest("easy", "greedy", 2),
    # What taking others for shrewd players costs where they are not.
    Contest("expert@1s", "greedy", 2, count=60),
)
