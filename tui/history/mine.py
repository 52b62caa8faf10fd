"""This person's own book: their folder of games, and the key by which a seat is theirs."""

from __future__ import annotations

from netplay.config import games_folder
from netplay.identity import IdentityUnusable, identity_path, load
from tui.history.book import Book


def book() -> Book:
    """The book; without an identity only games of one machine are known to be one's own."""
    try:
        key = load(identity_path()).public()
    except (FileNotFoundError, IdentityUnusable):
        key = None
    return Book(games_folder(), key)
