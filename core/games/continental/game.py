"""Continental Express as the kernel's Game: one stateless object that ties the parts together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.games.continental import describe as _describe
from core.games.continental import legal, rules, scoring, sheet, turned
from core.games.continental import prior as _prior
from core.games.continental import state as _state
from core.games.continental.golden import GOLDEN
from core.games.continental.moves import DECLINE, MOVES, PASS
from core.games.continental.options import Options
from core.games.continental.state import State
from core.kernel.canonical import digest, pack
from core.kernel.deck import Deck
from core.kernel.errors import IllegalMove
from core.kernel.move import Move


class ContinentalExpress:
    """The rules behind the kernel's interface; see ``core.kernel.game.Game`` for each method."""

    name: Final = "continental-express"
    title: Final = "Continental Express"
    version: Final = 1
    seats: Final = range(sheet.MIN_SEATS, sheet.MAX_SEATS + 1)
    fields: Final = _state.FIELDS
    idle: Final = frozenset((PASS, DECLINE))

    # Plain functions, bound once: the engine's inner loop pays for every layer of calls.
    moves = staticmethod(legal.moves)
    check = staticmethod(legal.check)
    why_not = staticmethod(legal.why_not)
    apply = staticmethod(rules.apply)
    answered = staticmethod(turned.answered)
    new = staticmethod(rules.new)
    score = staticmethod(scoring.score)
    winners = staticmethod(scoring.winners)
    prior = staticmethod(_prior.prior)
    decode = staticmethod(_state.decode)
    describe = staticmethod(_describe.describe)
    text = staticmethod(MOVES.text)
    parse = staticmethod(MOVES.parse)
    pack = staticmethod(MOVES.pack)
    unpack = staticmethod(MOVES.unpack)

    def options(self, values: Mapping[str, Any] | None = None) -> Options:
        """House options of ruling 36; raises BadOptions."""
        return Options.of(values)

    def pack_options(self, options: Options) -> tuple[Any, ...]:
        """(bonus ticket, first player or nil, effects mandatory)."""
        return options.pack()

    def unpack_options(self, wire: Any) -> Options:
        """Strictly; raises BadOptions."""
        return Options.unpack(wire)

    def decks(self, options: Options, seats: int) -> tuple[Deck, ...]:
        """Small cards, objectives, contracts, and a card a seat."""
        return (sheet.SMALL, sheet.OBJECTIVE_DECK, sheet.CONTRACT_DECK, sheet.seat_deck(seats))

    def claims(self, state: State, move: Move) -> tuple[tuple[int, int], ...]:
        """No move of this game lays a hidden card open."""
        return ()

    def duties(
        self, state: State, seat: int, move: Move, hand: Mapping[int, int]
    ) -> IllegalMove | None:
        """Hidden cards oblige to nothing in this game."""
        return None

    def open_hand(self, state: State, seat: int, on: bool) -> None:
        """A stand-in plays without the contract, which only counts at the end."""

    def copy(self, state: State) -> State:
        """An independent copy."""
        return state.copy()

    def encode(self, state: State) -> bytes:
        """Canonical bytes of the whole public state."""
        return state.encode()

    def rules_id(self) -> bytes:
        """Name, version, card sheet and the digest of the golden games."""
        cards = (
            sheet.SMALL_COPIES,
            sheet.PILE_SIZES,
            [(o.wagons, o.points, o.company) for o in sheet.OBJECTIVES],
            [(c.kind.value, c.points, c.company) for c in sheet.CONTRACTS],
        )
        return digest(pack((self.name, self.version, cards, GOLDEN)))


GAME: Final = ContinentalExpress()
