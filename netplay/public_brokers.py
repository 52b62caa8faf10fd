"""Public test brokers that a person may choose to try, and what they are not good for."""

from __future__ import annotations

from typing import Final

from netplay.brokers import Broker, broker_of

WARNING: Final = (
    "They are for tests: anyone can read, write and delete there, they may be slow or gone at any "
    "time, and nobody answers for them. Nobody can change a move or see a hidden card, but everyone "
    "sees that you play, your table's name and its chat, unless the table is private. Be sparing: for "
    "more than a try, run a broker of your own (apt-get install mosquitto, or `caboose broker` on one "
    "network)."
)


def public_brokers() -> tuple[Broker, ...]:
    """Well-known ones whose certificate every system can check."""
    return (
        broker_of(["mqtts://test.mosquitto.org:8886"], "test.mosquitto.org"),
        broker_of(["mqtts://broker.hivemq.com:8883"], "broker.hivemq.com"),
        broker_of(["mqtts://broker.emqx.io:8883"], "broker.emqx.io"),
    )
