"""The rulebook played by hand: piles are lists of cards, nothing is fast, nothing is hidden.

Written from the rulebook and the rulings, sharing no line with the engine, so that a slip must be
made twice to go unseen. It begins with the first turn, where all shuffling is done.
"""

from __future__ import annotations

from itertools import combinations

from core.games.continental import sheet
from core.games.continental.sheet import ContractKind

WAGONS = "ABCDEL"
COLOURS = ("blue", "yellow", "black", "red", "green")


def payments(wanted: str, train: list[str]) -> set[str]:
    """The sets of wagons of a train, sorted, that pay for an objective."""
    found = set()
    for paid in combinations(sorted(train), len(wanted)):
        left = list(wanted)
        for wagon in paid:
            if wagon != "L" and wagon in left:
                left.remove(wagon)
        if len(left) == paid.count("L"):
            found.add(" ".join(paid))
    return found


def most_sets(sets: list[list[str]], icons: list[str]) -> int:
    """The most disjoint sets that icons can be laid out in, trying everything."""
    best = 0
    for number, one in enumerate(sets):
        left = list(icons)
        try:
            for colour in one:
                left.remove(colour)
        except ValueError:
            continue
        best = max(best, 1 + most_sets(sets[number:], left))
    return best


def contract_value(card: int, icons: list[str]) -> int:
    kind, points, company = (
        sheet.CONTRACTS[card].kind,
        sheet.CONTRACTS[card].points,
        sheet.CONTRACTS[card].company,
    )
    if kind is ContractKind.EACH_ICON:
        assert company is not None
        return points * icons.count(COLOURS[company])
    if kind is ContractKind.FOUR_COLOURS:
        return points if len(set(icons)) >= 4 else 0
    if kind is ContractKind.TWO_PAIRS:
        return points if len({c for c in icons if icons.count(c) >= 2}) >= 2 else 0
    sets = {
        ContractKind.EACH_PAIR: [[c] * 2 for c in COLOURS],
        ContractKind.EACH_TRIO: [[c] * 3 for c in COLOURS],
        ContractKind.EACH_MIXED_TRIO: [list(trio) for trio in combinations(COLOURS, 3)],
    }[kind]
    return points * most_sets(sets, icons)


class Player:
    def __init__(self, contract: int, tickets: int) -> None:
        self.contract = contract
        self.tickets = tickets
        self.train: list[str] = []
        self.tokens: list[str] = []
        self.claimed: list[int] = []

    @property
    def printed(self) -> int:
        return sum(sheet.OBJECTIVES[number].points for number in self.claimed)

    @property
    def total(self) -> int:
        icons = [COLOURS[sheet.OBJECTIVES[number].company] for number in self.claimed]
        return self.printed + contract_value(self.contract, icons + self.tokens) + self.tickets


