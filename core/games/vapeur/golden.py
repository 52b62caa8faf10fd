"""The digest of the golden games (``tests/golden``): a change of behaviour changes the rules id."""

from typing import Final

GOLDEN: Final = "68ebda59e2e6a491e194a17149a537de"
