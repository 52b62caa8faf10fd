"""`caboose rules`: the rules as plain text."""

from tests.cli.conftest import Run

ENGLISH = {"LC_ALL": "en_GB.UTF-8"}


def test_the_rules_of_a_game_are_printed_without_any_drawing(caboose: Run) -> None:
    done = caboose("rules", "a-toute-vapeur", env=ENGLISH)
    assert done.code == 0
    assert "1. The aim" in done.out
    assert "Ruling 26" in done.out
    assert "Continental" not in done.out
    assert not set("{}[]◊▮\x1b") & set(done.out)
    assert max(map(len, done.out.splitlines())) <= 80


def test_all_games_where_none_is_named(caboose: Run) -> None:
    out = caboose("rules", env=ENGLISH).out
    assert out.startswith("Continental Express\n")
    assert "\nÀ toute vapeur!\n" in out


def test_a_search_prints_what_has_the_word_and_where(caboose: Run) -> None:
    done = caboose("rules", "continental-express", "--search", "RULING 21:", env=ENGLISH)
    assert done.out.splitlines()[0] == "Continental Express: Part 3: new cards, and events"
    assert "c lies lowest" in " ".join(done.out.split())
    assert "Ruling 22" not in done.out


def test_the_rules_come_in_the_language_of_the_locale(caboose: Run) -> None:
    done = caboose("rules", "--search", "decision 8 :", env={"LC_ALL": "fr_FR.UTF-8"})
    assert "Décision 8 : Investisseur" in done.out


def test_a_word_that_is_nowhere_is_said_in_one_line(caboose: Run) -> None:
    done = caboose("rules", "--search", "zeppelin\x1b[2J")
    assert done.code == 1
    assert "the rules do not say" in done.complaint()
    assert "\x1b" not in done.err


def test_a_game_that_is_not_there_is_refused(caboose: Run) -> None:
    assert caboose("rules", "nosuch").code == 2
