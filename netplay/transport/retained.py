"""What we have retained, to be said again to every broker that comes up, so that each knows all of it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_MOST: Final = 256
_MOST_BYTES: Final = 8 * 1024 * 1024


class Retained(OrderedDict[str, bytes]):
    """Topic to payload, the oldest first; bounded, the oldest goes.

    An empty payload is kept as well: a broker that was away has still what was deleted meanwhile.
    """

    def keep(self, topic: str, payload: bytes) -> None:
        """The newest word on a topic."""
        self.pop(topic, None)
        self[topic] = payload
        size = sum(map(len, self.values()))
        while len(self) > _MOST or size > _MOST_BYTES:
            size -= len(self.popitem(last=False)[1])
