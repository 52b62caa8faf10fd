"""Who is there and who is not, beside the links: away from the keys, still, remembered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.driving import rows
from tests.tui.net.parties import Guest, Party, party, until


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that come every few seconds come at once."""
    monkeypatch.setattr("tui.concourse._ROUND", 0.02)


async def two_at_play(guests: Party, game: str) -> tuple[Guest, Guest]:
    """Ana opened the table; both have said that they are ready."""
    ana = await guests.host("Ana", table="table", game=game)
    ben = await guests.visit("Ben")
    await until(lambda: "Ben" in ana.text)
    await ana.press("r")
    await ben.press("r")
    await until(lambda: ana.plays and ben.plays)
    return ana, ben


@pytest.mark.parametrize("game", ["continental-express", "a-toute-vapeur"])
async def test_without_a_key_for_five_minutes_one_is_away_for_the_others_until_the_next_key(
    game: str,
) -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests, game)
        stances: Any = ben.room.net.session
        stances = stances._play.stances
        said: list[bool] = []
        put = stances._put

        def count(ask: bool) -> None:
            said.append(stances.own.away)
            put(ask)

        stances._put = count
        guests.passed["Ben"] = 299.0
        ben.app.net.look_round()
        assert said == []
        guests.passed["Ben"] = 310.0
        await until(lambda: "Ben away" in rows(ana.app)[0])
        assert "away" not in rows(ben.app)[0]
        await ben.press("f9")
        await until(lambda: "away" not in rows(ana.app)[0])
        assert said == [True, False]


@pytest.mark.parametrize("game", ["continental-express", "a-toute-vapeur"])
async def test_who_is_to_act_and_there_but_does_not_move_is_named_with_whole_minutes(
    game: str,
) -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests, game)
        actor, other = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        policy = other.room.net.session.policy
        assert policy is not None
        await until(lambda: "here" in str(other.room.net.company.seen.values()).lower())
        guests.passed[other.name] = policy.seconds - 2.0
        other.app.net.look_round()
        assert "not moved" not in other.text
        guests.passed[other.name] = policy.seconds + 65.0
        minutes = (policy.seconds + 65) // 60
        says = f"{actor.name} is here, but has not moved for {minutes} m"
        await until(lambda: says in rows(other.app)[0])
        assert "not moved" not in actor.text


async def test_the_waiting_room_shows_whose_link_is_lost() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text)
        for link in ben.links:  # as when the machine is unplugged: the will speaks, and no more
            gone: Any = link
            will, gone._will = gone._will, None
            guests.hub._leave(gone)
            guests.hub._route(will.topic, will.payload, will.retain)
        await until(lambda: any("Ben" in row and "link lost" in row for row in rows(ana.app)))


async def test_whoever_waits_without_a_key_shows_as_away_in_the_waiting_room_and_at_the_table() -> (
    None
):
    async with party() as guests:
        ana = await guests.host("Ana", table="table", seats=3)
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text)
        guests.passed["Ben"] = 310.0
        await until(lambda: "away since" in ana.text)
        assert "away" not in ben.text
        cleo = await guests.visit("Cleo")
        await until(lambda: "away since" in cleo.text)  # who came later hears it, too
        await ben.press("f9")
        await until(lambda: "away" not in ana.text and "away" not in cleo.text)
        await ben.press("r")
        guests.passed["Ben"] = 620.0
        await until(lambda: "ready, away" in ana.text)
        await ana.press("r")
        await cleo.press("r")
        await until(lambda: ana.plays and ben.plays and cleo.plays)
        await until(lambda: "Ben away" in rows(ana.app)[0])
        await ben.press("f9")
        await until(lambda: "away" not in rows(ana.app)[0])
