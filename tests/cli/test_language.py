"""The command line speaks the language of settings or locale, and looks for none before it must."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, Run
from tui.cli.parser import pieces

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
