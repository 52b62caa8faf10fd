"""Says why two programs cannot sit at one table: both versions, and who must update."""

from __future__ import annotations

import re


def _order(version: tuple[int, str]) -> tuple[int, tuple[int, ...]]:
    numbers = tuple(int(part) for part in re.findall(r"\d{1,9}", version[1])[:4])
    return version[0], numbers


def other_rules(title: str, table: tuple[int, str], guest: tuple[int, str]) -> str:
    """One sentence for both sides. Versions are (rules version, program version)."""
    says = (
        f"{title}: the table plays rules {table[0]} of Caboose {table[1]}, "
        f"the guest has rules {guest[0]} of Caboose {guest[1]}"
    )
    if _order(table) > _order(guest):
        return f"{says}; the guest must update"
    if _order(table) < _order(guest):
        return f"{says}; the table's creator must update"
    return f"{says}, yet they differ: one of the two is a changed copy and must be installed anew"
