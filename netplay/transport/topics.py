"""MQTT topic names and filters (MQTT 3.1.1, section 4.7), shared by every bus so that they agree."""

from __future__ import annotations

MAX_TOPIC_BYTES = 65_535


def check_topic(topic: str) -> None:
    """Raise ValueError unless `topic` may be published to by a client.

    A topic has at least one character, no wildcard, no NUL, no lone surrogate, and does not start
    with `$` (those belong to the broker).
    """
    _check_text(topic, "topic")
    if "+" in topic or "#" in topic:
        raise ValueError("an MQTT topic to publish on holds no wildcard")
    if topic.startswith("$"):
        raise ValueError("an MQTT topic that starts with $ belongs to the broker")


def check_filter(filter_: str) -> None:
    """Raise ValueError unless `filter_` is a well-formed MQTT topic filter."""
    _check_text(filter_, "filter")
    levels = filter_.split("/")
    last = len(levels) - 1
    for index, level in enumerate(levels):
        if "#" in level and (level != "#" or index != last):
            raise ValueError("in an MQTT filter # stands alone, as the last level")
        if "+" in level and level != "+":
            raise ValueError("in an MQTT filter + stands for one whole level")


def _check_text(text: str, what: str) -> None:
    if not text:
        raise ValueError(f"an MQTT {what} is never empty")
    if "\0" in text:
        raise ValueError(f"an MQTT {what} holds no NUL character")
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise ValueError(f"an MQTT {what} must be valid UTF-8") from None
    if size > MAX_TOPIC_BYTES:
        raise ValueError(f"an MQTT {what} has at most {MAX_TOPIC_BYTES} bytes")


def matches(filter_: str, topic: str) -> bool:
    """Whether a (well-formed) filter selects a topic name.

    `+` stands for exactly one level, `#` for any number of levels including none, and neither reaches
    a topic that starts with `$` from the first level (MQTT-4.7.2-1).
    """
    if "+" not in filter_ and "#" not in filter_:
        return filter_ == topic
    if topic.startswith("$") and filter_[0] in "+#":
        return False
    wanted = filter_.split("/")
    found = topic.split("/")
    for index, level in enumerate(wanted):
        if level == "#":
            return True
        if index >= len(found) or level not in ("+", found[index]):
            return False
    return len(wanted) == len(found)
