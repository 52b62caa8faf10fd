"""The lobby: who is there, which tables there are, and chat; bytes in, rows and bytes out, no I/O.

`netplay.lobby.client` joins it to transports, `netplay.lobby.host` opens and joins tables.
"""

from netplay.lobby.company import Seen
from netplay.lobby.lobby import Lobby
from netplay.lobby.values import (
    ChatRefused,
    Freshness,
    Listed,
    LobbyAction,
    LobbyEvent,
    NoTable,
    Person,
    Rank,
    Row,
    Said,
    Send,
    Sitting,
    Stage,
    Unfound,
    Visibility,
)

__all__ = [
    "ChatRefused",
    "Freshness",
    "Listed",
    "Lobby",
    "LobbyAction",
    "LobbyEvent",
    "NoTable",
    "Person",
    "Rank",
    "Row",
    "Said",
    "Seen",
    "Send",
    "Sitting",
    "Stage",
    "Unfound",
    "Visibility",
]
