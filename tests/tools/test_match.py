"""Matches between programs, tallies, and the openings that they begin with."""

from __future__ import annotations

import sys

import pytest

from engine.ladder import Tally
from engine.start import start_of
from games.catalogue import game
from games.core import Side
from tools.__main__ import main
from tools.match import Broken, Opponent, Terms, match, summary
from tools.openings import after, even_openings, openings

EVENEST = 1  # of these four, which score -366, -17, 23 and 23
PLAIN = f"{sys.executable} -m engine --plain"


@pytest.mark.slow
def test_a_match_changes_sides_and_counts() -> None:
    first, second = Opponent(f"{sys.executable} -m engine"), Opponent(PLAIN)
    try:
        games = list(match(Terms("bga-rim", games=2, seconds=0.01), first, second))
    finally:
        first.close()
        second.close()
    assert [tally.games for tally, _ in games] == [1, 2]
    assert [course.split(":")[0] for _, course in games] == ["1 as dark", "1 as light"]
    assert first.mean_depth > 0


@pytest.mark.slow
def test_the_command_plays_against_the_plain_search(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--games", "1", "--seconds", "0.02", "--plies", "4"]
    assert main(["match", "brandubh", *few, "--verbose"]) == 0
    game_line, last_line = capsys.readouterr().out.splitlines()
    assert game_line.startswith("1 as dark: ")
    assert last_line.startswith("brandubh ")
    assert "depths" in last_line


@pytest.mark.slow
def test_a_program_that_answers_badly_is_named() -> None:
    opponent = Opponent(PLAIN)
    with pytest.raises(Broken, match="chess"):
        opponent.ask("rules chess")
    opponent.close()


@pytest.mark.parametrize(
    ("tally", "line"),
    [
        (Tally(3, 0, 1), "+3 =0 -1  75.0 % ± 21.7  Elo +191"),
        (Tally(0, 4, 0), "+0 =4 -0  50.0 % ± 0.0  Elo +0"),
        (Tally(4, 0, 0), "+4 =0 -0  100.0 % ± 0.0  Elo +338"),
        (Tally(1, 2, 1), "+1 =2 -1  50.0 % ± 17.7  Elo +0"),
    ],
)
def test_a_tally_tells_score_error_and_elo(tally: Tally, line: str) -> None:
    assert summary(tally) == line


def test_a_tally_counts_a_game_for_the_side_that_was_played() -> None:
    tally = Tally().with_game(Side.DARK, Side.DARK).with_game(Side.DARK, Side.LIGHT)
    assert tally.with_game(Side.LIGHT, None).with_game(Side.LIGHT, Side.LIGHT) == Tally(2, 1, 1)


def test_openings_are_the_same_each_time_and_leave_the_game_open() -> None:
    larochelle = game("larochelle")
    lines = [next(openings(larochelle, 6, "x")) for _ in range(2)]
    assert lines[0] == lines[1]
    positions = after(larochelle, lines[0])
    assert len(positions) == 7
    assert positions[0] == start_of(larochelle)
    assert larochelle.verdict(positions[-1]) is None


def test_of_several_openings_the_evenest_is_drawn() -> None:
    tabal = game("tabal")
    candidates = openings(tabal, 6, f"1 {tabal.name}")
    drawn = [next(candidates) for _ in range(4)]
    assert next(even_openings(tabal, 6, "1", 1)) == drawn[0]
    assert next(even_openings(tabal, 6, "1", 4)) == drawn[EVENEST]
