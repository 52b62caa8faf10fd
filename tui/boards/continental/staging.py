"""Keys to staged moves: what a key press means now, without any screen.

A choice is staged first and sent by a second key, so it can be taken back freely until then.
Legality and reasons are the game's own; here is only which key names which move.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from core.games.continental.moves import (
    CLAIM,
    DECLINE,
    INVEST,
    KEEP,
    MOVES,
    PASS,
    ROB,
    ROWS,
    SWAP,
    TAKE,
    TOKEN,
)
from core.games.continental.sheet import (
    COMPANIES,
    DIRECTOR,
    INVESTOR,
    LETTERS,
    PICKPOCKET,
    objective,
)
from core.games.continental.state import Phase, State
from core.kernel.move import Move
from tui import keymap
from tui.boards.position import Position as AnyPosition


class Asks(Enum):
    """What the viewer is asked for at this moment."""

    NOTHING = "others act, or the viewer only watches"
    KEEP = "a contract"
    TAKE = "a card of the yard"
    INVEST = "a free card of the yard"
    ROB = "a player whose tickets to take"
    GIVE = "a wagon to give"
    PARTNER = "a player to swap with"
    GET = "a wagon to get"
    TOKEN = "a company"  # noqa: S105 - a company token, no password
    CLAIM = "an objective, or the end of the turn"
    OVER = "nothing more: the game is over"


_VERBS: Final = {
    Asks.KEEP: KEEP,
    Asks.TAKE: TAKE,
    Asks.INVEST: INVEST,
    Asks.ROB: ROB,
    Asks.TOKEN: TOKEN,
}
_EFFECTS: Final = {INVESTOR: Asks.INVEST, PICKPOCKET: Asks.ROB, DIRECTOR: Asks.TOKEN}


Position: TypeAlias = AnyPosition[State]


class Draft(NamedTuple):
    """What has been chosen and not yet sent.

    move: the complete move, ready to go. options: where wagons can pay in several ways, all of
    them. give, other: the first steps of a swap.
    """

    move: Move | None = None
    options: tuple[Move, ...] = ()
    give: int | None = None
    other: int | None = None


NOTHING: Final = Draft()


class Outcome(NamedTuple):
    """What a key did: the draft afterwards, a move to send, or the reason why nothing happened."""

    draft: Draft
    send: Move | None = None
    says: str | None = None


def asks(position: Position, draft: Draft) -> Asks:
    """What the viewer is asked for now."""
    state = position.state
    if state.over:
        return Asks.OVER
    if not position.mine:
        return Asks.NOTHING
    if state.phase is Phase.KEEP:
        return Asks.KEEP
    if state.phase is Phase.TAKE:
        return Asks.TAKE
    if state.phase is Phase.CLAIM:
        return Asks.CLAIM
    found = _EFFECTS.get(state.effect) if state.effect is not None else None
    if found is not None:
        return found
    if draft.give is None:
        return Asks.GIVE
    return Asks.PARTNER if draft.other is None else Asks.GET


def live(position: Position, draft: Draft) -> frozenset[str]:
    """The keys that choose something legal now (not those that confirm, take back or look up)."""
    wanted = asks(position, draft)
    keys: set[str] = set()
    for move in position.moves():
        if move.verb == DECLINE:
            keys.add(keymap.DECLINE)
        elif move.verb == CLAIM:
            keys.add(ROWS[move.args[0]])
        elif move.verb == PASS:
            keys.add("space")
        elif move.verb == SWAP:
            give, other, get = move.args
            if wanted is Asks.GIVE:
                keys.add(keymap.WAGONS[give])
            elif wanted is Asks.PARTNER and give == draft.give:
                keys.add(str(other + 1))
            elif wanted is Asks.GET and (give, other) == (draft.give, draft.other):
                keys.add(keymap.WAGONS[get])
        elif move.verb in (TAKE, INVEST):
            keys.add(card_key(*move.args))
        else:
            keys.add(str(move.args[0] + 1))
    keys.update(str(n + 1) for n in range(min(9, len(draft.options))))
    return frozenset(keys)


def card_key(line: int, place: int) -> str:
    """The digit of a place in the yard."""
    return str(3 * line + place + 1)


def press(position: Position, draft: Draft, key: str) -> Outcome | None:
    """What a key means now; None if it means nothing on the board."""
    wanted = asks(position, draft)
    if key in keymap.CONFIRM:
        return _confirm(position, draft, wanted)
    if key == keymap.BACK:
        return _back(position, draft)
    if key == keymap.DECLINE:
        return _stage(position, draft, MOVES.of(DECLINE))
    if draft.options and (key in keymap.DIGITS or key in keymap.NEXT or key in keymap.PREVIOUS):
        return _pay(draft, key)
    if wanted in (Asks.GIVE, Asks.GET) and key in keymap.WAGONS:
        return _swap_wagon(position, draft, keymap.WAGONS.index(key))
    if key in keymap.ROWS:
        return _claim(position, draft, keymap.ROWS.index(key))
    if key in keymap.DIGITS:
        return _digit(position, draft, wanted, int(key) - 1)
    return None


def _stage(position: Position, draft: Draft, move: Move) -> Outcome:
    """Stage a move, or say why not; an illegal press leaves what was staged alone."""
    reason = position.reason(move)
    if reason is not None:
        return Outcome(draft, says=reason)
    return Outcome(draft._replace(move=move, options=()))


def _confirm(position: Position, draft: Draft, wanted: Asks) -> Outcome:
    if draft.move is not None:
        reason = position.reason(draft.move)
        if reason is not None:
            return Outcome(NOTHING, says=reason)
        return Outcome(NOTHING, send=draft.move)
    if wanted is Asks.CLAIM:
        return _stage(position, draft, MOVES.of(PASS))
    if wanted is Asks.NOTHING:
        return Outcome(draft, says=position.reason(MOVES.of(PASS)))
    return Outcome(draft, says=None if wanted is Asks.OVER else "nothing is chosen yet")


def _back(position: Position, draft: Draft) -> Outcome:
    if draft.move is not None:
        return Outcome(draft._replace(move=None, options=()))
    if draft.other is not None and len(_partners(position, draft.give)) > 1:
        return Outcome(draft._replace(other=None))
    return Outcome(NOTHING)


def _digit(position: Position, draft: Draft, wanted: Asks, n: int) -> Outcome:
    if wanted is Asks.PARTNER or (wanted is Asks.GET and n < position.state.seats):
        return _partner(position, draft, n)
    if wanted is Asks.GET:
        return Outcome(draft, says="choose their wagon by its letter")
    if wanted is Asks.GIVE:
        return Outcome(draft, says="choose your wagon by its letter")
    if wanted in (Asks.KEEP, Asks.ROB, Asks.TOKEN):
        count = {Asks.KEEP: 2, Asks.ROB: position.state.seats}.get(wanted, len(COMPANIES))
        if n >= count:
            return Outcome(draft, says=f"choose by a digit from 1 to {count}")
        return _stage(position, draft, MOVES.of(_VERBS[wanted], n))
    verb = _VERBS.get(wanted, TAKE)
    return _stage(position, draft, MOVES.of(verb, *divmod(n, 3)))


def _claim(position: Position, draft: Draft, row: int) -> Outcome:
    options = tuple(move for move in position.moves() if move.verb == CLAIM and move.args[0] == row)
    if not options:
        card = position.state.row[row]
        wagons = "AA" if card is None else objective(card).wagons
        exact = MOVES.of(CLAIM, row, *(LETTERS.index(letter) for letter in wagons))
        return Outcome(draft, says=position.reason(exact))
    return Outcome(Draft(options[0], options if len(options) > 1 else ()))


def _pay(draft: Draft, key: str) -> Outcome:
    options = draft.options
    assert draft.move is not None
    if key in keymap.DIGITS:
        n = int(key) - 1
        if n >= len(options):
            return Outcome(draft, says=f"there are {len(options)} ways to pay")
    else:
        n = options.index(draft.move) + (1 if key in keymap.NEXT else -1)
    return Outcome(draft._replace(move=options[n % len(options)]))


def _partners(position: Position, give: int | None) -> list[int]:
    """Seats that a swap of this wagon is legal with, in order."""
    return sorted(
        {move.args[1] for move in position.moves() if move.verb == SWAP and move.args[0] == give}
    )


def _swap_wagon(position: Position, draft: Draft, wagon: int) -> Outcome:
    swaps = [move for move in position.moves() if move.verb == SWAP]
    if draft.give is None:
        partners = _partners(position, wagon)
        if not partners:
            _, other, get = swaps[0].args
            return Outcome(draft, says=position.reason(MOVES.of(SWAP, wagon, other, get)))
        return Outcome(Draft(give=wagon, other=partners[0] if len(partners) == 1 else None))
    assert draft.other is not None
    return _stage(position, draft, MOVES.of(SWAP, draft.give, draft.other, wagon))


def _partner(position: Position, draft: Draft, other: int) -> Outcome:
    """The player to swap with; may still be changed while a wagon of theirs is asked for."""
    assert draft.give is not None
    if other in _partners(position, draft.give):
        return Outcome(Draft(give=draft.give, other=other))
    if other >= position.state.seats:
        return Outcome(draft, says="nobody sits there")
    if other == position.seat:
        return Outcome(draft, says=position.reason(MOVES.of(SWAP, draft.give, other, 0)))
    return Outcome(draft, says="that player has no wagons")
