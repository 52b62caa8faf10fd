"""Our games as OpenSpiel sees them, and OpenSpiel's own information-set search as an opponent.

A thin adapter: it drives ``core`` and knows no rule. Chance lies in the world that a state carries, so
there are no chance nodes. The bot is ``open_spiel.python.algorithms.ismcts`` as it comes, with random
rollouts; the C++ one, ``pyspiel.ISMCTSBot``, ends in a segmentation fault with states written in
Python (2.0.2). OpenSpiel (the dependency group ``bench``, or ``pip install open-spiel``) is no
dependency of Caboose.
"""

from __future__ import annotations

import copy
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
from core.bots.search.worlds import Worlds, carry_out, settle
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Secrets, learn
from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import ALL, Reveal


class SpielGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]  # OpenSpiel has no types
    """One of our games with a number of seats. Actions are numbers of moves, given as they appear."""

    def __init__(self, game: Game[Any], seats: int, seed: int = 0) -> None:
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
        self.chance = FastChance(seed)
        self._numbers: dict[Move, int] = {}
        self._moves: list[Move] = []

    def new_initial_state(self) -> SpielState:
        """A fresh deal, its set-up done."""
        options = self.rules.options()
        state = self.rules.new(options, self.seats)
        seed = b"%d" % self.chance.below(2**32)
        world = dict(enumerate(OpenDeal(seed, self.rules.decks(options, self.seats)).cards))
        found = SpielState(self, state, world, {seat: Secrets() for seat in range(self.seats)})
        found.settle()
        return found

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
    """A position in one world, out of which requests are answered.

    ``secrets``: by seat, what it knows of face-down cards; only of those can be resampled. Simulations
    go without, for that costs time.
    """

    def __init__(
        self,
        game: SpielGame,
        state: Any,
        world: dict[int, int],
        secrets: Mapping[int, dict[int, int]] | None = None,
    ) -> None:
        super().__init__(game)
        self._spiel = game
        self.state = state
        self.world = world
        self.secrets = secrets
        self._worlds: Worlds | None = None

    def settle(self) -> None:
        """Answer what the rules ask for, and let the seats learn from it."""
        rules, state = self._spiel.rules, self.state
        while self.secrets is not None and state.awaiting:
            request = state.awaiting[0]
            if type(request) is not Reveal:
                for seat, known in self.secrets.items():
                    learn(known, seat, request, None)
                cards = self._spiel.chance.mixed([self.world[slot] for slot in request.slots])
                self.world.update(zip(request.slots, cards, strict=True))
                rules.answered(state, request, None)
                continue
            shown = tuple(self.world[slot] for slot in request.slots)
            for seat, known in self.secrets.items():
                learn(known, seat, request, shown)
            rules.answered(state, request, shown if request.to == ALL else None)
        settle(rules, state, self.world, self._spiel.chance)

    def current_player(self) -> int:
        """The seat to act."""
        return pyspiel.PlayerId.TERMINAL if self.state.over else int(self.state.turn)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Numbers of the legal moves, rising as OpenSpiel has them."""
        if self.state.over or player not in (None, self.state.turn):
            return []
        moves = self._spiel.rules.moves(self.state, self.world)
        return sorted([self._spiel.number(move) for move in moves])

    def apply_action(self, action: int) -> None:
        """Make a move and answer what it asks for."""
        rules = self._spiel.rules
        move = self._spiel.move(action)
        if self.secrets is None:
            carry_out(rules, self.state, self.state.turn, move, self.world, self._spiel.chance)
            return
        for slot, card in rules.claims(self.state, move):
            for seat, known in self.secrets.items():
                learn(known, seat, Reveal((slot,)), (card,))
        rules.apply(self.state, self.state.turn, move)
        self.settle()

    # What OpenSpiel's own C++ calls. Python comes by the methods above, without a detour.
    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.apply_action(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self._spiel.rules.text(self._spiel.move(action))

    def __str__(self) -> str:
        return self._spiel.rules.describe(self.state)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.over)

    def is_chance_node(self) -> bool:
        """Never: chance lies in the world."""
        return False

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the losers, shared by winners; 0 before the end."""
        winners = self._spiel.rules.winners(self.state)
        seats = self._spiel.seats
        if not winners or len(winners) == seats:
            return [0.0] * seats
        lost = seats - len(winners)
        most = max(lost / len(winners), 1.0)
        return [(lost / len(winners) if s in winners else -1.0) / most for s in range(seats)]

    def information_state_string(self, player: int | None = None) -> str:
        """The public state, and what the mover may do: all that tells nodes of its search apart.

        The searcher's own secrets are the same in all its worlds. What opponents hold is left out, so
        that they have one node for all hands that allow the same moves, and not one nearly empty
        node for each.
        """
        public = self._spiel.rules.encode(self.state).hex()
        return f"{public}/{','.join(map(str, self.legal_actions()))}"

    def resample_from_infostate(self, player: int, _sampler: Any = None) -> SpielState:
        """The same position in another world that fits what ``player`` knows."""
        assert self.secrets is not None
        rules = self._spiel.rules
        if self._worlds is None:
            self._worlds = Worlds(rules.prior(self.state, self.secrets[player]))
        world = self._worlds.draw(self._spiel.chance)
        return SpielState(self._spiel, rules.copy(self.state), world)

    def clone(self) -> SpielState:
        """An independent copy."""
        secrets = None
        if self.secrets is not None:
            secrets = {seat: copy.deepcopy(known) for seat, known in self.secrets.items()}
        state = self._spiel.rules.copy(self.state)
        return SpielState(self._spiel, state, dict(self.world), secrets)

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
        self._game = SpielGame(game, seats, seed)
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
        root = SpielState(self._game, rules.copy(state), dict(secrets), {seat: dict(secrets)})
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
