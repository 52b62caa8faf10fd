"""Brokers worth remembering: one file in the configuration folder, each with its addresses in order.

The same form is what friends pass round: ``caboose add-broker FILE``. It never holds a password,
only the name of a file that does.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from netplay.config import FolderUnusable, config_folder, ready, replace_file
from netplay.text import clean
from netplay.transport import BadAddress, BrokerAddress, parse_address
from netplay.transport.security import Security, is_pem

FILE_NAME: Final = "brokers.toml"
USED_NAME: Final = "brokers-used.toml"
"""How brokers named on the command line were reached, for going back to games there."""
MAX_BYTES: Final = 256 * 1024
MOST: Final = 32
MOST_ADDRESSES: Final = 8
NAME_LIMIT: Final = 32
_FIELDS: Final = frozenset(
    ("name", "addresses", "user", "password_file", "ca", "certificate", "key")
)
_HEAD: Final = """\
# Brokers that Caboose looks for tables at, also changed by `caboose add-broker` and `remove-broker`.
"""


class BrokersUnusable(Exception):
    """A list of brokers cannot be used or changed; ``str()`` is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Broker:
    """One broker: ``addresses`` of its nodes, tried in order; all with TLS or all without.

    ``user``: the name it knows us by; the password is in ``password_file``, else in the
    environment's CABOOSE_BROKER_PASSWORD. ``ca``, ``certificate``, ``key``: names of PEM files; ``ca``
    may be the PEM text itself, so that one file can be passed round.
    """

    name: str
    addresses: tuple[BrokerAddress, ...]
    user: str | None = None
    password_file: str | None = None
    ca: str | None = None
    certificate: str | None = None
    key: str | None = None

    @property
    def tls(self) -> bool:
        """Whether the link is encrypted."""
        return self.addresses[0].tls

    def security(self, ask: Callable[[str], str] | None = None) -> Security:
        """What a connection must show and check; raises BrokersUnusable where a file is missing.

        ``ask``: gets the password from the person, given a prompt, where there is no other way.
        """
        login = None
        if self.user is not None:
            login = (self.user, self._password(ask))
        for path in (self.ca, self.certificate, self.key):
            if path is not None and not is_pem(path) and not Path(path).is_file():
                raise BrokersUnusable(f"broker {self.name}: there is no file {path}")
        return Security(login, self.ca, self.certificate, self.key)

    def _password(self, ask: Callable[[str], str] | None) -> str:
        if self.password_file is not None:
            return read_password(Path(self.password_file))
        found = os.environ.get("CABOOSE_BROKER_PASSWORD")
        if found is None and ask is not None:
            found = ask(f"Password of {self.user} at {self.name}: ")
        if not found:
            raise BrokersUnusable(
                f"broker {self.name} wants a password for {self.user}: put it in a file and name that with "
                "--password-file, or set CABOOSE_BROKER_PASSWORD"
            )
        return found


def broker_of(
    addresses: Sequence[str],
    name: str = "",
    *,
    user: str | None = None,
    password_file: str | None = None,
    ca: str | None = None,
    certificate: str | None = None,
    key: str | None = None,
) -> Broker:
    """A broker from addresses as people write them; raises BrokersUnusable."""
    try:
        parsed = tuple(parse_address(address) for address in addresses)
    except BadAddress as error:
        raise BrokersUnusable(str(error)) from None
    if not 1 <= len(parsed) <= MOST_ADDRESSES:
        raise BrokersUnusable(f"a broker has 1 to {MOST_ADDRESSES} addresses")
    if len({address.tls for address in parsed}) > 1:
        raise BrokersUnusable(
            "the addresses of one broker are all with TLS or all without: "
            "a link never falls back to plain text"
        )
    if user is not None and not parsed[0].tls and not _loopback(parsed):
        raise BrokersUnusable("a password is sent only over TLS: use an mqtts:// or wss:// address")
    if (ca or certificate or key) and not parsed[0].tls:
        raise BrokersUnusable("certificates are for mqtts:// and wss:// addresses")
    if (certificate is None) != (key is None):
        raise BrokersUnusable("a client certificate and its key go together")
    shown = clean(name, NAME_LIMIT) or parsed[0].host[:NAME_LIMIT]
    files = [_expand(file) for file in (password_file, ca, certificate, key)]
    return Broker(shown, parsed, user, *files)


def _expand(file: str | None) -> str | None:
    return file if file is None or is_pem(file) else str(Path(file).expanduser().absolute())


def _loopback(addresses: Sequence[BrokerAddress]) -> bool:
    return all(address.host in ("localhost", "127.0.0.1", "::1") for address in addresses)


def read_password(path: Path) -> str:
    """The first line of a file that only its owner can read; raises BrokersUnusable."""
    try:
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            data = file.read(4096)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BrokersUnusable(f"cannot read the password file {path}: {why.lower()}") from None
    if os.name == "posix" and stat.S_IMODE(about.st_mode) & 0o077:
        raise BrokersUnusable(f"others can read the password file {path}: chmod 600 {path}")
    try:
        line = data.split(b"\n", 1)[0].rstrip(b"\r").decode()
    except UnicodeDecodeError:
        line = ""
    if not line:
        raise BrokersUnusable(f"the password file {path} holds no password in its first line")
    return line


# The file


def brokers_path() -> Path:
    """Where the list is, or would be."""
    return config_folder() / FILE_NAME


def load(path: Path | None = None) -> tuple[Broker, ...]:
    """The saved brokers, in order; none where there is no file. Raises BrokersUnusable."""
    path = path or brokers_path()
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BrokersUnusable(f"cannot read {path}: {why.lower()}") from None
    return read(data, str(path))


