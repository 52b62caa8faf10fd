"""`caboose doctor` as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.netplay.buses import free_port


def test_without_brokers_all_is_well(caboose: Run) -> None:
    done = caboose("doctor", "--no-lan")
    assert (done.code, done.err) == (0, "")
    assert "ok  settings" in done.out
    assert "none yet" in done.out
    assert "ok  engine: plain Python" in done.out


def test_what_is_bad_is_said_where_it_is_and_once_more_at_the_end(caboose: Run) -> None:
    url = f"mqtt://127.0.0.1:{free_port()}"
    done = caboose("doctor", "--broker", url)
    assert done.code == 1
    assert "BAD reached: Nothing listens at" in done.out
    assert done.complaint() == "not all is well: 127.0.0.1: reached"


def test_the_json_has_every_check(caboose: Run, tmp_path: Path) -> None:
    assert caboose("identity").code == 0
    done = caboose("doctor", "--no-lan", "--json")
    found = json.loads(done.out)
    assert done.code == 0
    assert [check["what"] for check in found["folders"]] == ["settings", "games", "identity"]
    assert found["folders"][2]["says"].startswith("key mark ")


def test_a_local_network_that_is_switched_off_is_not_searched(caboose: Run) -> None:
    done = caboose("doctor", env={"CABOOSE_LAN": "off"})
    assert (done.code, done.err) == (0, "")
    assert "local network" not in done.out


def test_a_folder_that_cannot_be_used_is_said(caboose: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = caboose("doctor", "--no-lan", env={"CABOOSE_DATA_DIR": str(tmp_path / "file")})
    assert done.code == 1
    assert "BAD games" in done.out
    assert "Traceback" not in done.out + done.err
