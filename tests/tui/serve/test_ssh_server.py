"""The SSH server from inside: what a game is started with, limits, and what clients make up."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from netplay.brokers import broker_of
from tui import guest

asyncssh = pytest.importorskip("asyncssh", reason="the extra `serve` is not installed")

from tui.serve import terms  # noqa: E402
from tui.serve.doors import Doors, Limits, network  # noqa: E402 # after it is known to be there
from tui.serve.guests import Guests  # noqa: E402
from tui.serve.hostkey import HostKeyUnusable, load_or_create  # noqa: E402
from tui.serve.ssh import SshServer  # noqa: E402

TELL = """
import json, os, shutil, sys
size = os.get_terminal_size(0)
print(json.dumps({"env": dict(os.environ), "size": [size.columns, size.lines], "cwd": os.getcwd()}))
"""
ECHO = "import sys\nfor line in sys.stdin: print('heard', line.strip(), flush=True)"


@asynccontextmanager
async def serving(
    folder: Path, program: str, limits: Limits | None = None, clock: Any = None
) -> AsyncIterator[SshServer]:
    key = asyncssh.generate_private_key("ssh-ed25519")
    guests = Guests(folder / "guests", [broker_of(["mqtt://127.0.0.1:1"], "here")])
    more = {} if clock is None else {"clock": clock}
    server = SshServer(
        guests, key, "127.0.0.1", 0, limits, game=(sys.executable, "-c", program), **more
    )
    async with server:
        yield server


class Keyless(asyncssh.SSHClient):  # type: ignore[misc, name-defined] # imported if it is there
    """Answers the question that is none."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *asked: Any) -> list[str]:
        return []


def connect(server: SshServer, **more: Any) -> Any:
    """A client; without a key of its own unless one is given."""
    return asyncssh.connect(
        "127.0.0.1",
        server.port,
        known_hosts=None,
        config=None,
        client_keys=more.pop("client_keys", None),
        agent_path=None,
        username=more.pop("username", "robin"),
        password=None,
        client_factory=Keyless,
        **more,
    )


async def told(server: SshServer, **terminal: Any) -> dict[str, Any]:
    """What a game sees of who came."""
    user = terminal.pop("username", "robin")
    async with connect(server, username=user) as client:
        process = await client.create_process(**terminal)
        text = await process.stdout.read()
        await process.wait()
        found: dict[str, Any] = json.loads(text)
        return found


async def test_only_what_belongs_to_the_terminal_is_taken_from_the_clients_environment(
    tmp_path: Path,
) -> None:
    said = {
        "LANG": "fr_FR.UTF-8",
        "LC_MESSAGES": "it_IT.UTF-8",
        "COLORTERM": "truecolor",
        "NO_COLOR": "yes please",
        "LD_PRELOAD": "/tmp/evil.so",
        "PYTHONPATH": "/tmp/evil",
        "CABOOSE_DATA_DIR": "/tmp",
        "CABOOSE_GUEST": "key",
        "LC_ALL": "../../etc/passwd",
        "LC_TIME": "x" * 5000,
        "HOME": "/root",
    }
    async with serving(tmp_path, TELL) as server:
        found = await told(server, term_type="tmux-256color", term_size=(101, 33), env=said)
    env = found["env"]
    assert env["TERM"] == "tmux-256color"
    assert env["LANG"] == "fr_FR.UTF-8"
    assert env["LC_MESSAGES"] == "it_IT.UTF-8"
    assert env["COLORTERM"] == "truecolor"
    assert env["NO_COLOR"] == "1"
    assert env["CABOOSE_GUEST"] == guest.FRESH
    assert env["USER"] == "robin"
    assert env["CABOOSE_OWN_BROKER"] == "off", "a guest opens no port of this machine"
    assert env["CABOOSE_LAN"] == "off"
    assert found["size"] == [101, 33]
    assert not {"LD_PRELOAD", "LC_ALL", "LC_TIME"} & set(env)
    assert "/tmp/evil" not in env.get("PYTHONPATH", "")
    for name in ("CABOOSE_DATA_DIR", "CABOOSE_CONFIG_DIR", "HOME"):
        assert env[name].startswith(str(tmp_path / "guests"))


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("xterm", "xterm"),
        ("foot-extra", "foot-extra"),
        ("unknown", "ansi"),
        ("", "ansi"),
        ("../../x", "ansi"),
        ("a" * 3000, "ansi"),
        ("dumb", "dumb"),
    ],
)
async def test_no_kind_of_terminal_is_refused(tmp_path: Path, said: str, seen: str) -> None:
    async with serving(tmp_path, TELL) as server:
        found = await told(server, term_type=said or " ", term_size=(0, 0))
    assert found["env"]["TERM"] == seen
    assert found["size"] == [80, 24], "a client that says nothing of its size"


