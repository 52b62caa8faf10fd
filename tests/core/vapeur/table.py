"""A small notation for positions, so that a test of a ruling reads like the rulebook.

    Table('''
        a: seat 2, red LGG
        b: seat 1, yellow LGGC*
        pile: bL rG
        seat 1: rC insp cert
        seat 2: yG
        seat 3:
    ''')

A train is its letter, owner, colour and cards, with a star once certified; hands and the pile (next
card first) are written with the codes of move texts. Seats are counted from 1. Cards not named
anywhere are spent (specials) or not in this game, so a position needs only what matters in it.

Moves are written without slots, ``steal a insp``; the lowest slots that fit are taken. ``play`` refuses
what the rules refuse; ``refusal`` says which rule that was. ``draw_blindly`` scripts a shuffled hand.
"""

from __future__ import annotations

from typing import Any

from core.games.vapeur import moves as texts
from core.games.vapeur.game import GAME
from core.games.vapeur.sheet import CERTIFIED, CODES, COLOURS, SLOTS
from core.games.vapeur.state import Phase, State, missing, train_cards
from core.kernel.deck import Secrets, learn
from core.kernel.errors import IllegalMove
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal, Shuffle

CARD = {code: card for card, code in enumerate(CODES)}


class Table:
    """A game in progress, its whole deal known; every step checks the codec."""

    def __init__(self, layout: str, *, turn: int = 1, laying: bool = False, quiet: int = 0) -> None:
        lines = dict(
            (part.strip() for part in line.split(":", 1))
            for line in layout.splitlines()
            if line.strip()
        )
        seats = sum(name.startswith("seat ") for name in lines)
        self.state = state = State.new(GAME.options({"dealer": (turn - 2) % seats}), seats)
        self.deal: dict[int, int] = {}
        self.secrets = [Secrets() for _ in range(seats)]
        self.asked: list[Request] = []
        self.script: list[str] = []
        state.phase = Phase.LAY if laying else Phase.THEFT
        state.turn = state.player = turn - 1
        state.turns = seats + 1
        state.quiet = quiet
        pile = lines.pop("pile", "").split()
        state.pile = len(pile)
        self.deal.update(zip(range(SLOTS - len(pile), SLOTS), map(CARD.get, pile), strict=True))
        free = iter(range(SLOTS - len(pile)))
        for seat in range(seats):
            hand = [CARD[code] for code in lines.pop(f"seat {seat + 1}").split()]
            state.hands[seat] = [next(free) for _ in hand]
            known = dict(zip(state.hands[seat], hand, strict=True))
            self.deal.update(known)
            self.secrets[seat].update(known)
        for letter in texts.TRAIN_LETTERS[: len(lines)]:
            self._train(lines.pop(letter))
        assert not lines, f"not in the notation: {sorted(lines)}"
        self._check_codec()

    def _train(self, text: str) -> None:
        owner, _, train = text.partition(", ")
        colour, cards = train.split()
        state = self.state
        state.owners.append(int(owner.removeprefix("seat ")) - 1)
        state.colours.append(COLOURS.index(colour))
        state.gondolas.append(cards.count("G"))
        state.cabooses.append(cards.count("C"))
        state.certified.append(cards.endswith("*"))

    # What the tests say -------------------------------------------------------------------------

    def move(self, text: str) -> Move:
        """``complete a rG rC`` with the lowest slots of the acting hand that hold these cards."""
        verb, *words = text.split()
        args: list[int] = []
        if verb not in ("lay", "end"):
            args.append(texts.TRAIN_LETTERS.index(words.pop(0)))
        if verb == "certify":
            words.append(CODES[CERTIFIED])
        slots = list(self.state.hands[self.seat])
        for code in words:
            slot = next((slot for slot in slots if self.deal[slot] == CARD[code]), None)
            if slot is None:
                raise AssertionError(f"seat {self.seat + 1} has no {code}")
            slots.remove(slot)
            args += [slot, CARD[code]]
        return texts.of(verb, *args)

    def play(self, *moves: str) -> Table:
        """Carry out moves of the seat to act; every one must be legal, dutiful and truthful."""
        for text in moves:
            move = self.move(text)
            GAME.check(self.state, self.seat, move)
            breach = GAME.duties(self.state, self.seat, move, self.secrets[self.seat])
            if breach:
                raise breach
            offered = [str(one) for one in self.offered]
            assert text in offered, f"{text} is legal, but not among {offered}"
            claims = GAME.claims(self.state, move)
            assert all(self.deal[slot] == card for slot, card in claims)
            for seat, secrets in enumerate(self.secrets):
                for slot, card in claims:
                    learn(secrets, seat, Reveal((slot,)), (card,))
            GAME.apply(self.state, self.seat, move)
            self.answer()
        return self

    def refusal(self, text: str) -> str | None:
        """The rule that forbids the move, by public facts or by what the hand obliges to."""
        move = self.move(text)
        try:
            GAME.check(self.state, self.seat, move)
        except IllegalMove as reason:
            assert text not in self.offered
            return reason.rule
        breach = GAME.duties(self.state, self.seat, move, self.secrets[self.seat])
        assert (text in self.offered) == (breach is None)
        return breach.rule if breach else None

    def draw_blindly(self, *cards: str) -> Table:
        """The next blind draws bring these cards."""
        self.script += cards
        return self

    # What they ask ------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat to act, from 0."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def offered(self) -> list[str]:
        """The legal moves as the notation writes them."""
        found = GAME.moves(self.state, self.secrets[self.seat])
        return [self._short(move) for move in found]

    def _short(self, move: Move) -> str:
        words = [word.split(":")[-1] for word in GAME.text(move).split()]
        return " ".join(words[:-1] if move.verb == "certify" else words)

    def hand(self, seat: int) -> str:
        """The cards of a hand (counted from 1), by number."""
        return " ".join(
            CODES[card] for card in sorted(self.deal[slot] for slot in self.state.hands[seat - 1])
        )

    def train(self, letter: str) -> str:
        """``seat 2, red LGG*``."""
        state, train = self.state, texts.TRAIN_LETTERS.index(letter)
        cards = "".join("LGC"[card % 3] for card in train_cards(state, train))
        assert len(cards) + len(missing(state, train)) == 4
        star = "*" if state.certified[train] else ""
        return f"seat {state.owners[train] + 1}, {COLOURS[state.colours[train]]} {cards}{star}"

    # The deal -----------------------------------------------------------------------------------

    def answer(self) -> None:
        """Answer all requests truthfully."""
        while self.state.awaiting:
            self._check_codec()
            request = self.state.awaiting[0]
            self.asked.append(request)
            if isinstance(request, Shuffle):
                self._shuffle(request.slots)
                cards = None
            else:
                cards = tuple(self.deal[slot] for slot in request.slots)
            for seat, secrets in enumerate(self.secrets):
                learn(secrets, seat, request, cards)
            public = isinstance(request, Reveal) and request.to == ALL
            GAME.answered(self.state, request, cards if public else None)
        self._check_codec()

    def _shuffle(self, slots: tuple[int, ...]) -> None:
        """Turn the cards by one place, or so that the scripted one comes first."""
        cards: list[Any] = [self.deal[slot] for slot in slots]
        first = cards.index(CARD[self.script.pop(0)]) if self.script else len(cards) - 1
        self.deal.update(zip(slots, cards[first:] + cards[:first], strict=True))

    def _check_codec(self) -> None:
        data = GAME.encode(self.state)
        assert GAME.encode(GAME.decode(data)) == data
