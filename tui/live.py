"""What a table screen asks of a table whose moves travel: news as they come, and how the link is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from tui.net_agree import Agreeing


class Status(NamedTuple):
    """A few words for the table's top line; ``warns``: something is wrong."""

    text: str = ""
    warns: bool = False
    keys: tuple[tuple[str, str], ...] = ()
    """What a table of several people has besides: a key, and what it does."""
    aside: str = ""
    """What is shown only where there is room for everything else."""


QUIET: Final = Status()


class Live(Protocol):
    """The part of a networked table that ``netplay.table.Table`` does not have."""

    def listen(self, call: Callable[[], None]) -> None:
        """Call whenever there is something for ``step`` or another status; one listener."""

    def status(self) -> Status:
        """Link, and what has become of the viewer's own last move."""

    @property
    def expected(self) -> bool:
        """Whether the table waits for the viewer: to move, to answer, or to be ready."""

    @property
    def over(self) -> bool:
        """Whether nothing more is to come of the game, played out or ended by agreement."""

    def take_over(self) -> None:
        """Play this seat here, if it plays in another window or at another machine."""

    def agreeing(self) -> Agreeing | None:
        """What can be agreed on; None where nothing can."""

    def counters(self) -> Sequence[str]:
        """What was heard and not used, a line a sender; for a page of its own."""

    def leaving(self) -> tuple[str, ...]:
        """What leaving now means, and what the others will see; lines of at most 48 cells."""

    def kept(self) -> str | None:
        """What is kept of the game on leaving it; None where its transcript is to be kept."""

    def leave(self) -> None:
        """The viewer goes away: the others are told, the links are closed."""

    def read(self) -> str:
        """Where the evidence of a stopped table is; empty while nothing has stopped."""
