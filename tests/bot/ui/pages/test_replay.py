"""A game again, one position after the other, and the range of its animation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.pages import replay
from bot.ui.pages.page import Accent
from bot.ui.pages.reader import Reader
from render.scene import Reel, Scene
from tests.bot.ui.model import (
    AS_DARK,
    AS_LIGHT,
    DARK,
    FR,
    LIGHT,
    buttons,
    check,
    pictures,
    record,
    text,
)
from tests.every import for_every

FIRST, BACK, NEXT, LAST = "\u00ab", "\u2039", "\u203a", "\u00bb"
MOVES = ("d1-d3", "e4-c4", "d3-d2")


def off(ply: int) -> list[str]:
    page = replay.step(record("ludens", *MOVES), AS_DARK, ply)
    check(page)
    return [label for label, button in buttons(page).items() if button.off]


def test_a_step_says_which_move_it_is_and_shows_it() -> None:
    page = replay.step(record("ludens", *MOVES), AS_DARK, 2)
    assert text(page).split("\n") == [
        f"**Ludens**, game 12: <@{DARK}> against <@{LIGHT}>.",
        "Move 2 of 3: **e4-c4**.",
    ]
    (picture,) = pictures(page)
    assert isinstance(picture.scene, Scene)
    assert picture.scene.path == ("e4", "c4")
    assert list(buttons(page)) == [FIRST, BACK, NEXT, LAST, "Flip", "Animation", "File"]


def test_before_the_first_move_stands_the_start() -> None:
    assert "The start. 3 moves followed." in text(replay.step(record("ludens", *MOVES), AS_DARK, 0))


def test_a_position_from_which_the_king_can_escape_is_called_out_at_once() -> None:
    page = replay.step(record("ludens", start="t8/9/9/9/4K4/9/9/9/8t d 0"), AS_DARK, 0)
    assert "**Tuichi!**" in text(page)
    assert page.accent is Accent.TUICHI


@pytest.mark.parametrize(("ply", "dead"), [(0, [FIRST, BACK]), (1, []), (2, []), (3, [NEXT, LAST])])
def test_what_leads_nowhere_is_off(ply: int, dead: list[str]) -> None:
    assert off(ply) == dead


def test_where_moves_were_taken_back_since_the_last_one_is_shown() -> None:
    page = replay.step(record("ludens", *MOVES), AS_DARK, 99)
    assert "Move 3 of 3" in text(page)


def test_each_button_names_the_game_the_move_and_the_side_that_is_near() -> None:
    shown = buttons(replay.step(record("ludens", *MOVES), replace(AS_LIGHT, seat="mine"), 1))
    assert shown[NEXT].id == "k:step:12:2:l-forward"
    assert shown[LAST].id == "k:step:12:3:l-last"
    assert shown["Flip"].id == "k:step:12:1:d-flip"
    assert shown["Animation"].id == "k:film:12:l"
    assert shown["File"].id == "k:file:12"


def test_without_a_move_there_is_no_animation() -> None:
    page = replay.step(record("ludens"), AS_DARK, 0)
    assert buttons(page)["Animation"].off


def test_tuichi_is_said_in_words_and_by_the_colour_at_the_edge() -> None:
    moves = ("e8-f8", "f5-f4", "f8-f5", "e6-f6", "h5-g5", "e7-f7", "e2-f2", "e5-e8", "a4-a3")
    played = record("larochelle+attackers-first", *moves)
    page = replay.step(played, AS_DARK, 8)
    assert "*tuichi!*" in text(page).lower()
    assert page.accent is Accent.TUICHI
    assert replay.step(played, AS_DARK, 7).accent is Accent.BOARD


def test_a_reader_of_text_steps_by_text() -> None:
    page = replay.step(record("ludens", *MOVES), Reader(FR, DARK, picture=False), 2)
    (picture,) = pictures(page)
    assert not picture.painted
    assert "Coup 2 sur 3" in text(page)


@for_every(
    ("first", "last", "scenes", "told"),
    [
        (0, None, 4, "The whole game as an animation."),
        (2, None, 2, "Moves 2 to 3."),
        (0, 1, 2, "Move 1."),
        (1, 2, 2, "Moves 1 to 2."),
        (2, 99, 2, "Moves 2 to 3."),
        (0, 0, 1, "The start. 3 moves followed."),
    ],
)
def test_an_animation_of_some_moves_says_which(
    first: int, last: int | None, scenes: int, told: str
) -> None:
    page = replay.film(record("ludens", *MOVES), AS_DARK, first, last)
    (film,) = pictures(page)
    assert isinstance(film.scene, Reel)
    assert len(film.scene.scenes()) == scenes
    assert film.alt == told
    assert text(page).endswith(told if scenes < 4 else "The game so far.")


def test_without_an_animation_there_is_no_range() -> None:
    page = replay.film(record("ludens", *MOVES), Reader(FR, DARK, picture=False), 2, 3)
    assert text(page).endswith(FR("replay.so-far"))
