"""An MQTT broker inside this process, for a LAN game, a demo or a test that needs no other program.

`netplay.broker.embedded` loads amqtt and is imported by whoever really starts it.
"""

from __future__ import annotations

import os
import socket


def bind(host: str, port: int = 0) -> socket.socket:
    """A socket for `EmbeddedBroker(bound=...)`: its port is known before anything runs. Raises OSError."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setblocking(False)
        made.bind((host, port))
        made.listen(100)  # who comes before the broker runs waits instead of being turned away
    except OSError:
        made.close()
        raise
    return made
