"""One compiled engine for all tests that run on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiled import running


@pytest.fixture(scope="session")
def tree() -> Path:
    """What goes before the plain engine on the path."""
    return running.compiled()
