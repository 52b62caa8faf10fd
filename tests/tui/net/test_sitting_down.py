"""Two people's apps: a table is opened, found, agreed to and played to its end by keys."""

from __future__ import annotations

import random

from tests.tui.driving import view
from tests.tui.net.parties import Guest, party, until
from tui.screens.score import ScoreScreen

PATIENCE = 120.0
"""Seconds in which somebody must be able to act again: a machine under load delivers late."""


async def play(guests: list[Guest], rng: random.Random, presses: int = 1500) -> None:
    """Whoever's turn it is presses keys that the screen shows as live, until the sheet is there."""
    for _ in range(presses):
        try:
            acting = await until(lambda: over(guests) or acts(guests), PATIENCE)
        except TimeoutError:
            break
        if acting is True:
            return
        now = view(acting.app)
        if now.draft.move is not None:
            await acting.press("enter")
        else:
            keys = sorted(key for key in now.live if key not in ("x", "space", "h", "l"))
            # Nothing but to decline or to end the turn: whichever of the two it is.
            await acting.press(rng.choice(keys or ["space", "x"]))
    # What everyone looks at is all there is to find the cause by where it happens once in a while.
    raise AssertionError("the game did not end\n" + "\n\n".join(guest.text for guest in guests))


def over(guests: list[Guest]) -> bool:
    """Whether all look at the scoring sheet."""
    return all(isinstance(guest.app.screen, ScoreScreen) for guest in guests)


def acts(guests: list[Guest]) -> Guest | None:
    """Somebody whose turn it is."""
    for guest in guests:
        if guest.plays and guest.table.table.seat is not None and view(guest.app).position.mine:
            return guest
    return None


async def test_two_people_play_a_whole_game_by_keys_and_a_third_watches() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text and "Ana" in ben.text)
        await ana.press("r")
        await until(lambda: "waiting for Ben" in ana.text)
        cleo = await guests.visit("Cleo", watch=True)
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays and cleo.plays)
        await play([ana, ben, cleo], random.Random(3))
        await until(lambda: all(g.room.net.session.complete for g in (ana, ben, cleo)))
        hashes = {guest.room.net.session.state_hash for guest in (ana, ben, cleo)}
        assert len(hashes) == 1
        assert all("Ana" in guest.text and "Ben" in guest.text for guest in (ana, ben, cleo))
        assert cleo.room.net.secrets == {}
