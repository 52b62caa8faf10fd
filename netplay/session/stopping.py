"""Stopping a table: the finding, our report of it, and the reports of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.kernel.canonical import Malformed, digest
from core.kernel.game import Game
from core.version import VERSION
from netplay.session.actions import AT, WATCH
from netplay.session.desk import Desk, Timer
from netplay.session.keeping import Stop
from netplay.session.replica import Code, Replica, Wrong, signed_by_author
from netplay.session.report import Finding, bounded, entry_words, first_difference
from netplay.table import Halted
from netplay.wire import NOBODY, Entry, Report, Statement, Tag, entry_hash, read_record

_REPORTS: Final = 6
"""How often a report is repeated unasked."""
_WITNESSES: Final = 8


class Stopping:
    """Whether and why this table stopped. ``seat`` None: a watcher, whose report stops nobody."""

    def __init__(
        self,
        desk: Desk,
        game: Game[Any],
        replica: Replica,
        seat: int | None,
        names: Mapping[int, str],
    ) -> None:
        self.finding: Finding | None = None
        self.witnesses: list[Report] = []
        self.proved = False
        """The game is over and checked: nobody can undo its result by signing nonsense now."""
        self._desk = desk
        self._game = game
        self._replica = replica
        self._roster = replica.start.roster
        self._keys = self._roster.keys()
        self._seat = seat
        self._names = names
        self._report: tuple[Any, ...] | None = None
        self._again = Timer(desk.now, 1.0, 16.0)
        self._said_at = 0.0
        self._said = 0
        self._late_kept = False
        self._gone_back: set[int] = set()
        self._old: set[bytes] = set()

    def name(self, seat: int) -> str:
        """A seat's player, for a sentence."""
        return self._names.get(seat, f"seat {seat + 1}")

    def _state(self, n: int) -> bytes:
        """Our encoded state after entry n, or the nearest that we have."""
        return self._game.encode(self._replica.state_after(max(0, min(n, self._replica.n))))

    # What we found ourselves

    def contradiction(self, held: Entry, entry: Entry) -> None:
        """One seat signed two different entries of one number."""
        says = f"{self.name(entry.seat)} signed two different entries of this number"
        self.halt(Wrong(Code.FORK, says, entry.seat), held, other=entry)

    def halt(self, wrong: Wrong, entry: Entry, other: Entry | None = None) -> None:
        """Stop with evidence, and say so to everyone."""
        if self.finding is not None:
            return
        if self.proved:
            self._keep_late(wrong, entry, other)
            return
        if wrong.after is not None:
            at, state = entry.n, self._game.encode(wrong.after)
        else:
            at = min(entry.n, self._replica.n)
            state = self._state(at)
        if wrong.code is Code.CHAIN:
            other = self._replica.log[-1]
        finding = Finding(
            entry.n,
            wrong.code,
            wrong.says,
            entry.seat if entry.seat >= 0 else None,
            entry_words(self._game, entry, self._names),
            entry.record(),
            at,
            state,
            digest(state),
            other.record() if other is not None else b"",
        )
        if wrong.code is Code.STATE and entry.seat >= 0:
            finding.hashes[entry.seat] = entry.state_hash
        self._stop(finding)

    def _keep_late(self, wrong: Wrong, entry: Entry, other: Entry | None) -> None:
        self._desk.drop("late")
        if wrong.code is Code.FORK and other is not None and not self._late_kept:
            self._late_kept = True
            self._desk.save("evidence", entry.record() + other.record())

    def _stop(self, finding: Finding) -> None:
        self.finding = finding
        if self._seat is not None:
            finding.hashes[self._seat] = finding.state_hash
        self._desk.save("evidence", finding.record + finding.other)
        stop = Stop(
            finding.n,
            int(finding.code),
            finding.why,
            finding.author,
            finding.what,
            finding.record,
            finding.at,
            finding.state,
            finding.other,
            finding.reporter,
        )
        self._desk.save("stop", stop.save())
        self._ready_report(finding)
        self._again.reset(self._desk.now)
        self._say()
        self._desk.tell(Halted(finding.says(self._names)))

    def restore(self, stop: Stop) -> None:
        """The table stopped before our program did."""
        code = Code(stop.code) if stop.code < len(Code) else Code.STATE
        self.finding = Finding(
            stop.n,
            code,
            stop.why,
            stop.author,
            stop.what,
            stop.record,
            stop.at,
            stop.state,
            digest(stop.state),
            stop.other,
            stop.reporter,
        )
        if self._seat is not None:
            self.finding.hashes[self._seat] = self.finding.state_hash
        self._ready_report(self.finding)
        self._again.at = self._desk.now

    def _ready_report(self, finding: Finding) -> None:
        report = Report(
            self._seat if self._seat is not None else NOBODY,
            self._desk.crypto.key,
            finding.n,
            int(finding.code),
            tuple([part for part in (finding.record, finding.other) if part]),
            finding.at,
            finding.state_hash,
            bounded(finding.state),
            VERSION,
            self._game.rules_id(),
        )
        self._report = self._desk.sign(Tag.REPORT, report)

    def _say(self) -> None:
        if self._report is not None:
            self._said_at = self._desk.now
            self._desk.put(self._report, AT if self._seat is not None else WATCH)

    def remind(self) -> None:
        """Somebody plays on: it has not heard that the table stopped."""
        if self._seat is not None and self._desk.now >= self._said_at + 1.0:
            self._say()

    def went_back(self, n: int) -> None:
        """All agreed to go on from before entry ``n``: an old report stops nobody a second time."""
        self._gone_back.add(n)
        self._report, self._said = None, 0
        self._desk.save("resumed", b"")

    # What others found

    def on_report(self, report: Report, item: Statement) -> None:
        """Another peer has stopped. A seat's report stops us too; a watcher's is only kept."""
        desk, finding = self._desk, self.finding
        if report.seat == NOBODY:
            self._witness(report, item)
            return
        if not 0 <= report.seat < len(self._keys) or report.seat == self._seat:
            desk.drop("author")
            return
        if self.proved:
            desk.drop("late")
            return
        if finding is not None and any(known.seat == report.seat for known in finding.reports):
            return
        key = self._keys[report.seat]
        if report.key != key:
            desk.drop("author")
            return
        if not desk.verify(key, Tag.REPORT, item.body, item.signature):
            return
        hash_ = entry_hash(item.body)
        if hash_ in self._old:
            return  # of a stop that all have gone back from
        self._old.add(hash_)
        if finding is None:
            finding = self._stopped_by(report)
            self._compare(finding, report)
            self._stop(finding)
        else:
            self._compare(finding, report)
            desk.tell(Halted(finding.says(self._names)))

    def _witness(self, report: Report, item: Statement) -> None:
        if (
            len(self.witnesses) < _WITNESSES
            and all(witness.key != report.key for witness in self.witnesses)
            and self._desk.verify(report.key, Tag.REPORT, item.body, item.signature)
        ):
            self.witnesses.append(report)
            if self.finding is not None:
                self._desk.tell(Halted(self.finding.says(self._names)))  # the evidence has grown

    def _stopped_by(self, report: Report) -> Finding:
        """What a seat's report means here."""
        replica, n = self._replica, report.n
        code = Code(report.code) if report.code < len(Code) else Code.STATE
        at = max(0, min(report.at, replica.n))
        state = self._state(at)
        theirs = next((entry for entry in _evidence(report) if entry.n == n), None)
        held = replica.log[n] if n <= replica.n else theirs
        return Finding(
            n,
            code,
            f"{self.name(report.seat)} {_STOPPED[code]}",
            held.seat if held is not None and held.seat >= 0 else None,
            entry_words(self._game, held, self._names) if held is not None else "unknown here",
            held.record() if held is not None else b"",
            at,
            state,
            digest(state),
            reporter=report.seat,
        )

    def _forked(self, finding: Finding, report: Report) -> None:
        """Look in a report for an entry that contradicts one of ours, signed by the same seat."""
        log = self._replica.log
        for entry in _evidence(report):
            if entry.table != self._desk.table or entry.n >= len(log) or entry.branch:
                continue
            held = log[entry.n]
            if entry.hash == held.hash or (entry.seat, entry.device) != (held.seat, held.device):
                continue
            if entry.seat >= 0 and signed_by_author(entry, self._roster, self._desk.crypto):
                finding.n, finding.code, finding.author = entry.n, Code.FORK, entry.seat
                says = f"{self.name(entry.seat)} signed two different entries of this number"
                finding.why = says
                finding.what = entry_words(self._game, held, self._names)
                finding.record, finding.other = held.record(), entry.record()

    def _compare(self, finding: Finding, report: Report) -> None:
        """Look for the first field in which a reporter's state differs from ours."""
        finding.reports.append(report)
        if finding.code is not Code.FORK or not finding.other:
            self._forked(finding, report)
        if report.at == finding.at:
            state = finding.state
            finding.hashes[report.seat] = report.state_hash
        elif report.at <= self._replica.n:
            state = self._state(report.at)
        else:
            return
        if not report.state or digest(report.state) != report.state_hash:
            return
        if finding.difference is None:
            found = first_difference(self._game, state, report.state)
            if found is not None:
                finding.difference = found
                finding.against = report.seat

    # Time

    def tick(self) -> None:
        """Repeat our report a few times."""
        if self.finding is not None and self._said < _REPORTS and self._again.rang(self._desk.now):
            self._said += 1
            self._say()

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        return self._again.at if self.finding is not None and self._said < _REPORTS else None


def _evidence(report: Report) -> list[Entry]:
    out = []
    for record in report.evidence:
        try:
            out.append(read_record(record))
        except Malformed:
            continue
    return out


_STOPPED: Final = {
    Code.STATE: "has another state after it",
    Code.MOVE: "finds the move illegal",
    Code.ANSWER: "finds that these cards cannot be there",
    Code.CLAIM: "finds a card laid open that is not in its slot",
    Code.DUTY: "finds that its author had to play otherwise",
    Code.KIND: "expected an entry of another kind",
    Code.NONCES: "finds that the published nonces do not fit the commitments",
    Code.DEAL: "finds the dealing broken",
    Code.FORK: "holds a contradiction signed by a seat",
    Code.CHAIN: "has another history before it",
}
