"""All that the network layer says to people, at a table or away from one, is said in their language."""

from __future__ import annotations

import ast
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.catalogues import OTHERS
from tui import away_words, net_words, tongue
from tui.system_words import SYSTEM
from tui.told import told

NETPLAY = Path(__file__).resolve().parents[2] / "netplay"
MODULES = sorted(NETPLAY.rglob("*.py"))
UNSEEN = frozenset(("BadPacket", "Unsealable"))
"""Faults that are answered or counted, and shown to nobody."""
SAYING = frozenset(
    ("Refused", "Dissolved", "Withdrawn", "_turn_away", "NotYourTurn", "Check", "_give_up")
)
"""What besides faults is handed a sentence for a person as one of its arguments."""
TECHNICAL = frozenset(("the rules cannot take it (x)", "x: x", "x ms"))
"""Shown inside a translated sentence, for whoever looks for the fault."""
NOTATION = frozenset(
    ("(x turned over)", "(x for x)", "(x shuffled)", "the end: claimed", "the end: abandoned")
)
"""How kept games are written down, in every language alike."""
CHECKS = frozenset(("round trip", "message size"))
"""Keys of the doctor's JSON; ``tui.cli.doctor`` has the words for them."""
BEGUN = (
    "x has accepted x than we have",
    "x: the table plays rules x of Caboose x, the guest has rules x of Caboose x",
    "x, yet they differ: one of the two is a changed copy and must be installed anew",
    "x; the guest must update",
    "x; the table's creator must update",
    "x; x plays again",
    "x taken back",
    "the last x moves",
    "x, though all links are up (x)",
    "x: the broker is gone (cut off: xx); start it and try again",
    "after entry x a card is still to be turned overx",
    "; the next choice is after entry x",
    "x, does not begin like an entry",
    "x, is cut off",
    "x, has an impossible length",
    "x answers (x)",
)
"""What the source puts together; ``SENTENCES`` has each whole sentence that comes of it."""


def words(node: ast.AST) -> str | None:
    """A literal, each field as an x."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        parts = [str(p.value) if isinstance(p, ast.Constant) else "x" for p in node.values]
        return "".join(parts)
    return None


def faults() -> set[str]:
    """The names of netplay's exceptions that people may come to read."""
    bases: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = [b.id for b in node.bases if isinstance(b, ast.Name)]
    found: set[str] = set()
    while True:
        new = {
            name
            for name, of in bases.items()
            if name not in found
            and any(one in found or one in ("Exception", "ValueError") for one in of)
        }
        if not new:
            return found - UNSEEN
        found |= new


SAYS = SAYING | faults()


def choices(node: ast.expr) -> Iterator[ast.expr]:
    """Each of the values that an expression may have."""
    if isinstance(node, ast.IfExp):
        yield from choices(node.body)
        yield from choices(node.orelse)
    else:
        yield node


def sentences(source: str) -> Iterator[str]:
    """What a module says: what is told to people or raised, what is called ``says`` or ``why``, and
    what a function returns that makes a text of several words.
    """
    for node in ast.walk(ast.parse(source)):
        found: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in SAYS:
                found = [*node.args]
        elif isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id in ("says", "why") for target in node.targets
        ):
            found = [node.value]
        elif isinstance(node, ast.FunctionDef) and ast.unparse(node.returns or node) == "str":
            found = [
                one.value
                for one in ast.walk(node)
                if isinstance(one, ast.Return)
                and one.value is not None
                and (words(one.value) or "").count(" ") > 1
            ]
        for one in found:
            for text in map(words, choices(one)):
                if text is None or " " not in text:
                    continue
                if text not in (*TECHNICAL, *NOTATION, *CHECKS, *BEGUN):
                    yield text


def test_the_reader_of_sources_finds_sentences() -> None:
    found = {text for path in MODULES for text in sentences(path.read_text("utf-8"))}
    assert {"you have closed this table", "it is empty", "not looked at"} <= found
    assert len(found) > 150


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_of_the_network_stays_english(code: str) -> None:
    tongue.use(code)
    english = [
        f"{path.name}: {text}"
        for path in MODULES
        for text in sentences(path.read_text("utf-8"))
        if told(text) == text
    ]
    assert not english


@pytest.mark.parametrize("code", OTHERS)
def test_each_listed_sentence_finds_its_own_translation(code: str) -> None:
    """None is swallowed by another whose fields would take its words."""
    tongue.use(code)
    for message in net_words.SENTENCES + away_words.SENTENCES:
        names = [part.partition("}")[0] for part in message.split("{")[1:]]
        fields = {name: f"<{n}>" for n, name in enumerate(names)}
        assert told(message.format(**fields)) == tongue.here().one(message).format(**fields)


def test_sentences_within_sentences_are_translated_too() -> None:
    tongue.use("fr")
    says = "Ana proposes: the game ends here, abandoned without Ben. Do you agree?"
    assert told(says) == (
        "Ana propose : la partie s’arrête ici, abandonnée sans Ben. Êtes-vous d’accord ?"
    )


def test_what_stands_before_a_colon_is_whose_sentence_it_is() -> None:
    tongue.use("fr")
    says = "game.caboose: entry 5: it is a move, where an answer by seat 2 was due"
    assert told(says) == (
        "game.caboose : entrée 5 : c’est un coup, là où l’on attendait une réponse de la place 2"
    )


def test_a_sentence_that_a_stranger_made_long_costs_no_time() -> None:
    tongue.use("fr")
    assert told("entry 1: " * 100 + "it is empty").endswith("il est vide")
    assert told("x: " * 2000) == "x: " * 2000


def test_a_strangers_name_is_not_read_as_a_message() -> None:
    tongue.use("it")
    assert told("{0} {name} plays again") == "{0} {name} gioca di nuovo"


def test_a_name_that_is_also_a_word_of_a_screen_stays_a_name() -> None:
    tongue.use("fr")
    assert tongue.here().one("Boxcar") != "Boxcar"
    assert told("Boxcar plays again") == "Boxcar rejoue"
    assert told("cannot read caboose: permission denied") == (
        "impossible de lire caboose : permission refusée"
    )


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(
    "number",
    [
        *(errno.EACCES, errno.EEXIST, errno.EIO, errno.EISDIR, errno.EMFILE, errno.ENAMETOOLONG),
        *(errno.ENOENT, errno.ENOSPC, errno.ENOTDIR, errno.EPERM, errno.EROFS),
    ],
)
def test_what_the_system_says_is_said_in_the_language(code: str, number: int) -> None:
    tongue.use(code)
    why = os.strerror(number)
    assert why.lower() in SYSTEM
    said = {told(f"cannot read x: {one}") for one in (why, why.lower())}
    assert len(said) == 1
    assert why.lower() not in said.pop()
