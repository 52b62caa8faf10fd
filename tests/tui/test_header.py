"""The top line: who is lost always finds help and the way out."""

import pytest

from tui import marks as m
from tui import tongue
from tui.boards.parts import header
from tui.line import Line
from tui.live import Status
from tui.tongue import _, n_

_LONG = Line("   turn 12   Bartholomew. to act   ", m.TEXT).add("last round: 2 left", m.WARN)
_NETWORK = (("t", "chat"), ("p", "propose"))


@pytest.mark.parametrize("text", ["", "link lost 0:12, move waits", "x" * 200])
@pytest.mark.parametrize("keys", [(), _NETWORK])
@pytest.mark.parametrize("width", [80, 100, 140])
def test_help_and_the_way_out_stand_there_whatever_else_is_said(
    width: int, keys: tuple[tuple[str, str], ...], text: str
) -> None:
    line = header(" Continental Express", _LONG, width, Status(text, True, keys))
    assert line.width == width
    assert "? keys" in line.text
    assert line.text.rstrip().endswith("q leave")
    assert "turn 12" in line.text


def test_a_table_of_several_people_names_chat_and_proposals() -> None:
    line = header(" À toute vapeur!", Line("   turn 3"), 80, Status("", False, _NETWORK))
    assert "t chat  p propose" in line.text


def test_a_lost_link_is_read_in_full_before_the_games_title() -> None:
    says = "link lost 0:12, move waits"
    line = header(" Continental Express", Line("   turn 3   Ana to act"), 80, Status(says, True))
    assert says in line.text
    assert "Ana to act" in line.text


@pytest.mark.parametrize("code", ["en", "fr", "it"])
def test_the_last_round_is_told_in_full_beside_what_is_no_warning(code: str) -> None:
    tongue.use(code)
    turn = _("turn {turn}", turn=17)
    acts = _("{name} to act", name="Bartholome12")
    left = n_("last round: {count} left", "last round: {count} left", 3)
    line = Line(f"   {turn}   {acts}   ").add(left, m.WARN)
    found = header(" Continental Express", line, 80, Status("hard thinks about it", False)).text
    assert left in found
    assert acts in found