async def test_a_locale_without_utf8_gets_plain_signs(tmp_path: Path) -> None:
    async with serving(tmp_path, TELL) as server:
        found = await told(server, term_type="xterm", env={"LANG": "en_US.ISO-8859-1"})
        assert found["env"]["CABOOSE_SYMBOLS"] == "ascii"
        found = await told(server, term_type="xterm")
        assert "CABOOSE_SYMBOLS" not in found["env"]


async def test_a_user_name_is_a_name_and_nothing_else(tmp_path: Path) -> None:
    async with serving(tmp_path, TELL) as server:
        found = await told(server, term_type="xterm", username="a/../b; rm -rf [bold]x[/]")
    assert found["env"]["USER"] == "a/../b; rm -rf [bold]x[/"[:24].strip()
    assert Path(found["cwd"]).parent == tmp_path / "guests"


async def test_the_size_of_the_window_reaches_the_game_within_reason(tmp_path: Path) -> None:
    program = (
        "import os, time\n"
        "while os.get_terminal_size(0).columns != 140: time.sleep(0.01)\n"
        "print(os.get_terminal_size(0).lines, flush=True)\n"
        "while os.get_terminal_size(0).columns != 500: time.sleep(0.01)\n"
    )
    async with serving(tmp_path, program) as server, connect(server) as client:
        process = await client.create_process(term_type="xterm", term_size=(80, 24))
        process.change_terminal_size(140, 45)
        assert (await process.stdout.readline()).strip() == "45"
        process.change_terminal_size(4_000_000, 4_000_000)
        await asyncio.wait_for(process.wait(), 120)


async def test_a_key_asked_about_is_not_a_key_that_has_signed(tmp_path: Path) -> None:
    async with serving(tmp_path, ECHO) as server:
        line = server.line()
        stolen = asyncssh.generate_private_key("ssh-ed25519")
        line.validate_public_key("ana", stolen)
        line.get_kbdint_challenge("ana", "", "")
        line.validate_kbdint_response("ana", [])
        line.auth_completed()
        assert line.key is None
        line = server.line()
        own = asyncssh.generate_private_key("ssh-ed25519")
        line.validate_public_key("ana", stolen)
        line.validate_public_key("ana", own)
        line.auth_completed()
        assert line.key == own.public_data


async def test_a_connection_has_one_game(tmp_path: Path) -> None:
    async with serving(tmp_path, ECHO) as server, connect(server) as client:
        first = await client.create_process(term_type="xterm")
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.create_process(term_type="xterm")
        first.stdin.write("still here\n")
        while "heard still here" not in (line := await first.stdout.readline()):
            assert line


async def test_more_guests_than_places_are_told_so(tmp_path: Path) -> None:
    limits = Limits(sessions=1, address=9)
    async with serving(tmp_path, ECHO, limits) as server, connect(server) as first:
        await first.create_process(term_type="xterm")
        async with connect(server) as second:
            process = await second.create_process(term_type="xterm")
            assert "All places on this server are taken" in await process.stdout.read()
            assert (await process.wait()).exit_status == 1


async def test_who_is_turned_away_is_told_so_in_their_own_language(tmp_path: Path) -> None:
    limits = Limits(sessions=1, address=9)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with serving(tmp_path, ECHO, limits) as server, connect(server) as first:
        await first.create_process(term_type="xterm")
        async with connect(server) as second:
            french = {"LANG": "fr_FR.UTF-8"}
            process = await second.create_process(term_type="xterm", env=french)
            assert "Toutes les places de ce serveur sont prises" in await process.stdout.read()
        home = tmp_path / "guests" / sha256(key.public_data).hexdigest() / "config"
        home.mkdir(parents=True)
        (home / "settings.toml").write_text('language = "it"\n')
        async with connect(server, client_keys=[key]) as third:
            process = await third.create_process(term_type="xterm", env=french)
            assert "Tutti i posti di questo server" in await process.stdout.read()


@pytest.mark.parametrize(
    ("accepted", "code"),
    [("fr-CA, en;q=0.8", "fr"), ("de, it;q=0.5", "it"), ("", "en"), ("x" * 9999 + ",fr", "en")],
)
def test_a_page_is_answered_in_the_first_language_that_is_spoken_here(
    accepted: str, code: str
) -> None:
    assert terms.language(accepted) == code


