"""One bot peer as a process of its own, for tests that kill it: begins its seat, or comes back to it.

``python -m tests.netplay.bot_process JSON`` with broker, salt, keys (public, by seat), place, game,
pace. The identity is the configuration folder's. It prints what happens, one line each.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from core.games.registry import game as find_game
from netplay.botseat import play_seat
from netplay.crypto_nacl import NaclCrypto
from netplay.identity import identity_path, load
from netplay.journal import Journal
from netplay.resume import open_journals, resume
from netplay.session import Action, Me, Session, Settled, Ticket
from netplay.table import Halted, Played
from netplay.transport.mqtt import Backoff, MqttTransport
from netplay.wire import Seat, table_id


def say(*words: Any) -> None:
    print(*words, flush=True)


def told(action: Action) -> None:
    if isinstance(action, Played):
        say("move", action.n)
    elif isinstance(action, Halted):
        say("halted", action.says)
    elif isinstance(action, Settled):
        say("settled", action.n)


def begin(plan: dict[str, Any], crypto: NaclCrypto, now: float) -> Session:
    game, place = find_game(plan["game"]), plan["place"]
    keys = [bytes.fromhex(key) for key in plan["keys"]]
    me = Me(crypto, f"Bot {place}", "random")
    if place == 0:
        invited = [Seat(key, 1, f"Bot {i}", "random", i) for i, key in enumerate(keys)][1:]
        salt = bytes.fromhex(plan["salt"])
        return Session.create(
            game,
            game.options(),
            len(keys),
            me,
            salt=salt,
            nonce=os.urandom(32),
            now=now,
            invited=invited,
        )
    ticket = Ticket(table_id(keys[0], bytes.fromhex(plan["salt"])), keys[0])
    return Session.join(game, ticket, me, nonce=os.urandom(32), now=now)


async def main(plan: dict[str, Any]) -> None:
    crypto = NaclCrypto(load(identity_path()).seed)
    quick = Backoff(base=0.02, cap=0.3)
    async with MqttTransport([plan["broker"]], backoff=quick) as transport:
        now = asyncio.get_running_loop().time()
        left = open_journals()
        if left:
            found = resume(left[0].path, crypto, now)
            session, journal = found.session, found.journal
            say("resumed", session.n)
        else:
            session, journal = begin(plan, crypto, now), Journal.begin((plan["broker"],))
        done = await play_seat(
            session, transport, crypto.key, "random", journal, pace=plan["pace"], told=told
        )
    say("end", done.phase.value, done.n, done.state_hash.hex(), session.head.hex())


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
