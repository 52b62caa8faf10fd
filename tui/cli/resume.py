"""`caboose resume`: sit down again at a game that was begun; without a table, list those there are."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Final

from tui.cli import places
from tui.cli.errors import Failed, Usage
from tui.cli.language import spoken
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.cli.terminal import add_plain, need_terminal
from tui.tongue import N_, _, p_

if TYPE_CHECKING:
    from netplay.botseat import Left
    from netplay.resume import Resumed, Unfinished
    from netplay.session import Session
    from netplay.transport import Transport

EXAMPLES: Final = """\
examples:
  caboose resume                              go on with your game; if there are several, list them
  caboose resume 94689243020b                 go on with that one
  caboose resume 94689243020b --bot greedy    let a bot play your seat from here on, without a screen
  caboose resume 94689243020b --forget        never go on with it
  caboose resume --json                       the list, for programs

What a seat needs is in its journal, which is written before anything is said: a program that was
killed comes back to the same entry with the same cards. A journal that is open in another window
is left to that one.
"""

_ENDS: Final = {
    "over": N_("over at entry {n}, state hash {digest}"),
    "halted": N_("halted at entry {n}, state hash {digest}"),
    "closed": N_("closed at entry {n}, state hash {digest}"),
}
_AGAIN: Final = 5.0
"""Seconds, at most, before brokers that did not answer are tried again."""


def run(argv: Sequence[str]) -> int:
    """List the journals, or go on with one."""
    parser = Parser("caboose resume", "Sit down again at a game that was begun.", EXAMPLES)
    parser.add_argument("table", nargs="?", metavar="TABLE", help="the first digits of its code")
    parser.add_argument("--bot", metavar="LEVEL", help="a bot plays the seat, without a screen")
    parser.add_argument("--broker", metavar="URL", help="meet there, not where the journal says")
    places.add_own_broker(parser)
    parser.add_argument("--forget", action="store_true", help="delete the journal: no way back")
    parser.add_argument("--json", action="store_true", help="print the list as one JSON array")
    add_plain(parser)
    found = parser.parse_args(list(argv))
    from netplay.config import FolderUnusable
    from netplay.resume import open_journals

    try:
        games = open_journals()
    except FolderUnusable as error:
        raise Failed(str(error)) from None
    if found.json:
        print(json.dumps([_as_json(game) for game in games]))
        return 0
    if found.table is None:
        # One game and a person in front of it: what else could be meant?
        only = len(games) == 1 and not (games[0].busy or games[0].fault or found.forget)
        if only and (found.plain or (sys.stdin.isatty() and sys.stdout.isatty())):
            found.table = games[0].table
        else:
            _list(games)
            return 0
    game = _chosen(games, found.table, damaged=found.forget)
    if found.forget:
        return _forget(game)
    level = found.bot or game.bot
    if level is None:
        return _in_lines(game) if found.plain else _on_screen(game)
    from core.bots.registry import NAMES

    if level not in NAMES:
        raise Usage(f"--bot: no bot is called {level[:20]!r}; there are: {', '.join(NAMES)}")
    return run_async(_headless(game, level, found.broker, found.no_own_broker))


def _forget(game: Unfinished) -> int:
    """Delete the journals of one table; the identity alone may still bring its seat back."""
    from netplay.journal import Journal, JournalBusy, JournalUnusable

    for path in (game.path, *game.bots):
        try:
            journal, _saves = Journal.open(path)
            journal.discard()
        except JournalBusy as error:
            raise Failed(f"{game.code}: {error}") from None
        except JournalUnusable:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise Failed(f"{path} cannot be deleted ({error.strerror or error})") from None
    print(_("{code} is forgotten", code=game.code))
    return 0


def _chosen(games: list[Unfinished], code: str, *, damaged: bool = False) -> Unfinished:
    code = code.lower()
    fitting = [game for game in games if code and game.table.startswith(code)]
    if not fitting:
        there = ", ".join(game.code for game in games[:8]) or "none"
        raise Usage(f"no game of yours has the code {code[:40]!r}; there are: {there}")
    if len({game.table for game in fitting}) > 1:
        codes = ", ".join(game.code for game in fitting[:8])
        raise Usage(f"more than one game begins with {code[:40]!r}: {codes}")
    game = fitting[0]
    if game.fault and not damaged:
        raise Failed(f"{game.path}: {game.fault}")
    if game.busy:
        raise Failed(f"{game.code} is open in another window of yours; go on there, or close it")
    return game


def _on_screen(game: Unfinished) -> int:
    """The app goes on with a person's seat."""
    need_terminal("caboose resume")
    from tui.launch import run_app
    from tui.plan import Resume

    return run_app(None, Resume(game.table))


def _in_lines(game: Unfinished) -> int:
    from tui.plain.run import run_plain
    from tui.plan import Resume

    return run_plain(None, Resume(game.table))


def _list(games: list[Unfinished]) -> None:
    if not games:
        print(_("No game of yours is under way. `caboose` shows tables; `caboose host` opens one."))
        return
    for game in games:
        name = f" {game.name}," if game.name else ""
        print(f"{game.code} {name} {game.title or _('a journal')}: {_standing(game)}")
    print()
    print(_("Go on with one: caboose resume TABLE"))


def _standing(game: Unfinished) -> str:
    if game.fault:
        return f"{spoken(game.fault)} ({game.path})"
    says = _stage(game)
    others = [name for seat, name in enumerate(game.players) if seat != game.seat and name]
    if others:
        says = _("{says} with {names}", says=says, names=", ".join(others))
    return _("{says}; open in another window", says=says) if game.busy else says


