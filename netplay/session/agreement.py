"""What an agreement does to the table: a stand-in comes or goes, moves are undone, the game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from core.kernel.canonical import Malformed, digest
from netplay.session.agreeing import Act, Agreed, Quorum, Stand, quorum, read_agreed
from netplay.session.outcome import Code, Outcome, Wrong
from netplay.table import Decided
from netplay.wire import NOBODY, Kind

if TYPE_CHECKING:
    from netplay.session.replica import Replica

ENTRY: Final = 32
"""Bytes of an entry's hash."""
WHAT = {
    Act.STAND_IN: "stand-in",
    Act.END: "end",
    Act.UNDO: "undo",
    Act.RETURN: "return",
    Act.PAUSE: "pause",
    Act.GO_ON: "go on",
    Act.BACK: "back",
}


def agree(replica: Replica, seat: int, body: tuple[Any, ...]) -> Outcome:
    """What an ``agreed`` entry by ``seat`` leads to; raises Wrong. Signatures: ``Replica.signed``."""
    try:
        agreed = read_agreed(body)
    except Malformed as err:
        raise Wrong(Code.KIND, f"it is no agreement: {err}") from err
    due = replica.due()
    if replica.policy is None or due is None or due.kind is Kind.END:
        raise Wrong(Code.KIND, "it is an agreement, where none can be")
    if any(named >= replica.seats for named in agreed.named):
        raise Wrong(Code.KIND, "it names a seat that does not exist")
    if agreed.act is Act.RETURN:
        after = _return(replica, seat, agreed)
    else:
        after = _by_quorum(replica, seat, agreed)
    opened = tuple(after.awaiting[len(replica.state.awaiting) :])
    deputy = agreed.arg if agreed.act is Act.STAND_IN else None
    event = Decided(
        replica.n + 1,
        WHAT[agreed.act],
        agreed.named,
        deputy,
        replica.state,
        after,
        words(replica, agreed),
    )
    hash_ = digest(replica.game.encode(after))
    return Outcome(Kind.AGREED, seat, after, hash_, event, opened, agreed=agreed)


def needed(replica: Replica, agreed: Agreed, n: int | None = None) -> Quorum | None:
    """Whose signatures an agreement after entry ``n`` (the newest) needs; None if too few are left."""
    stood = replica.stands[replica.n if n is None else n]
    return quorum(replica.start.roster, agreed.away(stood))


def _by_quorum(replica: Replica, seat: int, agreed: Agreed) -> Any:
    found = needed(replica, agreed)
    if seat != NOBODY or found is None:
        raise Wrong(Code.KIND, "it is an agreement of too few")
    stood = replica.stood
    if agreed.back and (
        agreed.act not in (Act.STAND_IN, Act.GO_ON)
        or not set(agreed.back) <= set(stood)
        # Who never left must agree; but of two, one may go on alone, as the other did.
        or (set(found.voters) <= set(stood) and not found.alone)
    ):
        raise Wrong(Code.KIND, "it gives seats back that are not away")
    if any(named in replica.stood for named in agreed.named):
        raise Wrong(Code.KIND, "it names a seat that has a stand-in")
    if agreed.proof and (
        agreed.act is not Act.STAND_IN or len(agreed.proof) != ENTRY or found.alone
    ):
        raise Wrong(Code.KIND, "it takes back what it cannot")
    game = replica.game
    if agreed.act is Act.BACK:
        if agreed.named or found.alone or agreed.arg <= replica.n:
            raise Wrong(Code.KIND, "only all together go back, and before what stopped them")
        return game.copy(replica.state)
    paused = replica.paused is not None
    if paused and agreed.act not in (Act.GO_ON, Act.END):
        raise Wrong(Code.KIND, "the table is paused")
    if agreed.act in (Act.PAUSE, Act.GO_ON):
        if paused is not (agreed.act is Act.GO_ON) or agreed.arg:
            raise Wrong(Code.KIND, "the table is not paused")
        if found.alone:
            raise Wrong(Code.KIND, "of two machines one alone neither pauses nor goes on")
        after = game.copy(replica.state)
        for back in agreed.back:
            game.open_hand(after, back, False)
        return after
    if agreed.act is Act.UNDO:
        if agreed.named or agreed.arg not in undoable(replica):
            raise Wrong(Code.KIND, "it takes back what revealed something")
        return game.copy(replica.state_after(agreed.arg))
    after = game.copy(replica.state)
    if agreed.act is Act.STAND_IN:
        if not agreed.named or agreed.arg not in found.voters:
            raise Wrong(Code.KIND, "it puts a stand-in nowhere, or under nobody's care")
        for named in agreed.named:
            game.open_hand(after, named, True)
        for back in agreed.back:
            game.open_hand(after, back, False)
        return after
    assert replica.policy is not None
    gone = bool(agreed.named or replica.stood)
    if agreed.arg > 1 or (agreed.arg and not (replica.policy.claim and gone)):
        raise Wrong(Code.KIND, "it claims the game where that was not agreed to")
    return after


