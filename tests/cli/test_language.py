"""The command line speaks the language of settings or locale, and looks for none before it must."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, Run
from tests.tui import cli_words
from tests.tui.catalogues import WRAPPERS
from tests.tui.test_net_words import words
from tui import tongue
from tui.cli.language import spoken
from tui.cli.parser import pieces

COMMANDS = Path(__file__).resolve().parents[2] / "tui" / "cli"
WORDS = re.compile("[A-Za-z]{2,}[,;:.]? [A-Za-wyz(][A-Za-z]")
"""Two words of a language."""
THE_SAME = frozenset(("own cards", "public facts", "local network", "round trip", "message size"))
"""Keys and values of JSON; where they are shown to a person there are other words for them."""
PARTS = frozenset(("true or false", "a text in quotes", "this server"))
"""Of sentences that are listed whole; a name."""
FOR_MACHINES = ("caboose ", "caboose: ", "CABOOSE_", "default-src ", "# ")
"""How commands, what a browser is told and lines of files begin."""
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
        (("--config",), "argument --config : il faut une valeur (voir : caboose --help)"),
        (("identity", "x" * 5000), f"argument what : choix '{'x' * 59}...' impossible"),
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


def unsaid(source: str) -> Iterator[str]:
    """The words of a module that go to no catalogue where they stand, each field as an x.

    Texts of two words and more, and any word that is printed. Help is the parsers' (``cli_words``);
    names of commands are the same in every language.
    """

    def walk(node: ast.AST, printed: bool) -> Iterator[str]:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if name in (*WRAPPERS, "Parser", "add_argument"):
                    return
                printed = printed or name in ("print", "write")
            case ast.keyword(arg="end" | "sep" | "file" | "encoding" | "errors"):
                printed = False
            case ast.Expr(value=ast.Constant()) | ast.Subscript(slice=ast.Constant()):
                return
            case ast.Assign() | ast.AnnAssign() if "EXAMPLES" in ast.unparse(node)[:9]:
                return
            case ast.Constant() | ast.JoinedStr():
                text = words(node) or ""
                if WORDS.search(text) or (printed and re.search("[A-Za-wyz]{3}", text)):
                    yield text
                if isinstance(node, ast.JoinedStr):  # what is chosen within it is a text of its own
                    for part in node.values:
                        if isinstance(part, ast.FormattedValue):
                            yield from walk(part.value, printed)
                return
            case ast.FunctionDef(name="write_report"):
                return  # a file for who looks for the fault
        for child in ast.iter_child_nodes(node):
            yield from walk(child, printed)

    yield from walk(ast.parse(source), False)


def modules() -> list[Path]:
    """The commands, what serves guests, and all else that speaks outside a screen."""
    tui = COMMANDS.parent
    others = [*(tui / "serve").glob("*.py"), *(tui / "station").glob("*.py"), *tui.glob("net*.py")]
    more = (
        tui / name for name in ("app.py", "concourse.py", "settings.py", "keymap.py", "person.py")
    )
    return [
        path
        for path in (*sorted(COMMANDS.glob("*.py")), *others, *more)
        if "words" not in path.name
    ]


@pytest.mark.parametrize("code", ["fr", "it"])
def test_nothing_that_a_command_says_is_english_only(code: str) -> None:
    helps = cli_words.messages() | {
        one for text in cli_words.messages() for one in text.split("\n")
    }
    found = [(path.name, text) for path in modules() for text in unsaid(path.read_text("utf-8"))]
    assert len(found) > 100
    tongue.use(code)
    try:
        english = [
            f"{name}: {text}"
            for name, text in found
            if spoken(text) == text
            and text.strip() not in helps
            and text not in THE_SAME | PARTS
            and not text.startswith(FOR_MACHINES)
        ]
    finally:
        tongue.use("en")
    assert not english


@pytest.mark.parametrize(
    "source", ['print("free")', 'says = "not begun"', """print(f"{a} {'an end'}")"""]
)
def test_a_text_that_is_not_translated_is_found_out(source: str) -> None:
    assert list(unsaid(source))


def test_what_commands_print_is_in_the_language_of_the_locale(caboose: Run, tmp_path: Path) -> None:
    says = {
        ("known",): "personne encore",
        ("history",): "aucune partie n’est encore gardée",
        ("resume",): "Aucune partie à vous n’est en cours",
        ("identity",): "joueur  ",
        ("brokers",): "aucun broker n’est retenu",
        ("doctor", "--no-lan"): "dossiers",
        ("lobby", "--no-lan", "--seconds", "1"): "aucune table n’est ouverte",
    }
    for arguments, text in says.items():
        assert text in caboose(*arguments, env=FRENCH).out


@pytest.mark.parametrize(
    "arguments",
    [
        ("doctor", "--no-lan", "--json"),
        ("lobby", "--no-lan", "--seconds", "1", "--json"),
        ("history", "--csv"),
        ("resume", "--json"),
    ],
    ids=" ".join,
)
def test_what_programs_read_is_the_same_in_every_language(
    caboose: Run, arguments: tuple[str, ...]
) -> None:
    assert caboose(*arguments, env=FRENCH).out == caboose(*arguments).out != ""


def test_a_game_is_told_and_judged_in_the_language_of_the_locale(
    caboose: Run, tmp_path: Path
) -> None:
    path = str(tmp_path / "game.caboose")
    bots = ("--seats", "2", "--bots", "random", "--seed", "7", "--transcript", path)
    played = caboose("selfplay", "continental-express", *bots, env=ITALIAN).out
    assert "vinta da" in played
    assert "le impronte concordano" in played
    verified = caboose("verify", path, env=FRENCH).out
    assert "chaque entrée est signée" in verified
    assert "vérifié" in verified
    Path(path).write_bytes(b"nonsense")
    says = caboose("verify", path, env=FRENCH).complaint()
    assert says.endswith(" : ce n’est pas une partie gardée par caboose")


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
