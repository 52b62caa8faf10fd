"""The digest of the golden games (``tests/golden``): a change of behaviour changes the rules id."""

from typing import Final

GOLDEN: Final = "1961e9f8db737e39b48b73315fe92faf"
