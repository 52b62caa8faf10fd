"""What the operating system says went wrong, as messages for the catalogues.

Python hands on the system's sentences in English, whatever the locale; they stand in the middle of
ours. Those that a file, a folder, a disk or a line can bring are listed, in small letters.
"""

from __future__ import annotations

from typing import Final

from tui.tongue import N_

SYSTEM: Final = frozenset(
    (
        N_("address already in use"),
        N_("bad file descriptor"),
        N_("broken pipe"),
        N_("cannot allocate memory"),
        N_("cannot assign requested address"),
        N_("connection refused"),
        N_("connection reset by peer"),
        N_("connection timed out"),
        N_("device or resource busy"),
        N_("directory not empty"),
        N_("disk quota exceeded"),
        N_("file exists"),
        N_("file name too long"),
        N_("file too large"),
        N_("input/output error"),
        N_("invalid argument"),
        N_("is a directory"),
        N_("network is unreachable"),
        N_("no route to host"),
        N_("no space left on device"),
        N_("no such device or address"),
        N_("no such file or directory"),
        N_("not a directory"),
        N_("operation not permitted"),
        N_("permission denied"),
        N_("read-only file system"),
        N_("too many levels of symbolic links"),
        N_("too many open files"),
        N_("too many open files in system"),
    )
)