class Reference:
    """Cards are names, objectives numbers from 0; moves are the engine's texts."""

    def __init__(
        self,
        players: list[Player],
        lines: list[list[str | None]],
        piles: list[list[str]],
        row: list[int],
        objectives: list[int],
        first: int,
        mandatory: bool,
    ) -> None:
        self.players = players
        self.lines = lines
        self.piles = piles
        self.row = row
        self.objectives = objectives
        self.turn = first
        self.mandatory = mandatory
        self.supply = [colour for colour in COLOURS for _ in range(4)]
        self.gaps: list[int] = []
        self.character: str | None = None
        self.claiming = False
        self.still_to_play: list[int] | None = None
        self.over = False

    @property
    def me(self) -> Player:
        return self.players[self.turn]

    # What may be done ---------------------------------------------------------------------------

    def visible(self) -> list[tuple[int, int]]:
        return [(i, j) for i in range(3) for j in range(3) if self.at(i, j) is not None]

    def at(self, line: int, place: int) -> str | None:
        return self.lines[line][place] if place < len(self.lines[line]) else None

    def claims(self) -> set[str]:
        return {
            f"claim {'abc'[place]} {paid}"
            for place, number in enumerate(self.row)
            for paid in payments(sheet.OBJECTIVES[number].wagons, self.me.train)
        }

    def effects(self) -> set[str]:
        others = [n for n in range(len(self.players)) if n != self.turn]
        match self.character:
            case "Director":
                return {f"token {colour}" for colour in self.supply}
            case "Investor":
                return {f"invest {line + 1} {place}" for line, place in self.visible()}
            case "Pickpocket":
                return {f"rob {n + 1}" for n in others if self.players[n].tickets}
            case _:
                return {
                    f"swap {mine} {n + 1} {theirs}"
                    for mine in self.me.train
                    for n in others
                    for theirs in self.players[n].train
                }

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.character:
            return self.effects() | (set() if self.mandatory else {"decline"})
        if self.claiming:
            return self.claims() | {"pass"}
        return {f"take {i + 1} {j}" for i, j in self.visible() if j <= self.me.tickets}

    # What happens -------------------------------------------------------------------------------

    def do(self, text: str) -> None:
        verb, *words = text.split()
        match verb:
            case "take":
                self.me.tickets -= int(words[1])
                self.receive(int(words[0]) - 1, int(words[1]))
            case "invest":
                self.receive(int(words[0]) - 1, int(words[1]))
            case "rob":
                victim = self.players[int(words[0]) - 1]
                self.me.tickets, victim.tickets = self.me.tickets + victim.tickets, 0
                self.refill()
            case "swap":
                other = self.players[int(words[1]) - 1]
                self.me.train.remove(words[0])
                other.train.remove(words[2])
                self.me.train.append(words[2])
                other.train.append(words[0])
                self.refill()
            case "token":
                self.supply.remove(words[0])
                self.me.tokens.append(words[0])
                self.refill()
            case "decline":
                self.refill()
            case "claim":
                for wagon in words[1:]:
                    self.me.train.remove(wagon)
                place = "abc".index(words[0])
                self.me.claimed.append(self.row[place])
                self.row[place] = self.objectives.pop(0)
                self.end_turn()
            case "pass":
                self.end_turn()

    def receive(self, line: int, place: int) -> None:
        card = self.lines[line][place]
        assert card is not None
        self.lines[line][place] = None
        self.gaps.append(line)
        self.character = None
        if card in WAGONS:
            self.me.train.append(card)
        elif card == "T":
            self.me.tickets += 1
        else:
            self.character = card
            if self.effects():
                return
        self.refill()

    def refill(self) -> None:
        self.character = None
        self.lines = [[card for card in line if card] for line in self.lines]
        while self.gaps:
            self.draw(self.gaps.pop(0))
        self.claiming = True
        if not self.claims():
            self.end_turn()

    def draw(self, line: int) -> None:
        """Turn cards of a pile until one can be laid down."""
        while self.piles[line]:
            card = self.piles[line].pop(0)
            if card == "Derailment":
                self.objectives += self.row
                self.row = [self.objectives.pop(0) for _ in range(3)]
            elif card == "Fire":
                self.lines = [[], [], []]
                self.gaps = [0, 0, 0, 1, 1, 1, 2, 2, 2]
                return
            else:
                self.lines[line].append(card)
                return

    def end_turn(self) -> None:
        self.claiming = False
        count = len(self.players)
        if self.still_to_play is None and (len(self.me.claimed) == 4 or not self.visible()):
            self.still_to_play = [(self.turn + step) % count for step in range(1, count)]
        while True:
            if self.still_to_play is None:
                self.turn = (self.turn + 1) % count
            elif self.still_to_play:
                self.turn = self.still_to_play.pop(0)
            else:
                self.over = True
                return
            if self.visible():
                return
            if self.claims():
                self.claiming = True
                return

    def winners(self) -> tuple[int, ...]:
        ranks = [(player.total, player.printed) for player in self.players]
        return tuple(n for n, rank in enumerate(ranks) if rank == max(ranks))
