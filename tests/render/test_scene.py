"""Pictures as data: men, seat, last move, callouts, reasons, caption."""

from __future__ import annotations

import pytest

from games import catalogue
from games.core import Mark, Side
from games.events import Answered, Flagged, Offer, Offered, Resigned
from render import scene
from render.layout import Figure
from render.scene import Call, Caption, Sign
from tests.every import for_every
from tests.render.matches import new_match, with_moves
from tests.render.words import ENGLISH

TABLUT, TABAL = "larochelle+attackers-first", "tabal"
# The king is on d5; attackers to move can shut him in against the throne.
SIEGE = "9/9/9/3t5/2tK2t2/9/3t5/2T6/9"


@for_every(
    ("rules", "viewer", "point", "place"),
    [
        (TABLUT, None, "a1", (0, 8)),
        (TABLUT, Side.DARK, "i9", (8, 0)),
        (TABLUT, Side.LIGHT, "a1", (8, 0)),
        (TABLUT, Side.LIGHT, "e5", (4, 4)),
        (TABAL, None, "c1", (2, 8)),
        (TABAL, Side.LIGHT, "e9", (4, 0)),
        (TABAL, Side.DARK, "c1", (2, 0)),
        (TABAL, Side.DARK, "a9", (4, 8)),
    ],
)
def test_a_viewer_has_their_own_side_near(
    rules: str, viewer: Side | None, point: str, place: tuple[int, int]
) -> None:
    assert scene.scene_of(new_match(rules), ENGLISH, viewer).layout.place(point) == place


def test_attackers_and_light_are_near_for_a_viewer_without_a_side() -> None:
    assert scene.scene_of(new_match(TABLUT), ENGLISH) == scene.scene_of(
        new_match(TABLUT), ENGLISH, Side.DARK
    )
    assert scene.scene_of(new_match(TABAL), ENGLISH) == scene.scene_of(
        new_match(TABAL), ENGLISH, Side.LIGHT
    )


def test_the_start_shows_everyone_and_nothing_that_happened() -> None:
    shown = scene.scene_of(new_match(TABLUT), ENGLISH)
    figures = [figure for _, figure in shown.men]
    assert [figures.count(figure) for figure in Figure] == [16, 8, 1, 0, 0, 0, 0]
    assert dict(shown.men)["e5"] is Figure.KING
    assert (shown.path, shown.ghosts, shown.call, shown.signs) == ((), (), None, ())
    lost = ((Figure.ATTACKER, 0), (Figure.DEFENDER, 0))
    assert shown.caption == Caption((Figure.ATTACKER,), "Attackers to move", "Start", lost)


def test_tabal_has_men_and_dames_of_both_sides() -> None:
    game = catalogue.game(TABAL)
    shown = scene.scene_of(new_match(TABAL, "qq1/3/m4/5/5/5/4M/3/2Q l 0"), ENGLISH)
    assert shown.men == (
        ("a7", Figure.DARK_MAN),
        ("a9", Figure.DARK_DAME),
        ("c9", Figure.DARK_DAME),
        ("e1", Figure.LIGHT_DAME),
        ("e3", Figure.LIGHT_MAN),
    )
    assert shown.layout.plain == (Figure.DARK_MAN, Figure.LIGHT_MAN)
    assert game.board is shown.layout.board


@pytest.mark.parametrize(
    ("rules", "marks"),
    [
        (TABLUT, {Mark.THRONE: 1, Mark.CAMP: 16}),
        ("fortresses", {Mark.THRONE: 1, Mark.CAMP: 16, Mark.CORNER: 4}),
        ("bga-rim", {Mark.THRONE: 1, Mark.CLOSED_CAMP: 16}),
        (TABAL, {}),
    ],
)
def test_the_board_shows_what_the_rule_set_makes_special(
    rules: str, marks: dict[Mark, int]
) -> None:
    special = [mark for _, mark in scene.scene_of(new_match(rules), ENGLISH).layout.special]
    assert {mark: special.count(mark) for mark in special} == marks