def read(data: bytes, what: str) -> tuple[Broker, ...]:
    """Brokers from a file's bytes, checked; raises BrokersUnusable, which calls the file ``what``."""
    try:
        if len(data) > MAX_BYTES:
            raise ValueError("it is too long")
        parsed = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise BrokersUnusable(f"{what} is no list of brokers: {clean(str(error), 120)}") from None
    listed = parsed.get("broker", [])
    if set(parsed) - {"broker"} or not isinstance(listed, list) or len(listed) > MOST:
        raise BrokersUnusable(f"{what} is no list of at most {MOST} [[broker]] parts")
    found = [_read_one(part, what) for part in listed]
    names = [broker.name.casefold() for broker in found]
    if len(set(names)) < len(names):
        raise BrokersUnusable(f"{what} names two brokers alike")
    return tuple(found)


def _read_one(part: Any, what: str) -> Broker:
    if not isinstance(part, dict) or set(part) - _FIELDS:
        raise BrokersUnusable(f"{what}: a broker has no fields but {', '.join(sorted(_FIELDS))}")
    addresses = part.get("addresses")
    texts = [value for field, value in part.items() if field != "addresses"]
    if not isinstance(addresses, list) or not all(
        isinstance(text, str) and 0 < len(text) <= 65_536 and "\0" not in text
        for text in [*addresses, *texts]
    ):
        raise BrokersUnusable(f"{what}: addresses are a list of texts, all other fields are texts")
    others = {field: part[field] for field in part if field not in ("addresses", "name")}
    try:
        return broker_of(addresses, part.get("name", ""), **others)
    except BrokersUnusable as error:
        raise BrokersUnusable(f"{what}: {error}") from None


def read_foreign(data: bytes, what: str) -> tuple[Broker, ...]:
    """Brokers from a file that somebody else made; raises BrokersUnusable.

    It may name no file of this machine: the first line of any of them would be sent as a password.
    """
    found = read(data, what)
    for broker in found:
        mine = [broker.password_file, broker.certificate, broker.key]
        mine += [broker.ca] if broker.ca is not None and not is_pem(broker.ca) else []
        if any(file is not None for file in mine):
            raise BrokersUnusable(
                f"{what} names files of this machine, which another's list must not; "
                "put the authority's certificate itself into it, and say your own files by options"
            )
    if not found:
        raise BrokersUnusable(f"{what} lists no broker")
    return found


def text_of(brokers: Sequence[Broker]) -> str:
    """The file that ``read`` reads."""
    lines = [_HEAD]
    for broker in brokers:
        lines.append("[[broker]]")
        lines.append(f"name = {_quoted(broker.name)}")
        inner = ", ".join(_quoted(str(address)) for address in broker.addresses)
        lines.append(f"addresses = [{inner}]")
        for field in ("user", "password_file", "ca", "certificate", "key"):
            value = getattr(broker, field)
            if value is not None:
                lines.append(f"{field} = {_quoted(value)}")
        lines.append("")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    # JSON's escapes are TOML's, but for DEL, which TOML wants escaped too.
    return re.sub("\x7f", r"\\u007f", json.dumps(text, ensure_ascii=False))


def save(brokers: Sequence[Broker], path: Path | None = None) -> None:
    """Write the list, whole or not at all; raises BrokersUnusable and FolderUnusable."""
    path = path or brokers_path()
    ready(path.parent, "your settings", "CABOOSE_CONFIG_DIR")
    try:
        replace_file(path, text_of(brokers).encode())
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BrokersUnusable(f"cannot write {path}: {why}") from None


def add(new: Sequence[Broker], path: Path | None = None) -> tuple[Broker, ...]:
    """Add brokers at the end, each in the place of one of its name; the whole list. Raises as above."""
    found = list(load(path))
    for broker in new:
        for place, old in enumerate(found):
            if old.name.casefold() == broker.name.casefold():
                found[place] = broker
                break
        else:
            found.append(broker)
    if len(found) > MOST:
        raise BrokersUnusable(f"at most {MOST} brokers are remembered; remove one first")
    save(found, path)
    return tuple(found)


def note_used(broker: Broker) -> None:
    """Keep how a broker was reached that was only named on the command line: names of files and the
    user, never a password. A game begun there is gone back to by it. Not being able to is no reason
    to stay away; nothing is raised.
    """
    if not any((broker.user, broker.ca, broker.certificate)):
        return
    path = config_folder() / USED_NAME
    try:
        old = load(path)
    except BrokersUnusable:
        old = ()
    kept = [one for one in old if not set(one.addresses) & set(broker.addresses)]
    with contextlib.suppress(BrokersUnusable, FolderUnusable):
        save([broker, *kept][:MOST], path)


def known_at(addresses: Sequence[BrokerAddress]) -> Broker | None:
    """The broker at one of these addresses that is saved, or was used before; None if there is none.

    Raises BrokersUnusable where the saved ones cannot be read.
    """
    try:
        used = load(config_folder() / USED_NAME)
    except BrokersUnusable:
        used = ()
    for broker in (*load(), *used):
        if set(broker.addresses) & set(addresses):
            return broker
    return None


def remove(name: str, path: Path | None = None) -> Broker:
    """Forget the broker of that name or address; raises BrokersUnusable."""
    found = load(path)
    for broker in found:
        known = {broker.name.casefold(), *(str(address) for address in broker.addresses)}
        if name.casefold() in known:
            save([other for other in found if other is not broker], path)
            return broker
    there = ", ".join(broker.name for broker in found) or "none at all"
    raise BrokersUnusable(f"no broker is called {clean(name, 40)!r}; there are: {there}")
