"""What can be agreed on at a networked table, as keys and sentences: questions, proposals, leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.kernel.errors import RulesError
from netplay.session import Session
from tui.foreign import plain
from tui.told import told
from tui.tongue import _


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
        return told(plain(questions[0].says, 300)) if questions else ""

    def says(self) -> list[str]:
        """How it stands: proposals that are open, stand-ins, what the result will say."""
        session, names = self._session, [plain(p.name, 24) for p in self._session.players]
        if self._leaves:
            return [
                _(
                    "Leave the game for good? Your seat goes to the others: they may put a stand-in "
                    "there. q at the table only goes away, and keeps your seat."
                )
            ]
        out = []
        if session.paused is not None:
            out.append(_("The game is paused: nobody moves, no time runs. Most decide to go on."))
        for open_ in session.proposals:
            if open_.mine:
                missing = ", ".join(names[seat] for seat in open_.waiting if seat != session.seat)
                out.append(
                    _(
                        "You proposed something; no answer yet from: {names}.",
                        names=missing or _("nobody"),
                    )
                )
        if session.urged:
            out.append(
                _(
                    "You have not moved for so long that the others may let a bot play for you. "
                    "Close this (escape) and move: that ends it."
                )
            )
        for seat, deputy in session.stood.items():
            out.append(
                _(
                    "A stand-in plays for {name}; {deputy}'s program sends it.",
                    name=names[seat],
                    deputy=names[deputy],
                )
            )
        out += [_("{name} counts as absent.", name=names[seat]) for seat in session.absent]
        if session.resigned:
            out.append(_("You have left this game."))
        policy = session.policy
        if policy is None:
            out.append(_("Nothing can be agreed on at this table."))
        return out

    def choices(self) -> list[Choice]:
        """What can be done now."""
        session = self._session
        if session.policy is None or session.seat is None or session.complete:
            return []
        if session.finding is not None:
            return self._stopped()
        if session.resigned:
            return [Choice("b", _("play again"))]
        if self._leaves:
            return [Choice("y", _("yes, leave the game")), Choice("n", _("no, stay"))]
        out = []
        if session.questions:
            out += [Choice("y", _("yes, I agree")), Choice("n", _("no"))]
        elif any(open_.mine for open_ in session.proposals):
            out.append(Choice("w", _("take the proposal back")))
        elif session.paused is not None:
            out.append(Choice("o", _("propose to go on")))
            out.append(Choice("e", _("propose to end the game here")))
        else:
            if session.absent:
                out.append(Choice("s", _("propose a stand-in for who is absent")))
            if session.can_undo:
                out.append(Choice("u", _("propose to take back your last move")))
            out.append(Choice("p", _("propose to pause: no time runs")))
            out.append(Choice("e", _("propose to end the game here")))
            if session.policy.claim and (session.absent or session.stood):
                out.append(Choice("c", _("propose to end it, won by those present")))
        out.append(Choice("g", _("leave the game: your seat goes to the others")))
        return out

    def _stopped(self) -> list[Choice]:
        """At a stopped table there is nothing to agree on but going back before the stop."""
        session = self._session
        if session.questions:
            return [Choice("y", _("yes, I agree")), Choice("n", _("no"))]
        if any(open_.mine for open_ in session.proposals):
            return [Choice("w", _("take the proposal back"))]
        if not session.can_go_back:
            return []
        return [Choice("t", _("propose to go back before the stop (all must agree)"))]

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
            return told(plain(str(error), 200))
        self._changed()
        return said

    def _do(self, session: Session, key: str, now: float) -> str:
        if key in "yn":
            open_ = session.answer(session.questions[0].round, key == "y", now)
            return _("Said.") if open_ else _("That proposal is off already.")
        if key == "w":
            for mine in [open_ for open_ in session.proposals if open_.mine]:
                session.withdraw(mine.round, now)
            return _("Taken back.")
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
        elif key == "t":
            session.propose_back(now)
        elif key == "c":
            session.propose_end(now, claim=True)
        elif key == "g":
            session.resign(now)
            return _("You have left; b here plays again.")
        else:
            session.back(now)
            return _("Asked for your seat.")
        return _("Proposed: the others are asked.")
