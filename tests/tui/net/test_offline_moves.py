"""A move made without a link: it waits, and then goes out, or is withdrawn with a word."""

from __future__ import annotations

from tests.tui.driving import rows
from tests.tui.net.parties import Guest, Party, mend, part, party, until

STAND_IN_AFTER_5_S = (2, 5)


async def three_at_play(guests: Party, absent: tuple[int, int]) -> list[Guest]:
    """Ana, Ben and Cleo before their contracts."""
    ana = await guests.host("Ana", seats=3, table="table", absent=absent)
    ben = await guests.visit("Ben")
    cleo = await guests.visit("Cleo")
    people = [ana, ben, cleo]
    await until(lambda: "Ben" in ana.text and "Cleo" in ana.text)
    for one in people:
        await one.press("r")
    await until(lambda: all(one.plays for one in people))
    return people


def on_turn(people: list[Guest]) -> Guest:
    return next(one for one in people if one.room.net.session.my_turn)


async def test_it_goes_out_when_the_link_is_back_before_the_table_went_on() -> None:
    async with party() as guests:
        people = await three_at_play(guests, (1, 120))
        actor = on_turn(people)
        part(guests, actor)
        await until(lambda: "link lost" in rows(actor.app)[0])
        await actor.press("1", "enter")
        await until(lambda: "move waits" in rows(actor.app)[0])
        n = actor.room.net.session.n
        mend(guests, actor)
        await until(lambda: all(one.room.net.session.n >= n for one in people))
        assert len({one.room.net.session.records()[n] for one in people}) == 1
        assert "withdrawn" not in actor.text


async def test_it_is_withdrawn_with_a_word_when_a_stand_in_has_moved_meanwhile() -> None:
    async with party() as guests:
        people = await three_at_play(guests, STAND_IN_AFTER_5_S)
        actor = on_turn(people)
        others = [one for one in people if one is not actor]
        part(guests, actor)
        await until(lambda: "link lost" in rows(actor.app)[0])
        await actor.press("1", "enter")
        await until(lambda: "move waits" in rows(actor.app)[0])
        seat = actor.room.net.session.seat
        await until(lambda: all(seat in one.room.net.session.stood for one in others), 60)
        await until(lambda: all(one.room.net.session.state.turn != seat for one in others), 60)
        mend(guests, actor)
        await until(
            lambda: "Your move was withdrawn: the table went on without it" in actor.text, 60
        )
        await until(lambda: "asking for your seat back" in rows(actor.app)[0], 60)
        assert "move waits" not in actor.text
        records = [one.room.net.session.records() for one in people]
        shared = min(map(len, records))
        assert len({found[:shared] for found in records}) == 1
