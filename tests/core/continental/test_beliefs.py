"""An opponent's claims and tokens say something of its contract; they never say it for certain."""

from core.games.continental.beliefs import beliefs
from core.games.continental.sheet import COMPANIES, CONTRACTS, FIRST_CONTRACT
from core.games.registry import game
from core.match import Match

BLUE = 0


def match() -> Match:
    played = Match(game("continental-express"), 3, b"beliefs")
    while any(slot is None for slot in played.state.kept):
        played.play(played.moves()[0])
    return played


def test_every_opponents_kept_contract_is_thought_about_and_no_other_slot() -> None:
    state = match().state
    assert set(beliefs(state, 1)) == {state.kept[0], state.kept[2]}
    assert set(beliefs(state, -1)) == set(state.kept)


def test_tokens_of_a_company_speak_for_its_contract() -> None:
    state = match().state
    slot = state.kept[0]
    assert slot is not None
    before = beliefs(state, 1)[slot]
    state.tokens[BLUE] += 2
    after = beliefs(state, 1)[slot]
    blue = next(FIRST_CONTRACT + at for at, one in enumerate(CONTRACTS) if one.company == BLUE)
    others = [FIRST_CONTRACT + at for at in range(len(COMPANIES)) if FIRST_CONTRACT + at != blue]
    assert all(after[blue] > 2 * after[other] for other in others)
    assert after[blue] * sum(before.values()) > before[blue] * sum(after.values())
    assert min(after.values()) > 0
