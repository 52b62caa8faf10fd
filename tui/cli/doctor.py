"""`caboose doctor`: checks the terminal, the folders and each broker, and says what to do."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tui.cli import places
from tui.cli.errors import Failed, Usage
from tui.cli.language import spoken
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import _, p_

if TYPE_CHECKING:
    from netplay.brokers import Broker
    from netplay.doctor import Check

EXAMPLES: Final = f"""\
examples:
  caboose doctor                                  terminal, folders, saved brokers, local network
  caboose doctor --broker mqtts://broker.example --user ana --password-file FILE
  caboose doctor --table "Gare de Lyon" --seconds 30      who sends nonsense to a table

{places.PASSWORDS}
"""
_COLUMNS, _LINES = 80, 24


def run(argv: Sequence[str]) -> int:
    """Look at everything; 0 if all is well."""
    parser = Parser("caboose doctor", "Check what Caboose needs.", EXAMPLES)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )
    parser.add_argument(
        "--table", metavar="NAME|CODE|INVITE",
        help="instead: listen beside this table, unseen, and say what was heard there and not used; "
        "- reads it from the standard input",
    )  # fmt: skip
    parser.add_argument("--seconds", metavar="N",
                        help="listen so long (default: 10; with --table)")  # fmt: skip
    places.add_places(parser)
    found = parser.parse_args(list(argv))
    if found.table is not None:
        from tui.cli import doctor_table

        found.seconds = "10" if found.seconds is None else found.seconds
        return doctor_table.look(found)
    if found.seconds is not None:
        raise Usage("--seconds goes with --table")
    brokers, lan = places.brokers_of(found)
    seen = {"program": _program(), "terminal": _terminal(), "folders": _folders()}
    seen |= run_async(_brokers(brokers, lan))
    names = _names()
    bad = [
        _(
            "{who}: {what}",
            who=names.get(part) or spoken(part),
            what=names.get(check.what, check.what),
        )
        for part in seen
        for check in seen[part]
        if check.ok is False
    ]
    if found.json:
        print(json.dumps({part: [_as_json(check) for check in seen[part]] for part in seen}))
    else:
        for part, checks in seen.items():
            print(names.get(part) or spoken(part))
            for check in checks:
                says = f"{spoken(check.says)} {spoken(check.then)}".rstrip()
                what = names.get(check.what, check.what)
                print(f"  {_sign(check.ok):4}{_('{who}: {what}', who=what, what=says)}")
            if part == "terminal":
                _print_card()
    if bad:
        raise Failed(f"not all is well: {', '.join(bad)}")
    return 0


def _names() -> dict[str, str]:
    """What is looked at, in the person's language; in JSON it is a key, and stays what it is."""
    return {
        "program": p_("a check", "program"),
        "engine": p_("a check", "engine"),
        "terminal": p_("a check", "terminal"),
        "folders": p_("a check", "folders"),
        "local network": p_("a check", "local network"),
        "screen": p_("a check", "screen"),
        "size": p_("a check", "size"),
        "letters": p_("a check", "letters"),
        "kind": p_("a check", "kind"),
        "settings": p_("a check", "settings"),
        "games": p_("a check", "games"),
        "identity": p_("a check", "identity"),
        "login": p_("a check", "login"),
        "reached": p_("a check", "reached"),
        "subscribed": p_("a check", "subscribed"),
        "round trip": p_("a check", "round trip"),
        "message size": p_("a check", "message size"),
        "memory": p_("a check", "memory"),
        "lobby": p_("a check", "lobby"),
        "search": p_("a check", "search"),
    }


def _sign(ok: bool | None) -> str:
    if ok is None:
        return "?"
    return p_("a check", "ok") if ok else p_("a check", "BAD")