def test_the_last_move_and_the_men_it_took() -> None:
    match = with_moves(new_match(TABLUT, "9/9/9/9/4K4/1Tt1T4/9/9/9 l 0"), "e4-d4")
    shown = scene.scene_of(match, ENGLISH)
    assert shown.path == ("e4", "d4")
    assert shown.ghosts == (("c4", Figure.ATTACKER),)
    assert shown.caption.lost == ((Figure.ATTACKER, 1), (Figure.DEFENDER, 0))
    assert shown.caption.detail == "Move 1"


def test_a_chain_shows_every_point_and_every_ghost() -> None:
    match = with_moves(new_match(TABAL, "m2/3/5/3m1/5/1m3/M4/3/3 l 0"), "a3-c5-e7")
    shown = scene.scene_of(match, ENGLISH)
    assert shown.path == ("a3", "c5", "e7")
    assert shown.ghosts == (("b4", Figure.DARK_MAN), ("d6", Figure.DARK_MAN))


def test_a_dame_that_was_taken_leaves_a_dames_ghost() -> None:
    match = with_moves(new_match(TABAL, "m2/3/5/5/5/1q3/M4/3/3 l 0"), "a3-c5")
    assert scene.scene_of(match, ENGLISH).ghosts == (("b4", Figure.DARK_DAME),)


@pytest.mark.parametrize(
    ("start", "move", "call", "ways"),
    [
        ("4t4/9/9/9/t3K3t/9/9/T8/9 l 0", "a2-b2", Call.RAICHI, [("e5", "e1")]),
        ("9/9/9/9/t3K3t/9/9/T8/9 l 0", "a2-b2", Call.TUICHI, [("e5", "e1"), ("e5", "e9")]),
        ("4t4/9/9/9/t3K3t/9/9/T8/4t4 l 0", "a2-b2", None, []),
    ],
)
def test_a_callout_draws_each_way_from_the_king(
    start: str, move: str, call: Call | None, ways: list[tuple[str, str]]
) -> None:
    shown = scene.scene_of(with_moves(new_match(TABLUT, start), move), ENGLISH)
    assert shown.call is call
    assert sorted((way[0], way[-1]) for way in shown.ways) == ways
    assert all(len(way) == 5 for way in shown.ways)


def test_nothing_is_called_out_after_a_move_of_the_attackers() -> None:
    shown = scene.scene_of(
        with_moves(new_match(TABLUT, "9/9/9/9/t3K3t/9/9/T8/9 d 0"), "a5-a4"), ENGLISH
    )
    assert (shown.call, shown.ways) == (None, ())


def test_a_king_who_escaped_stands_on_his_goal() -> None:
    shown = scene.scene_of(
        with_moves(new_match(TABLUT, SIEGE + " l 0"), "d5-d4 g5-f5 d4-i4"), ENGLISH
    )
    assert shown.call is Call.WON
    assert shown.signs == (("i4", Sign.GOAL),)
    assert shown.ways == ()
    assert shown.caption.figures == (Figure.DEFENDER,)
    assert (shown.caption.result, shown.caption.line) == ("Defenders win", "The king has escaped")
    assert shown.caption.detail == "Move 3"


def test_a_taken_king_leaves_a_ghost() -> None:
    shown = scene.scene_of(
        with_moves(new_match(TABLUT, SIEGE + " d 0"), "g5-f5 c2-c1 d3-d4"), ENGLISH
    )
    assert shown.ghosts == (("d5", Figure.KING),)
    assert shown.caption.result == "Attackers win"


def test_the_edge_that_closed_on_a_taken_king_has_a_wedge() -> None:
    start = "9/9/9/9/9/9/2t6/9/1tKt5 d 0"
    shown = scene.scene_of(with_moves(new_match("bga", start), "c3-c2"), ENGLISH)
    assert shown.signs == tuple((point, Sign.CLOSER) for point in ("b1", "c2", "d1"))
    assert {*shown.bites} == {(point, "c1") for point in ("b1", "c2", "d1", "c0")}


def test_a_hostile_square_that_closed_on_a_taken_king_is_marked() -> None:
    shown = scene.scene_of(with_moves(new_match(TABLUT, SIEGE + " d 0"), "d3-d4"), ENGLISH)
    assert ("e5", Sign.CLOSER) in shown.signs
    assert ("e5", "d5") in shown.bites


