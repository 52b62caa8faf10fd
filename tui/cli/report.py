"""The file that keeps an unexpected error's details, so that the person sees one line only."""

from __future__ import annotations

import os
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from core import ENGINE
from core.version import VERSION


def write_report(error: BaseException, arguments: Sequence[str]) -> Path | None:
    """Write version, command line and traceback; where it was written, None if nowhere.

    Tracebacks hold no values of variables, so no key and no card gets into the file.
    """
    text = "\n".join(
        (
            f"caboose {VERSION} ({ENGINE}), Python {sys.version.split()[0]}, {sys.platform}",
            f"command line: {list(arguments)!r}",
            "",
            "".join(traceback.format_exception(error)),
        )
    )
    name = time.strftime("report-%Y%m%d-%H%M%S-") + f"{os.getpid()}.txt"
    for folder in _folders():
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / name
            with path.open("x", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except OSError:
            continue
        return path
    return None


def _folders() -> list[Path]:
    usual = [Path(tempfile.gettempdir())]
    try:
        from netplay.config import data_folder

        return [data_folder() / "reports", *usual]
    except Exception:  # whatever is broken may be broken here as well
        return usual
