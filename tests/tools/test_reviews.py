"""Comparing reviews with a longer search: what differs is told, and how much there was."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.review import Effort, Moment, Reason, Review, review
from games import catalogue
from games.core import Side
from games.notation import read_position
from tools import reviews
from tools.__main__ import main
from tools.reviews import Comparison, compare, play

if TYPE_CHECKING:
    from collections.abc import Callable

FEW = Effort(nodes=200, again=400, stretch=500)
PLAN = Comparison(games=2, times=3, effort=FEW)


@pytest.mark.slow
def test_a_game_is_the_same_for_the_same_seed_and_goes_on_to_its_end() -> None:
    moves = play("brandubh", "1 1")
    assert play("brandubh", "1 1") == moves
    assert play("brandubh", "1 2") != moves
    assert 4 < len(moves) <= 200


@pytest.mark.slow
def test_reviews_are_compared_in_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def noted(*args: object) -> Review:
        effort = args[3]
        assert isinstance(effort, Effort)
        asked.append(effort.all_stretches)
        return review(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(reviews, "review", noted)
    *differences, one, two = compare(PLAN, ["brandubh"])
    assert asked == [0, FEW.all_stretches] * 2
    assert one.startswith("2 games, one look: ")
    assert two.startswith("2 games, two looks: ")
    assert all(line.startswith("game ") and " move " in line for line in differences)


def test_a_better_move_that_is_worse_than_the_best_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The king could walk out, and the review tells of a move that does nothing."""
    start = read_position(catalogue.game("larochelle"), "9/9/9/9/4K4/4T4/9/9/t8 l 0")
    told = Moment(
        *(0, Side.LIGHT, ("e4", "d4"), ("e4", "f4"), 0.9, 0.5),
        *(Reason.WEAKENS, (), (("e4", "f4"),), ()),
    )
    for name, answer in (
        ("start_of", start),
        ("play", [("e4", "d4")]),
        ("review", Review((), (told,))),
    ):
        monkeypatch.setattr(reviews, name, always(answer))
    first, second, *sums = compare(replace(PLAN, games=1), ["larochelle"])
    assert "move 1 e4-d4 (weakens): " in first
    assert "hides what is forced" in first
    assert first.replace("one look", "two looks") == second
    assert all("1 of 1 moments differ" in line for line in sums)


def always(answer: object) -> Callable[..., object]:
    """Return a function with this answer, whatever the question."""
    return lambda *_: answer


@pytest.mark.slow
def test_the_command_compares_as_many_games_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plans = list[Comparison]()

    def noted(plan: Comparison, rules: object) -> list[str]:
        assert rules == ["bga"]
        plans.append(plan)
        return ["done"]

    monkeypatch.setattr(reviews, "compare", noted)
    assert main(["reviews", "bga", "--games", "7", "--times", "4"]) == 0
    assert capsys.readouterr().out == "done\n"
    assert (plans[0].games, plans[0].times, plans[0].nodes) == (7, 4, 800_000)
