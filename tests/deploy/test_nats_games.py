"""Games whose peers sit at different nodes of a NATS cluster, while nodes are killed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import pytest

from core.games.registry import game
from core.kernel.move import Move
from netplay.selfplay import Plan, play
from netplay.transport.mqtt import MqttTransport
from tests.deploy.clusters import NatsCluster

pytestmark = pytest.mark.slow


class Schedule:
    """Does things when seat 0 has applied certain entries."""

    def __init__(self, due: dict[int, Callable[[], None]]) -> None:
        self.due = dict(sorted(due.items()))
        self.done: list[int] = []

    def seated(self, players: Sequence[tuple[str, str]]) -> None:
        pass

    def moved(self, n: int, seat: int, move: Move) -> None:
        for at in [at for at in self.due if at <= n]:
            self.due.pop(at)()
            self.done.append(at)


async def test_a_game_over_three_nodes_outlives_one_of_them_and_then_another(
    cluster: NatsCluster,
) -> None:
    made: list[MqttTransport] = []
    turns = itertools.count()

    def connect() -> MqttTransport:
        made.append(cluster.transport(first=next(turns) % 3))
        return made[-1]

    schedule = Schedule(
        {
            15: lambda: cluster.kill_node(1),
            35: lambda: cluster.start_node(1),
            60: lambda: cluster.kill_node(2),
        }
    )
    bots = ("greedy", "random", "greedy", "random")
    plan = Plan(
        game("continental-express"), bots, {}, seed="three nodes", spectators=2, patience=60
    )
    outcome = await play(plan, connect, schedule)
    assert schedule.done == [15, 35, 60]
    assert len(outcome.peers) == 6
    assert outcome.hashes_agree
    on_node_1 = made[1::3]
    assert all(transport.connections >= 2 for transport in on_node_1)  # they went elsewhere
