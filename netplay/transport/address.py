"""Broker addresses as people write them (`mqtt://host:port`), read strictly, refused in one clear line."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

DEFAULT_PORTS = {"mqtt": 1883, "mqtts": 8883, "ws": 80, "wss": 443}
"""Port meant when an address names none, by scheme (the IANA numbers)."""
DEFAULT_PATH = "/mqtt"
"""Where brokers have MQTT over WebSockets, when an address says no path."""

_LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?", re.ASCII)
_NUMERIC = re.compile(r"[0-9.]+", re.ASCII)
_PATH = re.compile(r"/[A-Za-z0-9._~/-]{0,199}", re.ASCII)
_PORT = re.compile(r"[0-9]{1,5}", re.ASCII)


class BadAddress(ValueError):
    """A broker address that cannot be used; its text is one sentence that says what to write instead."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where a broker listens: `scheme` is `mqtt`, `mqtts` (TLS), `ws` or `wss` (WebSockets, with TLS).

    `host` is bare (IPv6 without brackets), `path` is for WebSockets only.
    """

    scheme: str
    host: str
    port: int
    path: str = ""

    @property
    def tls(self) -> bool:
        """Whether the link is encrypted."""
        return self.scheme in ("mqtts", "wss")

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"


def parse_address(text: str) -> BrokerAddress:
    """Read one broker address; raise BadAddress with a sentence for the user where it is not one.

    The offending text itself is never quoted back: it may hold a password or control characters.
    """
    scheme, separator, rest = text.partition("://")
    scheme = scheme.lower()
    if not separator or scheme not in DEFAULT_PORTS:
        raise BadAddress(
            "A broker address starts with mqtt:// or mqtts:// (over WebSockets ws:// or wss://), "
            "for example mqtt://localhost:1883."
        )
    if "@" in rest:
        raise BadAddress(
            "A broker address holds no user name or password: other users of this machine could read"
            " it in the list of processes."
        )
    path = ""
    if scheme in ("ws", "wss"):
        rest, slash, tail = rest.partition("/")
        path = slash + tail if tail else DEFAULT_PATH
        if not _PATH.fullmatch(path):
            raise BadAddress(
                "The path of a WebSocket address is plain, for example wss://host/mqtt."
            )
    rest = rest.removesuffix("/")
    if any(mark in rest for mark in "/?#"):
        raise BadAddress("A broker address ends after the port: it has no path, query or fragment.")
    host, port = _split(rest)
    return BrokerAddress(scheme, _host(host), _port(port, scheme), path)


def _split(rest: str) -> tuple[str, str | None]:
    if rest.startswith("["):
        host, bracket, tail = rest[1:].partition("]")
        if not bracket or ":" not in host or (tail and not tail.startswith(":")):
            raise BadAddress(
                "An IPv6 address stands in square brackets, for example mqtt://[::1]:1883."
            )
        return host, tail[1:] if tail else None
    if rest.count(":") > 1:
        raise BadAddress(
            "An IPv6 address stands in square brackets, for example mqtt://[::1]:1883."
        )
    host, colon, port = rest.partition(":")
    return host, port if colon else None


def _host(host: str) -> str:
    if ":" in host:
        try:
            return str(ipaddress.IPv6Address(host))
        except ValueError:
            raise BadAddress(
                "The broker address holds no valid IPv6 address between its brackets."
            ) from None
    if not host:
        raise BadAddress("The broker address names no host, for example mqtt://localhost:1883.")
    if _NUMERIC.fullmatch(host):
        try:
            return str(ipaddress.IPv4Address(host))
        except ValueError:
            raise BadAddress(
                "The broker address holds no valid IPv4 address (four numbers from 0 to 255)."
            ) from None
    name = host.removesuffix(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in name.split(".")):
        raise BadAddress("The host of the broker address is no valid host name.")
    return name.lower()


def _port(port: str | None, scheme: str) -> int:
    if port is None:
        return DEFAULT_PORTS[scheme]
    if not _PORT.fullmatch(port) or not 1 <= int(port) <= 65535:
        raise BadAddress("The port of a broker address is a number from 1 to 65535.")
    return int(port)
