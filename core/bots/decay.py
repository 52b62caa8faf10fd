"""e to the power of minus something, in integers: how much less likely what is behind becomes."""

from __future__ import annotations

from typing import Final

_STEPS: Final = 32
"""Steps of ``decay`` in which it falls by about e."""


def _decay() -> tuple[int, ...]:
    # 31/32 a step is within 2 % of e a scale: the scale is not known that well.
    values = [1 << 30]
    while len(values) < 16 * _STEPS:
        values.append(values[-1] * (_STEPS - 1) // _STEPS)
    return tuple(values)


_DECAY: Final = _decay()


def decay(behind: int, scale: int) -> int:
    """2**30 divided by e for every ``scale`` that something is behind (not below 0)."""
    step = behind * _STEPS // scale
    return _DECAY[step if step < len(_DECAY) else -1]
