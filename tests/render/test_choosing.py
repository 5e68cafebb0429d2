"""Scenes for choosing a move: choices, captures, what is compulsory, why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.core import Side
from games.errors import Illegal
from render.choosing import answer_scene, choices_scene, comparison_scene, refusal_scene
from render.description import alt_text
from render.layout import Figure
from render.scene import Call, Sign
from tests.every import for_every
from tests.render.matches import new_match, with_moves
from tests.render.words import ENGLISH

if TYPE_CHECKING:
    from games.core import Move
    from games.match import Match
    from render.scene import Scene

TABLUT, TABAL = "larochelle+attackers-first", "tabal"
CAPTURE = "8t/9/9/9/4K4/1Tt1T4/9/9/9 l 0"  # e4 takes c4 by going to d4
CHAIN = "m2/3/5/3m1/5/1m3/M3M/3/3 l 0"


def signs(shown: Scene, sign: Sign) -> list[str]:
    return [point for point, shown_sign in shown.signs if shown_sign is sign]


def test_at_first_the_men_that_can_move_are_named() -> None:
    shown = choices_scene(new_match(TABLUT), ENGLISH)
    can_move = ["a4", "a6", "b5", "d1", "d9", "e2", "e8", "f1", "f9", "h5", "i4", "i6"]
    assert sorted(signs(shown, Sign.MOVABLE)) == can_move
    assert len(shown.signs) == 12
    assert len(shown.men) == 25


def test_the_picked_man_and_where_it_may_go() -> None:
    shown = choices_scene(new_match(TABLUT), ENGLISH, ("a4",))
    assert signs(shown, Sign.PICKED) == ["a4"]
    assert sorted(signs(shown, Sign.TARGET)) == ["a1", "a2", "a3", "b4", "c4", "d4"]
    assert signs(shown, Sign.TAKING) == []
    assert shown.path == ()


def test_captures_that_each_target_would_make() -> None:
    match = new_match(TABLUT, CAPTURE)
    shown = choices_scene(match, ENGLISH, ("e4",))
    assert signs(shown, Sign.TAKING) == ["d4"]
    assert signs(shown, Sign.PREY) == ["c4"]
    assert shown.bites == (("d4", "c4"),)
    assert "e3" in signs(shown, Sign.TARGET)


def test_a_whole_move_shows_the_man_where_it_would_stand_and_its_captures() -> None:
    match = new_match(TABLUT, CAPTURE)
    shown = choices_scene(match, ENGLISH, ("e4", "d4"))
    assert dict(shown.men)["d4"] is Figure.DEFENDER
    assert "e4" not in dict(shown.men)
    assert (shown.hand, shown.path) == (("e4", "d4"), ())
    assert signs(shown, Sign.PICKED) == ["d4"]
    assert signs(shown, Sign.PREY) == ["c4"]
    assert "c4" in dict(shown.men)  # not captured yet


def test_a_king_who_would_be_taken_is_prey() -> None:
    shown = choices_scene(new_match(TABLUT, "9/9/9/3t5/2tK5/9/3t5/9/9 d 0"), ENGLISH, ("d3",))
    assert signs(shown, Sign.WINNING) == ["d4"]
    assert signs(shown, Sign.PREY) == ["d5"]


@pytest.mark.parametrize("path", [(), ("e1",)])
def test_while_choosing_the_last_move_stays_marked(path: Move) -> None:
    match = with_moves(new_match(TABLUT, CAPTURE), "e4-d4")
    shown = choices_scene(match, ENGLISH, path)
    assert (shown.path, shown.hand) == (("e4", "d4"), ())
    assert shown.ghosts == (("c4", Figure.ATTACKER),)
    assert shown.caption.detail == "Move 1"
    assert "Last move: e4-d4." in alt_text(shown, ENGLISH)


@pytest.mark.parametrize("path", [(), ("a4",), ("a4", "b4")])
def test_while_choosing_the_kings_ways_are_shown_that_a_move_may_close(path: Move) -> None:
    shown = choices_scene(new_match(TABLUT, "9/9/9/9/t3K4/t8/9/9/4t4 d 0"), ENGLISH, path)
    ends = ["i5", "e9"] if len(path) < 2 else []
    assert [way[-1] for way in shown.ways] == ends
    assert shown.call is Call.TUICHI
    said = "Tuichi! The king's ways out: e5-i5, e5-e9." in alt_text(shown, ENGLISH)
    assert said is bool(ends)


@pytest.mark.parametrize("path", [(), ("e5",), ("a1",)])
def test_on_his_own_turn_the_kings_ways_are_shown_and_where_he_wins(path: Move) -> None:
    shown = choices_scene(new_match(TABLUT, "9/9/9/9/t3K4/9/9/9/T7t l 0"), ENGLISH, path)
    assert [way[-1] for way in shown.ways] == ([] if path == ("a1",) else ["i5", "e1", "e9"])
    assert sorted(signs(shown, Sign.WINNING)) == (["e1", "e9", "i5"] if path == ("e5",) else [])
    assert shown.call is None  # raichi is a warning to the other side
    said = "Wins at once: " in alt_text(shown, ENGLISH)
    assert said is (path == ("e5",))


def test_compulsory_captures_in_tabal() -> None:
    shown = choices_scene(new_match(TABAL, CHAIN), ENGLISH)
    assert shown.signs == (("a3", Sign.MUST),)


def test_nothing_is_compulsory_in_tabal_without_a_capture() -> None:
    shown = choices_scene(new_match(TABAL), ENGLISH)
    assert signs(shown, Sign.MUST) == []
    assert sorted(signs(shown, Sign.MOVABLE)) == ["a4", "b4", "c4", "d4", "e4"]


def test_a_king_who_steps_diagonally_jumps_over_none() -> None:
    match = new_match("larochelle+king-steps", "9/9/9/5t3/4K4/9/9/9/9 l 0")
    assert choices_scene(match, ENGLISH).signs == (("e5", Sign.MOVABLE),)
    assert "d6" in signs(choices_scene(match, ENGLISH, ("e5",)), Sign.TARGET)


def test_a_chain_is_shown_leg_by_leg() -> None:
    match = new_match(TABAL, CHAIN)
    first = choices_scene(match, ENGLISH, ("a3",))
    assert first.signs == (("a3", Sign.PICKED), ("c5", Sign.TAKING), ("b4", Sign.PREY))
    second = choices_scene(match, ENGLISH, ("a3", "c5"))
    assert second.hand == ("a3", "c5")
    assert dict(second.men)["c5"] is Figure.LIGHT_MAN
    assert signs(second, Sign.TAKING) == ["e7"]
    assert signs(second, Sign.PREY) == ["b4", "d6"]
    whole = choices_scene(match, ENGLISH, ("a3", "c5", "e7"))
    assert whole.hand == ("a3", "c5", "e7")
    assert signs(whole, Sign.TAKING) == []
    assert signs(whole, Sign.PREY) == ["b4", "d6"]
    assert (first.bites, second.bites, whole.bites) == ((), (), ())  # jumped, not flanked


def test_a_dame_may_land_on_any_free_point_behind_the_man() -> None:
    match = new_match(TABAL, "m2/3/5/5/5/1m3/Q4/3/3 l 0")
    shown = choices_scene(match, ENGLISH, ("a3",))
    assert sorted(signs(shown, Sign.TAKING)) == ["c5", "d6", "e7"]
    assert signs(shown, Sign.PREY) == ["b4"]


@for_every("path", [("e5",), ("b2",), ("k9",), ("a3", "b5"), ("a3", "c5", "a3")])
def test_a_path_that_no_move_begins_with_counts_as_none(path: Move) -> None:
    assert choices_scene(new_match(TABAL, CHAIN), ENGLISH, path) == choices_scene(
        new_match(TABAL, CHAIN), ENGLISH
    )


@pytest.mark.parametrize("viewer", [Side.DARK, Side.LIGHT])
@pytest.mark.parametrize("rules", [TABLUT, TABAL])
def test_choosing_keeps_the_viewers_direction(rules: str, viewer: Side) -> None:
    shown = choices_scene(new_match(rules), ENGLISH, viewer=viewer)
    usual = Side.DARK if rules == TABLUT else Side.LIGHT
    assert shown.layout.flipped is (viewer is not usual)


def refusal(match: Match, move: Move) -> Scene:
    with pytest.raises(Illegal) as caught:
        match.game.play(match.position, move)
    return refusal_scene(match, ENGLISH, move, caught.value)


def test_the_man_in_the_way() -> None:
    shown = refusal(new_match(TABLUT), ("e2", "e4"))
    assert shown.signs == (("e2", Sign.PICKED), ("e3", Sign.BARRED))


def test_the_throne_in_the_way() -> None:
    shown = refusal(new_match(TABLUT, "9/9/9/9/t8/9/6K2/9/9 d 0"), ("a5", "i5"))
    assert shown.signs == (("a5", Sign.PICKED), ("e5", Sign.BARRED))


def test_the_way_that_would_be_left_open() -> None:
    match = new_match("ludens", "4t4/9/9/9/t3K3t/9/9/9/4t4 d 0")
    shown = refusal(match, ("a5", "a4"))
    assert shown.ways == (("e5", "d5", "c5", "b5", "a5"),)
    assert "a4" in dict(shown.men)  # as it would be
    assert "a5" not in dict(shown.men)
    assert shown.call is None


def test_the_men_that_have_to_capture_instead() -> None:
    shown = refusal(new_match(TABAL, CHAIN), ("e3", "e4"))
    assert shown.signs == (("a3", Sign.MUST),)


def test_where_the_chain_must_go_on() -> None:
    shown = refusal(new_match(TABAL, CHAIN), ("a3", "c5"))
    assert shown.signs == (("a3", Sign.PICKED), ("e7", Sign.TAKING))


def test_points_that_are_on_no_board_are_not_drawn() -> None:
    shown = refusal(new_match(TABLUT), ("e2", "k9"))
    assert shown.signs == (("e2", Sign.PICKED),)


@pytest.mark.parametrize("move", [("b2", "b3"), ("e3", "e2"), ("a4", "a4")])
def test_a_place_that_is_itself_the_reason(move: Move) -> None:
    assert refusal(new_match(TABLUT), move).signs == ((move[0], Sign.BARRED),)


def test_a_move_that_was_played_is_a_track_and_a_better_one_is_named_with_what_it_takes() -> None:
    match = with_moves(new_match(TABLUT, CAPTURE), "e4-f4")
    shown = comparison_scene(match, 0, ("e4", "d4"), ENGLISH)
    assert shown.path == ("e4", "f4")
    assert dict(shown.men)["e4"] is Figure.DEFENDER  # nothing is played here
    assert signs(shown, Sign.PICKED) == ["e4"]
    assert signs(shown, Sign.TAKING) == ["d4"]
    assert signs(shown, Sign.PREY) == ["c4"]
    assert shown.ways == ()
    assert signs(comparison_scene(match, 0, ("e4", "e3"), ENGLISH), Sign.TARGET) == ["e3"]


def test_the_ways_are_shown_that_an_attackers_move_left_to_the_king() -> None:
    match = with_moves(new_match("bga", "9/9/9/9/9/9/t7t/1t1t5/3K1t3 d 0"), "f1-e1")
    shown = comparison_scene(match, 0, ("b2", "b1"), ENGLISH)
    assert [way[-1] for way in shown.ways] == ["a1"]
    assert shown.call is None


def test_a_picture_of_a_move_bears_its_number_before_it_and_after_it() -> None:
    match = with_moves(new_match(TABLUT, CAPTURE), "e4-f4")
    for shown in (
        comparison_scene(match, 0, ("e4", "d4"), ENGLISH),
        answer_scene(match, 0, match.game.moves(match.position)[0], ENGLISH),
    ):
        assert shown.caption.detail == "Move 1"


def test_a_king_who_could_win_has_his_way_drawn_and_a_star_at_its_end() -> None:
    match = with_moves(new_match(TABLUT, "9/9/9/9/3TK4/9/9/9/t8 l 0"), "d5-d6")
    shown = comparison_scene(match, 0, ("e5", "e9"), ENGLISH)
    assert shown.ways == (("e5", "e6", "e7", "e8", "e9"),)
    assert signs(shown, Sign.WINNING) == ["e9"]
    assert shown.signs == (("e5", Sign.PICKED), ("e9", Sign.WINNING))


def test_the_ways_that_a_better_move_would_open_are_drawn_from_where_the_king_would_stand() -> None:
    match = with_moves(new_match(TABLUT, "9/9/4T4/9/3tK1t2/9/4T4/9/t8 l 0"), "e3-d3")
    shown = comparison_scene(match, 0, ("e5", "f5"), ENGLISH)
    assert {way[0] for way in shown.ways} == {"f5"}


TRAP = "9/9/3t5/2tK4t/3t5/9/9/7TT/9 l 0"


def test_the_trap_is_drawn_that_a_move_leaves_the_king_in() -> None:
    match = with_moves(new_match(TABLUT, TRAP), "h2-h3")
    shown = answer_scene(match, 0, ("i6", "e6"), ENGLISH)
    assert shown.path == ("h2", "h3")
    assert dict(shown.men)["h3"] is Figure.DEFENDER  # it was played
    assert dict(shown.signs) == {
        "i6": Sign.PICKED,
        "e6": Sign.WINNING,
        "d6": Sign.PREY,
        "c6": Sign.CLOSER,
        "d5": Sign.CLOSER,
        "d7": Sign.CLOSER,
    }
    assert {man for _, man in shown.bites} == {"d6"}
    assert shown.call is None


def test_a_man_left_alone_is_marked_with_who_takes_it() -> None:
    match = with_moves(new_match(TABLUT, "9/9/9/9/9/1t7/t8/3K4T/8t l 0"), "d2-d4")
    shown = answer_scene(match, 0, ("a3", "a4"), ENGLISH, men=("d4", "i9"))
    assert signs(shown, Sign.PREY) == ["d4"]  # and no square where none of them stands


def test_what_a_move_took_is_shown_after_it() -> None:
    match = with_moves(new_match(TABLUT, CAPTURE), "e4-d4")
    answer = match.game.moves(match.position)[0]
    assert dict(answer_scene(match, 0, answer, ENGLISH).ghosts) == {"c4": Figure.ATTACKER}
