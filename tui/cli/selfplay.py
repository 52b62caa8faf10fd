"""`caboose selfplay`: bots play a whole game as peers, and all their state hashes are compared."""

from __future__ import annotations

import json
import logging
import os
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tui.cli import values
from tui.cli.errors import Failed, Usage
from tui.cli.newfile import keep, new_file
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import _, both

if TYPE_CHECKING:
    from netplay.selfplay import Outcome, Plan
    from netplay.transport import BrokerAddress, Transport

EXAMPLES: Final = """\
examples:
  caboose selfplay continental-express --seats 4 --seed 7 --bots greedy --transport mqtt --spectators 1
  caboose selfplay continental-express --seats 2 --bots greedy,random --json
  caboose selfplay continental-express --broker mqtt://localhost:1883 --transcript game.caboose

With --seed, keys, nonces and table id come from the seed too, so every transport ends with the same hash,
unless hard or expert play: they think by the clock.
Two games with one seed must not be played at one broker at the same time: they would be one table.
--json prints one object: game, seats, seed, entries, scores (by seat), winners (places in scores,
counted from 0), final_hash, hashes_agree (spectators included), seconds, move_latency_ms (p50, p99:
from a move's sending to its application at another peer).
"""


def run(argv: Sequence[str]) -> int:
    """Play one game; 0 only if it was finished and all peers agree."""
    found = _parser().parse_args(list(argv))
    plan = _plan(found)
    address = _address(found)
    target = new_file(found.transcript, "--transcript")
    if os.environ.get("CABOOSE_DEBUG") != "1":
        # What a library has to say of a lost link would stand among our lines.
        logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)
    outcome = run_async(_game(plan, found, address, target))
    if target is not None:
        keep(target, outcome.transcript, _("the transcript"))
    if found.json:
        print(json.dumps(_as_json(plan, outcome)))
    else:
        _print_end(plan, outcome)
    if not outcome.hashes_agree:
        told = ", ".join(
            _("{name} {digest} at {n}", name=p.name, digest=p.state_hash.hex()[:8], n=p.n)
            for p in outcome.peers
        )
        raise Failed(f"the peers do not agree on the final state: {told}")
    if not found.json:
        print(_("hashes agree"))
    return 0


def _parser() -> Parser:
    parser = Parser("caboose selfplay", "Bots play a whole game as peers.", EXAMPLES)
    parser.add_argument("game", metavar="GAME", help="for example continental-express")
    values.add_table(parser, bots="strength of the bots: one for all, or one a seat")
    parser.add_argument(
        "--transport",
        choices=("memory", "mqtt"),
        help="how the peers talk (default: memory, or mqtt with --broker or --port)",
    )
    parser.add_argument(
        "--broker", metavar="URL", help="an MQTT broker; without it mqtt starts its own"
    )
    parser.add_argument(
        "--port", metavar="N", help="the port of its own broker (default: a free one)"
    )
    parser.add_argument("--spectators", metavar="N", default="0", help="peers that only watch")
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        default="20",
        help="give up when nothing has happened for so long (default: 20)",
    )
    parser.add_argument("--transcript", metavar="FILE", help="keep the game in this new file")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )
    return parser


def _plan(found: Namespace) -> Plan:
    game = values.game_of(found.game)
    listed = found.bots.count(",") + 1 if found.bots else 1
    seats = values.seats_of(found.seats, game, default=listed if listed > 1 else 4)
    bots = values.bots_of(found.bots, seats, game)
    seed = values.seed_of(found.seed)
    options = values.options_of(found.option, game, seats)
    spectators = values.whole_of(found.spectators, "--spectators", 0, 16)
    patience = values.whole_of(found.patience, "--patience", 1, 3600)
    from netplay.selfplay import Plan

    return Plan(game, bots, options, seed, spectators, float(patience))


def _address(found: Namespace) -> BrokerAddress | int | None:
    """Where the peers meet: a broker's address, the port of one of our own, None for no network."""
    transport = found.transport or ("memory" if found.broker is found.port is None else "mqtt")
    if transport == "memory":
        if found.broker is not None or found.port is not None:
            raise Usage("--broker and --port go with --transport mqtt")
        return None
    if found.broker is not None and found.port is not None:
        raise Usage("--port is for a broker of its own; with --broker it stands in the URL")
    if found.broker is None:
        port = "0" if found.port is None else found.port
        return values.whole_of(port, "--port", 0, 65535)
    from netplay.transport import BadAddress, parse_address

    try:
        return parse_address(found.broker)
    except BadAddress as error:
        raise Usage(f"--broker: {error}") from None


