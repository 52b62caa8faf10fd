"""Tables of this program at a broker: opened here, joined, or watched, and advertised while they last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

from core.kernel.game import Game
from core.kernel.move import Move
from netplay.lobby.client import LobbyClient
from netplay.lobby.values import Row, Visibility
from netplay.session import Action, Save, Session, Ticket

Told = Callable[[Action], None]
Journal = Callable[[Save], None]


class NetTable:
    """A session at a broker, alive between ``async with``. ``session`` is the screen's ``Table``.

    ``told`` hears every event and status of the session, in order.
    """

    session: Session

    def submit(self, move: Move) -> None:
        """Make a move and send it; raises a RulesError, changing nothing, where it is not legal."""
        raise NotImplementedError

    def flush(self) -> None:
        """Send what the session has to say; call it after every call of ``session`` of your own."""
        raise NotImplementedError

    async def wait(self) -> None:
        """Never returns by itself; raises what ended the table's link."""
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        raise NotImplementedError

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        raise NotImplementedError


class HostedTable(NetTable):
    """A table opened here: we have seat 0; ``bots`` (strengths) have the last seats, run here."""

    def __init__(
        self,
        client: LobbyClient,
        game: Game[Any],
        options: Any,
        seats: int,
        name: str,
        *,
        bots: Sequence[str] = (),
        visibility: Visibility = Visibility.PUBLIC,
        auto_ready: bool = True,
        told: Told = lambda action: None,
        journal: Journal = lambda save: None,
    ) -> None:
        raise NotImplementedError


class JoinedTable(NetTable):
    """A seat at a table of others; ``where`` is a row of the lobby or a ticket with its game."""

    def __init__(
        self,
        client: LobbyClient,
        where: Row | tuple[Ticket, Game[Any]],
        *,
        want: int | None = None,
        auto_ready: bool = True,
        told: Told = lambda action: None,
        journal: Journal = lambda save: None,
    ) -> None:
        raise NotImplementedError


class WatchedTable(NetTable):
    """A table seen from beside it."""

    def __init__(
        self,
        client: LobbyClient,
        where: Row | tuple[Ticket, Game[Any]],
        *,
        told: Told = lambda action: None,
    ) -> None:
        raise NotImplementedError
