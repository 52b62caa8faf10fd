"""Everything that the network layer says to people at a table is said in their language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.catalogues import OTHERS
from tui import tongue
from tui.net_words import SENTENCES
from tui.told import told

NETPLAY = Path(__file__).resolve().parents[2] / "netplay"
SAYS = frozenset(
    ("Refused", "Dissolved", "ChatRefused", "NoTable", "Withdrawn", "_turn_away", "NotYourTurn")
)
"""What is handed a sentence for a person as one of its arguments."""
MODULES = (
    *sorted((NETPLAY / "session").glob("*.py")),
    *sorted((NETPLAY / "lobby").glob("*.py")),
)
TECHNICAL = frozenset(("the rules cannot take it (x)", "x: x"))
"""Shown inside a translated sentence, for whoever looks for the fault."""
BEGUN = (
    "x has accepted x than we have",
    "x: the table plays rules x of Caboose x, the guest has rules x of Caboose x",
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


def sentences(source: str) -> Iterator[str]:
    """What a module says: arguments of what is told to people, and whatever is called ``says``."""
    for node in ast.walk(ast.parse(source)):
        found: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in SAYS:
                found = [*node.args]
        elif isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "says" for target in node.targets
        ):
            found = [node.value]
        for one in found:
            text = words(one)
            if text is not None and " " in text and text not in (*TECHNICAL, *BEGUN):
                yield text


def test_the_reader_of_sources_finds_sentences() -> None:
    found = {text for path in MODULES for text in sentences(path.read_text("utf-8"))}
    assert "you have closed this table" in found
    assert len(found) > 20


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
    for message in SENTENCES:
        names = [part.partition("}")[0] for part in message.split("{")[1:]]
        fields = {name: f"<{n}>" for n, name in enumerate(names)}
        assert told(message.format(**fields)) == tongue.here().one(message).format(**fields)


def test_sentences_within_sentences_are_translated_too() -> None:
    tongue.use("fr")
    says = "Ana proposes: the game ends here, abandoned without Ben. Do you agree?"
    assert told(says) == (
        "Ana propose : la partie s’arrête ici, abandonnée sans Ben. Êtes-vous d’accord ?"
    )


def test_a_strangers_name_is_not_read_as_a_message() -> None:
    tongue.use("it")
    assert told("{0} {name} plays again") == "{0} {name} gioca di nuovo"