async def _game(
    plan: Plan, found: Namespace, address: BrokerAddress | int | None, target: Path | None
) -> Outcome:
    from netplay.selfplay import NotFinished, play
    from netplay.transport import TransportError

    told = None if found.json else _Account(plan)
    try:
        async with _network(address) as connect:
            outcome = await play(plan, connect, told)
    except NotFinished as error:
        if target is None or not error.transcript:
            raise Failed(str(error)) from None
        keep(target, error.transcript, _("the transcript"))
        says = str(error).rstrip(".")
        raise Failed(f"{says}; what was played is kept in {target}") from None
    except TransportError as error:
        raise Failed(str(error)) from None
    if told is not None:
        told.finish()
    return outcome


@asynccontextmanager
async def _network(
    address: BrokerAddress | int | None,
) -> AsyncIterator[Callable[[], Transport]]:
    """A maker of connections, and the broker behind it where it is ours."""
    if address is None:
        from netplay.transport import MemoryHub

        yield MemoryHub().transport
        return
    from netplay.transport.mqtt import MqttTransport

    if not isinstance(address, int):
        yield lambda: MqttTransport([address])
        return
    from netplay.broker.embedded import EmbeddedBroker

    async with EmbeddedBroker(port=address) as broker:
        own = broker.address
        yield lambda: MqttTransport([own])


class _Account:
    """Tells the game while it goes on: a line for each stretch of moves by one seat."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._names: list[str] = []
        self._line: list[str] = []
        self._seat: int | None = None
        self._first = 0

    def seated(self, players: Sequence[tuple[str, str]]) -> None:
        """Say who sits where."""
        self._names = [name for name, _level in players]
        game, seed = self._plan.game.title, self._plan.seed
        print(
            _("{game}, seed {seed}", game=game, seed=seed)
            if seed
            else _("{game}, seed by chance", game=game)
        )
        for seat, (name, level) in enumerate(players):
            print("  " + _("seat {seat}: {name} ({level})", seat=seat + 1, name=name, level=level))
        print("  " + _("watching: {count}", count=self._plan.spectators))
        print(
            _("Moves as in transcripts: verb, then what it is about; lines and seats count from 1.")
        )
        print(_("entry  moves"))

    def moved(self, n: int, seat: int, move: Any) -> None:
        """Add a move to the line of its seat."""
        if seat != self._seat:
            self.finish()
            self._seat, self._first = seat, n
        self._line.append(self._plan.game.text(move))

    def finish(self) -> None:
        """Print the line that was being gathered."""
        if self._line and self._seat is not None:
            print(f"{self._first:5}  {self._names[self._seat]:9} {', '.join(self._line)}")
        self._line = []


def _print_end(plan: Plan, outcome: Outcome) -> None:
    from netplay.selfplay import percentile

    print()
    print(plan.game.describe(outcome.state))
    names = [peer.name for peer in outcome.peers[: len(plan.bots)]]
    print()
    scores = ", ".join(f"{n} {s}" for n, s in zip(names, outcome.scores, strict=True))
    print(_("scores: {scores}", scores=scores))
    print(_("won by {names}", names=both([names[seat] for seat in outcome.winners])))
    p50, p99 = (1000 * percentile(outcome.latencies, part) for part in (0.5, 0.99))
    print(
        _(
            "{count} entries in {seconds} s; a move took {p50} ms to the other peers (p50), {p99} ms (p99)",
            count=outcome.entries,
            seconds=f"{outcome.seconds:.2f}",
            p50=f"{p50:.2f}",
            p99=f"{p99:.2f}",
        )
    )
    for peer in outcome.peers:
        says = _("entry {n}, state hash {digest}", n=peer.n, digest=peer.state_hash.hex())
        print(f"  {peer.name:12} {says}")


def _as_json(plan: Plan, outcome: Outcome) -> dict[str, Any]:
    from netplay.selfplay import percentile

    return {
        "game": plan.game.name,
        "seats": len(plan.bots),
        "seed": _plain(plan.seed),
        "entries": outcome.entries,
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "final_hash": outcome.peers[0].state_hash.hex(),
        "hashes_agree": outcome.hashes_agree,
        "seconds": round(outcome.seconds, 3),
        "move_latency_ms": {
            name: round(1000 * percentile(outcome.latencies, part), 3)
            for name, part in (("p50", 0.5), ("p99", 0.99))
        },
    }


def _plain(seed: str | None) -> int | str | None:
    """A number where the seed was written as one."""
    if seed is not None and seed.isascii() and seed.isdigit() and str(int(seed)) == seed:
        return int(seed)
    return seed
