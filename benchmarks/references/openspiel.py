"""Our games as OpenSpiel sees them, and OpenSpiel's own information-set search as an opponent.

A thin adapter: it drives ``core`` and knows no rule. The bot is ``open_spiel.python``'s ``ISMCTSBot``
with random rollouts, chosen before the C++ one because it takes a function that draws worlds, and
ours are drawn by ``core``. OpenSpiel (``pip install open-spiel``) is no dependency of Caboose.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np  # type: ignore[import-not-found,unused-ignore]  # comes with OpenSpiel
import pyspiel  # type: ignore[import-not-found,unused-ignore]  # optional, for benchmarks only
from open_spiel.python.algorithms import (  # type: ignore[import-not-found,unused-ignore]  # as above
    ismcts,
    mcts,
)

from core.bots.search.chance import FastChance
from core.bots.search.values import Budget, Clock
from core.bots.search.worlds import Worlds, carry_out
from core.kernel.game import Game
from core.kernel.move import Move


class SpielGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]  # OpenSpiel has no types
    """One of our games with a number of seats. Actions are numbers of moves, given as they appear."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        kind = pyspiel.GameType(
            short_name=f"caboose_{game.name}_{seats}",
            long_name=game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        about = pyspiel.GameInfo(
            num_distinct_actions=100_000,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2_000,
        )
        super().__init__(kind, about, {})
        self.rules = game
        self.seats = seats
        self._numbers: dict[Move, int] = {}
        self._moves: list[Move] = []

    def number(self, move: Move) -> int:
        """The action that stands for a move."""
        found = self._numbers.get(move)
        if found is None:
            found = self._numbers[move] = len(self._moves)
            self._moves.append(move)
        return found

    def move(self, action: int) -> Move:
        """The move that an action stands for."""
        return self._moves[action]


class SpielState(pyspiel.State):  # type: ignore[misc,unused-ignore]  # as above
    """A position in one world. Requests are answered out of the world, so there are no chance nodes."""

    def __init__(self, game: SpielGame, state: Any, world: dict[int, int], chance: Any) -> None:
        super().__init__(game)
        self._spiel = game
        self.state = state
        self.world = world
        self._chance = chance

    def current_player(self) -> int:
        """The seat to act."""
        return pyspiel.PlayerId.TERMINAL if self.state.over else int(self.state.turn)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Numbers of the legal moves, rising as OpenSpiel has them."""
        if self.state.over:
            return []
        moves = self._spiel.rules.moves(self.state, self.world)
        return sorted(self._spiel.number(move) for move in moves)

    def apply_action(self, action: int) -> None:
        """Make a move and answer what it asks for."""
        rules = self._spiel.rules
        move = self._spiel.move(action)
        carry_out(rules, self.state, self.state.turn, move, self.world, self._chance)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.over)

    def is_chance_node(self) -> bool:
        """Never: chance lies in the world."""
        return False

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the losers, shared by winners."""
        winners = self._spiel.rules.winners(self.state)
        seats = self._spiel.seats
        lost = seats - len(winners)
        return [lost / len(winners) if s in winners else -1.0 for s in range(seats)]

    def information_state_string(self, player: int | None = None) -> str:
        """The public state: the searcher's own secrets are the same in all of its worlds."""
        return self._spiel.rules.encode(self.state).hex()

    def clone(self) -> SpielState:
        """An independent copy."""
        rules = self._spiel.rules
        return SpielState(self._spiel, rules.copy(self.state), dict(self.world), self._chance)

    def get_game(self) -> SpielGame:
        """The game."""
        return self._spiel


class SpielBot:
    """OpenSpiel's IS-MCTS as one of our bots. ``budget``: simulations, or CPU seconds by ``clock``."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        seed: int,
        budget: Budget,
        clock: Clock | None = None,
    ) -> None:
        self._game = SpielGame(game, seats)
        self._chance = FastChance(seed)
        rng = np.random.RandomState(seed % 2**32)
        self._budget = budget
        self._clock = clock
        self._bot = ismcts.ISMCTSBot(
            self._game,
            mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
            uct_c=2.0**0.5,
            max_simulations=budget.simulations or 1,
            random_state=rng,
        )

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """The action visited most."""
        rules = self._game.rules
        moves = rules.moves(state, secrets)
        if len(moves) == 1:
            return moves[0]
        worlds = Worlds(rules.prior(state, secrets))

        def sample(_: Any, __: int) -> SpielState:
            return SpielState(
                self._game, rules.copy(state), worlds.draw(self._chance), self._chance
            )

        self._bot.set_resampler(sample)
        root = SpielState(self._game, rules.copy(state), dict(secrets), self._chance)
        policy = self._bot.run_search(root) if self._budget.seconds is None else self._timed(root)
        return self._game.move(max(policy, key=lambda pair: pair[1])[0])

    def _timed(self, root: SpielState) -> Any:
        """Its own search with a clock in the place of the count."""
        assert self._clock is not None
        assert self._budget.seconds is not None
        until = self._clock() + self._budget.seconds
        bot = self._bot
        bot.reset()
        bot._root_node = bot.create_new_node(root)
        while self._clock() < until:
            bot.run_simulation(bot.sample_root_state(root))
        return bot.get_final_policy(root, bot._root_node)
