"""What a command says of itself is enough to use it."""

from types import ModuleType

import pytest

from tui.cli import host, play, serve_ssh, serve_web, table

COMMANDS = {"play": play.run, "host": host.run, "table": table.run}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_the_games_and_says_what_an_option_is(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        COMMANDS[command](["--help"])
    said = capsys.readouterr().out
    assert "continental-express" in said.split("positional arguments")[1].split("options:")[0]
    assert "bonus_ticket=yes" in said.split("options:")[1].split("examples:")[0]


@pytest.mark.parametrize("server", [serve_ssh, serve_web])
def test_a_server_offers_no_search_of_its_network_for_its_guests(
    server: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        server.run(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "where guests meet" in said
    assert "--no-lan" not in said
    assert "the local network" not in said.split("examples:")[0]
