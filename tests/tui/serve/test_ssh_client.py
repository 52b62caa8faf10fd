"""A real ``ssh`` client against ``caboose serve-ssh``, judged by what its terminal shows."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.tui.serve.playing import play_to_the_end
from tests.tui.serve.servers import SshTown, clean_environment, needs_ssh, ssh_town, welcome
from tests.tui.serve.terminal import Terminal, in_terminal

pytestmark = needs_ssh


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshTown]:
    with ssh_town(tmp_path_factory.mktemp("town")) as found:
        yield found


@pytest.mark.slow
def test_a_whole_game_is_played_over_ssh_at_80_by_24(town: SshTown) -> None:
    with town.come("robin") as person:
        welcome(person)
        person.type("1\r")
        person.until("Choose the contract")
        play_to_the_end(person)
        # The sheet builds up line by line.
        text = person.until(lambda text: " win" in text and "Total" in text)
        assert "Contract" in text
        person.type("q")
        assert person.end() == 0
        assert not person.modes_left()


@pytest.mark.slow
def test_a_line_that_breaks_keeps_the_seat_for_the_same_key(town: SshTown) -> None:
    with town.come("ana") as ana, town.come("ben") as ben:
        for person, name in ((ana, "Ana"), (ben, "Ben")):
            welcome(person)
            person.until("open")
            if person is ana:
                person.type("1o")
                named(person, name)
                person.until(lambda text: "Open a table" in text and "opens it" in text)
                person.type("\r")
                person.until("1 seat is still free")
        table = "Ana's table"
        ben.until(table)
        go_to_the_table(ben)
        named(ben, "Ben")
        ben.until("press r")
        for person in (ana, ben):
            person.type("r")
        for person in (ana, ben):
            person.until(lambda text: "to act" in text or "your turn" in text)
        assert not [game for game in town.games() if listens(game)], "a guest opens no port"
        # The client is killed: no good-bye, and no more keys.
        ben.process.kill()
        ana.until("left (terminal closed)")
        with town.come("ben") as back:
            back.until("depart")
            back.until("Ana")
            go_to_the_table(back)
            back.until(lambda text: "to act" in text or "your turn" in text)
            ana.until(lambda text: "terminal closed" not in text)


def go_to_the_table(person: Terminal) -> None:
    """Down to the one table of others, and in."""
    for _ in range(20):
        chosen = [row for row in person.screen.display if "▸" in row]
        if any("Ana" in row for row in chosen):
            person.type("\r")
            return
        person.type("\x1b[B")
        person.settle(0.3)
    raise AssertionError(person.text)


def listens(pid: int) -> bool:
    """Whether a process has a port open to others."""
    listening = set()
    for name in ("tcp", "tcp6"):
        rows = [row.split() for row in Path(f"/proc/{pid}/net/{name}").read_text().splitlines()[1:]]
        listening |= {f"socket:[{row[9]}]" for row in rows if row[3] == "0A"}
    held = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            held.add(os.readlink(link))
    return bool(held & listening)


def named(person: Terminal, name: str) -> None:
    """Answer who one is, if it is asked."""
    person.until(lambda text: "What shall others call you" in text or "Waiting room" in text)
    if "What shall others call you" in person.text:
        person.type("\x7f" * 24 + name + "\r")


def test_a_guest_with_a_key_is_told_once_and_is_the_same_person_next_time(town: SshTown) -> None:
    with town.come("gil") as person:
        text = person.until("Enter goes on")
        assert "known here by your SSH key" in text
        assert "could see your cards and play for you" in " ".join(text.split())
        person.type("\r")
        person.until("depart")
        person.type("q")
        assert person.end() == 0
    before = {path.name for path in town.guests.iterdir()}
    with town.come("gil") as person:
        person.until("depart")
        assert "Enter goes on" not in person.text
        person.type("q")
        assert person.end() == 0
    assert {path.name for path in town.guests.iterdir()} == before


def test_a_guest_without_a_key_is_told_so_and_leaves_nothing_behind(town: SshTown) -> None:
    before = set(town.guests.iterdir())
    with town.come(None) as person:
        assert "You came without an SSH key" in person.until("Enter goes on")
        person.type("\r")
        person.until("depart")
        assert len(set(town.guests.iterdir()) - before) == 1
        person.type("q")
        assert person.end() == 0, bytes(person.raw[-2000:])
    until(lambda: set(town.guests.iterdir()) == before)


def test_whoever_has_only_seen_a_public_key_is_not_its_owner(town: SshTown) -> None:
    with town.come("hal") as person:
        welcome(person)
        person.type("q")
        assert person.end() == 0
    stolen = town.folder / "stolen"
    stolen.with_suffix(".pub").write_bytes(town.key("hal").with_suffix(".pub").read_bytes())
    before = set(town.guests.iterdir())
    for own in (["-i", str(town.key("ivy"))], []):
        words = town.ssh(who=None, options=("-o", f"IdentityFile={stolen}", *own))
        with in_terminal(words, clean_environment(town.folder)) as person:
            text = person.until("Enter goes on")
            assert ("known here by your SSH key" in text) == bool(own), "a stranger, told anew"
            assert set(town.guests.iterdir()) - before
            person.type("q\r")
            assert person.end() == 0


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("id",), ()),
        (("sftp",), ("-s",)),
        ((), ("-W", "127.0.0.1:22")),
        ((), ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22")),
        ((), ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "/tmp/caboose.sock:127.0.0.1:22")),
        ((), ("-T",)),
    ],
    ids=["command", "sftp", "to-a-port", "from-a-port", "from-a-socket", "no-terminal"],
)
def test_there_is_nothing_but_the_game(
    town: SshTown, words: tuple[str, ...], options: tuple[str, ...]
) -> None:
    done = town.run(*words, options=options)
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode != 0
    assert "uid=" not in done.stdout
    until(lambda: not town.games())


def test_no_agent_no_display_and_no_tunnel_reach_the_game(town: SshTown) -> None:
    until(lambda: not town.games())
    words = town.ssh(who="dev", options=("-tt", "-A", "-X", "-o", "ForwardX11Trusted=yes"))
    env = clean_environment(town.folder) | {"DISPLAY": ":7", "SSH_AUTH_SOCK": "/tmp/nothing"}
    with in_terminal(words, env) as person:
        person.until(lambda text: "Enter goes on" in text or "depart" in text)
        (game,) = town.games()
        told = Path(f"/proc/{game}/environ").read_bytes()
        assert b"SSH_AUTH_SOCK" not in told
        assert b"DISPLAY" not in told


def test_a_game_that_crashes_takes_nobody_with_it(town: SshTown) -> None:
    until(lambda: not town.games())
    with town.come("ana") as ana:
        ana.until(lambda text: "Enter goes on" in text or "depart" in text)
        (first,) = town.games()
        with town.come("ben") as ben:
            ben.until(lambda text: "Enter goes on" in text or "depart" in text)
            os.kill(first, signal.SIGSEGV)
            assert ana.end() != 0
            welcome(ben)
            with town.come("cleo") as cleo:
                cleo.until(lambda text: "Enter goes on" in text or "depart" in text)


def test_garbage_and_silence_at_the_door_keep_nobody_out(town: SshTown) -> None:
    with ExitStack() as stack:
        for n in range(30):
            knock = stack.enter_context(socket.create_connection(("127.0.0.1", town.port)))
            if n % 3 == 0:
                knock.sendall(b"GET / HTTP/1.1\r\n\r\n")
            elif n % 3 == 1:
                knock.sendall(b"SSH-2.0-x\r\n" + os.urandom(4096))
        time.sleep(0.2)
        # The silent ones fill their share of the doors; those who said something wrong are gone.
        with town.come("ana") as person:
            person.until(lambda text: "Enter goes on" in text or "depart" in text)
    assert "Traceback" not in town.log


def test_one_address_has_only_so_many_places(tmp_path: Path) -> None:
    with ssh_town(tmp_path / "small", "--per-address", "1") as town:
        with town.come("ana") as ana:
            ana.until("Enter goes on")
            with town.come("ben") as ben:
                assert ben.end() == 1
                assert "play here from your address already" in ben.text
            ana.type("q\r")
            assert ana.end() == 0
        with town.come("ben") as ben:
            ben.until("Enter goes on")


def test_the_server_that_is_told_to_end_puts_every_game_away(tmp_path: Path) -> None:
    with ssh_town(tmp_path / "short") as town, town.come("ana") as ana:
        welcome(ana)
        ana.type("\r")
        ana.until("Choose the contract")
        town.process.send_signal(signal.SIGTERM)
        ana.end()
        assert not ana.modes_left()
        assert "this server has ended your visit; your game is kept" in ana.text
        assert "SIGTERM" not in ana.text
        assert town.process.wait(120) == 0
        (kept,) = town.guests.glob("*/data/games/*")
        assert kept.stat().st_size > 0


def test_the_host_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    with ssh_town(tmp_path / "key") as town:
        path = town.folder / "data" / "ssh_host_key"
        made = path.read_bytes()
        assert path.stat().st_mode & 0o777 == 0o600
    with ssh_town(tmp_path / "key"):
        assert path.read_bytes() == made


def until(check: object, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not check():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)
