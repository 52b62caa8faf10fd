"""The journal on disk: torn ends, damage, one owner and one writer; the list of unfinished games."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from netplay import journal, transcript
from netplay.journal import Journal, JournalBusy, JournalUnusable
from netplay.resume import Unfinished, open_journals, put_away, resume
from netplay.session import Phase, Save
from tests.netplay.session.forging import mid_game, nacl, on_turn
from tests.netplay.session.simnet import Network, Peer, all_settled, secret, table

SAVES = [Save("one", b"1"), Save("two", bytes(300), secret=True), Save("three", b"")]


def file_of(saves: list[Save]) -> bytes:
    return journal.MAGIC + b"".join(journal.frame(n, save) for n, save in enumerate(saves))


def written(folder: Path, peer: Peer, **more: Any) -> Path:
    """A journal file with everything this peer was told to keep."""
    kept = Journal.begin(folder=folder, **more)
    for save in journal.read(peer.disk + peer.unsynced)[0]:
        kept(save)
    kept.close()
    assert kept.path is not None
    return kept.path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "journals"


def test_records_come_back_as_they_were() -> None:
    data = file_of(SAVES)
    assert journal.read(data) == (SAVES, len(data))


def test_a_torn_end_is_cut_off_wherever_it_tears() -> None:
    data = file_of(SAVES)
    ends = [len(file_of(SAVES[:n])) for n in range(4)]
    for cut in range(len(journal.MAGIC), len(data)):
        saves, end = journal.read(data[:cut])
        whole = max(n for n in range(4) if ends[n] <= cut)
        assert (saves, end) == (SAVES[:whole], ends[whole])


def test_an_end_of_zeros_is_cut_off_as_after_a_loss_of_power() -> None:
    data = file_of(SAVES)
    assert journal.read(data + bytes(100)) == (SAVES, len(data))


def test_damage_before_the_end_is_told_in_one_line_whichever_bit_it_is() -> None:
    data = file_of(SAVES)
    last = len(file_of(SAVES[:2]))
    for at in range(len(journal.MAGIC), last):
        broken = bytearray(data)
        broken[at] ^= 0x10
        with pytest.raises(
            JournalUnusable, match=r"^it is damaged in record [01], at byte [0-9]+$"
        ):
            journal.read(bytes(broken))


def test_records_that_change_places_are_damage() -> None:
    first, second, third = [journal.frame(n, save) for n, save in enumerate(SAVES)]
    with pytest.raises(JournalUnusable, match="damaged"):
        journal.read(journal.MAGIC + second + first + third)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "never begun"),
        (b"caboose jour", "never begun"),
        (b"caboose journal 2\nxxxx", "another version"),
        (b"\x7fELF", "no journal"),
    ],
)
def test_other_files_are_told_apart(data: bytes, says: str) -> None:
    with pytest.raises(JournalUnusable, match=says):
        journal.read(data)


def test_only_its_owner_can_read_it(folder: Path) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_nothing_is_in_the_file_before_sync_and_everything_after(folder: Path) -> None:
    _, peers = mid_game(2)
    saves, _ = journal.read(peers[0].disk + peers[0].unsynced)
    kept = Journal.begin(folder=folder)
    kept(saves[0])
    assert kept.path is not None
    assert kept.path.stat().st_size == 0
    kept.sync()
    assert journal.look(kept.path)[0] == saves[:1]
    kept(saves[1])
    kept.close()
    assert journal.look(kept.path)[0] == saves[:2]


def test_what_is_written_after_a_torn_end_is_read_again(folder: Path) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    before = journal.look(path)[0]
    with path.open("ab") as file:
        file.write(journal.frame(len(before), SAVES[0])[:-1])
    kept, saves = Journal.open(path)
    assert saves == before
    kept(SAVES[2])
    kept.close()
    assert journal.look(path)[0] == [*before, SAVES[2]]


HOLD = """
import sys
from pathlib import Path
from netplay.journal import Journal
kept, saves = Journal.open(Path(sys.argv[1]))
print(len(saves), flush=True)
sys.stdin.read()
"""


def test_two_processes_never_have_one_journal_and_a_killed_one_leaves_it_free(folder: Path) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert holder.stdout is not None
        assert int(holder.stdout.readline()) > 10
        with pytest.raises(JournalBusy, match="open in another window"):
            Journal.open(path)
        assert open_journals()[0].busy
        holder.kill()
        holder.wait()
        Journal.open(path)[0].close()
        assert not open_journals()[0].busy
    finally:
        holder.kill()
        holder.communicate()


def test_a_second_sitting_at_the_same_table_is_refused(folder: Path) -> None:
    _, peers = mid_game(2)
    written(folder, peers[0])
    saves, _ = journal.read(peers[0].disk)
    with pytest.raises(JournalBusy, match="you sit at this table already"):
        Journal.begin(folder=folder)(saves[0])


def test_a_link_in_the_place_of_a_journal_is_not_followed(folder: Path, tmp_path: Path) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    other = folder / f"other{journal.SUFFIX}"
    other.symlink_to(path)
    with pytest.raises(JournalUnusable, match="cannot be opened"):
        Journal.open(other)


# The list


def test_the_list_says_where_every_game_stands(folder: Path) -> None:
    _, peers = mid_game(3)
    for peer in peers[:3]:
        written(folder, peer, brokers=("mqtt://127.0.0.1:1883",))
    found = open_journals()
    assert {entry.seat for entry in found} == {0, 1, 2}
    session = peers[0].session
    for entry in found:
        assert (entry.n, entry.turn) == (session.n, session.state.turn)
        assert entry.players == ("Player 0", "Player 1", "Player 2")
        assert entry.brokers == ("mqtt://127.0.0.1:1883",)
        assert (entry.stage, entry.game) == ("playing", "continental-express")
        assert entry.table == session.ticket.table.hex()
    assert found[0].expected
    assert found[0].seat == on_turn(peers).session.seat


def test_journals_of_bots_that_run_here_stand_with_their_table(folder: Path) -> None:
    _, peers = mid_game(3)
    main = written(folder, peers[0])
    bot = written(folder, peers[1], key=secret("nacl 1"))
    (found,) = open_journals()
    assert (found.path, found.bots) == (main, (bot,))
    again = resume(bot, None, 0.0)
    assert again.session.seat == 1
    assert again.key == secret("nacl 1")
    again.journal.close()


def test_a_damaged_journal_is_in_the_list_with_what_is_wrong_and_hides_no_other(
    folder: Path,
) -> None:
    _, peers = mid_game(2)
    written(folder, peers[0])
    bad = written(folder, peers[1])
    data = bytearray(bad.read_bytes())
    data[60] ^= 1
    bad.write_bytes(data)
    (folder / f"x{journal.SUFFIX}").mkdir()
    found = {entry.path.name: entry for entry in open_journals()}
    assert len(found) == 3
    assert found[bad.name].stage == "unusable"
    assert "damaged in record 0" in found[bad.name].fault
    assert sorted(entry.stage for entry in found.values()) == ["playing", "unusable", "unusable"]


def test_an_empty_folder_or_none_lists_nothing(folder: Path) -> None:
    assert open_journals() == []
    folder.mkdir(parents=True)
    (folder / f"torn{journal.SUFFIX}").write_bytes(journal.MAGIC)
    assert open_journals() == []


def test_other_rules_are_named_with_the_version_that_can_finish_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    monkeypatch.setattr(type(peers[0].session.game), "rules_id", lambda self: bytes(16))
    (found,) = open_journals()
    assert found.stage == "unusable"
    assert "finish it with Caboose" in found.fault
    with pytest.raises(JournalUnusable, match="it was begun with rules"):
        resume(path, nacl(0), 0.0)
    Journal.open(path)[0].close()  # and it is not left locked


# Taking up, and putting away


def test_a_resumed_seat_is_the_one_that_was_left(folder: Path) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0], brokers=("mqtt://h:1", "mqtt://h:2"))
    again = resume(path, nacl(0), 5.0)
    old, new = peers[0].session, again.session
    assert (new.seat, new.n, new.head, dict(new.secrets)) == (
        old.seat,
        old.n,
        old.head,
        dict(old.secrets),
    )
    assert again.brokers == ("mqtt://h:1", "mqtt://h:2")
    with pytest.raises(JournalBusy):
        resume(path, nacl(0), 5.0)
    again.journal.close()
    with pytest.raises(JournalUnusable, match="another player"):
        resume(path, nacl(1), 5.0)


def whole_game() -> list[Peer]:
    network = Network()
    peers = table(network, 2, cryptos=nacl)
    assert network.run(all_settled(peers), 300)
    return peers


def test_a_finished_game_becomes_a_transcript_and_its_journal_goes(folder: Path) -> None:
    peers = whole_game()
    path = written(folder, peers[0])
    kept, _ = Journal.open(path)
    where = put_away(peers[0].session, kept)
    assert where is not None
    assert transcript.decode(where.read_bytes()) == peers[0].session.records()
    assert not path.exists()
    assert put_away(peers[1].session, Journal.begin(folder=folder)) == where  # once


def test_a_game_left_in_its_middle_keeps_its_journal(folder: Path) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    assert put_away(peers[0].session, Journal.open(path)[0]) is None
    assert [entry.path for entry in open_journals()] == [path]


def test_a_table_that_never_began_leaves_nothing(folder: Path) -> None:
    from tests.netplay.session.test_sitting_down import creator

    network = Network()
    first = creator(network, 2, auto_ready=False)
    first.session.leave(0.0)
    network.pump(first)
    path = written(folder, first)
    assert open_journals()[0].stage == "closed"
    assert first.session.phase is Phase.CLOSED
    put_away(first.session, Journal.open(path)[0])
    assert not path.exists()


def test_a_disk_that_is_full_leaves_a_journal_that_can_be_gone_on_with(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    kept, _ = Journal.open(path)
    write = os.write

    def full(handle: int, data: Any) -> int:
        monkeypatch.setattr(os, "write", fuller)
        return write(handle, bytes(data)[:19])

    def fuller(handle: int, data: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    kept(SAVES[1])
    with pytest.raises(OSError, match="No space"):
        kept.sync()
    monkeypatch.setattr(os, "write", write)  # there is space again, too late for this one
    kept(SAVES[0])
    with pytest.raises(OSError, match="could not be written before"):
        kept.sync()
    kept.close()
    assert resume(path, nacl(0), 0.0).session.n == peers[0].session.n


def test_what_a_list_holds_can_be_shown() -> None:
    assert Unfinished(Path("x"), "ab" * 16, "", "", "seating").code == "abababababab"


def test_a_bot_that_sat_alone_stands_in_the_list_and_comes_back_with_its_own_key(
    folder: Path,
) -> None:
    _, peers = mid_game(2)
    written(folder, peers[1], key=secret("nacl 1"), cover=b"k" * 32)
    (found,) = open_journals()
    assert found.own_key
    again = resume(found.path, None, 0.0)
    assert again.session.key == nacl(1).key
    assert again.cover == b"k" * 32
    again.journal.close()


def test_a_person_s_seat_needs_the_person_s_key(folder: Path) -> None:
    _, peers = mid_game(2)
    path = written(folder, peers[0])
    with pytest.raises(JournalUnusable, match="belongs to a person"):
        resume(path, None, 0.0)
