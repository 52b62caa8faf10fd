"""What a command says of itself is enough to use it."""

import pytest

from tui.cli import host, play, table

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
