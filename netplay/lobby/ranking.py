"""From adverts to rows: what the seats of a table say together, whether we may sit, and the order."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from core.games.registry import NoSuchGame, game
from core.kernel.canonical import Malformed
from core.kernel.game import Game
from core.version import VERSION
from netplay.crypto import player_id
from netplay.lobby.adverts import Advert, Adverts
from netplay.lobby.presence import Presences
from netplay.lobby.values import Freshness, Rank, Row, Sitting, Stage, Visibility
from netplay.lobby.wire import TABLE_NAME
from netplay.session import Ticket
from netplay.session.replica import check_roster
from netplay.session.rostering import player as player_of
from netplay.session.versions import other_rules
from netplay.text import clean
from netplay.wire import Policy, Roster, read_policy

_DEALS: Final = ("open",)
"""Deals that this program can sit down to."""


def known_game(name: str) -> Game[Any] | None:
    """The game of an advert, None if this program has none of that name."""
    try:
        return game(name)
    except NoSuchGame:
        return None


def refusal(roster: Roster, scheme: str) -> str:
    """Why this program can neither sit nor watch there, and who must update; empty if it can."""
    found = known_game(roster.game)
    program = clean(roster.program, 16, "?")
    if found is None:
        name = clean(roster.game, 32, "?")
        return (
            f"{name}: the table is of Caboose {program}, and this is Caboose {VERSION}, "
            "which does not have that game; you must update"
        )
    if roster.rules != found.rules_id():
        theirs = (roster.version, program)
        return other_rules(found.title, theirs, (found.version, VERSION))
    try:
        check_roster(roster, found)
    except Malformed as error:
        return f"this table cannot be played by this program: {error}"
    if roster.scheme != scheme:
        return "this table is not for play between machines"
    if roster.deal not in _DEALS:
        return (
            f"this table of Caboose {program} is dealt in a way unknown to Caboose {VERSION} "
            f"({clean(roster.deal, 16, '?')}); you must update"
        )
    return ""


def row_of(
    table: bytes, adverts: Adverts, lives: Presences, me: str, scheme: str, now: float
) -> Row | None:
    """The row of a table; None for a ghost or a table that is not there yet."""
    fresh = adverts.freshness(table, lives, now)
    if fresh is None:
        return None
    alive = [ad for ad in adverts.of_table(table) if lives.freshness(ad.run, now) is not None]
    # Each roster is signed by the creator: the highest number is the last word.
    last = max(alive, key=lambda ad: (ad.roster.number, ad.by_creator))
    roster, card = last.roster, last.card
    keys = {seat.key for seat in roster.seats if seat}
    alive = [ad for ad in alive if ad.ad.key in keys]  # who lost its seat has no say any more
    stage = _stage(alive)
    ahead = max(
        [ad for ad in alive if ad.ad.stage == stage],
        key=lambda ad: (ad.ad.entries, ad.by_creator, ad.player),
    )
    ids = [player_id(seat.key) if seat else None for seat in roster.seats]
    seats: list[Sitting | None] = []
    for seat, id_ in zip(roster.seats, ids, strict=True):
        if seat is None or id_ is None:
            seats.append(None)
            continue
        shown = player_of(seat)
        seats.append(Sitting(shown.name, shown.mark, shown.bot, id_))
    mine = ids.index(me) if me in ids else None
    says = refusal(roster, scheme)
    found = known_game(roster.game)
    turn = ahead.ad.turn if ahead.ad.turn is not None and ahead.ad.turn < len(seats) else None
    return Row(
        ticket=Ticket(table, roster.creator),
        name=clean(card.name, TABLE_NAME, "nameless"),
        game=clean(roster.game, 48, "?"),
        title=found.title if found is not None else clean(roster.game, 32, "?"),
        seats=tuple(seats),
        options=roster.options if not says else (),
        deal=clean(roster.deal, 16, "?"),
        program=clean(roster.program, 16, "?"),
        stage=stage,
        freshness=fresh,
        rank=_rank(stage, seats, mine, turn, says),
        visibility=Visibility(card.visibility),
        opened=card.opened,
        entries=ahead.ad.entries,
        turn=turn,
        mine=mine,
        refusal=says,
        policy=_policy(roster),
        brokers=roster.brokers,
        seats_only_chat=bool(card.chat),
    )


def _policy(roster: Roster) -> Policy | None:
    try:
        return read_policy(roster.extra)
    except Malformed:
        return None  # of a later version; `refusal` says so


def _stage(alive: list[Advert]) -> Stage:
    """What most seats that are there say; where they are split, the later stage."""
    votes = Counter(ad.ad.stage for ad in alive)
    return Stage(max(votes, key=lambda stage: (votes[stage], stage)))


def _rank(
    stage: Stage, seats: list[Sitting | None], mine: int | None, turn: int | None, says: str
) -> Rank:
    if stage is Stage.RUNNING and mine is not None and turn == mine:
        return Rank.EXPECTED
    if stage is Stage.BOARDING and None in seats and not says:
        return Rank.OPEN
    return Rank.LIVE if stage in (Stage.BOARDING, Stage.RUNNING) else Rank.FINISHED


def order(row: Row) -> tuple[Any, ...]:
    """The place of a row in the list: by rank, our own first, the surest, then the newest."""
    fresh = 1 if row.freshness is Freshness.GREY else 0
    return (row.rank, row.mine is None, fresh, -row.opened, row.ticket.table)
