"""Who is there but lets the time pass reads at their own screen what the others are about to do."""

from __future__ import annotations

import pytest

from tests.tui.driving import rows
from tests.tui.net.parties import party, until
from tests.tui.net.test_rematch import at_play
from tui.screens.agree import AgreeScreen

SOON = "move now, or a bot may play for you"
SECONDS = 5
"""The shortest time that a table may be set to wait."""


@pytest.mark.parametrize("game", ["continental-express", "a-toute-vapeur"])
async def test_a_slow_player_is_told_that_a_bot_is_proposed_in_their_place_and_a_move_ends_it(
    game: str,
) -> None:
    async with party() as guests:
        people = await at_play(guests, "Ana", "Ben", "Cleo", absent=(1, SECONDS), game=game)
        slow = await until(lambda: next((p for p in people if p.room.net.session.my_turn), None))
        proposer, third = [person for person in people if person is not slow]
        seat = slow.room.net.session.seat
        await until(lambda: seat in proposer.room.net.session.absent)
        await proposer.press("p", "s", "escape")
        says = f"{proposer.name} wants a bot to play for you, since you have not moved for so long"
        await until(lambda: says in " ".join(slow.text.split()))
        assert SOON in rows(slow.app)[0]
        for other in (proposer, third):
            assert SOON not in other.text
        await until(lambda: isinstance(third.app.screen, AgreeScreen))
        await slow.press("p")
        await until(lambda: "You have not moved for so long" in slow.text)
        await slow.press("escape")
        session = slow.room.net.session
        slow.room.net.submit(session.game.moves(session.state, session.secrets)[0])
        await until(lambda: not proposer.room.net.session.proposals)
        await until(lambda: SOON not in slow.text)
        assert not any(person.room.net.session.stood for person in people)


async def test_whose_time_is_up_reads_it_before_anybody_has_proposed_anything() -> None:
    async with party() as guests:
        people = await at_play(guests, "Ana", "Ben", absent=(1, SECONDS))
        slow = await until(lambda: next((p for p in people if p.room.net.session.my_turn), None))

        def looked() -> bool:
            slow.app.net.look_round()
            return SOON in rows(slow.app)[0]

        await until(looked)
