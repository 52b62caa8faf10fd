"""`caboose bot` as a process of its own: it plays another game with the person at its table."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from core.games.registry import game as find_game
from netplay.lobby.host import HostedTable
from netplay.session import Phase
from netplay.session.stances import NO, YES
from tests.cli.conftest import PROGRAM
from tests.netplay.buses import EmbeddedBus
from tests.netplay.lobby.test_encore import open_next, over, stand
from tests.netplay.lobby.test_tables_over_brokers import client

GAME = find_game("continental-express")


async def test_a_bot_plays_a_second_game_with_whoever_asked_for_it_and_then_goes(
    environment: dict[str, str],
) -> None:
    bus = EmbeddedBus()
    await bus.start()
    try:
        async with client(bus, "Ana") as ana, asyncio.timeout(180):
            async with HostedTable(ana, GAME, GAME.options(), 2, "Lyon") as first:
                bot = await asyncio.create_subprocess_exec(
                    sys.executable, "-c", PROGRAM, "bot", "--join", first.table.hex()[:12],
                    "--broker", f"mqtt://127.0.0.1:{bus.port}", "--strength", "random", "--json",
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    env=environment,
                )  # fmt: skip
                await over(first, lambda: first.session.phase is Phase.OVER)
                stand(first, YES)
                second = await open_next(ana, first)
                async with second:
                    await over(second, lambda: second.session.phase is Phase.OVER)
                    stand(second, NO)
                    out, err = await bot.communicate()
            assert (bot.returncode, err) == (0, b"")
            results: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
            assert [one["table"] for one in results] == [first.table.hex(), second.table.hex()]
            assert results[1]["final_hash"] == second.session.state_hash.hex()
    finally:
        await bus.stop()
