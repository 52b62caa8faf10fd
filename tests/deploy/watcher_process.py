"""One spectator as a process of its own, for tests that kill it: it has nothing on disk to come back from.

``python -m tests.deploy.watcher_process JSON`` with broker, salt, keys (public, by seat), game. It
prints entries as they come, and how the game ended in the words of ``tests.netplay.bot_process``.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from core.games.registry import game as find_game
from netplay.crypto_nacl import NaclCrypto
from netplay.node import Node
from netplay.session import Action, Me, Phase, Session, Ticket
from netplay.table import Halted, Played
from netplay.transport.mqtt import Backoff, MqttTransport
from netplay.wire import table_id


async def main(plan: dict[str, Any]) -> None:
    crypto = NaclCrypto(os.urandom(32))
    creator = bytes.fromhex(plan["keys"][0])
    ticket = Ticket(table_id(creator, bytes.fromhex(plan["salt"])), creator)
    news = asyncio.Event()

    def told(action: Action) -> None:
        if isinstance(action, Played):
            print("move", action.n, flush=True)
        elif isinstance(action, Halted):
            print("halted", action.says, flush=True)
        news.set()

    async with MqttTransport([plan["broker"]], backoff=Backoff(base=0.02, cap=0.3)) as transport:
        now = asyncio.get_running_loop().time()
        session = Session.watch(
            find_game(plan["game"]), ticket, Me(crypto, "spectator", None), now=now
        )
        async with Node(session, transport, crypto.key, told=told) as node:
            fault = asyncio.create_task(node.wait())
            while session.phase is not Phase.OVER:
                if fault.done():
                    fault.result()
                news.clear()
                waiting = asyncio.create_task(news.wait())
                await asyncio.wait({waiting, fault}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
            fault.cancel()
    end = ("end", session.phase.value, session.n, session.state_hash.hex(), session.head.hex())
    print(*end, flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