async def test_who_presses_no_key_for_long_is_put_away_and_told(tmp_path: Path) -> None:
    now = [0.0]
    limits = Limits(idle=0.4)
    async with (
        serving(tmp_path, ECHO, limits, lambda: now[0]) as server,
        connect(server) as client,
    ):
        process = await client.create_process(term_type="xterm")
        now[0] = 0.3
        process.stdin.write("a key\n")
        await process.stdout.readline()
        now[0] = 0.6
        await asyncio.sleep(0.3)
        assert server.doors.inside == 1
        now[0] = 5.0
        assert "without a key" in await asyncio.wait_for(process.stdout.read(), 120)
        assert server.doors.inside == 0


async def test_who_logs_in_and_does_nothing_is_cut_off(tmp_path: Path) -> None:
    now = [0.0]
    async with serving(tmp_path, ECHO, Limits(idle=0.4), lambda: now[0]) as server:
        client = await connect(server)
        now[0] = 60.0
        await asyncio.wait_for(client.wait_closed(), 120)
        assert not server.lines


async def test_an_environment_without_end_cuts_the_line(tmp_path: Path) -> None:
    async with serving(tmp_path, ECHO, Limits(idle=0.4), lambda: 0.0) as server:
        client = await connect(server)
        env = {f"N{n}": "x" * 1000 for n in range(200)}
        await client.create_process(term_type="xterm", env=env)
        await asyncio.wait_for(client.wait_closed(), 120)


async def test_keys_typed_ahead_without_end_wait_at_the_client(tmp_path: Path) -> None:
    program = "import time; time.sleep(2)"
    async with serving(tmp_path, program) as server, connect(server) as client:
        process = await client.create_process(term_type="xterm", encoding=None)
        process.stdin.write(b"x" * 3_000_000)
        await asyncio.sleep(0.5)
        (line,) = server.lines
        assert line.session is not None
        child = line.session._child
        assert child is not None
        assert len(child._keys) < 500_000
        await asyncio.wait_for(process.wait(), 120)


async def test_a_game_that_writes_without_end_waits_for_its_guest(tmp_path: Path) -> None:
    program = "import sys\nwhile True: sys.stdout.write('x' * 4096)"
    async with serving(tmp_path, program) as server:
        client = await connect(server)
        process = await client.create_process(term_type="xterm", encoding=None)
        await asyncio.sleep(0.5)
        async with connect(server) as other:
            await asyncio.wait_for(other.create_process(term_type="xterm"), 120)
        del process
        client.abort()


def test_an_address_is_what_a_line_is_given() -> None:
    assert network("10.0.0.7") == "10.0.0.7"
    assert network("::ffff:10.0.0.7") == "10.0.0.7"
    assert network("2001:db8:1:2:aaaa::1") == network("2001:db8:1:2:bbbb::2")
    assert network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("fe80::1%eth0") == network("fe80::2")


def test_silence_at_the_door_takes_a_quarter_of_it_at_most() -> None:
    doors = Doors(Limits(waiting=16))
    assert [doors.knock("10.0.0.1") for _ in range(6)] == [True] * 4 + [False] * 2
    assert doors.knock("10.0.0.2")
    doors.gone("10.0.0.1")
    assert doors.knock("10.0.0.1")


def test_a_host_key_that_others_can_read_or_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    made, new = load_or_create(path)
    assert new
    again, new = load_or_create(path)
    assert not new
    assert again.public_data == made.public_data
    path.chmod(0o644)
    with pytest.raises(HostKeyUnusable, match="chmod 600"):
        load_or_create(path)
    path.chmod(0o600)
    path.write_bytes(b"junk")
    with pytest.raises(HostKeyUnusable, match="no private key"):
        load_or_create(path)


def test_guests_beyond_the_most_that_are_kept_pass_through(tmp_path: Path) -> None:
    guests = Guests(tmp_path, [], most=1)
    first = guests.enter(b"one")
    assert first.stays
    second = guests.enter(b"two")
    assert second.kind == guest.FRESH
    assert guests.enter(b"one").home == first.home
    guests.leave(second)
    assert not second.home.exists()


def test_a_guest_who_did_nothing_leaves_no_folder(tmp_path: Path) -> None:
    guests = Guests(tmp_path, [])
    found = guests.enter(b"one")
    guests.leave(found)
    assert not found.home.exists()
    found = guests.enter(b"one")
    (found.home / "config" / "name").write_text("Ana")
    guests.leave(found)
    assert found.home.exists()
