"""What is said of a table of ours: how others come to it, what it is called, and when something was."""

from __future__ import annotations

import time

from netplay.resume import Unfinished
from tui.station.post import Post
from tui.tongue import N_, _, both


def called(one: Unfinished) -> str:
    """What a game of ours under way is called: by its table's name, else by who plays."""
    names = [name for name in one.players if name]
    return one.name or (both(names) if names else _("your table"))


def day_and_hour(when: float) -> str:
    """A moment as the person's wall clock showed it; with the day, if that was not today."""
    then = time.localtime(when)
    today = time.strftime("%j %Y") == time.strftime("%j %Y", then)
    return time.strftime("%H:%M" if today else "%d %b %H:%M", then)


def ways(post: Post, code: str) -> tuple[tuple[str, str], ...]:
    """What others type to come to a table, each with what it is for."""
    near = post.found or post.announced
    first = (
        (("caboose", N_("On this network others see the table in Departures:")),) if near else ()
    )
    says = N_("Or they name it:") if near else N_("Others type:")
    return (*first, (f"caboose join {post.address}/{code}", says))


def invitation(text: str) -> tuple[tuple[str, str], ...]:
    """How one comes to a table that is in nobody's list."""
    says = N_("i copies this invite; send it to your guests, who give it to `caboose join -`:")
    return ((text, says),)