def _print_card() -> None:
    """The signs of the screen in rows: only a person sees whether each takes one cell here."""
    from tui.marks import UNICODE

    signs = list(dict.fromkeys("".join(UNICODE[1:])))
    try:
        "".join(signs).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return  # the ASCII signs serve here
    rows = [signs[start : start + 8] for start in range(0, len(signs), 8)]
    print(
        "  "
        + _(
            "signs: every bar at the right must stand under the others; else set symbols to ascii (,)"
        )
    )
    for row in rows:
        drawn = "".join(f"{sign}." for sign in row)
        print(f"      |{drawn}{'..' * (8 - len(row))}|")
    print(f"      |{'..' * 8}|")


def _as_json(check: Check) -> dict[str, Any]:
    return {"what": check.what, "ok": check.ok, "says": str(check)}


def _program() -> list[Check]:
    from core import ENGINE
    from netplay.doctor import Check

    # Compiled or not, the games are the same: that one was made and is of no use is no fault.
    says = {"plain": "plain Python", "compiled": "compiled by mypyc"}.get(ENGINE)
    if says is not None:
        return [Check("engine", True, says)]
    return [Check("engine", True, ENGINE, "(to make it anew: make compiled)")]


def _terminal() -> list[Check]:
    from netplay.doctor import Check

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return [Check("screen", None, "this is no terminal; in one, ask again")]
    columns, lines = shutil.get_terminal_size()
    big = columns >= _COLUMNS and lines >= _LINES
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    term = os.environ.get("TERM", "")
    return [
        Check(
            "size",
            big,
            f"{columns} x {lines}"
            if big
            else f"{columns} x {lines}; a table needs {_COLUMNS} x {_LINES}",
        ),
        Check(
            "letters",
            encoding == "utf8",
            "UTF-8"
            if encoding == "utf8"
            else f"{encoding or 'unknown'}; set LANG to a UTF-8 locale",
        ),
        Check(
            "kind",
            term not in ("", "dumb"),
            term if term not in ("", "dumb") else "TERM names no terminal with a screen",
        ),
    ]


def _folders() -> list[Check]:
    from netplay.config import FolderUnusable, config_folder, data_folder, ready
    from netplay.crypto import mark
    from netplay.doctor import Check
    from netplay.identity import IdentityUnusable, identity_path, load

    checks = []
    for what, folder, variable in (
        ("settings", config_folder, "CABOOSE_CONFIG_DIR"),
        ("games", data_folder, "CABOOSE_DATA_DIR"),
    ):
        try:
            checks.append(Check(what, True, str(ready(folder(), f"your {what}", variable))))
        except FolderUnusable as error:
            checks.append(Check(what, False, str(error)))
    try:
        checks.append(Check("identity", True, f"key mark {mark(load(identity_path()).public())}"))
    except FileNotFoundError:
        checks.append(Check("identity", True, "none yet; it is made when it is needed"))
    except (IdentityUnusable, FolderUnusable) as error:
        checks.append(Check("identity", False, str(error)))
    return checks


def _player() -> str | None:
    from netplay.config import FolderUnusable
    from netplay.crypto import player_id
    from netplay.identity import IdentityUnusable, identity_path, load

    try:
        return player_id(load(identity_path()).public())
    except (FileNotFoundError, IdentityUnusable, FolderUnusable):
        return None  # it is said with the folders


async def _brokers(brokers: Sequence[Broker], lan: bool) -> dict[str, list[Check]]:
    from netplay.brokers import Broker, BrokersUnusable
    from netplay.discovery import NoDiscovery, browse
    from netplay.doctor import Check, examine

    me = _player()
    seen: dict[str, list[Check]] = {}
    for broker in brokers:
        try:
            security = broker.security(places.asker())
        except BrokersUnusable as error:
            seen[broker.name] = [Check("login", False, str(error))]
            continue
        seen[broker.name] = await examine(broker, security, me)
    if not lan:
        return seen
    try:
        around = await browse(2.0)
    except NoDiscovery as error:
        seen["local network"] = [Check("search", False, str(error))]
        return seen
    says = "a broker is announced" if around else "no broker is announced, and that is no fault"
    seen["local network"] = [Check("search", True, says)]
    for found in around:
        seen[f"{found.name} (local network)"] = await examine(
            Broker(found.name, found.addresses), player=me
        )
    return seen
