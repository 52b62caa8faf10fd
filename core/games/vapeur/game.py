"""À toute vapeur! as the kernel's Game: one stateless object that ties the parts together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.games.vapeur import describe as _describe
from core.games.vapeur import legal, rules, scoring, sheet
from core.games.vapeur import moves as _moves
from core.games.vapeur import prior as _prior
from core.games.vapeur import state as _state
from core.games.vapeur.golden import GOLDEN
from core.games.vapeur.options import Options
from core.games.vapeur.state import State
from core.kernel.canonical import digest, pack
from core.kernel.deck import Deck
from core.kernel.move import Move


class ATouteVapeur:
    """The rules behind the kernel's interface; see ``core.kernel.game.Game`` for each method."""

    name: Final = "a-toute-vapeur"
    title: Final = "À toute vapeur!"
    version: Final = 1
    seats: Final = range(sheet.MIN_SEATS, sheet.MAX_SEATS + 1)
    fields: Final = _state.FIELDS
    idle: Final = frozenset((_moves.END,))

    new = staticmethod(rules.new)
    moves = staticmethod(legal.moves)
    check = staticmethod(legal.check)
    why_not = staticmethod(legal.why_not)
    duties = staticmethod(legal.duties)
    apply = staticmethod(rules.apply)
    answered = staticmethod(rules.answered)
    open_hand = staticmethod(rules.open_hand)
    score = staticmethod(scoring.score)
    winners = staticmethod(scoring.winners)
    prior = staticmethod(_prior.prior)
    decode = staticmethod(_state.decode)
    describe = staticmethod(_describe.describe)
    text = staticmethod(_moves.text)
    parse = staticmethod(_moves.parse)
    pack = staticmethod(_moves.pack)
    unpack = staticmethod(_moves.unpack)

    def options(self, values: Mapping[str, Any] | None = None) -> Options:
        """House options; raises BadOptions."""
        return Options.of(values)

    def pack_options(self, options: Options) -> tuple[Any, ...]:
        """(dealer or nil,)."""
        return options.pack()

    def unpack_options(self, wire: Any) -> Options:
        """Strictly; raises BadOptions."""
        return Options.unpack(wire)

    def decks(self, options: Options, seats: int) -> tuple[Deck, ...]:
        """The 52 cards, and a card a seat."""
        return (sheet.DECK, sheet.seat_deck(seats))

    def claims(self, state: State, move: Move) -> tuple[tuple[int, int], ...]:
        """Every card that leaves the hand is laid open."""
        return _moves.pairs(move)

    def copy(self, state: State) -> State:
        """An independent copy."""
        return state.copy()

    def encode(self, state: State) -> bytes:
        """Canonical bytes of the whole public state."""
        return state.encode()

    def rules_id(self) -> bytes:
        """Name, version, card sheet and the digest of the golden games."""
        cards = (sheet.COPIES, sheet.CODES, sheet.DEALT, sheet.FULL)
        return digest(pack((self.name, self.version, cards, GOLDEN)))


GAME: Final = ATouteVapeur()
