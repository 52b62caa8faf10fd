"""The cards drawn from text, three rows of eleven cells each, by card number; and cars in two rows."""

from __future__ import annotations

from typing import Final

from tui.art import TRAIN

_KINDS: Final = (
    TRAIN["L"],
    # a gondola heaped with fruit
    ("  .oOoOo.  ", " \\===G===/ ", "  `o---o'  "),
    # a caboose: a cupola, a platform at the end
    ("   .|^|.   ", "  | =C= |_ ", "  `o---o-' "),
)
ART: Final = (
    *_KINDS * 3,
    # a certificate with its seal
    (" .-------. ", " | = = = | ", " `--(@)--' "),
    # a wrench on a wheel
    ("   .---.   ", "  ( -o-<==c", "   `---'   "),
    # a looking-glass
    ("   .---.   ", "  (  ?  )  ", "   `---'\\  "),
)
TALL: Final = (
    (" o_|L| ", "/oo-OO'"),
    (" oOoOo ", "\\_oGo_/"),
    ("  _^_  ", "|_=C=_|"),
)
"""The cars of a train in two rows of seven cells, by kind."""
