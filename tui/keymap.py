"""Every key of the program, in one place: screens ask here what a key means, help lists it.

Keys are Textual's names. Nothing needs Ctrl, Alt or a function key alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from tui.tongue import N_

CONFIRM: Final = ("enter", "space")
BACK: Final = "escape"
DECLINE: Final = "x"
CONTRACT: Final = "h"
LOG: Final = "l"
COUNTERS: Final = "#"
RULES: Final = ("r", "f1")
HELP: Final = "?"
LEAVE: Final = "q"
INTERRUPT: Final = "ctrl+c"
"""What people press who want out; like Textual's own ctrl+q, it asks before a live game is left."""
NEXT: Final = ("right", "down", "tab")
PREVIOUS: Final = ("left", "up", "shift+tab")

AGAIN: Final = "n"
START: Final = "o"
HOME: Final = "h"
TABLE: Final = "t"

READY: Final = "r"
BOT: Final = "b"
CHAT: Final = "t"
HALL: Final = "c"
"""The chat of Departures, where the key of a table's chat begins a first game."""
STAND: Final = "l"
WATCH: Final = "w"
HOST: Final = "o"
OVER: Final = "o"
COPY: Final = "i"
AGREE: Final = "p"
HINT: Final = "i"
PEOPLE: Final = "f"
MUTE: Final = "m"
BLOCK: Final = "b"
NOTE: Final = "e"
DEPART: Final = "z"
"""To Departures, while the table goes on."""

GAMES: Final = "k"
REVIEW: Final = "v"
SIGHT: Final = "v"
ENTRY: Final = "g"
PLAY_ON: Final = "n"
HIDDEN: Final = "h"
CHART: Final = "c"
ONWARD: Final = "n"
CONDUCTOR: Final = "y"
TUTORIAL: Final = "t"
MOMENTS: Final = "m"
FOLLOW: Final = "f"
WHO: Final = "w"
LEAD: Final = "o"

SEARCH: Final = "/"
NEXT_HIT: Final = "n"
PREVIOUS_HIT: Final = "p"
CONTENTS: Final = "c"

STRENGTH: Final = "s"
SEED: Final = "d"
GAME: Final = "g"

DIGITS: Final = "123456789"
ROWS: Final = "abc"
WAGONS: Final = "abcdel"

_PARTS: Final = re.compile(r"((?<![A-Za-z0-9])\S(?![A-Za-z0-9]))")
"""Single signs that stand alone in a list of keys."""

_NAMES: Final = {"question_mark": HELP, "return": "enter", "ctrl+m": "enter"}


SETTINGS: Final = ","
COMMANDS: Final = ":"

_swapped: dict[str, str] = {}
"""Both ways: the key pressed to the key meant. One person a process has one keyboard."""


def swaps(table: object) -> tuple[dict[str, str], list[str]]:
    """What ``[keys]`` of the settings may say, and what is wrong with the rest of it.

    ``"l" = "g"``: what ``l`` does is on ``g``, and what ``g`` did is on ``l``, so that nothing is lost.
    """
    if not isinstance(table, dict):
        return {}, ['[keys] holds lines like "l" = "g"']
    found: dict[str, str] = {}
    faults: list[str] = []
    used: set[str] = set()
    for old, new in table.items():
        pair = f"{str(old)[:12]!r} = {str(new)[:12]!r}"
        if not (_plain_key(old) and _plain_key(new)):
            faults.append(f"[keys] {pair}: a key is one printable sign, and no digit")
        elif old == new or {old, new} & used:
            faults.append(f"[keys] {pair}: a key can be exchanged with one other, once")
        else:
            found[old] = new
            used |= {old, new}
    return found, faults


def _plain_key(key: object) -> bool:
    if not isinstance(key, str) or len(key) != 1:
        return False
    return key.isascii() and key.isprintable() and key == key.lower() and key not in " 0123456789"


def remap(table: Mapping[str, str]) -> None:
    """Use these exchanges from now on."""
    _swapped.clear()
    for old, new in table.items():
        _swapped[old], _swapped[new] = new, old


def shown(key: str) -> str:
    """The key to press for what the program calls ``key``; also for lists like ``space, l``."""
    if not _swapped:
        return key
    return "".join(_swapped.get(part, part) for part in _PARTS.split(key))


def name(key: str, character: str | None) -> str:
    """One name a key, whichever the terminal reports: letters are case-blind."""
    found = _name(key, character)
    return _swapped.get(found, found)


def _name(key: str, character: str | None) -> str:
    if character is not None and len(character) == 1 and character.isprintable():
        if character == " ":
            return "space"
        return character.lower()
    return _NAMES.get(key, key)


class Row(NamedTuple):
    """A line of the help page; a row without keys is a heading."""

    keys: str
    does: str


