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
from netplay.session.play import DealerFactory
from netplay.session.replica import Code, Replica, Wrong
from netplay.session.report import Finding
from netplay.session.session import Me, Phase, Session, Ticket, open_dealer

__all__ = [
    "AT",
    "WATCH",
    "Action",
    "Arrived",
    "Code",
    "Complete",
    "DealerFactory",
    "Dissolved",
    "Finding",
    "Me",
    "Phase",
    "Publish",
    "Refused",
    "Replica",
    "Save",
    "Seated",
    "Session",
    "Settled",
    "Started",
    "Status",
    "Ticket",
    "TurnedAway",
    "Wrong",
    "open_dealer",
]
