"""Topic filters against a second, slower reading of MQTT 3.1.1, section 4.7."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.transport.topics import check_filter, check_topic, matches

levels = st.sampled_from(["", "a", "b", "$s", "ab"])
topics = st.lists(levels, min_size=1, max_size=5).map("/".join).filter(bool)
filters = st.builds(
    lambda start, end: "/".join(start + end),
    st.lists(st.one_of(levels, st.just("+")), min_size=1, max_size=5),
    st.sampled_from([[], ["#"]]),
).filter(bool) | st.just("#")


def reference(wanted: list[str], found: list[str]) -> bool:
    """Level by level, from the text of the standard."""
    if not wanted:
        return not found
    if wanted[0] == "#":
        return True
    return bool(found) and wanted[0] in ("+", found[0]) and reference(wanted[1:], found[1:])


@given(filters, topics)
def test_matching_agrees_with_the_standard(filter_: str, topic: str) -> None:
    hidden = topic.startswith("$") and filter_[0] in "+#"
    expected = not hidden and reference(filter_.split("/"), topic.split("/"))
    assert matches(filter_, topic) == expected


@pytest.mark.parametrize(
    ("filter_", "topic", "expected"),
    [  # the examples of the standard, 4.7.1.2 to 4.7.2
        ("sport/tennis/player1/#", "sport/tennis/player1", True),
        ("sport/tennis/player1/#", "sport/tennis/player1/score/wimbledon", True),
        ("sport/+", "sport", False),
        ("sport/+", "sport/", True),
        ("+/+", "/finance", True),
        ("/+", "/finance", True),
        ("+", "/finance", False),
        ("#", "$SYS/monitor", False),
        ("+/monitor/Clients", "$SYS/monitor/Clients", False),
        ("$SYS/#", "$SYS/monitor", True),
    ],
)
def test_the_standards_examples(filter_: str, topic: str, expected: bool) -> None:
    assert matches(filter_, topic) is expected


@given(st.text(max_size=12))
def test_what_may_be_published_on_matches_itself_and_the_root(text: str) -> None:
    try:
        check_topic(text)
    except ValueError:
        return
    check_filter(text)
    assert matches(text, text)
    assert matches("#", text)


@pytest.mark.parametrize(
    "bad", ["", "a/#/b", "a#", "#/a", "a/b+", "++", "x\0", "\udfff", "x" * 65_536]
)
def test_malformed_filters_are_refused(bad: str) -> None:
    with pytest.raises(ValueError):
        check_filter(bad)


@pytest.mark.parametrize("bad", ["", "a/+/b", "a/#", "$SYS", "x\0", "\udfff", "é" * 32_768])
def test_malformed_topics_are_refused(bad: str) -> None:
    with pytest.raises(ValueError):
        check_topic(bad)
