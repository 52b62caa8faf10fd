"""What a table does about a seat that is gone, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from tui.tongue import N_, _

if TYPE_CHECKING:
    from netplay.session import Session
    from netplay.wire import Policy

SEATS_CHAT: Final = N_("Only those who sit here write in the chat")
"""Said of a table where spectators only read it."""
SLOW: Final = 3600
"""Seconds for a move from which on a game is a slow one: nobody sits before it all the time."""


def policy_words(session: Session) -> str:
    """What happens at a table to a seat that is gone: ``Who is gone for 2 min: the others vote``."""
    try:
        policy = session.policy
    except ValueError:  # a roster is foreign until the session has accepted it
        return ""
    if policy is None:
        return ""
    return told_policy(policy)


def told_policy(policy: Policy) -> str:
    """A policy in a sentence without its full stop; from an hour on it is a slow game's."""
    does = (
        _("the table waits"),
        _("the others vote on a stand-in"),
        _("a stand-in plays"),
    )[policy.gone]
    time = span(policy.seconds)
    if policy.seconds >= SLOW:
        if policy.claim:
            return _(
                "Slow game, {time} for each move, then {does}, or claim the game",
                time=time,
                does=does,
            )
        return _("Slow game, {time} for each move, then {does}", time=time, does=does)
    if policy.claim:
        return _("Who is gone for {time}: {does}, or claim the game", time=time, does=does)
    return _("Who is gone for {time}: {does}", time=time, does=does)


def left(seconds: float, whole: int) -> str:
    """What is left of ``whole`` seconds, rounded up: each change is bytes on a slow link."""
    if seconds <= 0:
        return _("time is up")
    steps = next(
        (step for least, step in ((172800, 86400), (7200, 3600), (60, 60)) if seconds > least), 20
    )
    return _("{time} left", time=span(min(whole, steps * math.ceil(seconds / steps))))


def span(seconds: int) -> str:
    """A time in its largest whole unit: ``90 s``, ``2 min``, ``24 h``, ``3 d``."""
    if seconds % 86400 == 0 and seconds >= 2 * 86400:
        return _("{count} d", count=seconds // 86400)
    for size, unit in ((3600, "h"), (60, "min")):
        if seconds % size == 0 and seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
