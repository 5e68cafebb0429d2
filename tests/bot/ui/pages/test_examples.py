"""The boards on the pages of rules: each is used, and shows what the sentence about it says."""

from __future__ import annotations

import pytest

from bot.ui.pages.examples import Example, example_match, examples
from games import catalogue, diagram
from games.core import Side
from games.errors import GameError
from tests.bot.ui.model import ALL
from tests.every import for_every

# What the sentence under each key says that is seen on its boards.
SAID = {
    "rules.tafl.taking.example": ("takes", 1),
    "rules.tafl.shieldwall.example": ("takes", 3),
    "rules.tafl.king.example": ("ends", "king-taken"),
    "rules.tafl.king.imprisoned-example": ("ends", "king-imprisoned"),
    "rules.tafl.fort.example": ("ends", "exit-fort"),
    "rules.tafl.callout.raichi-example": ("calls", "raichi"),
    "rules.tafl.callout.tuichi-example": ("calls", "tuichi"),
    "rules.tafl.mate.example": ("ends", "no-way-to-stop"),
    "rules.tabal.moving.example": ("takes", "nothing"),
    "rules.tabal.taking.example": ("takes", 2),
    "rules.tabal.dame.example": ("takes", 1),
}
BOARDS = [(key, example) for key, boards in examples().items() for example in boards]


def claim(example: Example) -> tuple[str, object]:
    """Return the effect of an example's move, with men counted instead of named."""
    men = example.verb == "takes" and example.words != ("nothing",)
    return example.verb, len(example.words) if men else " ".join(example.words)


def test_each_board_shows_what_the_sentence_about_it_says() -> None:
    assert {(key, claim(example)) for key, example in BOARDS} == {*SAID.items()}


@for_every("key", examples())
def test_there_is_a_sentence_about_each_in_every_language(key: str) -> None:
    assert all(key in words for words in ALL)


@for_every(("key", "example"), BOARDS)
def test_each_board_can_be_read_and_its_move_is_legal(key: str, example: Example) -> None:
    assert any(is_playable(example, name) for name in catalogue.NAMES), key


def is_playable(example: Example, rules: str) -> bool:
    game = catalogue.game(rules)
    try:
        position = diagram.read_diagram(game, example.board, example.turn)
    except GameError:
        return False
    return game.legal(position, example.move)


@pytest.mark.slow
def test_each_board_is_shown_under_some_rule_set() -> None:
    games = [catalogue.game(name) for name in catalogue.every_name()]
    matches = [(key, example_match(key, game)) for key in examples() for game in games]
    shown = {(key, match.start, match.moves) for key, match in matches if match}
    assert len(shown) == len(BOARDS) == 27


def test_a_board_is_passed_over_where_its_move_does_something_else() -> None:
    match = example_match("rules.tafl.fort.example", catalogue.game("copenhagen"))
    assert match
    assert (match.start.turn, match.moves) == (Side.LIGHT, (("g4", "g1"),))
    assert example_match("rules.tafl.fort.example", catalogue.game("bga")) is None
