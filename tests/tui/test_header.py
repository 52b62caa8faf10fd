"""The top line: who is lost always finds help and the way out."""

import pytest

from tui import marks as m
from tui.boards.parts import header
from tui.line import Line
from tui.live import Status

_LONG = Line("   turn 12   Bartholomew. to act   ", m.TEXT).add("last round: 2 turns left", m.WARN)
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
