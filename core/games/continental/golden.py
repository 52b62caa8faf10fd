"""The digest of the golden games (``tests/golden``): a change of behaviour changes the rules id."""

from typing import Final

GOLDEN: Final = "42ccb9530aa846ea4387c9389ec41e38"
