"""Proposals at a networked table by keys: what the others are asked, and what all are told."""

from __future__ import annotations

import pytest

from tests.tui.driving import rows
from tests.tui.net.parties import party, until
from tests.tui.net.test_links import two_at_play
from tui.screens.agree import AgreeScreen


async def test_a_proposal_to_end_is_asked_of_the_other_and_ends_the_game_with_its_yes() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ana.press("p")
        await until(lambda: "propose to end the game here" in ana.text)
        await ana.press("e")
        await until(lambda: "no answer yet from: Ben" in " ".join(ana.text.split()))
        await until(lambda: isinstance(ben.app.screen, AgreeScreen))
        assert "Ana proposes" in ben.text
        await ben.press("y")
        await until(lambda: "Agreed: the game ends here" in ben.text)
        await ana.press("escape")
        await until(lambda: "Agreed: the game ends here" in ana.text)
        await until(lambda: ana.room.net.session.complete and ben.room.net.session.complete)


async def test_a_no_is_told_to_who_proposed_and_the_game_goes_on() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ben.press("p", "e")
        await until(lambda: isinstance(ana.app.screen, AgreeScreen))
        await ana.press("n")
        await until(lambda: ana.plays)
        await ben.press("escape", "l")
        await until(lambda: "the proposal is off: Ana did not agree" in ben.text)
        assert not ana.room.net.session.complete


async def test_an_unanswered_question_stays_on_the_top_line_with_its_key() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ben.press("p", "e")
        await until(lambda: isinstance(ana.app.screen, AgreeScreen))
        await ana.press("escape")
        await until(lambda: "p: answer a proposal" in rows(ana.app)[0])
        await ana.press("p", "n")
        await until(lambda: "answer a proposal" not in rows(ana.app)[0])


async def test_who_leaves_the_game_for_good_is_stood_in_for_if_the_other_wants_it() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ana.press("p", "g")
        assert "for good" in ana.text
        await ana.press("y")
        await until(lambda: "You have left" in ana.text)
        await until(lambda: "Ana left for good" in rows(ben.app)[0])
        assert 0 in ben.room.net.session.absent
        await ben.press("p")
        await until(lambda: "Ana counts as absent" in ben.text)
        await ben.press("s")
        await until(lambda: 0 in ana.room.net.session.stood)
        await until(lambda: "stand-in plays for Ana" in ben.text)
        await ana.press("b", "escape")
        await until(lambda: not ana.room.net.session.resigned)


async def test_the_waiting_room_says_what_happens_to_who_is_gone() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        ben = await guests.visit("Ben")
        says = "Who is gone for 2 min: the others vote on a stand-in"
        await until(lambda: says in ana.text and says in ben.text)


async def test_leaving_for_good_is_asked_about_and_can_be_thought_better_of() -> None:
    async with party() as guests:
        ana, _ben = await two_at_play(guests)
        await ana.press("p", "g", "n")
        assert "propose to end the game here" in ana.text
        assert not ana.room.net.session.resigned


async def test_a_pause_is_agreed_on_shown_with_its_hour_and_ended_by_agreement() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        ana.room.net.line._hour = ben.room.net.line._hour = lambda: "14:05"
        await ana.press("p", "p")
        await until(lambda: isinstance(ben.app.screen, AgreeScreen))
        assert "the game is paused" in ben.text
        await ben.press("y")
        await until(lambda: "paused since 14:05" in rows(ben.app)[0])
        await ana.press("escape")
        await until(lambda: "paused since 14:05" in rows(ana.app)[0])
        actor = ana if ana.room.net.session.state.turn == 0 else ben
        await actor.press("1", "enter")
        assert "paused" in "\n".join(rows(actor.app)[1:])
        await ben.press("p", "o")
        await until(lambda: isinstance(ana.app.screen, AgreeScreen))
        await ana.press("y")
        await until(lambda: "paused" not in rows(ana.app)[0])
        await until(lambda: ben.room.net.session.paused is None)


@pytest.mark.parametrize("claim", [False, True])
async def test_a_claim_is_offered_only_where_the_table_has_it_and_somebody_is_gone(
    claim: bool,
) -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table", claim=claim)
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text and "Ana" in ben.text)
        assert ("or claim the game" in " ".join(ben.text.replace("│", " ").split())) is claim
        await ana.press("r")
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays)
        await ana.press("p")
        assert "won by those present" not in ana.text
        await ana.press("escape")
        await ben.press("p", "g", "y")
        await until(lambda: 1 in ana.room.net.session.absent)
        await ana.press("p")
        assert ("won by those present" in ana.text) is claim


async def test_a_slow_game_says_how_long_a_move_may_take() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table", absent=(1, 86400))
        await until(lambda: "Slow game, 24 h for each move" in ana.text)