KEY_NAMES: Final = (
    N_("up"), N_("down"), N_("left"), N_("right"), N_("space"), N_("enter"), N_("escape"),
    N_("home"), N_("end"), N_("tab"), "f1",
)  # fmt: skip
"""Keys that are words; ``_`` of one is what is printed on it."""
_ARROWS: Final = {"arrows": ("left", "right")}


def keys_of(keys: str) -> tuple[str, ...]:
    """The keys that a row names, as screens know them: ``1-3, x`` and ``left, right``.

    None where the row tells of a combination, not of a key of its own.
    """
    found: list[str] = []
    for part in [keys] if len(keys) == 1 else re.split(r"[, ]+", keys):
        if len(part) == 3 and part[1] == "-":
            found += [chr(n) for n in range(ord(part[0]), ord(part[2]) + 1)]
        elif len(part) == 1 or part.lower() in KEY_NAMES:
            found.append(part if len(part) == 1 else part.lower())
        else:
            found += _ARROWS.get(part, ())
    return tuple(found)


LOOK_UP: Final = (
    Row("", N_("To look things up")),
    Row("l", N_("the whole log")),
    Row("i", N_("a hint: what a bot would do now, and why")),
    Row("r, F1", N_("the rules, with a search")),
    Row("?", N_("these keys")),
    Row(",", N_("settings: language, look, signals")),
    Row(":", N_("everything that can be done, by its name")),
    Row("z", N_("to Departures; the table goes on, and you come back to it there")),
    Row("q", N_("leave the table (asks first)")),
)
"""What every table has."""

TABLE_HELP: Final = (
    Row("", N_("At the table")),
    Row("1-9", N_("take the card with that number (the Investor: take it free)")),
    Row("a b c", N_("claim that objective")),
    Row(N_("1-9, arrows"), N_("where wagons can pay in several ways: choose which go")),
    Row(N_("space, enter"), N_("confirm what is staged; with nothing staged, end your turn")),
    Row(N_("escape"), N_("take back what is staged, one step")),
    Row("x", N_("do without the character's effect")),
    Row("a-e, l", N_("Switchman: your wagon, then theirs")),
    Row("1-4", N_("Pickpocket and Switchman: the player")),
    Row("1-5", N_("Director: the company")),
    LOOK_UP[0],
    Row("h", N_("show or hide your contract")),
    *LOOK_UP[1:],
)

WATCH_HELP: Final = tuple(row for row in LOOK_UP if row.keys != HINT)
"""What there is for who holds no seat."""

REPLAY_HELP: Final = (
    Row("", N_("Looking at a game again")),
    Row(N_("left, right"), N_("one move back or on, with the cards that it turned over")),
    Row(N_("up, down"), N_("a whole turn back or on")),
    Row(N_("home, end"), N_("the start, the end")),
    Row("g", N_("go to an entry by its number")),
    Row(N_("space"), N_("let it play by itself, or stop it")),
    Row("v", N_("seen as: everyone saw it, one seat saw it, or with all cards open")),
    Row("h", N_("all hidden cards at this moment (open only)")),
    Row("n", N_("play on from here against bots")),
    Row("c", N_("a chart of everyone's points by turn")),
    Row("m", N_("the moments that mattered: what each move cost beside the best")),
    Row("l", N_("the whole log up to here")),
    Row("r, F1", N_("the rules, with a search")),
    Row("?", N_("these keys")),
    Row(N_("escape, q"), N_("close")),
)

TOGETHER_ROWS: Final = (
    Row("", N_("Looking at it together")),
    Row("f", N_("follow whoever leads, or look by yourself")),
    Row("w", N_("who is here and who leads; give the lead away, or take it")),
    Row("t", N_("chat with them")),
)
"""What the replay of a networked game has besides."""

MOMENTS_HELP: Final = (
    Row("", N_("The moments that mattered")),
    Row(N_("up, down"), N_("choose one")),
    Row(N_("enter"), N_("go to it in the replay")),
    Row(N_("escape, q"), N_("close")),
)

SETTINGS_HELP: Final = (
    Row("", N_("Settings")),
    Row(N_("up, down"), N_("choose a setting")),
    Row(N_("left, right"), N_("change it")),
    Row(N_("escape, q"), N_("close")),
)

BRANCH_HELP: Final = (
    Row("", N_("The game is over")),
    Row("h", N_("to the replay that was played on from")),
    Row("t", N_("back to the table")),
    Row("l", N_("the whole log")),
    Row(N_("up, down"), N_("one line up or down")),
    Row("q", N_("quit")),
)
SCORE_HELP: Final = (
    Row("", N_("The game is over")),
    Row("n", N_("another game; with others: say that you want one, or not any more")),
    Row("o", N_("start another game without those who do not answer")),
    Row("h", N_("to Departures")),
    Row("t", N_("back to the table")),
    Row("v", N_("look at this game again")),
    Row("c", N_("a chart of everyone's points by turn")),
    Row("l", N_("the whole log")),
    Row(N_("up, down"), N_("one line up or down")),
    Row("q", N_("quit")),
)