def _return(replica: Replica, seat: int, agreed: Agreed) -> Any:
    stand = replica.stood.get(agreed.named[0]) if len(agreed.named) == 1 else None
    if stand is None or seat != stand.deputy or agreed.arg != stand.n or agreed.round:
        raise Wrong(Code.KIND, "it gives a seat back that is not away, or not by its deputy")
    due = replica.due()
    if due is None or due.place != agreed.named[0] or replica.state.awaiting:
        raise Wrong(Code.KIND, "it gives a seat back while that one is not to move")
    after = replica.game.copy(replica.state)
    replica.game.open_hand(after, agreed.named[0], False)
    return after


def undoable(replica: Replica) -> range:
    """The entries whose state may be restored: nothing after them revealed anything."""
    first = replica.n
    while first > 0:
        outcome = replica.outcome(first)
        if outcome.kind is not Kind.MOVE or outcome.opened or outcome.claims:
            break
        first -= 1
    return range(first, replica.n) if not replica.state.over else range(0)


def went_back(replica: Replica) -> int:
    """Up to here the table has gone back before: a stop there is the same one, and final; or 0."""
    found = [replica.outcome(n).agreed for n in range(1, replica.n + 1)]
    backs = [agreed.arg + 1 for agreed in found if agreed is not None and agreed.act is Act.BACK]
    return max(backs, default=0)


def settle_agreed(replica: Replica, n: int, agreed: Agreed) -> None:
    """An agreement holds: who is stood in for from now on."""
    stood = dict(replica.stood)
    if agreed.act is Act.STAND_IN:
        found = needed(replica, agreed)
        alone = found is not None and found.alone
        for named in agreed.named:
            stood[named] = Stand(n, agreed.arg, alone)
            replica.marks.append((n, named))
        for seat in agreed.back:
            stood.pop(seat, None)
        for seat, stand in list(stood.items()):
            if stand.deputy in agreed.named:
                stood[seat] = Stand(stand.n, agreed.arg, alone)
    elif agreed.act is Act.RETURN:
        stood.pop(agreed.named[0], None)
    elif agreed.act in (Act.PAUSE, Act.GO_ON):
        replica.pauses[-1] = n if agreed.act is Act.PAUSE else None
        for seat in agreed.back:
            stood.pop(seat, None)
    elif agreed.act is Act.END:
        found = needed(replica, agreed)
        replica.abandoned, replica.claimed = n, bool(agreed.arg)
        replica.alone = found is not None and found.alone
        if found is not None:
            replica.last_mover = found.voters[0]
    replica.stands[-1] = stood
    if replica.abandoned is None:
        replica.alone = any(stand.alone for stand in stood.values())


def words(replica: Replica, agreed: Agreed, names: Mapping[int, str] | None = None) -> str:
    """An agreement on the next entry as a sentence; seats by number where no names are given."""
    text = told(agreed, replica.n + 1, names)
    if agreed.act is Act.STAND_IN and any(_shows_hand(replica, seat) for seat in agreed.named):
        text += "; that hand is laid open"
    return text


def told(agreed: Agreed, n: int, names: Mapping[int, str] | None = None) -> str:
    """An agreement, entry ``n``, as a sentence."""

    def name(seat: int) -> str:
        return names[seat] if names and seat in names else f"seat {seat + 1}"

    seats = ", ".join(name(seat) for seat in agreed.named)
    if agreed.act is Act.STAND_IN:
        text = f"a stand-in plays for {seats}; {name(agreed.arg)}'s program sends its moves"
        back = ", ".join(name(seat) for seat in agreed.back)
        if agreed.proof:
            text += "; what was played meanwhile without everyone is taken back"
        return f"{text}; {back} plays again" if back else text
    if agreed.act is Act.RETURN:
        return f"{seats} plays again"
    if agreed.act is Act.UNDO:
        count = n - 1 - agreed.arg
        moves = "the last move is" if count == 1 else f"the last {count} moves are"
        return f"{moves} taken back"
    if agreed.act is Act.BACK:
        return f"the game goes on from entry {n - 1}, before what stopped the table"
    if agreed.act is Act.PAUSE:
        return "the game is paused" + (f" without {seats}" if seats else "")
    if agreed.act is Act.GO_ON:
        text = "the game goes on" + (f" without the word of {seats}" if seats else "")
        back = ", ".join(name(seat) for seat in agreed.back)
        return f"{text}; {back} plays again" if back else text
    if agreed.arg:
        return "the game ends here, claimed by those present"
    return "the game ends here, abandoned" + (f" without {seats}" if seats else "")


def _shows_hand(replica: Replica, seat: int) -> bool:
    after = replica.game.copy(replica.state)
    replica.game.open_hand(after, seat, True)
    return len(after.awaiting) > len(replica.state.awaiting)
