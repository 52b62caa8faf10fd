"""The strong bots: a search over worlds that fit what a seat knows, for any game that registers."""

from core.bots.search.bot import SearchBot
from core.bots.search.search import analyse
from core.bots.search.values import Analysis, Budget, Clock, Judged, Stop

__all__ = ["Analysis", "Budget", "Clock", "Judged", "SearchBot", "Stop", "analyse"]
