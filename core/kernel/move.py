"""A move: one small step of a player, an interned value with a wire form and a text form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from core.kernel.errors import UnknownMove


class Move(NamedTuple):
    """``verb`` and its arguments, all counted from 0. Games hand out one object a value."""

    verb: str
    args: tuple[int, ...] = ()


class MoveTable:
    """All the moves a game can ever have, for games where they can be listed.

    Gives strict two-way forms: a text or an array is a move's only if it is letter for letter
    the one ``text`` or ``pack`` gives.
    """

    __slots__ = ("_by_text", "_by_value", "_by_wire", "_text", "_wire")

    def __init__(self, verbs: tuple[str, ...], moves: Iterable[tuple[Move, str]]) -> None:
        code = {verb: number for number, verb in enumerate(verbs)}
        self._text: dict[Move, str] = {}
        self._wire: dict[Move, tuple[int, ...]] = {}
        for move, text in moves:
            self._text[move] = text
            self._wire[move] = (code[move.verb], *move.args)
        self._by_value = {move: move for move in self._text}
        self._by_text = {text: move for move, text in self._text.items()}
        self._by_wire = {wire: move for move, wire in self._wire.items()}
        if not len(self._by_text) == len(self._by_wire) == len(self._text):
            raise ValueError("two moves share a form")

    def __len__(self) -> int:
        return len(self._text)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._text)

    def of(self, verb: str, *args: int) -> Move:
        """The interned move; raises UnknownMove if the game has no such move."""
        move = self._by_value.get(Move(verb, args))
        if move is None:
            raise UnknownMove(f"no such move: {verb} {args}")
        return move

    def text(self, move: Any) -> str:
        """The short text, ``take 2 1``; raises UnknownMove for what is no move of the game."""
        try:
            return self._text[move]
        except (KeyError, TypeError):
            raise UnknownMove("not a move of this game") from None

    def parse(self, text: str) -> Move:
        """The move whose text this is, letter for letter; raises UnknownMove."""
        move = self._by_text.get(text)
        if move is None:
            raise UnknownMove(f"not a move: {text[:40]!r}")
        return move

    def pack(self, move: Any) -> tuple[int, ...]:
        """The array for the wire: verb number, then arguments; raises UnknownMove."""
        try:
            return self._wire[move]
        except (KeyError, TypeError):
            raise UnknownMove("not a move of this game") from None

    def unpack(self, wire: Any) -> Move:
        """The move of a decoded array; raises UnknownMove for any other value."""
        # bool is an int to Python (True == 1), but never one on the wire.
        if type(wire) is not tuple or any(type(part) is not int for part in wire):
            raise UnknownMove("a move on the wire is an array of integers")
        move = self._by_wire.get(wire)
        if move is None:
            raise UnknownMove("the array names no move of this game")
        return move
