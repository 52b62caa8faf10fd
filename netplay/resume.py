"""Games that were begun and not finished: which there are, and how to sit down at one again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from core.games.registry import NoSuchGame
from core.games.registry import game as find_game
from core.kernel.canonical import Malformed, unpack
from core.kernel.game import Game
from core.version import VERSION
from netplay.config import games_folder, ready, write_new
from netplay.crypto import Crypto
from netplay.journal import SUFFIX, Journal, JournalUnusable, journals_folder, look
from netplay.lobby.wire import TABLE_NAME, Card, kept_card
from netplay.session import DealerFactory, Phase, Replica, Save, Session, Wrong, open_dealer
from netplay.session.keeping import Kept, Sitting, read_saves
from netplay.session.rostering import player
from netplay.text import clean
from netplay.transport.address import BadAddress, parse_address
from netplay.transport.base import Transport
from netplay.transport.near import nearness_of, usable
from netplay.wire import Kind, Roster, array, binary, string

_MOST: Final = 200
"""Journals that are looked at."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """One journal, as a list shows it. Names are cleaned.

    ``stage``: ``seating``, ``playing``, ``over``, ``stopped``, ``closed`` or, where it cannot be gone
    on with, ``unusable``, with the reason in ``fault``. ``seat``: ours, None before we have one.
    ``turn``: the seat that everyone waits for, None where it is nobody's. ``n``: the newest entry,
    -1 before the start. ``own_key``: the seat is a bot's whose key is in the journal. ``bots``:
    journals of bots that ran beside us at the same table. ``busy``: some window has it open.
    ``changed``: seconds since the epoch. ``ours``: addresses that the roster names as the brokers of
    seats, one of which may have been this program's.
    """

    path: Path
    table: str
    game: str
    title: str
    stage: str
    players: tuple[str, ...] = ()
    seat: int | None = None
    turn: int | None = None
    n: int = -1
    brokers: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    busy: bool = False
    fault: str = ""
    bot: str | None = None
    own_key: bool = False
    bots: tuple[Path, ...] = ()
    changed: float = 0.0
    name: str = ""
    """What the table is called, cleaned; empty where the journal does not know."""

    @property
    def code(self) -> str:
        """What the table is called by on the command line: the first digits of its id."""
        return self.table[:12]

    @property
    def expected(self) -> bool:
        """Whether the others wait for us."""
        return self.turn is not None and self.turn == self.seat


@dataclass(frozen=True, slots=True)
class Resumed:
    """A seat taken up again: hand ``session`` and ``journal`` to a node. ``key``: a bot's own seed;
    ``cover``: the key of a private table.
    """

    session: Session
    journal: Journal
    brokers: tuple[str, ...]
    key: bytes | None
    cover: bytes | None
    card: Card | None = None
    """What the table is called, and who finds it, where the journal has that from its creator."""


def open_journals(folder: Path | None = None) -> list[Unfinished]:
    """All journals, one a table, those first where we are expected, then the newest. Never raises
    for what is in the folder.
    """
    folder = folder or journals_folder()
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: -_changed(path))[:_MOST]
    except OSError:
        return []
    mine: list[Unfinished] = []
    bots: dict[str, list[Unfinished]] = {}
    for path in paths:
        try:
            saves, busy = look(path)
            if not saves:
                continue  # its program died before it had said anything
            found = replace(_about(path, saves), busy=busy, changed=_changed(path))
            if any(save.kind == "key" for save in saves):
                bots.setdefault(found.table, []).append(replace(found, own_key=True))
            else:
                mine.append(found)
        except JournalUnusable as error:
            mine.append(Unfinished(path, path.name[:32], "", "", "unusable", fault=str(error)))
    mine = [
        replace(found, bots=tuple([bot.path for bot in bots.pop(found.table, [])]))
        for found in mine
    ]
    mine += [bot for alone in bots.values() for bot in alone]
    return sorted(mine, key=lambda found: (not found.expected, -found.changed))


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _about(path: Path, saves: list[Save]) -> Unfinished:
    kept, game = _kept(saves)
    sitting = kept.sitting
    found = Unfinished(
        path,
        sitting.table.hex(),
        game.name,
        game.title,
        "seating",
        brokers=_brokers(saves, kept.roster),
        ours=_of_seats(kept.roster),
        bot=clean(sitting.bot, 16) if sitting.bot is not None else None,
    )
    card = _card(saves, sitting, None)
    if card is not None:
        found = replace(found, name=clean(card.name, TABLE_NAME))
    roster = kept.roster
    if kept.start is not None:
        try:
            replica = Replica(game, kept.start)
            for entry in kept.entries:
                replica.accept(entry, None)
        except (Malformed, Wrong) as error:
            raise JournalUnusable(f"its entries do not hold: {error}") from None
        roster = replica.start.roster
        due = replica.due()
        stage = "over" if replica.ended else "playing"
        turn = due.seat if due is not None and due.kind is not Kind.END else None
        found = replace(found, stage=stage, turn=turn, n=replica.n)
    if roster is not None:
        keys = [seat.key if seat else None for seat in roster.seats]
        found = replace(
            found,
            players=tuple([player(seat).name if seat else "" for seat in roster.seats]),
            seat=keys.index(sitting.key) if sitting.key in keys else None,
        )
    if kept.stop is not None:
        return replace(found, stage="stopped", turn=None)
    return replace(found, stage="closed", turn=None) if kept.closed is not None else found


def _kept(saves: Iterable[Save]) -> tuple[Kept, Game[Any]]:
    """The records sorted, and the game they are of; raises JournalUnusable."""
    try:
        kept = read_saves(saves)
    except (Malformed, ValueError, TypeError) as error:
        raise JournalUnusable(f"it does not hold together ({error})") from None
    return kept, _game_of(kept.sitting)


def _game_of(sitting: Sitting) -> Game[Any]:
    program = clean(sitting.program, 16, "?")
    try:
        game = find_game(sitting.game)
    except NoSuchGame:
        name = clean(sitting.game, 32, "?")
        raise JournalUnusable(f"its game, {name}, is not in Caboose {VERSION}") from None
    if sitting.rules != game.rules_id():
        raise JournalUnusable(
            f"it was begun with rules {sitting.version} of Caboose {program}, and Caboose {VERSION} "
            f"has rules {game.version}: finish it with Caboose {program}"
        )
    return game


def _of_seats(roster: Roster | None) -> tuple[str, ...]:
    return tuple([text for texts in roster.brokers for text in texts]) if roster else ()


def _brokers(saves: Iterable[Save], roster: Roster | None) -> tuple[str, ...]:
    """Where the table is found again: the broker we came by, then those of the other seats."""
    first: list[str] = []
    for save in saves:
        if save.kind == "brokers":
            try:
                first = [string(part, 300) for part in array(unpack(save.data), most=16)]
                near = nearness_of([parse_address(text) for text in first])
            except (Malformed, BadAddress):
                return ()
            others = roster.brokers if roster is not None else ()
            found = [address for texts in others for address in usable(texts, near)]
            return tuple(dict.fromkeys([*first, *map(str, found)]))
    return ()


def resume(
    path: Path,
    crypto: Crypto | None,
    now: float,
    *,
    dealers: DealerFactory = open_dealer,
) -> Resumed:
    """Open a journal and be where it says; nobody else has it open from then on.

    ``crypto``: the player's; not needed for the journal of a bot that has its own key in it. Raises
    JournalUnusable (JournalBusy among it). The caller closes the journal.
    """
    journal, saves = Journal.open(path)
    try:
        key = next((save.data for save in saves if save.kind == "key"), None)
        if key is not None:
            crypto = _bot_crypto(key)
        if crypto is None:
            raise JournalUnusable("it belongs to a person, not to a bot")
        kept, game = _kept(saves)
        try:
            session = Session.restore(game, saves, crypto, now=now, dealers=dealers)
        except (Malformed, ValueError, TypeError) as error:
            raise JournalUnusable(f"it cannot be gone on with: {error}") from None
    except BaseException:
        journal.close()
        raise
    cover = next((save.data for save in saves if save.kind == "cover"), None)
    card = _card(saves, kept.sitting, crypto)
    return Resumed(session, journal, _brokers(saves, kept.roster), key, cover, card)


def _card(saves: Iterable[Save], sitting: Sitting, crypto: Crypto | None) -> Card | None:
    """The newest card that holds."""
    found = None
    for save in saves:
        if save.kind == "card":
            with contextlib.suppress(Malformed):
                found = kept_card(save.data, sitting.creator, sitting.table, crypto)
    return found


def _bot_crypto(key: bytes) -> Crypto:
    from netplay.crypto_nacl import NaclCrypto  # late: a solo game never loads PyNaCl

    try:
        return NaclCrypto(binary(key, 32))
    except (Malformed, ValueError):
        raise JournalUnusable("the key in it is none") from None


def begin_journal(
    transport: Transport, key: bytes | None = None, cover: bytes | None = None
) -> Journal:
    """A journal for a seat that is about to be taken over this transport, which is up.

    ``key``: the secret seed, where the seat is a bot's with a key of its own; ``cover``: the key of a
    private table. Raises FolderUnusable.
    """
    address = getattr(transport, "address", None)  # in memory there is none to come back to
    return Journal.begin((str(address),) if address is not None else (), key=key, cover=cover)


def put_away(session: Session, journal: Journal, *, keep: bool = True) -> Path | None:
    """On leaving a table: what becomes of its journal. The kept game, where it is finished.

    A game that is over becomes a transcript (with ``keep``), and its journal goes, unless another
    seat may still need us: then the journal stays, and resuming it helps that seat. A table that
    never began leaves nothing. Raises OSError, FolderUnusable.
    """
    if session.phase is Phase.CLOSED:
        journal.discard()
        return None
    if not session.complete or session.finding is not None:
        journal.close()
        return None
    path = keep_transcript(session) if keep else None
    if session.settled == session.n:
        journal.discard()
    else:
        journal.close()
    return path


def keep_transcript(session: Session) -> Path:
    """Write the game where ``caboose replay`` finds it, once; raises OSError, FolderUnusable."""
    folder = ready(games_folder(), "kept games", "CABOOSE_DATA_DIR")
    path = folder / f"{session.game.name}-{session.ticket.table.hex()[:12]}.caboose"
    with contextlib.suppress(FileExistsError):
        write_new(path, session.save())
    return path
