"""Languages: which one is chosen, that catalogues are whole, and that they are what was compiled."""

import ast
import asyncio
import gettext
import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message

from tests.tui.catalogues import (
    OTHERS,
    Found,
    NotLiteral,
    compiled,
    in_source,
    po_path,
    read,
    wrapped,
)
from tui import tongue
from tui.told import told
from tui.tongue import N_, _, from_locale, n_

ROOT = Path(__file__).resolve().parents[2]


def forms(found: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else tuple(found or ())


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def messages(code: str) -> list[Message]:
    return [message for message in read(code) if message.id]


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "fr_CA@euro", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_FR"}, "fr"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], code: str) -> None:
    assert from_locale(environment) == code


def test_a_language_that_is_not_known_is_english() -> None:
    tongue.use("tlh")
    assert tongue.here().code == "en"


def test_fields_are_not_looked_at_for_braces() -> None:
    assert _("{name} draws", name="{0.__class__} {") == "{0.__class__} { draws"


def test_a_number_chooses_its_form() -> None:
    assert n_("{count} card", "{count} cards", 1) == "1 card"
    assert n_("{count} card", "{count} cards", 3) == "3 cards"


async def test_two_people_in_one_process_read_two_languages() -> None:
    async def person(code: str) -> str:
        tongue.separate(code)
        await asyncio.sleep(0)
        return tongue.here().code

    assert await asyncio.gather(person("fr"), person("it")) == ["fr", "it"]
    assert tongue.here().code == "en"


async def test_a_switch_reaches_the_tasks_that_run_already() -> None:
    tongue.separate("fr")
    heard: list[str] = []
    switched = asyncio.Event()

    async def screen() -> None:
        await switched.wait()
        heard.append(tongue.here().code)

    task = asyncio.create_task(screen())
    await asyncio.sleep(0)
    tongue.use("it")
    switched.set()
    await task
    assert heard == ["it"]


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_in_the_catalogue_and_nothing_else(code: str) -> None:
    held = {Found(forms(message.id), message.context) for message in messages(code)}
    assert held == wrapped(), "run `make catalogues`, then translate what is empty"


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_translated(code: str) -> None:
    missing = [m.id for m in messages(code) if not all(forms(m.string)) or not forms(m.string)]
    assert not missing


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_a_guess(code: str) -> None:
    assert not [message.id for message in messages(code) if message.fuzzy]


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_the_fields_of_their_message(code: str) -> None:
    for message in messages(code):
        wanted = fields(forms(message.id)[-1])
        for text in forms(message.string):
            assert fields(text) in (wanted, wanted - {"count"}), message.id


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_compiled_is_what_is_written(code: str) -> None:
    with po_path(code).with_suffix(".mo").open("rb") as file:
        held = vars(gettext.GNUTranslations(file))["_catalog"]
    made = vars(gettext.GNUTranslations(io.BytesIO(compiled(code))))["_catalog"]
    for found in (held, made):
        del found[""]  # the headers name the version of Babel
    assert held == made, "run `make catalogues`"


@pytest.mark.parametrize("source", ['_(f"{name} draws")', '_("a" + word)', 'n_(one, "many", 2)'])
def test_a_message_that_is_put_together_before_it_is_looked_up_is_found_out(source: str) -> None:
    with pytest.raises(NotLiteral):
        list(in_source(source))


def hidden(source: str) -> Iterator[str]:
    """Functions in which ``_`` is a name of their own, and is called all the same."""

    def own(node: ast.AST) -> Iterator[ast.Name]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and child.id == "_":
                yield child
            # What stands for each of a comprehension is known within it alone.
            if not isinstance(child, ast.comprehension):
                yield from own(child)

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            uses = {type(name.ctx) for name in own(node)}
            if {ast.Store, ast.Load} <= uses:
                yield node.name


def test_nowhere_is_the_translation_hidden_by_a_name_that_is_not_used() -> None:
    assert list(hidden("def f(pairs):\n    a, _ = pairs\n    return _('free')"))
    assert not list(hidden("def f(pairs):\n    return [_('free') for a, _x in pairs]"))
    found = [
        f"{path.name}: {name}"
        for path in sorted((ROOT / "tui").rglob("*.py"))
        for name in hidden(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_messages_inside_f_strings_are_collected() -> None:
    assert list(in_source("""f" {_('back')} " """)) == [Found(("back",))]


def test_a_sentence_from_below_is_shown_as_it_came_where_nothing_fits() -> None:
    tongue.use("fr")
    assert told("a sentence nobody translated", ()) == "a sentence nobody translated"


def test_marking_changes_nothing() -> None:
    assert N_("Main line") == "Main line"


def _sentences(source: str) -> Iterator[str]:
    """What a module of rules refuses with, each field as a brace."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id not in ("IllegalMove", "NotYourTurn") or not node.args:
            continue
        said = node.args[-1]
        if isinstance(said, ast.Constant):
            yield str(said.value)
        elif isinstance(said, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else "x" for p in said.values]
            yield "".join(map(str, parts))


@pytest.mark.parametrize("name", ["continental", "vapeur"])
@pytest.mark.parametrize("code", OTHERS)
def test_every_refusal_of_the_rules_is_said_in_the_persons_language(name: str, code: str) -> None:
    patterns = import_module(f"tui.boards.{name}.text").REFUSALS
    path = ROOT / "core" / "games" / name / "legal.py"
    tongue.use(code)
    said = list(_sentences(path.read_text(encoding="utf-8")))
    assert len(said) > 10
    # Prices and wallets are words of their own in one sentence; all its forms are listed.
    english = [text for text in said if told(text, patterns) == text and "costs x" not in text]
    assert not english


@pytest.mark.parametrize("name", ["continental", "vapeur"])
def test_every_reason_of_the_bots_is_listed_for_the_catalogues(name: str) -> None:
    reasons = import_module(f"core.games.{name}.greedy").Reason
    assert {str(one) for one in reasons} == set(import_module(f"tui.boards.{name}.text").REASONS)
