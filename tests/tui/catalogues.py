"""Collects the messages of the screen into the catalogues and compiles those: ``make catalogues``.

What has no translation yet is listed; what no source names any more is dropped. No line numbers and
no dates are kept: two people who add messages should not meet in each other's lines.
"""

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.tui import cli_words
from tui.tongue import DOMAIN, FOLDER, LANGUAGES

OTHERS = sorted(set(LANGUAGES) - {"en"})
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "it": "nplurals=2; plural=(n != 1);"}
WRAPPERS = {"_": 1, "N_": 1, "n_": 2, "p_": 2}
"""How many of the arguments are literals. Babel's own reader does not look into f-strings before 3.12."""


class Found(NamedTuple):
    """A message of the source: its forms (one, or singular and plural), and its context if any."""

    forms: tuple[str, ...]
    context: str | None = None


class NotLiteral(Exception):
    """A message was put together before it is looked up, so that no catalogue can have it."""


def in_source(source: str) -> Iterator[Found]:
    """The messages of one module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        count = WRAPPERS.get(node.func.id)
        if count is None:
            continue
        texts = node.args[:count]
        if all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts):
            forms = tuple(str(ast.literal_eval(text)) for text in texts)
            if node.func.id == "p_":
                yield Found(forms[1:], forms[0])
            else:
                yield Found(forms)
        elif node.func.id != "_" or isinstance(texts[0], ast.JoinedStr | ast.BinOp):
            raise NotLiteral(ast.unparse(node))


def wrapped() -> set[Found]:
    """Every message of the program."""
    found: set[Found] = set()
    for path in sorted(FOLDER.parent.rglob("*.py")):
        found.update(in_source(path.read_text(encoding="utf-8")))
    found.update(Found((message,)) for message in cli_words.messages())
    return found


def po_path(code: str) -> Path:
    """A language's source."""
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """A language's catalogue as it is written, empty where there is none."""
    if not po_path(code).exists():
        return Catalog(code)
    with po_path(code).open("rb") as file:
        return read_po(file, locale=code)


def updated(code: str) -> Catalog:
    """The catalogue with exactly the messages of the source."""
    old = read(code)
    new = Catalog(code, header_comment=f"# Words for Caboose ({code}); see docs/translating.md.")
    # Two forms in each language, whatever Babel holds of millions.
    new.mime_headers = [("Plural-Forms", PLURALS[code])]
    for found in sorted(wrapped(), key=lambda one: (one.forms, one.context or "")):
        key = found.forms[0] if len(found.forms) == 1 else found.forms
        had = old.get(found.forms[0], found.context)
        string = had.string if had is not None and had.string else None
        new.add(key, string, context=found.context)
    return new


def write(code: str, catalogue: Catalog) -> None:
    """Write source and compiled form."""
    path = po_path(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(
            f"# Words for Caboose ({code}); docs/translating.md says how this is kept.\n".encode()
        )
        file.write(
            f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Plural-Forms: {PLURALS[code]}\\n"\n'
            '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
            '"Content-Transfer-Encoding: 8bit\\n"\n\n'.encode()
        )
        write_po(file, catalogue, width=100, sort_output=True, omit_header=True)
    path.with_suffix(".mo").write_bytes(compiled(code))


def compiled(code: str) -> bytes:
    """The compiled form of what is written; the same bytes at any hour."""
    catalogue = read(code)
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    catalogue.project, catalogue.version = "Caboose", ""
    catalogue.msgid_bugs_address = catalogue.last_translator = ""
    made = io.BytesIO()
    write_mo(made, catalogue)
    return made.getvalue()


def main() -> int:
    """Do it for every language; says what is left to translate."""
    for code in OTHERS:
        catalogue = updated(code)
        write(code, catalogue)
        for message in catalogue:
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id and not all(forms):
                print(f"{code}: {message.id!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
