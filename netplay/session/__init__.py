"""The table session: bytes, moves and ticks in; bytes to journal and publish, and events, out."""

from netplay.session.actions import (
    AT,
    LOG,
    WATCH,
    Action,
    Arrived,
    Back,
    Complete,
    Dissolved,
    Left,
    Looked,
    Publish,
    Refused,
    Resigned,
    Returning,
    Save,
    Seated,
    Settled,
    Started,
    Status,
    Stood,
    TurnedAway,
)
from netplay.session.outcome import Code, Wrong
from netplay.session.parts import DealerFactory, Me, Phase, Ticket, open_dealer
from netplay.session.replica import Replica
from netplay.session.report import Finding
from netplay.session.session import Session

__all__ = [
    "AT",
    "LOG",
    "WATCH",
    "Action",
    "Arrived",
    "Back",
    "Code",
    "Complete",
    "DealerFactory",
    "Dissolved",
    "Finding",
    "Left",
    "Looked",
    "Me",
    "Phase",
    "Publish",
    "Refused",
    "Replica",
    "Resigned",
    "Returning",
    "Save",
    "Seated",
    "Session",
    "Settled",
    "Started",
    "Status",
    "Stood",
    "Ticket",
    "TurnedAway",
    "Wrong",
    "open_dealer",
]