PAGE_HELP: Final = (
    Row(N_("up, down"), N_("one line up or down")),
    Row(N_("space"), N_("one page on")),
    Row(N_("home, end"), N_("the start, the end")),
    Row(N_("escape, q"), N_("close")),
)
"""What there is to press on a page to read, a chart, or anything else that is only looked at."""

TUTOR_ROWS: Final = (
    Row("", N_("With the conductor")),
    Row("n", N_("go on: what the conductor says next")),
    Row("y", N_("let the conductor be silent and show the log, or speak again")),
)

RULES_HELP: Final = (
    Row("", N_("The rules")),
    Row("/", N_("search: what is found is marked")),
    Row("n", N_("the next place found")),
    Row("p, N", N_("the place found before")),
    Row("c", N_("contents: choose a section")),
    Row(N_("left, right"), N_("the section before, the next one")),
    Row(N_("up, down"), N_("one line up or down")),
    Row(N_("space"), N_("one page on")),
    Row(N_("home, end"), N_("the start, the end")),
    Row(N_("escape, q"), N_("close")),
)

GAMES_HELP: Final = (
    Row("", N_("Your games")),
    Row(N_("up, down"), N_("choose a game")),
    Row(N_("enter"), N_("look at it again")),
    Row(N_("tab"), N_("what your games add up to, one page for each kind of game")),
    Row(CHART, N_("your points, game by game")),
    Row(N_("escape, q"), N_("close")),
)

CHAT_ROWS: Final = (
    Row("t", N_("chat with the others at the table")),
    Row("f", N_("people: who is here, your notes on them; mute and block")),
    Row("p", N_("answer a proposal; propose a stand-in, undo, end; leave the game")),
    Row("o", N_("play here, where another window of yours has the seat")),
    Row("#", N_("what was heard and not used: floods, forgeries, nonsense")),
)

PEOPLE_HELP: Final = (
    Row("", N_("People")),
    Row(N_("up, down"), N_("choose somebody")),
    Row("m", N_("mute them: what they write is not shown; again: it is")),
    Row("b", N_("block them: nor their tables, and no seat at yours; again: not")),
    Row("e", N_("write a note on them, for yourself")),
    Row(N_("escape"), N_("close")),
)

OPENING_HELP: Final = (
    Row("", N_("Opening a table")),
    Row(N_("up, down"), N_("choose")),
    Row(N_("left, right"), N_("change it")),
    Row(N_("enter"), N_("open the table")),
    Row(N_("escape"), N_("back")),
)

WAITING_HELP: Final = (
    Row("", N_("In the waiting room")),
    Row("r", N_("you are ready: you agree to who sits here and to the house rules")),
    Row("b", N_("put a bot on a free seat (whoever opened the table)")),
    Row("s", N_("how strong the next bot is")),
    Row("2-6, x", N_("take a guest's seat back (whoever opened the table)")),
    Row("t", N_("chat with those who sit here")),
    Row("f", N_("people: who is here, your notes on them; mute and block")),
    Row("i", N_("copy what others need to come here, if your terminal allows it")),
    Row("F1", N_("the rules, with a search")),
    Row("?", N_("these keys")),
    Row("l, q", N_("leave the table")),
    Row("", N_("Later, at the table")),
    Row("t", N_("chat")),
)

HOME_HELP: Final = (
    Row("", N_("Departures")),
    Row(N_("up, down"), N_("choose a train")),
    Row("1-5", N_("choose the train with that many rivals")),
    Row("g", N_("which game is played")),
    Row(N_("left, right, s"), N_("how strong the bots are")),
    Row("d", N_("type a seed: the same seed deals the same cards")),
    Row("k", N_("your kept games: look at one again, see what they add up to")),
    Row("t", N_("a first game with a conductor who explains everything")),
    Row(N_("enter"), N_("depart: open the table; at a table of others: sit down")),
    Row("w", N_("watch the chosen table of others")),
    Row("f", N_("people: who is here, your notes on them; mute and block")),
    Row("o", N_("open a table for others, with the game and seats chosen above")),
    Row(HALL, N_("chat with all who look at Departures")),
    Row("r, F1", N_("the rules, with a search")),
    Row("?", N_("these keys")),
    Row(",", N_("settings: language, look, signals")),
    Row(":", N_("everything that can be done, by its name")),
    Row("q", N_("quit")),
)
