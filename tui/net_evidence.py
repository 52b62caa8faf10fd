"""Keeps what is known of a table that stopped: one file a stop, to send to whoever is to find the fault."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from core.version import VERSION
from netplay.config import FolderUnusable, data_folder, ready, replace_file
from netplay.session import Session
from netplay.wire import Report
from tui.tongue import _


def evidence(session: Session) -> dict[str, Any]:
    """Versions, rules id, log, hashes, first differing field and groups, as plain values."""
    finding = session.finding
    told: dict[str, Any] = {
        "caboose": VERSION,
        "game": session.game.name,
        "game_version": session.game.version,
        "rules_id": session.game.rules_id().hex(),
        "table": session.ticket.table.hex(),
        "seat": session.seat,
        "players": [[player.name, player.mark, player.bot] for player in session.players],
        "entry": session.n,
        "state_hash": session.state_hash.hex(),
        "settled": session.settled,
        "log": [record.hex() for record in session.records()],
        "dropped": dict(session.dropped),
    }
    if finding is not None:
        differs = finding.difference
        told["finding"] = {
            "entry": finding.n,
            "code": finding.code.name,
            "why": finding.why,
            "what": finding.what,
            "author": finding.author,
            "reporter": finding.reporter,
            "record": finding.record.hex(),
            "contradicts": finding.other.hex(),
            "state_after": finding.at,
            "state": finding.state.hex(),
            "state_hash": finding.state_hash.hex(),
            "first_difference": [differs.path, differs.here, differs.there] if differs else None,
            "groups": [[key.hex(), list(seats)] for key, seats in finding.groups().items()],
            "culprits": list(finding.culprits(len(session.players))),
        }
        told["reports"] = [_report(report) for report in (*finding.reports, *session.witnesses)]
    return told


def _report(report: Report) -> dict[str, Any]:
    """What another peer said of the stop; a watcher's seat is -1. Foreign text is escaped."""
    return {
        "seat": report.seat,
        "key": report.key.hex(),
        "entry": report.n,
        "code": report.code,
        "caboose": report.program,
        "rules_id": report.rules.hex(),
        "state_after": report.at,
        "state_hash": report.state_hash.hex(),
        "state": report.state.hex(),
        "evidence": [record.hex() for record in report.evidence],
    }


def keep_evidence(session: Session) -> str:
    """Write the file, or write it anew with what other peers have reported since; a line for the
    person: where it is, or why it could not be kept.
    """
    data = json.dumps(evidence(session), indent=1, ensure_ascii=True).encode()
    try:
        folder = ready(data_folder() / "evidence", "evidence", "CABOOSE_DATA_DIR")
        path = folder / _name(session)
        replace_file(path, data)
    except FolderUnusable as error:
        return _("The evidence was not kept: {why}", why=error)
    except OSError as error:
        return _("The evidence was not kept: {why}", why=(error.strerror or str(error)).lower())
    return _("The evidence is in {path}", path=path)


def _name(session: Session) -> str:
    """One name for one stop at one peer: game, table, seat, and the entry that was not accepted."""
    finding, seat = session.finding, session.seat
    who = "watcher" if seat is None else f"seat{seat + 1}"
    where = f"{session.game.name}-{session.ticket.table.hex()[:12]}-{who}"
    if finding is None:
        return f"{where}.json"
    what = blake2b(finding.record, digest_size=3).hexdigest()
    return f"{where}-entry{finding.n}-{what}.json"
