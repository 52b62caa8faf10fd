"""Errors of the rules, named by what they mean to the person or peer who caused them."""

from __future__ import annotations


class RulesError(Exception):
    """Anything the rules refuse; ``str()`` is one sentence a person can act on."""


class NotYourTurn(RulesError):
    """The seat may not act now: it is another's turn, a card is being turned, or the game is over."""


class UnknownMove(RulesError):
    """The text or bytes name no move of this game, whatever the position."""


class IllegalMove(RulesError):
    """A real move that the position forbids.

    ``rule`` is a stable code of the rule that forbids it (an identifier the screen can translate);
    ``str()`` is the reason in English.
    """

    def __init__(self, rule: str, says: str) -> None:
        super().__init__(says)
        self.rule = rule


class BadOptions(RulesError):
    """Options or a number of seats that this game cannot be started with."""


class BadAnswer(RulesError):
    """Cards that cannot answer the open request (wrong number, wrong deck, too many copies)."""


class BadState(RulesError):
    """Bytes that are not the canonical form of any state of this game."""
