"""What a networked table heard and did not use, in words: by whose topic, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from netplay.node import Node
from tui.foreign import plain, short
from tui.tongue import N_, _

REASONS: Final = {
    "flood": N_("more than is listened to"),
    "malformed": N_("not readable"),
    "oversized": N_("too large"),
    "not listened to": N_("of no table here"),
    "topic": N_("under a topic that is none"),
    "equivocation": N_("two different entries signed for one place"),
    "signature": N_("with a forged signature"),
    "replayed": N_("a copy of what somebody said before"),
    "turn": N_("out of turn"),
    "author": N_("in the name of nobody at this table"),
    "stranger": N_("from nobody who sits here"),
    "foreign": N_("of another table"),
    "old": N_("for a place that is taken"),
    "far": N_("too far ahead"),
    "rate": N_("asked too often"),
    "device": N_("from another machine of a seat"),
    "overflow": N_("more than the queue holds"),
}
"""The commonest; any other reason is shown as the session names it."""


def lines(node: Node | None, names: Mapping[str, str]) -> list[str]:
    """A line a sender, then what was dropped whoever sent it. ``names``: player id to name.

    A topic says whose it is meant to be, not who wrote there: signatures decide that, and what
    carries none that fits is counted here.
    """
    if node is None:
        return [_("The table is not connected.")]
    rest = Counter(node.dropped)
    lost = node.transport.dropped - sum(node.transport.oversized.values())
    rest.update({"overflow": lost} if lost > 0 else {})
    found = told(node.unused(), rest, names)
    if node.flood.deafs:
        found.append(_("Strangers were not heard for a while: {count} x", count=node.flood.deafs))
    head = _(
        "Messages that were not used, by the topic they came under. None of them can change a game."
    )
    return [head, "", *(found or [_("There were none.")])]


def told(
    unused: Mapping[str, Counter[str]], rest: Counter[str], names: Mapping[str, str]
) -> list[str]:
    """A line a sender, the loudest first, then one for what has none."""
    found = [
        _("{who}: {what}", who=_who(player, names), what=_what(counts))
        for player, counts in sorted(unused.items(), key=lambda one: -one[1].total())
    ]
    if rest:
        found.append(_("Whoever sent it: {what}", what=_what(rest)))
    return found


def _who(player: str, names: Mapping[str, str]) -> str:
    if not player:
        return _("others together")
    name = names.get(player)
    return short(name, 24) if name else _("somebody {mark}", mark=plain(player[:8], 8))


def _what(counts: Counter[str]) -> str:
    return ", ".join(
        f"{_(REASONS[why]) if why in REASONS else plain(why, 60)} {count}"
        for why, count in counts.most_common(6)
    )
