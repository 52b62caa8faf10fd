"""At a table of one network every app runs a broker: the host's leaving cuts nobody off."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from core.games.registry import game
from netplay.brokers import Broker, broker_of
from netplay.journal import Journal
from netplay.lobby import NoTable, Unfound
from netplay.lobby.ownbroker import beside
from netplay.resume import open_journals
from netplay.session import Phase
from netplay.transport import LinkState
from netplay.transport.opening import brokers_of
from tests.tui.net.parties import until
from tui.person import Person
from tui.room import Room
from tui.station.boarding import Opening
from tui.station.station import Station

RULES = game("continental-express")


async def station(stack: AsyncExitStack, folder: Path, number: int) -> Station:
    made = Station(
        Person(bytes([number]) * 32, f"Player {number}"),
        journal=lambda brokers, key, cover: Journal.begin(
            brokers, folder / str(number), key, cover
        ),
        pace=0.0,
        own=beside(f"Player {number}"),
    )
    stack.push_async_callback(made.close)
    return made


async def opened(stack: AsyncExitStack, folder: Path, seats: int) -> tuple[Station, Room, Broker]:
    host = await station(stack, folder, 1)
    post = host.brokers.start()
    await until(lambda: post.client is not None)
    room = host.boarding.host(post, Opening(RULES, RULES.options(), seats, "Lyon"))
    return host, room, broker_of([f"mqtt://127.0.0.1:{post.address.port}"])


async def sat(guest: Station, broker: Broker) -> Room:
    guest.brokers.attach(broker)
    return guest.boarding.sit(await guest.find("Lyon", 10))


async def begun(*rooms: Room) -> None:
    for room in rooms:
        await until(lambda room=room: room.net.session.roster and room.net.session.roster.full())
    for room in rooms:
        room.net.say_ready()
    for room in rooms:
        await until(lambda room=room: room.net.session.phase is Phase.PLAYING)


async def test_the_hosts_leaving_cuts_no_guest_off(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        host, first, broker = await opened(stack, tmp_path, 3)
        guests = [await station(stack, tmp_path, number) for number in (2, 3)]
        rooms = [await sat(guest, broker) for guest in guests]
        await begun(first, *rooms)
        links = [guest.brokers.posts[0].client for guest in guests]
        assert links[0] is not None
        assert links[1] is not None
        await until(lambda: all(link and brokers_of(link.transport) == 3 for link in links))
        assert not first.net.runs_broker()
        assert host.brokers.posts[0].spared
        await host.close()
        await until(lambda: all(link and brokers_of(link.transport) == 2 for link in links))
        assert links[0].link is LinkState.UP
        assert links[0].transport.connections == 1
        links[0].say("still here", rooms[0].net.session.ticket.table)
        await until(lambda: any("still here" in str(line) for line in rooms[1].chat))
        # Whoever looks at a guest's broker sees the table there.
        late = await station(stack, tmp_path, 4)
        address = guests[1].brokers.posts[0].client
        assert address is not None
        late.brokers.attach(broker_of(address.owned))
        listing = await late.find("Lyon", 10)
        assert len(listing.row.brokers) == 3


async def test_who_was_away_comes_back_through_another_guests_broker(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        host, first, broker = await opened(stack, tmp_path, 3)
        guests = [await station(stack, tmp_path, number) for number in (2, 3)]
        rooms = [await sat(guest, broker) for guest in guests]
        await begun(first, *rooms)
        await guests[0].close()
        await host.close()
        (mine,) = open_journals(tmp_path / "2")
        assert len(mine.brokers) == 3
        back = await station(stack, tmp_path, 2)
        post = back.brokers.attach(broker_of(mine.brokers))
        await until(lambda: post.client is not None)
        room = back.boarding.resume(post, mine)
        client = post.client
        assert client is not None
        # Its own broker is where the roster says, too.
        await until(lambda: brokers_of(client.transport) == 2)
        await until(lambda: room.net.session.n == rooms[1].net.session.n)


@pytest.mark.parametrize("off", ["off", "0"])
async def test_who_wants_no_broker_runs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, off: str
) -> None:
    monkeypatch.setenv("CABOOSE_OWN_BROKER", off)
    async with AsyncExitStack() as stack:
        host, first, broker = await opened(stack, tmp_path, 2)
        guest = await station(stack, tmp_path, 2)
        room = await sat(guest, broker)
        await begun(first, room)
        roster = first.net.session.roster
        assert roster is not None
        assert [bool(brokers) for brokers in roster.brokers] == [True, False]
        assert first.net.runs_broker()
        assert not host.brokers.posts[0].spared


async def test_one_name_at_two_brokers_is_two_tables(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        _, _, first = await opened(stack, tmp_path, 2)
        other = await station(stack, tmp_path, 5)
        post = other.brokers.start()
        await until(lambda: post.client is not None)
        other.boarding.host(post, Opening(RULES, RULES.options(), 2, "Lyon"))
        guest = await station(stack, tmp_path, 2)
        guest.brokers.attach(first)
        guest.brokers.attach(broker_of([f"mqtt://127.0.0.1:{post.address.port}"]))
        with pytest.raises(NoTable) as several:
            await guest.find("Lyon", 10)
        assert several.value.why is Unfound.SEVERAL


async def test_a_finished_game_is_looked_at_together_also_without_the_hosts_broker(
    tmp_path: Path,
) -> None:
    from core.bots.registry import bot

    async with AsyncExitStack() as stack:
        host, first, broker = await opened(stack, tmp_path, 3)
        guests = [await station(stack, tmp_path, number) for number in (2, 3)]
        watcher = await station(stack, tmp_path, 4)
        rooms = [await sat(guest, broker) for guest in guests]
        await begun(first, *rooms)
        watcher.brokers.attach(broker)
        beside_it = watcher.boarding.watch(await watcher.find("Lyon", 10))
        nets = [room.net for room in (first, *rooms)]
        minds = [bot("random", RULES, bytes([n])) for n in range(3)]

        def over() -> bool:
            for net, mind in zip(nets, minds, strict=True):
                session = net.session
                if session.my_turn:
                    net.submit(mind.choose(session.state, session.seat, session.secrets))
            return all(net.session.complete for net in (*nets, beside_it.net))

        await until(over, 60)
        await host.close()
        # Whoever watches has lost the broker they came by, and leads through those of the guests.
        for net in (beside_it.net, *nets[1:]):
            net.session.look(net.clock(), 5, -1)
            net.tick()
            await until(lambda: all(net.session.guide for net in nets[1:]), 60)
        assert {net.session.guide.key for net in nets[1:]} == {beside_it.net.session.key}
        beside_it.net.session.look(beside_it.net.clock(), 9, -2)
        beside_it.net.tick()
        await until(
            lambda: all((n.session.guide.entry, n.session.guide.sight) == (9, -2) for n in nets[1:])
        )
