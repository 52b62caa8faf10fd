"""The command line speaks the language of settings or locale, and looks for none before it must."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, Run
from tests.tui.test_net_words import words
from tui import tongue
from tui.cli.parser import pieces
from tui.cli.words import SENTENCES
from tui.told import longest_first, told

COMMANDS = Path(__file__).resolve().parents[2] / "tui" / "cli"
OPTION_ONLY = frozenset(("--seed: x", "--broker: x", "--option: x"))
"""What stands behind is another's sentence."""
FRENCH = {"LC_ALL": "fr_FR.UTF-8", "PYTHONIOENCODING": "utf-8"}
ITALIAN = {"LC_ALL": "it_IT.UTF-8", "PYTHONIOENCODING": "utf-8"}


def test_help_is_in_the_language_of_the_locale(caboose: Run) -> None:
    said = caboose("--help", env=FRENCH).out
    assert said.startswith("usage : caboose")
    assert "arguments positionnels:" in said
    assert "montrer cette aide et finir" in said
    assert "ouvrir une table pour d’autres" in said
    assert "Codes de sortie" in said
    assert caboose("host", "--help", env=ITALIAN).out.startswith("uso: caboose host")


def test_the_language_that_is_set_goes_before_the_locale(
    caboose: Run, environment: dict[str, str]
) -> None:
    folder = Path(environment["CABOOSE_CONFIG_DIR"])
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('language = "it"\n')
    assert caboose("known", "--help", env=FRENCH).out.startswith("uso: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("bot",), "arguments qui manquent : --join (voir : caboose bot --help)"),
        (("known", "--nonsense"), "arguments inconnus : --nonsense"),
        (("bot", "--join"), "argument --join : il faut une valeur"),
    ],
)
def test_what_is_wrong_with_options_is_said_in_the_language(
    caboose: Run, arguments: tuple[str, ...], says: str
) -> None:
    done = caboose(*arguments, env=FRENCH)
    assert done.code == 2
    assert says in done.complaint()


@pytest.mark.parametrize("command", ["lobby", "known"])
def test_commands_and_options_stay_what_they_are(caboose: Run, command: str) -> None:
    english = caboose(command, "--help", env={"LC_ALL": "C.UTF-8"}).out
    french = caboose(command, "--help", env=FRENCH).out
    for word in english.split():
        if word.startswith("--"):
            assert word.rstrip(",.;:") in french


def sentences() -> dict[str, str]:
    """What commands say went wrong, each field as an x, and the module that says it."""
    found: dict[str, str] = {}
    for path in sorted(COMMANDS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            texts = [words(one) for one in node.args if node.func.id in ("Usage", "Failed")]
            found.update({text: path.name for text in texts if text and " " in text})
    return {text: name for text, name in found.items() if re.search("[a-wyz]{2}", text)}


@pytest.mark.parametrize("code", ["fr", "it"])
def test_nothing_that_goes_wrong_is_said_in_english_only(code: str) -> None:
    assert len(sentences()) > 50
    tongue.use(code)
    try:
        patterns = longest_first(SENTENCES)
        english = [
            f"{name}: {text}"
            for text, name in sentences().items()
            if told(text, patterns) == text and text not in OPTION_ONLY
        ]
        assert not english
    finally:
        tongue.use("en")


def test_what_went_wrong_is_said_in_the_language_of_the_locale(caboose: Run) -> None:
    done = caboose("host", "--seats", "99", env=FRENCH)
    assert done.complaint() == ("--seats est un nombre de 2 à 4 pour Continental Express, non '99'")
    assert caboose("nix", env=ITALIAN).complaint().startswith("nessun comando si chiama 'nix'")


def test_the_version_looks_for_no_catalogue(environment: dict[str, str]) -> None:
    program = f"{PROGRAM[: -len('sys.exit(main())')]}"
    code = (
        f"{program}\nimport sys\nmain(['--version'])\n"
        "sys.exit('tui.tongue' in sys.modules or 'tui.told' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**environment, **FRENCH}, check=False, timeout=60
    )
    assert done.returncode == 0


def test_an_epilog_is_the_same_when_its_pieces_are_put_together_again() -> None:
    text = "examples:\n  caboose known       the list\n  caboose\n\nProse of\ntwo lines.\n  deep\n"
    assert "".join(before + message for before, message in pieces(text)) == text
    assert ("", "Prose of\ntwo lines.") in pieces(text)
    assert ("  caboose known       ", "the list") in pieces(text)
