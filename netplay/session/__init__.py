"""The table session: bytes, moves and ticks in; bytes to journal and publish, and events, out."""

from netplay.session.actions import (
    AT,
    WATCH,
    Action,
    Arrived,
    Complete,
    Dissolved,
    Publish,
    Refused,
    Save,
    Seated,
    Settled,
    Started,
    Status,
    TurnedAway,
)
from netplay.session.session import DealerFactory, Me, Phase, Session, Ticket, open_dealer

__all__ = [
    "AT",
    "WATCH",
    "Action",
    "Arrived",
    "Complete",
    "DealerFactory",
    "Dissolved",
    "Me",
    "Phase",
    "Publish",
    "Refused",
    "Save",
    "Seated",
    "Session",
    "Settled",
    "Started",
    "Status",
    "Ticket",
    "TurnedAway",
    "open_dealer",
]
