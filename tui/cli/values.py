"""Values on the command line that several commands share: games, seats, bots, seeds, house options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tui.cli.errors import Usage

if TYPE_CHECKING:
    from core.kernel.game import Game
    from tui.cli.parser import Parser

DEFAULT_GAME: Final = "continental-express"
_WORDS: Final[dict[str, Any]] = {
    "yes": True, "true": True, "on": True, "no": False, "false": False, "off": False, "none": None,
}  # fmt: skip


def add_game(parser: Parser) -> None:
    """Which game; its help names them all."""
    from core.games.registry import NAMES

    says = f"{', '.join(NAMES)} (default: {DEFAULT_GAME})"
    parser.add_argument("game", nargs="?", default=DEFAULT_GAME, metavar="GAME", help=says)


OPTION_HELP: Final = (
    "a house rule, may be repeated, for example --option bonus_ticket=yes; seats count from 1"
)


def add_table(parser: Parser, *, bots: str) -> None:
    """The options that lay out a table."""
    parser.add_argument("--seats", metavar="N", help="how many sit at the table, bots included")
    parser.add_argument("--bots", metavar="LEVEL[,LEVEL]", help=bots)
    parser.add_argument(
        "--seed",
        metavar="S",
        help="same seed, same cards: a number or any text of up to 64 characters (default: by chance)",
    )
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=OPTION_HELP,
    )


def game_of(name: str) -> Game[Any]:
    """The game of that name; raises Usage."""
    from core.games.registry import NoSuchGame, game

    try:
        return game(name)
    except NoSuchGame as error:
        raise Usage(str(error)) from None


def seats_of(text: str | None, game: Game[Any], default: int) -> int:
    """A number of seats the game can be played with; raises Usage."""
    least, most = min(game.seats), max(game.seats)
    if text is None:
        return min(max(default, least), most)
    if not (text.isascii() and text.isdigit()) or len(text) > 4 or int(text) not in game.seats:
        raise Usage(
            f"--seats is a number from {least} to {most} for {game.title}, not {text[:20]!r}"
        )
    return int(text)


def bots_of(text: str | None, count: int, game: Game[Any]) -> tuple[str, ...]:
    """``count`` strengths of bots from one for all or a list of so many; raises Usage."""
    from core.bots.registry import NoSuchBot, find

    names = ["greedy"] if text is None else [name.strip() for name in text.split(",", 99)]
    try:
        for name in sorted(set(names)):
            find(name, game)
    except NoSuchBot as error:
        raise Usage(str(error)) from None
    if len(names) == 1:
        return tuple(names * count)
    if len(names) != count:
        raise Usage(
            f"--bots names {len(names)} bots, and {count} will play; name one for all, or {count}"
        )
    return tuple(names)


def seed_of(text: str | None) -> str | None:
    """The seed in its one form, None where chance decides; raises Usage."""
    from netplay.seedtext import BadSeed, seed_text

    try:
        return None if text is None else seed_text(text)
    except BadSeed as error:
        raise Usage(f"--seed: {error}") from None


def options_of(texts: Sequence[str], game: Game[Any], seats: int) -> dict[str, Any]:
    """House options by name, known to be good for this game and so many seats; raises Usage."""
    from core.kernel.errors import BadOptions

    known = _defaults(game)
    values: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or not name:
            raise Usage(f"--option is written NAME=VALUE, not {text[:40]!r}")
        if name not in known:
            raise Usage(f"{game.title} has no option {name[:40]!r}; it has: {', '.join(known)}")
        if name in values:
            raise Usage(f"--option {name} is given twice")
        values[name] = _value(name, value.strip().lower(), seat=known[name] is None)
    try:
        game.new(game.options(values), seats)
    except (BadOptions, TypeError) as error:
        raise Usage(f"--option: {error}") from None
    return values


def _defaults(game: Game[Any]) -> dict[str, Any]:
    defaults: dict[str, Any] = game.options()._asdict()
    return defaults


def _value(name: str, text: str, *, seat: bool) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if text.isascii() and text.isdigit() and len(text) <= 6:
        number = int(text)
        # An option that is none unless it is set names a seat: people count those from 1.
        return number - 1 if seat else number
    raise Usage(f"--option {name} is yes, no, none or a number, not {text[:20]!r}")


def whole_of(text: str, option: str, least: int, most: int) -> int:
    """A whole number in a range; raises Usage."""
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or not least <= int(text) <= most:
        raise Usage(f"{option} is a whole number from {least} to {most}, not {text[:20]!r}")
    return int(text)


ABSENT_HELP: Final = (
    "what happens to a seat that is gone: wait, vote or stand-in, and after how long, "
    "vote:2m (the default), stand-in:90s, wait:2d"
)
DUE_HELP: Final = (
    "how long each move may take before its seat counts as gone, as in 24h for a slow game "
    "(the time of --absent, 2m where nothing is said)"
)
CHAT_HELP: Final = "those who only watch read the chat, and do not write in it"
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_GONE: Final = ("wait", "vote", "stand-in")
"""What happens to a seat that is gone, in the order of ``netplay.wire.Gone``."""


def absent_of(text: str | None) -> tuple[int, int]:
    """``vote:2m``: a ``netplay.wire.Gone`` and seconds, 5 seconds to 14 days; raises Usage."""
    text = "vote" if text is None else text
    name, _, time = text.partition(":")
    seconds = _seconds_of(time or "2m")
    if name not in _GONE or seconds is None:
        raise Usage(
            f"--absent is wait, vote or stand-in and a time from 5s to 14d, as in vote:2m, "
            f"not {text[:20]!r}"
        )
    return _GONE.index(name), seconds


def due_of(text: str | None, absent: str | None) -> tuple[int, int]:
    """``--absent`` with the time of ``--due`` (``24h``); raises Usage."""
    if text is None:
        return absent_of(absent)
    name, _, time = (absent or "vote").partition(":")
    if time:
        raise Usage("the time is given twice: with --due, --absent says only what happens then")
    if _seconds_of(text) is None:
        raise Usage(f"--due is a time from 5s to 14d, as in 24h, not {text[:20]!r}")
    return absent_of(f"{name}:{text}")


def _seconds_of(text: str) -> int | None:
    """``90s``, ``2m``, ``24h`` or ``3d`` in seconds; None for anything else, or out of 5 s to 14 days."""
    unit, digits = _UNITS.get(text[-1:]), text[:-1]
    if unit is None or not (digits.isascii() and digits.isdigit()) or len(digits) > 7:
        return None
    seconds = int(digits) * unit
    return seconds if 5 <= seconds <= 14 * 86400 else None