def _stage(game: Unfinished) -> str:
    match game.stage:
        case "seating":
            return p_("game", "not begun")
        case "over":
            return _("over at entry {n}", n=game.n)
        case "stopped":
            return _("stopped at entry {n}", n=game.n)
        case "closed":
            return _("closed at entry {n}", n=game.n)
    if game.turn is None:
        return _("entry {n}, nobody's turn", n=game.n)
    if game.expected:
        return _("entry {n}, your turn", n=game.n)
    return _("entry {n}, {name}'s turn", n=game.n, name=game.players[game.turn])


def _as_json(game: Unfinished) -> dict[str, Any]:
    return {
        "table": game.table,
        "name": game.name,
        "game": game.game,
        "stage": game.stage,
        "players": list(game.players),
        "seat": game.seat,
        "turn": game.turn,
        "your_turn": game.expected,
        "entry": game.n,
        "brokers": list(game.brokers),
        "busy": game.busy,
        "fault": game.fault or None,
        "seconds_ago": max(0, round(time.time() - game.changed)),
    }


async def _headless(game: Unfinished, level: str, broker: str | None, quiet: bool) -> int:
    from netplay.crypto_nacl import NaclCrypto
    from netplay.identity import IdentityUnusable, identity_path, load
    from netplay.journal import JournalUnusable
    from netplay.resume import resume

    try:
        crypto = None if game.own_key else NaclCrypto(load(identity_path()).seed)
        found = resume(game.path, crypto, asyncio.get_running_loop().time())
    except FileNotFoundError:
        raise Failed("the identity that sat at this table is not on this machine") from None
    except (IdentityUnusable, JournalUnusable) as error:
        raise Failed(str(error)) from None
    try:
        return await _play(found, level, broker, quiet)
    finally:
        found.journal.close()


async def _reached(
    stack: AsyncExitStack, found: Resumed, brokers: Sequence[str], mine: tuple[str, ...]
) -> Transport:
    """The link, as soon as any of the brokers answers; who does not want to wait presses Ctrl-C.

    ``mine``: of our own broker. Where only that one answers, the others come to it, or it goes to them.
    """
    from netplay.transport import TransportError

    others = [broker for broker in brokers if broker not in mine]
    said = False
    while True:
        try:
            return await stack.enter_async_context(_veiled(found, others or brokers))
        except TransportError as error:
            if not said:
                how = (
                    _("They may come to yours; waiting; Ctrl-C leaves.")
                    if mine
                    else _("Waiting for one of them; Ctrl-C leaves.")
                )
                print(f"{spoken(error)} {how}", flush=True)
            said = True
        if mine:
            return await stack.enter_async_context(_veiled(found, [*mine, *others]))
        await asyncio.sleep(random.uniform(1.0, _AGAIN))


async def _serve(stack: AsyncExitStack, session: Session) -> tuple[str, ...]:
    """The broker that the roster has of us runs again, where that is possible: its addresses."""
    from netplay.lobby.ownbroker import again
    from netplay.transport import TransportError

    roster, seat = session.roster, session.seat
    if roster is None or not roster.brokers or seat is None:
        return ()
    broker = again(roster.brokers[seat])
    if broker is None:
        return ()
    try:
        await stack.enter_async_context(broker)
    except TransportError:
        return ()  # the others have brokers, too
    return broker.addresses


async def _play(found: Resumed, level: str, broker: str | None, quiet: bool) -> int:
    from netplay.botseat import play_seat
    from netplay.session import Phase
    from netplay.transport import TransportError

    session = found.session
    brokers = (broker,) if broker else found.brokers
    try:
        async with AsyncExitStack() as stack:
            mine = () if quiet else await _serve(stack, session)
            transport = await _reached(stack, found, brokers, mine)
            seat = (session.seat or 0) + 1
            print(_("back at entry {n}, seat {seat}", n=session.n, seat=seat), flush=True)
            left = await play_seat(session, transport, session.key, level, found.journal)
    except TransportError as error:
        raise Failed(str(error)) from None
    except OSError as error:
        raise Failed(f"the journal cannot be written ({error.strerror or error})") from None
    if left.phase is Phase.HALTED and session.finding is not None:
        names = {seat: player.name for seat, player in enumerate(session.players)}
        raise Failed(session.finding.says(names))
    print(_at_end(left))
    if left.kept is not None:
        print(_("kept as {path}", path=left.kept))
    return 0


def _at_end(left: Left) -> str:
    says = _ENDS.get(left.phase.value, N_("left at entry {n}, state hash {digest}"))
    return _(says, n=left.n, digest=left.state_hash.hex())


def _veiled(found: Resumed, brokers: Sequence[str]) -> Transport:
    """Everything at a private table is sealed with the key that its invite had."""
    transport = _transport(brokers)
    if found.cover is None:
        return transport
    from netplay.transport.veil import Veil

    veil = Veil(transport)
    veil.cover(found.session.ticket.table, found.cover)
    return veil


def _transport(brokers: Sequence[str]) -> Transport:
    """To the brokers of the journal, with what the saved list knows of logins and certificates."""
    from netplay.brokers import BrokersUnusable, known_at
    from netplay.transport import BadAddress, parse_address
    from netplay.transport.opening import open_link

    if not brokers:
        raise Usage("the journal names no broker; say where the others are: --broker URL")
    try:
        addresses = [parse_address(broker) for broker in brokers]
        known = known_at(addresses[:1])
        if known is not None:
            return open_link(addresses, security=known.security())
    except BadAddress as error:
        raise Usage(f"--broker: {error}") from None
    except BrokersUnusable as error:
        raise Failed(str(error)) from None
    return open_link(addresses)
