"""A guest's game connects to the brokers that the server names, whatever tables and journals say."""

from __future__ import annotations

from pathlib import Path

import pytest

from netplay.brokers import add, broker_of
from netplay.transport.base import Will
from netplay.transport.bundle import Bundle
from tui import guest
from tui.plan import Place
from tui.screens import departures
from tui.station.brokers import mqtt

HERE = "mqtt://127.0.0.1:1883"
ELSEWHERE = "mqtt://127.0.0.1:2999"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    add([broker_of([HERE], name="house")])


@pytest.mark.parametrize("kind", [guest.KEY, guest.FRESH, guest.WEB])
def test_no_roster_sends_a_guest_s_game_to_another_machine(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, will = Place(broker_of([HERE]), None), Will("t", b"")
    assert isinstance(mqtt(place, will), Bundle), (
        "who plays on their own machine goes on without it"
    )
    monkeypatch.setenv(guest.VARIABLE, kind)
    assert not isinstance(mqtt(place, will), Bundle)


@pytest.mark.usefixtures("house")
def test_a_guest_goes_back_to_a_table_only_by_what_the_server_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert guest.brokers([HERE, ELSEWHERE]) == (HERE, ELSEWHERE)
    monkeypatch.setenv(guest.VARIABLE, guest.KEY)
    assert guest.brokers([ELSEWHERE, HERE]) == (HERE,)
    assert guest.brokers([ELSEWHERE]) == ()


def _said() -> str:
    return "\n".join(line.text for line in departures.empty(80))


@pytest.mark.usefixtures("house")
def test_an_empty_departures_names_only_what_a_guest_can_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "caboose join" in _said()
    monkeypatch.setenv(guest.VARIABLE, guest.FRESH)
    assert "caboose " not in _said()
    assert "this network" not in _said()
    assert "opens a table for the others at this server" in _said()


def test_a_guest_of_a_server_without_a_broker_is_not_told_to_open_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv(guest.VARIABLE, guest.KEY)
    assert "opens a table" not in _said()
    assert "a first game, with a conductor" in _said()
