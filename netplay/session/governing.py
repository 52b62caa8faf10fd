"""What an owner does about who is gone: proposals, answers, leaving, coming back, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.kernel.errors import NotYourTurn
from netplay.session.agreement import went_back
from netplay.session.council import Council
from netplay.session.intake import Intake
from netplay.session.looking import Lookers
from netplay.session.play import Play
from netplay.table import Asked
from netplay.wire import Policy, Report, read_policy


class Open(NamedTuple):
    """A proposal that is not decided. ``waiting``: seats whose answer is missing."""

    round: int
    says: str
    by: int
    mine: bool
    waiting: tuple[int, ...]


class Governing(Intake):
    """The part of a session that agreements are made through."""

    def _council(self, now: float, stopped: bool = False) -> tuple[Play, Council]:
        self._desk.now = max(now, self._desk.now)
        play = self._play
        if stopped and play is not None and play.finding is not None and play.council is not None:
            return play, play.council
        if play is None or play.council is None or play.silent:
            raise NotYourTurn("nothing can be agreed on at this table")
        if play.finding is not None or play.replica.due() is None or play.hand is None:
            raise NotYourTurn("nothing can be agreed on now")
        if play.resigned or play.seat in play.replica.stood:
            raise NotYourTurn("a stand-in plays this seat")
        return play, play.council

    def propose_stand_in(self, now: float) -> None:
        """Propose a stand-in for whoever is absent; raises NotYourTurn, with a reason."""
        self._council(now)[1].relief.stand_in()

    def propose_end(self, now: float, claim: bool = False) -> None:
        """Propose to end the game here, abandoned (or claimed, where the table allows that)."""
        self._council(now)[1].motions.end(claim)

    def propose_undo(self, now: float) -> None:
        """Propose to take back our latest move; raises NotYourTurn where something was revealed."""
        self._council(now)[1].motions.undo()

    def propose_back(self, now: float) -> None:
        """After a stop: propose to go on from before it, which needs every seat's yes.

        Raises NotYourTurn, with a reason; so where the table stopped at that entry a second time.
        """
        self._desk.now = max(now, self._desk.now)
        if self._play is None:
            raise NotYourTurn("the game has not begun")
        self._play.go_back()

    @property
    def can_go_back(self) -> bool:
        """Whether ``propose_back`` may be tried."""
        play = self._play
        return (
            play is not None
            and play.finding is not None
            and play.council is not None
            and not play.silent
            and play.finding.n > went_back(play.replica)
        )

    def propose_pause(self, now: float) -> None:
        """Propose to pause: no time runs and nobody moves until most want to go on."""
        self._council(now)[1].motions.pause()

    def propose_go_on(self, now: float) -> None:
        """Propose to go on after a pause; raises NotYourTurn where too few are there."""
        self._council(now)[1].motions.go_on()

    @property
    def paused(self) -> int | None:
        """The entry that paused the game; None while it is played."""
        return self._play.replica.paused if self._play is not None else None

    def answer(self, round_: int, yes: bool, now: float) -> bool:
        """Answer the proposal that ``Asked`` told of; whether it was still open. A yes binds."""
        return self._council(now, stopped=True)[1].answer(round_, yes)

    def withdraw(self, round_: int, now: float) -> None:
        """Take a proposal of ours back."""
        self._council(now, stopped=True)[1].withdraw(round_)

    def resign(self, now: float) -> None:
        """Leave the running game: the seat goes to the table's policy, and ``back`` asks for it."""
        self._desk.now = max(now, self._desk.now)
        if self._play is None:
            raise NotYourTurn("the game has not begun")
        self._play.resign()
        self.tick(now)

    def back(self, now: float) -> None:
        """Play again after ``resign``. Who was only away need not call it: it asks by itself."""
        self._desk.now = max(now, self._desk.now)
        if self._play is not None:
            self._play.back()
            self.tick(now)

    def stand(
        self,
        now: float,
        *,
        away: bool | None = None,
        again: int | None = None,
        table: bytes | None = None,
    ) -> None:
        """Let the other seats know: away from the keys; another game wanted, and where it is."""
        self._desk.now = max(now, self._desk.now)
        if self._play is not None:
            self._play.stances.say(away, again, table)
        elif away is not None:
            self._seating.idling.say(away)

    # Looking at a finished game together

    def _together(self, now: float) -> Lookers | None:
        self._desk.now = max(now, self._desk.now)
        return self._lookers if self.complete and not self.returning else None

    def look(self, now: float, entry: int, sight: int, *, led: bool = False) -> None:
        """Look at the finished game here, with these eyes (``session.looking``), and let others know.

        The first time we come in: after whoever leads, and where nobody does we lead. Later it is
        where we have gone; unless we were ``led`` there, who followed looks by itself from then on.
        """
        lookers = self._together(now)
        if lookers is not None and lookers.own is None:
            lookers.come(entry, sight)
        elif lookers is not None:
            lookers.stand(entry, sight, led=led)

    def look_away(self, now: float) -> None:
        """Look at it no more."""
        lookers = self._together(now)
        if lookers is not None:
            lookers.go()

    def follow(self, now: float, on: bool) -> None:
        """Follow whoever leads, or look by ourselves; who leads gives it up by either."""
        lookers = self._together(now)
        if lookers is not None:
            lookers.follow(on)

    def lead(self, now: float) -> bool:
        """Take the lead; False, and nothing done, while it is somebody else's to give."""
        lookers = self._together(now)
        return lookers is not None and lookers.lead()

    def hand_over(self, key: bytes, now: float) -> bool:
        """Give the lead to one of ``lookers``; False, and nothing done, where it is not ours."""
        lookers = self._together(now)
        return lookers is not None and lookers.hand(key)

    def link(self, seat: int, up: bool, now: float) -> None:
        """What presence says of another seat's link: one lost for the policy's time is absent."""
        self._desk.now = max(now, self._desk.now)
        if self._play is not None:
            self._play.absence.link(seat, up)

    @property
    def policy(self) -> Policy | None:
        """What the table does about seats that are gone; None where nothing can be agreed on."""
        roster = self._seating.roster
        return read_policy(roster.extra) if roster is not None else None

    @property
    def questions(self) -> list[Asked]:
        """Proposals that wait for our answer; none at a seat that was left, or a stand-in plays."""
        play = self._play
        if play is not None and (play.resigned or play.seat in play.replica.stood):
            return []
        council = play.council if play is not None else None
        return council.docket.questions() if council is not None else []

    @property
    def proposals(self) -> list[Open]:
        """Everything proposed and not decided."""
        play = self._play
        if play is None or play.council is None:
            return []
        return [
            Open(asked.round, asked.says, asked.by, asked.by == play.seat, waiting)
            for asked, waiting in play.council.docket.pending()
        ]

    @property
    def urged(self) -> bool:
        """Whether the others may be about to let a stand-in play our seat, whose move is overdue."""
        play = self._play
        if play is None or play.council is None or play.finding is not None or play.resigned:
            return False
        return not play.replica.ended and play.council.urging.urged

    @property
    def absent(self) -> Mapping[int, float]:
        """Seats that count as absent here, and since when (the session's clock)."""
        play = self._play
        if play is None or play.replica.ended:
            return {}
        since = {seat: play.absence.gone_since(seat) for seat in range(play.seats)}
        return {seat: at for seat, at in since.items() if at is not None}

    @property
    def given_up(self) -> frozenset[int]:
        """Seats whose players left the game for good, and that no stand-in plays yet."""
        play = self._play
        if play is None or play.replica.ended:
            return frozenset()
        return frozenset(play.absence.resigned) - set(play.replica.stood)

    @property
    def stood(self) -> Mapping[int, int]:
        """Seats that a stand-in plays now, with the deputy whose program sends its moves."""
        play = self._play
        if play is None:
            return {}
        return {seat: stand.deputy for seat, stand in play.replica.stood.items()}

    @property
    def resigned(self) -> bool:
        """Whether we left this game."""
        return self._play is not None and self._play.resigned

    @property
    def witnesses(self) -> Sequence[Report]:
        """What watchers reported of a stop."""
        return self._play.stopping.witnesses if self._play is not None else ()

    @property
    def can_undo(self) -> bool:
        """Whether ``propose_undo`` has something to take back."""
        play = self._play
        return (
            play is not None
            and play.council is not None
            and play.replica.due() is not None
            and play.council.motions.undo_point() is not None
        )

    @property
    def note(self) -> str:
        """What a result must say beside the points: stand-ins, or that the game was abandoned."""
        play = self._play
        if play is None:
            return ""
        replica = play.replica
        parts = []
        if replica.abandoned is not None:
            what = "claimed by those present" if replica.claimed else "abandoned"
            parts.append(f"{what} at entry {replica.abandoned}")
        for n, seat in replica.marks:
            parts.append(f"finished with a stand-in for {play.stopping.name(seat)} from entry {n}")
        return "; ".join(parts)
