"""What can be agreed on at a networked table, as keys and sentences: questions, proposals, leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.kernel.errors import RulesError
from netplay.session import Session
from tui.foreign import plain


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

    @property
    def question(self) -> str:
        """What another seat proposes and waits for our answer to; empty if there is nothing."""
        questions = self._session.questions
        return plain(questions[0].says, 300) if questions else ""

    def says(self) -> list[str]:
        """How it stands: proposals that are open, stand-ins, what the result will say."""
        session, names = self._session, [plain(p.name, 24) for p in self._session.players]
        out = []
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
        out = []
        if session.questions:
            out += [Choice("y", "yes, I agree"), Choice("n", "no")]
        elif any(open_.mine for open_ in session.proposals):
            out.append(Choice("w", "take the proposal back"))
        else:
            if session.absent:
                out.append(Choice("s", "propose a stand-in for who is absent"))
            if session.can_undo:
                out.append(Choice("u", "propose to take back your last move"))
            out.append(Choice("e", "propose to end the game here"))
        out.append(Choice("g", "leave the game: your seat goes to the others"))
        return out

    def choose(self, key: str) -> str:
        """Do it; what to say about it, empty if the key is none of the choices."""
        session, now = self._session, self._clock()
        if key not in {choice.key for choice in self.choices()}:
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
    does = ("the table waits", "the others vote on a stand-in", "a stand-in plays")[policy.gone]
    seconds = policy.seconds
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds % size == 0:
            return f"Who is gone for {seconds // size} {unit}: {does}"
    return f"Who is gone for {seconds} s: {does}"