def test_an_imprisoned_king_and_his_soldier_show_who_shut_them_in() -> None:
    start = "9/9/9/2t6/1tTt5/1tKt5/7t1/9/9 d 0"
    shown = scene.scene_of(with_moves(new_match("ludens", start), "h3-c3"), ENGLISH)
    assert shown.caption.line == "The king is trapped"
    closers = ("b4", "b5", "c3", "c6", "d4", "d5")
    assert shown.signs == tuple((point, Sign.CLOSER) for point in closers)
    assert ("c3", "c4") in shown.bites
    assert ("c6", "c5") in shown.bites


def test_mate_in_ludens_shows_the_ways_that_cannot_be_stopped() -> None:
    shown = scene.scene_of(new_match("ludens", "9/9/9/9/4K4/9/9/9/t8 d 0"), ENGLISH)
    assert shown.caption.line == "Nothing can stop the king"
    assert shown.call is Call.WON
    assert len(shown.ways) == 4


@pytest.mark.parametrize(
    ("by", "result", "line", "figures"),
    [
        (Side.DARK, "Defenders win", "By resignation", (Figure.DEFENDER,)),
        (Side.LIGHT, "Attackers win", "By resignation", (Figure.ATTACKER,)),
    ],
)
def test_the_opponent_of_the_side_that_resigns_wins(
    by: Side, result: str, line: str, figures: tuple[Figure, ...]
) -> None:
    match = with_moves(new_match(TABLUT), "a4-a3").after(Resigned(by, 0))
    caption = scene.scene_of(match, ENGLISH).caption
    assert (caption.result, caption.line, caption.figures) == (result, line, figures)


def test_out_of_time() -> None:
    match = new_match(TABAL).after(Flagged(0, Side.LIGHT))
    caption = scene.scene_of(match, ENGLISH).caption
    assert (caption.result, caption.line) == ("Dark wins", "Out of time")


def test_a_draw_shows_both() -> None:
    match = new_match("bga").after(
        Offered(Side.DARK, 0, Offer.AGREE), Answered(Side.LIGHT, 0, accepted=True)
    )
    shown = scene.scene_of(match, ENGLISH)
    assert shown.call is Call.DRAWN
    assert shown.caption.figures == (Figure.ATTACKER, Figure.DEFENDER)
    assert (shown.caption.result, shown.caption.line) == ("A draw", "By agreement")


def test_the_history_ends_with_the_present_and_begins_with_the_start() -> None:
    match = with_moves(new_match(TABLUT), "a4-a3 e4-d4 a3-a2")
    shown = scene.scenes_of(match, ENGLISH)
    assert [moment.caption.detail for moment in shown] == ["Start", "Move 1", "Move 2", "Move 3"]
    assert shown[0] == scene.scene_of(new_match(TABLUT), ENGLISH)
    assert shown[-1] == scene.scene_of(match, ENGLISH)


def test_a_result_stands_on_the_last_picture_alone() -> None:
    match = with_moves(new_match(TABLUT), "a4-a3 e4-d4").after(Resigned(Side.DARK, 0))
    calls = [moment.call for moment in scene.scenes_of(match, ENGLISH)]
    assert calls == [None, None, Call.WON]


def test_a_bare_position_has_no_past_but_is_called_out_and_judged() -> None:
    game = catalogue.game(TABLUT)
    shown = scene.position_scene(
        game, new_match(TABLUT, "9/9/9/9/4K3t/9/9/9/9 d 0").position, ENGLISH
    )
    assert shown.call is Call.TUICHI
    assert (shown.path, shown.caption.detail, shown.caption.lost) == ((), "", ())


def test_scenes_are_values() -> None:
    one, same = (scene.scene_of(new_match(TABLUT), ENGLISH) for _ in range(2))
    other = scene.scene_of(new_match(TABLUT), ENGLISH, Side.LIGHT)
    assert one == same
    assert hash(one) == hash(same)
    assert len({one, same, other}) == 2
