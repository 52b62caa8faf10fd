"""Every key of the program, in one place: screens ask here what a key means, help lists it.

Keys are Textual's names. Nothing needs Ctrl, Alt or a function key alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

CONFIRM: Final = ("enter", "space")
BACK: Final = "escape"
DECLINE: Final = "x"
CONTRACT: Final = "h"
LOG: Final = "l"
RULES: Final = ("r", "f1")
HELP: Final = "?"
LEAVE: Final = "q"
INTERRUPT: Final = "ctrl+c"
"""What people press who want out; like Textual's own ctrl+q, it asks before a live game is left."""
NEXT: Final = ("right", "down", "tab")
PREVIOUS: Final = ("left", "up", "shift+tab")

AGAIN: Final = "n"
HOME: Final = "h"
TABLE: Final = "t"

READY: Final = "r"
BOT: Final = "b"
CHAT: Final = "t"
STAND: Final = "l"
WATCH: Final = "w"
HOST: Final = "o"
OVER: Final = "o"
COPY: Final = "i"
AGREE: Final = "p"

GAMES: Final = "k"
REVIEW: Final = "v"
SIGHT: Final = "v"
ENTRY: Final = "g"
PLAY_ON: Final = "n"
HIDDEN: Final = "h"
CHART: Final = "c"

STRENGTH: Final = "s"
SEED: Final = "d"
GAME: Final = "g"

DIGITS: Final = "123456789"
ROWS: Final = "abc"
WAGONS: Final = "abcdel"

_NAMES: Final = {"question_mark": HELP, "return": "enter", "ctrl+m": "enter"}


def name(key: str, character: str | None) -> str:
    """One name a key, whichever the terminal reports: letters are case-blind."""
    if character is not None and len(character) == 1 and character.isprintable():
        if character == " ":
            return "space"
        return character.lower()
    return _NAMES.get(key, key)


class Row(NamedTuple):
    """A line of the help page; a row without keys is a heading."""

    keys: str
    does: str


LOOK_UP: Final = (
    Row("", "To look things up"),
    Row("l", "the whole log"),
    Row("r, F1", "the rules in short"),
    Row("?", "these keys"),
    Row("q", "leave the table (asks first)"),
)
"""What every table has."""

TABLE_HELP: Final = (
    Row("", "At the table"),
    Row("1-9", "take the card with that number (the Investor: take it free)"),
    Row("a b c", "claim that objective"),
    Row("1-9, arrows", "where wagons can pay in several ways: choose which go"),
    Row("space, enter", "confirm what is staged; with nothing staged, end your turn"),
    Row("escape", "take back what is staged, one step"),
    Row("x", "do without the character's effect"),
    Row("a-e, l", "Switchman: your wagon, then theirs"),
    Row("1-4", "Pickpocket and Switchman: the player"),
    Row("1-5", "Director: the company"),
    LOOK_UP[0],
    Row("h", "show or hide your contract"),
    *LOOK_UP[1:],
)

REPLAY_HELP: Final = (
    Row("", "Looking at a game again"),
    Row("left, right", "one move back or on, with the cards that it turned over"),
    Row("up, down", "a whole turn back or on"),
    Row("home, end", "the start, the end"),
    Row("g", "go to an entry by its number"),
    Row("space", "let it play by itself, or stop it"),
    Row("v", "seen as: everyone saw it, one seat saw it, or with all cards open"),
    Row("h", "all hidden cards at this moment (open only)"),
    Row("n", "play on from here against bots"),
    Row("c", "a chart of everyone's points by turn"),
    Row("l", "the whole log up to here"),
    Row("r, F1", "the rules in short"),
    Row("?", "these keys"),
    Row("escape, q", "close"),
)

GAMES_HELP: Final = (
    Row("", "Your games"),
    Row("up, down", "choose a game"),
    Row("enter", "look at it again"),
    Row("tab", "what your games add up to, one page for each kind of game"),
    Row("escape, q", "close"),
)

CHAT_ROWS: Final = (
    Row("t", "chat with the others at the table"),
    Row("p", "answer a proposal; propose a stand-in, undo, end; leave the game"),
    Row("o", "play here, where another window of yours has the seat"),
)

WAITING_HELP: Final = (
    Row("", "In the waiting room"),
    Row("r", "you are ready: you agree to who sits here and to the house rules"),
    Row("b", "put a bot on a free seat (whoever opened the table)"),
    Row("2-6, x", "take a guest's seat back (whoever opened the table)"),
    Row("t", "chat with those who sit here"),
    Row("i", "copy what others need to come here, if your terminal allows it"),
    Row("F1", "the rules in short"),
    Row("?", "these keys"),
    Row("l, q", "leave the table"),
    Row("", "Later, at the table"),
    Row("t", "chat"),
)

HOME_HELP: Final = (
    Row("", "Departures"),
    Row("up, down", "choose a train"),
    Row("1-5", "choose the train with that many rivals"),
    Row("g", "which game is played"),
    Row("left, right, s", "how strong the bots are"),
    Row("d", "type a seed: the same seed deals the same cards"),
    Row("k", "your kept games: look at one again, see what they add up to"),
    Row("enter", "depart: open the table; at a table of others: sit down"),
    Row("w", "watch the chosen table of others"),
    Row("o", "open a table for others, with the game and seats chosen above"),
    Row("r, F1", "the rules in short"),
    Row("?", "these keys"),
    Row("q", "quit"),
)
