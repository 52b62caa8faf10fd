"""A kept game: read as it was written, and judged entry by entry by somebody who believes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bots.registry import bot
from core.games.registry import NAMES, game
from core.kernel.canonical import digest, pack
from netplay.audit import Audit, BadEntry
from netplay.crypto_local import LocalCrypto
from netplay.solo import SoloTable
from netplay.table import Player
from netplay.thinking.mind import Quick
from netplay.transcript import MAGIC, MAX_RECORD, Damaged, decode, encode
from netplay.wire import Kind
from tests.netplay.kept_games import Kept, keep


def audit(records: Any, kept: Kept) -> Audit:
    """Everything checked; raises BadEntry."""
    made = Audit(records, kept.cryptos[0])
    for _ in made.steps():
        pass
    return made


def first_bad(records: Any, kept: Kept) -> tuple[int, str]:
    with pytest.raises(BadEntry) as found:
        audit(records, kept)
    return found.value.n, str(found.value)


# The container.


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=30))
def test_records_come_back_as_they_were(records: list[bytes]) -> None:
    assert list(decode(encode(records))) == records


def test_a_large_record_comes_back_as_it_was() -> None:
    records = (b"a" * 70_000, b"", b"b" * 256, b"c" * 255)
    assert decode(encode(records)) == records


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (MAGIC[:5], "cut off before entry 0"),
        (MAGIC, "holds no entry"),
        (b"\x7fELF" + bytes(100), "not a game kept by caboose"),
        (MAGIC.replace(b"1", b"2") + b"\xc4\x00", "another version"),
        (MAGIC + b"\xc4", "entry 0, at byte 21, is cut off"),
        (MAGIC + b"\xc4\x05abc", "entry 0, at byte 21, is cut off"),
        (MAGIC + b"\xc4\x01a\xc4\x02b", "entry 1, at byte 24, is cut off"),
        (MAGIC + b"\xc4\x01a{}", "entry 1, at byte 24, does not begin like an entry"),
        (MAGIC + b"\xc5\x00\x01a", "entry 0, at byte 21, has an impossible length"),
        (MAGIC + b"\xc6\xff\xff\xff\xff", "entry 0, at byte 21, has an impossible length"),
        (MAGIC + pack(bytes(MAX_RECORD + 1)), "impossible length"),
        (MAGIC + b"\xc4\x00" * 30_000, "more entries than any game"),
        (MAGIC + bytes(17 << 20), "larger than any game"),
    ],
)
def test_a_damaged_file_names_the_place(data: bytes, says: str) -> None:
    with pytest.raises(Damaged, match=says):
        decode(data)


@given(st.binary(max_size=400))
def test_no_bytes_at_all_do_more_than_be_refused(data: bytes) -> None:
    for content in (data, MAGIC + data):
        try:
            records = decode(content)
        except Damaged:
            continue
        assert encode(records) == content


def test_a_file_cut_off_anywhere_keeps_its_whole_entries() -> None:
    records = keep().records[:4]
    data = encode(records)
    ends = [len(encode(records[:n])) for n in range(len(records) + 1)]
    for cut in range(len(MAGIC) + 1, len(data)):
        if cut in ends:
            assert decode(data[:cut]) == tuple(records[: ends.index(cut)])
            continue
        with pytest.raises(Damaged) as found:
            decode(data[:cut])
        assert encode(found.value.records) == data[: max(end for end in ends if end < cut)]


# The audit.


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scheme", ["ed25519", "local"])
def test_a_good_game_holds_from_start_to_end(name: str, scheme: str) -> None:
    kept = keep(name, 2, scheme)
    made = audit(kept.records, kept)
    assert (made.finished, made.dealt) == (True, True)


def test_a_replay_leads_to_the_same_bytes() -> None:
    kept = keep(seats=3)
    replay = Audit(kept.records)
    for step, entry in zip(replay.steps(), kept.entries(), strict=True):
        assert digest(replay.game.encode(replay.state)) == entry.state_hash, step
    assert digest(replay.game.encode(replay.state)) == kept.state_hash


def test_a_game_left_early_holds_as_far_as_it_goes() -> None:
    kept = keep()
    made = audit(kept.records[:20], kept)
    assert (made.finished, made.dealt) == (False, False)


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_one_flipped_bit_is_found_in_its_entry(data: st.DataObject) -> None:
    kept = keep()
    n = data.draw(st.integers(0, len(kept.records) - 1))
    record = bytearray(kept.records[n])
    record[data.draw(st.integers(0, len(record) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    kept.records[n] = bytes(record)
    assert first_bad(kept.records, kept)[0] == n


@settings(deadline=None, max_examples=80)
@given(st.integers(0, 20), st.binary(max_size=200))
def test_any_bytes_for_an_entry_are_refused_there(n: int, junk: bytes) -> None:
    kept = keep()
    kept.records[n] = junk
    assert first_bad(kept.records, kept)[0] == n


def test_an_entry_left_out_breaks_the_chain_there() -> None:
    kept = keep()
    del kept.records[12]
    assert first_bad(kept.records, kept)[0] == 12


def test_an_entry_twice_breaks_the_chain_there() -> None:
    kept = keep()
    kept.records.insert(12, kept.records[11])
    assert first_bad(kept.records, kept)[0] == 12


def test_nothing_comes_after_the_end() -> None:
    kept = keep()
    kept.records.append(kept.records[-1])
    n, says = first_bad(kept.records, kept)
    assert (n, "after the end" in says) == (len(kept.records) - 1, True)


def moves(kept: Kept) -> list[int]:
    return [entry.n for entry in kept.entries() if entry.kind is Kind.MOVE]


def test_a_signed_move_that_is_not_legal_is_found() -> None:
    kept = keep()
    entries = kept.entries()
    n = moves(kept)[5]
    kept.records[n] = kept.resigned(n, body=(200, 1))
    assert first_bad(kept.records, kept)[0] == n
    # The move of the turn before was legal then, and is not now.
    legal_before = entries[moves(kept)[0]].body
    kept.records[n] = kept.resigned(n, body=legal_before)
    found, says = first_bad(kept.records, kept)
    assert (found, "not legal" in says) == (n, True)


def test_a_move_by_the_wrong_seat_is_found() -> None:
    kept = keep()
    n = moves(kept)[5]
    kept.records[n] = kept.resigned(n, seat=1 - kept.entries()[n].seat)
    assert first_bad(kept.records, kept)[0] == n


def test_a_wrong_state_hash_is_found() -> None:
    kept = keep()
    n = moves(kept)[3]
    kept.records[n] = kept.resigned(n, state_hash=bytes(16))
    assert first_bad(kept.records, kept)[0] == n


def test_a_nonce_that_was_not_committed_to_is_found() -> None:
    kept = keep()
    n = len(kept.records) - 1
    nonces = kept.entries()[n].body
    kept.records[n] = kept.resigned(n, body=(nonces[1], nonces[0]))
    found, says = first_bad(kept.records, kept)
    assert (found, "nonce" in says) == (n, True)


def test_cards_that_the_nonces_did_not_deal_are_found_where_they_first_show() -> None:
    kept = keep(cards=b"a deal of our own liking")
    shown = [e.n for e in kept.entries() if e.kind is Kind.ANSWER and e.body[1] is not None]
    n, says = first_bad(kept.records, kept)
    assert (n, "cards" in says) == (shown[0], True)
    audit(kept.records[:-1], kept)  # nobody can tell before the nonces are public


def test_a_start_that_one_seat_did_not_sign_is_refused() -> None:
    kept = keep()
    others = keep(seats=3)
    kept.cryptos[1] = others.cryptos[2]
    kept.records[0] = kept.resigned(0)
    kept.cryptos[1] = others.cryptos[1]
    assert first_bad(kept.records, kept)[0] == 0


def test_other_rules_are_named_with_who_can_read_them() -> None:
    kept = keep()
    roster, commitments = kept.entries()[0].body
    changed = (*roster[:4], "9.9\x1b[2J", *roster[5:7], bytes(16), *roster[8:])
    kept.records[0] = kept.resigned(0, body=(changed, commitments))
    n, says = first_bad(kept.records, kept)
    assert n == 0
    assert "caboose 9.9[2J under other rules" in says


def test_a_game_nobody_knows_is_refused() -> None:
    kept = keep()
    roster, commitments = kept.entries()[0].body
    kept.records[0] = kept.resigned(0, body=((*roster[:5], "poker", *roster[6:]), commitments))
    n, says = first_bad(kept.records, kept)
    assert (n, "no game is called 'poker'" in says) == (0, True)


# A table on one machine.


def solo(seed: bytes = b"7") -> SoloTable:
    rules = game("continental-express")
    bots = [Quick(bot("random", rules, seat)) for seat in range(3)]
    return SoloTable(rules, [Player(name, "random") for name in "ABC"], bots, seed=seed, seat=None)


def test_a_solo_table_can_be_kept_at_any_moment_and_holds() -> None:
    table, lengths = solo(), set()
    now = 0.0
    while not table.finished:
        now += 1
        table.step(now)
        if now % 10 == 0 or table.finished:
            made = Audit(decode(table.save()), LocalCrypto(bytes(32)))
            lengths.add(len(list(made.steps())))
            assert made.game.encode(made.state) == made.game.encode(table.state)
            assert made.finished == made.dealt == table.finished
    assert len(lengths) > 3


def test_the_same_solo_game_is_kept_as_the_same_bytes() -> None:
    saves = []
    for seed in (b"7", b"7", b"8"):
        table, now = solo(seed), 0.0
        while not table.finished:
            now += 1
            table.step(now)
        saves.append(table.save())
    assert saves[0] == saves[1] != saves[2]
