"""The cards drawn from text, three rows of eleven cells each, by card number."""

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
