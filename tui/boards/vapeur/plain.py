"""À toute vapeur! told in sentences, for the line mode."""

from __future__ import annotations

from typing import Final

from core.games.vapeur.moves import END, TRAIN_LETTERS, of
from core.games.vapeur.scoring import certified, score
from core.games.vapeur.sheet import CODES
from core.games.vapeur.state import State, complete, missing, train_cards, trains_of
from core.games.vapeur.view import next_draw
from core.kernel.move import Move
from tui.boards.vapeur import score_sheet, words
from tui.boards.vapeur.position import hand, ways
from tui.boards.vapeur.staging import asks as asked
from tui.boards.vapeur.text import REFUSALS, colour_name, wagons
from tui.plain.telling import Seen
from tui.told import told
from tui.tongue import _, n_

OWN: Final = ("hand", "cards")


def table(view: Seen) -> list[str]:
    """Pile, trains, hands by number."""
    state: State = view.state
    lines = [n_("{count} card in the pile.", "{count} cards in the pile.", state.pile)]
    draw = next_draw(state)
    if not state.pile and draw is not None and draw[1] is not None:
        lines.append(
            _(
                "{name} draws next, from {other}.",
                name=view.names[draw[0]],
                other=view.names[draw[1]],
            )
        )
    for seat in range(state.seats):
        trains = [_train(state, train) for train in trains_of(state, seat)]
        lines.append(
            _(
                "{name}: {trains}; cards in hand {count}.",
                name=view.names[seat],
                trains="; ".join(trains) or _("no train"),
                count=len(state.hands[seat]),
            )
        )
        seen = [card for slot, card in state.shown if slot in state.hands[seat]]
        if seen and seat != view.seat:
            cards = ", ".join(words.card_words(card) for card in sorted(seen))
            lines.append(
                _(
                    "Everybody has seen of {name}'s hand: {cards}.",
                    name=view.names[seat],
                    cards=cards,
                )
            )
    return lines


def _train(state: State, train: int) -> str:
    letter, colour = TRAIN_LETTERS[train], colour_name(state.colours[train])
    if state.certified[train]:
        return _("train {letter}, {colour}, complete and certified", letter=letter, colour=colour)
    if complete(state, train):
        return _("train {letter}, {colour}, complete", letter=letter, colour=colour)
    return _(
        "train {letter}, {colour}, {count} cards, lacks {cards}",
        letter=letter,
        colour=colour,
        count=len(train_cards(state, train)),
        cards=wagons(missing(state, train)),
    )


def own(view: Seen) -> list[str]:
    """The hand, each card with what a move calls it."""
    if view.seat is None:
        return [_("You are watching, and see nobody's hand.")]
    found = hand(view.position)
    if not found:
        return [_("Your hand is empty.")]
    cards = [
        f"{words.card_words(card)} {slot}:{CODES[card]}"
        for card, slots in found.items()
        for slot in slots
    ]
    return [_("Your hand: {cards}.", cards="; ".join(cards))]


def asks(view: Seen) -> str:
    """What to do next."""
    position = view.position
    must = position.reason(of(END)) if position.mine else None
    return words.prompt(asked(position), view.state, view.names, view.seat, ways(position), must)


def move(view: Seen, move: Move) -> str:
    """The question that the screen would put, of which a sentence can be made."""
    return words.question(view.state, move, view.names).rstrip("?").rstrip()


def sheet(view: Seen) -> list[str]:
    """Everyone's trains."""
    state: State = view.state
    lines = [score_sheet.verdict(state, view.names)]
    for seat, (trains, safe) in enumerate(zip(score(state), certified(state), strict=True)):
        lines.append(
            _(
                "{name}: {trains} complete trains, {safe} of them certified.",
                name=view.names[seat],
                trains=trains,
                safe=safe,
            )
        )
    return lines


def refused(reason: str) -> str:
    """Why not, in the person's language."""
    return told(reason, REFUSALS)
