"""Charts as lines of letters: one letter a row of numbers; colour is never needed to tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui import marks as m
from tui.foreign import short
from tui.line import Line
from tui.marks import Marks

LETTERS: Final = "abcdef"
_PLAIN: Final = str.maketrans("┌┐└┘─│┬┴┤├┼", "++++-|+++++")


def chart(
    series: Sequence[Sequence[int]], names: Sequence[str], marks: Marks, width: int, height: int
) -> list[Line]:
    """Rows of numbers, all of one length, over 1, 2, 3...; ``names`` say whose each is.

    Exactly ``height`` lines, the last ones saying which letter is whose.
    """
    import plotext

    legend = _legend(names, width)
    rows = max(5, height - len(legend))
    last = max(1, len(series[0])) if series else 1
    across = list(range(1, last + 1))
    plotext.clear_figure()
    # The screen may be another than the process's own terminal, or that may be none.
    plotext.limitsize(False, False)
    plotext.theme("clear")
    plotext.plotsize(width - 2, rows)
    for letter, numbers in zip(LETTERS, series, strict=False):
        plotext.plot(across, list(numbers), marker=letter)
    plotext.xticks(_ticks(1, last, max(2, width // 12)))
    low = min((min(numbers) for numbers in series if numbers), default=0)
    high = max((max(numbers) for numbers in series if numbers), default=1)
    plotext.yticks(_ticks(min(0, low), max(high, low + 1), max(2, rows // 2)))
    text = plotext.uncolorize(plotext.build())
    if marks.name == "ascii":
        text = text.translate(_PLAIN)
    plotext.clear_figure()
    lines = [_styled(row) for row in text.splitlines()[:rows]]
    return [*lines, *legend][:height]


WON: Final = "#"
LOST: Final = "o"
_BETWEEN: Final = "."


def outcomes(
    points: Sequence[int],
    won: Sequence[bool],
    first: int,
    marks: Marks,
    width: int,
    height: int,
) -> list[Line]:
    """``points`` over first, first + 1..., two or more; ``won`` says whose sign is ``WON``.

    At most ``height`` lines.
    """
    import plotext

    last = first + len(points) - 1
    plotext.clear_figure()
    # The screen may be another than the process's own terminal, or that may be none.
    plotext.limitsize(False, False)
    plotext.theme("clear")
    plotext.plotsize(width - 2, height)
    plotext.plot(list(range(first, last + 1)), list(points), marker=_BETWEEN)
    for sign, outcome in ((LOST, False), (WON, True)):
        at = [n for n, found in enumerate(won) if found is outcome]
        if at:
            plotext.scatter([first + n for n in at], [points[n] for n in at], marker=sign)
    plotext.xticks(_ticks(first, last, max(2, width // 12)))
    low, high = min(0, *points), max(*points, 1)
    plotext.ylim(low, high)
    plotext.yticks(_ticks(low, high, max(2, height // 2)))
    text = plotext.uncolorize(plotext.build())
    if marks.name == "ascii":
        text = text.translate(_PLAIN)
    plotext.clear_figure()
    styles = {WON: m.FRESH, LOST: m.WARN, _BETWEEN: m.DIM}
    lines = []
    for row in text.splitlines()[:height]:
        line = Line(" ")
        for sign in row:
            line.add(sign, styles.get(sign, m.HEADING))
        lines.append(line)
    return lines


def _ticks(first: int, last: int, most: int) -> list[int]:
    """Whole numbers from first to last, few enough to be read."""
    step = 1
    while (last - first) / step + 1 > most:
        step = step * 2 if str(step)[0] in "15" else step * 5 // 2
    return list(range(first, last + 1, step))


def _styled(row: str) -> Line:
    line = Line(" ")
    for sign in row:
        at = LETTERS.find(sign)
        line.add(sign, STYLES[at] if at >= 0 else m.HEADING)
    return line


STYLES: Final = (m.TITLE, m.FRESH, m.PERSON, m.WARN, m.MONEY, m.STRONG)


def _legend(names: Sequence[str], width: int) -> list[Line]:
    lines = [Line("  ")]
    for n, name in enumerate(names[: len(LETTERS)]):
        says = short(name, 40)
        if lines[-1].width + len(says) + 6 > width:
            lines.append(Line("  "))
        lines[-1].add(f" {LETTERS[n]} ", STYLES[n]).add(f"{says}  ", m.TEXT)
    return lines
