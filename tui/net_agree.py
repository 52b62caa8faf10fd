"""What can be agreed on at a networked table, as keys and sentences: questions, proposals, leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from core.kernel.errors import RulesError
from netplay.session import Session
from netplay.wire import Policy
from tui.foreign import plain

SLOW: Final = 3600
"""Seconds for a move from which on a game is a slow one: nobody sits before it all the time."""


class Choice(NamedTuple):
    """A key and what it does, in at most 44 cells."""

    key: str
    does: str


class Agreeing:
    """The viewer's side of agreements. ``changed`` is called after anything was said."""

    def __init__(
        self, session: Session, clock: Callable[[], float], changed: Callable[[], None]
    ) -> None:
        self._session = session
        self._clock = clock
        self._changed = changed
        self._leaves = False
        """Whether the viewer was asked whether they mean to leave."""

    @property
    def question(self) -> str:
        """What another seat proposes and waits for our answer to; empty if there is nothing."""
        questions = self._session.questions if not self._leaves else ()
        return plain(questions[0].says, 300) if questions else ""

    def says(self) -> list[str]:
        """How it stands: proposals that are open, stand-ins, what the result will say."""
        session, names = self._session, [plain(p.name, 24) for p in self._session.players]
        if self._leaves:
            return [
                "Leave the game for good? Your seat goes to the others: they may put a stand-in "
                "there. q at the table only goes away, and keeps your seat."
            ]
        out = []
        if session.paused is not None:
            out.append("The game is paused: nobody moves, no time runs. Most decide to go on.")
        for open_ in session.proposals:
            if open_.mine:
                missing = ", ".join(names[seat] for seat in open_.waiting if seat != session.seat)
                out.append(f"You proposed something; no answer yet from: {missing or 'nobody'}.")
        for seat, deputy in session.stood.items():
            out.append(f"A stand-in plays for {names[seat]}; {names[deputy]}'s program sends it.")
        out += [f"{names[seat]} counts as absent." for seat in session.absent]
        if session.resigned:
            out.append("You have left this game.")
        policy = session.policy
        if policy is None:
            out.append("Nothing can be agreed on at this table.")
        return out

    def choices(self) -> list[Choice]:
        """What can be done now."""
        session = self._session
        if session.policy is None or session.seat is None or session.complete:
            return []
        if session.resigned:
            return [Choice("b", "play again")]
        if self._leaves:
            return [Choice("y", "yes, leave the game"), Choice("n", "no, stay")]
        out = []
        if session.questions:
            out += [Choice("y", "yes, I agree"), Choice("n", "no")]
        elif any(open_.mine for open_ in session.proposals):
            out.append(Choice("w", "take the proposal back"))
        elif session.paused is not None:
            out.append(Choice("o", "propose to go on"))
            out.append(Choice("e", "propose to end the game here"))
        else:
            if session.absent:
                out.append(Choice("s", "propose a stand-in for who is absent"))
            if session.can_undo:
                out.append(Choice("u", "propose to take back your last move"))
            out.append(Choice("p", "propose to pause: no time runs"))
            out.append(Choice("e", "propose to end the game here"))
            if session.policy.claim and (session.absent or session.stood):
                out.append(Choice("c", "propose to end it, won by those present"))
        out.append(Choice("g", "leave the game: your seat goes to the others"))
        return out

    def choose(self, key: str) -> str:
        """Do it; what to say about it, empty if there is nothing to say but other choices now."""
        session, now = self._session, self._clock()
        if key not in {choice.key for choice in self.choices()}:
            return ""
        if self._leaves:
            self._leaves = False
            if key == "n":
                return ""
            key = "g"
        elif key == "g":
            self._leaves = True
            return ""
        try:
            said = self._do(session, key, now)
        except RulesError as error:
            return plain(str(error), 200)
        self._changed()
        return said

    def _do(self, session: Session, key: str, now: float) -> str:
        if key in "yn":
            open_ = session.answer(session.questions[0].round, key == "y", now)
            return "Said." if open_ else "That proposal is off already."
        if key == "w":
            for mine in [open_ for open_ in session.proposals if open_.mine]:
                session.withdraw(mine.round, now)
            return "Taken back."
        if key == "s":
            session.propose_stand_in(now)
        elif key == "u":
            session.propose_undo(now)
        elif key == "e":
            session.propose_end(now)
        elif key == "p":
            session.propose_pause(now)
        elif key == "o":
            session.propose_go_on(now)
        elif key == "c":
            session.propose_end(now, claim=True)
        elif key == "g":
            session.resign(now)
            return "You have left; b here plays again."
        else:
            session.back(now)
            return "Asked for your seat."
        return "Proposed: the others are asked."


def policy_words(session: Session) -> str:
    """What happens at a table to a seat that is gone: ``Who is gone for 2 min: the others vote``."""
    try:
        policy = session.policy
    except ValueError:  # a roster is foreign until the session has accepted it
        return ""
    if policy is None:
        return ""
    return told_policy(policy)


def told_policy(policy: Policy) -> str:
    """A policy in a sentence without its full stop; from an hour on it is a slow game's."""
    does = ("the table waits", "the others vote on a stand-in", "a stand-in plays")[policy.gone]
    claim = ", or claim the game" if policy.claim else ""
    time = span(policy.seconds)
    if policy.seconds >= SLOW:
        return f"Slow game, {time} for each move, then {does}{claim}"
    return f"Who is gone for {time}: {does}{claim}"


def span(seconds: int) -> str:
    """A time in its largest whole unit: ``90 s``, ``2 min``, ``24 h``, ``3 d``."""
    for size, unit, least in ((86400, "d", 2), (3600, "h", 1), (60, "min", 1)):
        if seconds % size == 0 and seconds >= size * least:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
