"""The file about a table that stopped: it has what finding the fault needs, and accuses nobody rashly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.kernel.canonical import digest
from core.version import VERSION
from netplay.session import Phase
from netplay.wire import read_record
from tests.netplay.session.forging import nacl
from tests.netplay.session.simnet import GAME, Network, Peer, table
from tests.netplay.session.test_what_stops_a_table import Broken
from tui.net_evidence import keep_evidence


def stopped(seats: int, *broken: int) -> list[Peer]:
    """A table at which these seats' rules have a fault, some seconds after it stopped."""
    network = Network()
    games: list[Any] = [Broken() if seat in broken else GAME for seat in range(seats)]
    peers = table(network, seats, watchers=1, games=games, cryptos=nacl)
    assert network.run(lambda: all(p.session.phase is Phase.HALTED for p in peers), 300)
    network.run(lambda: False, 20)
    return peers


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Keeps a peer's evidence and gives back what is in the file."""
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path))

    def keep(peer: Peer) -> dict[str, Any]:
        says = keep_evidence(peer.session)
        path = Path(says.removeprefix("The evidence is in "))
        assert path.parent == tmp_path / "evidence"
        found: dict[str, Any] = json.loads(path.read_text())
        return found

    return keep


def every_part(told: dict[str, Any], peer: Peer, peers: list[Peer], seats: int) -> None:
    session = peer.session
    assert (told["caboose"], told["game"], told["game_version"]) == (
        VERSION,
        GAME.name,
        GAME.version,
    )
    assert told["rules_id"] == GAME.rules_id().hex()
    assert told["table"] == session.ticket.table.hex()
    assert told["seat"] == session.seat
    assert [name for name, _mark, _bot in told["players"]] == [p.name for p in session.players]
    log = [read_record(bytes.fromhex(record)) for record in told["log"]]
    assert [entry.n for entry in log] == list(range(told["entry"] + 1))
    assert log[-1].state_hash.hex() == told["state_hash"]
    finding = told["finding"]
    assert finding["code"] == "STATE"
    assert read_record(bytes.fromhex(finding["record"])).n == finding["entry"]
    assert digest(bytes.fromhex(finding["state"])).hex() == finding["state_hash"]
    path, here, there = finding["first_difference"]
    assert path == "tickets[0]"
    assert {int(here), int(there)} == {int(min(here, there)), int(min(here, there)) + 1}
    others = [other for other in peers if other is not peer and other.session.seat is not None]
    reports = {report["seat"]: report for report in told["reports"]}
    assert set(reports) >= {other.session.seat for other in others}
    for report in reports.values():
        assert (report["caboose"], report["rules_id"]) == (VERSION, GAME.rules_id().hex())
        assert digest(bytes.fromhex(report["state"])).hex() == report["state_hash"]
    assert sorted(seat for _, group in finding["groups"] for seat in group) == list(range(seats))
    assert len({hash_ for hash_, _ in finding["groups"]}) == len(finding["groups"])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("broken", [0, 1])
def test_every_peer_s_file_has_all_parts_and_the_same_groups(
    seats: int, broken: int, kept: Any
) -> None:
    peers = stopped(seats, broken)
    sound = [seat for seat in range(seats) if seat != broken]
    for peer in peers:
        told = kept(peer)
        every_part(told, peer, peers, seats)
        groups = sorted(group for _, group in told["finding"]["groups"])
        assert groups == sorted([[broken], sound])


@pytest.mark.parametrize(("seats", "culprits"), [(2, []), (3, [1]), (4, [1])])
def test_a_culprit_is_named_where_most_seats_agree_and_of_two_nobody(
    seats: int, culprits: list[int], kept: Any
) -> None:
    for peer in stopped(seats, 1):
        assert kept(peer)["finding"]["culprits"] == culprits


def test_two_against_two_accuses_nobody(kept: Any) -> None:
    for peer in stopped(4, 1, 2):
        finding = kept(peer)["finding"]
        assert sorted(group for _, group in finding["groups"]) == [[0, 3], [1, 2]]
        assert finding["culprits"] == []


def test_the_file_is_completed_as_reports_come_and_not_made_a_second_time(
    kept: Any, tmp_path: Path
) -> None:
    (peer, *_) = stopped(3, 1)
    reports = peer.session.finding.reports
    late = reports.pop()
    before = kept(peer)
    reports.append(late)
    assert len(kept(peer)["reports"]) == len(before["reports"]) + 1
    assert len(list((tmp_path / "evidence").iterdir())) == 1


def test_what_others_wrote_is_escaped_so_that_a_terminal_may_show_the_file(kept: Any) -> None:
    (peer, *_) = stopped(2, 1)
    report = peer.session.finding.reports[0]
    peer.session.finding.reports[0] = report._replace(program="\x1b[2J\u202e")
    kept(peer)
    (file,) = (Path(p) for p in [keep_evidence(peer.session).removeprefix("The evidence is in ")])
    data = file.read_bytes()
    assert b"\x1b" not in data
    assert data.isascii()


def test_a_folder_that_cannot_be_used_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path / "file"))
    (peer, *_) = stopped(2, 1)
    assert keep_evidence(peer.session).startswith("The evidence was not kept: ")
