"""Pictures in words: everything that is shown is described, briefly, in any language."""

from __future__ import annotations

import pytest

from bot.ui.words import Words, languages
from games.core import Side
from render import choosing, scene
from render.description import alt_text, text_board
from render.keys import KEYS
from tests.every import for_combinations
from tests.render.matches import new_match, random_match, with_moves
from tests.render.words import ENGLISH

TABLUT = "larochelle+attackers-first"
MOST = 1000  # characters, of any picture's description


def test_the_start_in_words() -> None:
    assert alt_text(scene.scene_of(new_match(TABLUT), ENGLISH), ENGLISH) == (
        "Attackers to move. Start.\n"
        "Attackers: a4, a5, a6, b5, d1, d9, e1, e2, e8, e9, f1, f9, h5, i4, i5, i6.\n"
        "Defenders: c5, d5, e3, e4, e6, e7, f5, g5.\n"
        "King: e5."
    )


def test_a_callout_and_a_capture_in_words() -> None:
    match = with_moves(new_match(TABLUT, "4t4/9/9/9/4K4/1Tt1T4/9/9/t3t4 l 0"), "e4-d4")
    assert alt_text(scene.scene_of(match, ENGLISH), ENGLISH).splitlines() == [
        "Attackers to move. Move 1.",
        "Attackers: a1, e1, e9.",
        "Defenders: b4, d4.",
        "King: e5.",
        "Attackers captured: 1.",
        "Last move: e4-d4.",
        "It captured: c4.",
        "Tuichi! The king's ways out: e5-a5, e5-i5.",
    ]


def test_a_result_in_words() -> None:
    match = with_moves(new_match(TABLUT, "9/9/9/9/2tK5/9/9/9/9 l 0"), "d5-d1")
    lines = alt_text(scene.scene_of(match, ENGLISH), ENGLISH).splitlines()
    assert lines[0] == "Defenders win. The king has escaped. Move 1."
    assert lines[-1] == "The king won on: d1."


def test_a_chain_and_dames_in_words() -> None:
    match = with_moves(new_match("tabal", "q2/3/5/3m1/5/1m3/M3M/3/3 l 0"), "a3-c5-e7")
    assert alt_text(scene.scene_of(match, ENGLISH), ENGLISH).splitlines() == [
        "Dark to move. Move 1.",
        "Dark kings: a9.",
        "Light pieces: e3, e7.",
        "Dark pieces captured: 2.",
        "Last move: a3-c5-e7.",
        "It captured: b4, d6.",
    ]


def test_choices_in_words() -> None:
    match = new_match("tabal", "q2/3/5/3m1/5/1m3/M3M/3/3 l 0")
    lines = alt_text(choosing.choices_scene(match, ENGLISH, ("a3", "c5")), ENGLISH).splitlines()
    assert lines[3] == "Light pieces: c5, e3."
    assert lines[4:] == [
        "Move so far: a3-c5.",
        "Selected: c5.",
        "It captures on: e7.",
        "Would be captured: b4, d6.",
    ]


def test_words_come_from_outside() -> None:
    def loud(key: str, /, **values: object) -> str:
        return f"{key.upper()} {' '.join(map(str, values.values()))}"

    said = alt_text(scene.scene_of(new_match("tabal"), loud), loud)
    assert said.startswith("PICTURE.TURN.M")
    assert "ALT.MEN.M a1, a3" in said


@pytest.mark.parametrize("rules", [TABLUT, "fortresses", "tabal", "copenhagen"])
def test_no_position_takes_more_than_a_thousand_characters(rules: str) -> None:
    for seed in range(3):
        match = random_match(rules, 80, seed)
        for shown in scene.scenes_of(match, ENGLISH):
            assert 60 < len(alt_text(shown, ENGLISH)) <= MOST


@pytest.mark.slow
@for_combinations(words=languages().values(), rules=["copenhagen", "tawlbwrdd"])
def test_a_choice_among_37_men_fits_in_every_language(rules: str, words: Words) -> None:
    for seed in range(2):
        for match in (
            new_match(rules),
            random_match(rules, 9, seed),
            random_match(rules, 24, seed),
        ):
            men = match.game.choices(match.position)
            for path in ((), *((man,) for man in men)):
                said = alt_text(choosing.choices_scene(match, words, path), words)
                assert len(said) <= MOST


def test_how_a_game_of_the_family_ended_in_words() -> None:
    fort = "11/11/5t5/11/11/11/7t3/6T4/2t8/4TT5/3TK6 l 0"
    lines = alt_text(
        scene.scene_of(with_moves(new_match("copenhagen", fort), "g4-g1"), ENGLISH), ENGLISH
    ).splitlines()
    assert lines[0] == "Defenders win. A fort at the edge. Move 1."
    assert lines[-2:] == ["The king won on: e1.", "The fort around him: d1, e2, f2, g1."]
    ring = "9/9/4t4/3tTt3/3tKt3/3t1t3/8t/9/9 d 0"
    lines = alt_text(
        scene.scene_of(with_moves(new_match("seabattle", ring), "i3-e3"), ENGLISH), ENGLISH
    ).splitlines()
    assert lines[0] == "Attackers win. Surrounded. Move 1."
    assert lines[-1] == "Around the king: d4, d5, d6, e3, e7, f4, f5, f6."


def test_the_longest_choice_fits_too() -> None:
    match = new_match("tabal", "3/3/M3M/1m1m1/5/1m1m1/M1Q1M/MMM/MMM l 0")
    said = [
        len(alt_text(choosing.choices_scene(match, ENGLISH, move[:length]), ENGLISH))
        for move in match.game.moves(match.position)
        for length in range(len(move) + 1)
    ]
    assert 200 < max(said) <= MOST


def test_every_key_is_worded_and_none_too_many() -> None:
    asked = set[str]()

    def listening(key: str, /, **values: object) -> str:
        asked.add(key)
        assert set(values) == KEYS[key], key
        return ENGLISH(key, **values)

    for rules in (TABLUT, "tabal", "fortresses", "ludens"):
        for shown in scene.scenes_of(random_match(rules, 90, 2), listening):
            alt_text(shown, listening)
    assert asked <= set(KEYS)
    assert {"picture.move", "alt.last", "alt.taken", "alt.men.K", "alt.men.m"} <= asked


def test_the_text_board_is_seen_from_the_same_seat() -> None:
    shown = [scene.scene_of(new_match("tabal"), ENGLISH, side) for side in (Side.LIGHT, Side.DARK)]
    light, dark = (text_board(board).splitlines() for board in shown)
    assert light[-1].split() == ["a", "b", "c", "d", "e"]
    assert dark[-1].split() == ["e", "d", "c", "b", "a"]
    assert light[0].startswith("9 m")
    assert dark[0].startswith("1 M")


def test_the_text_board_shows_special_squares() -> None:
    board = text_board(
        scene.scene_of(with_moves(new_match("fortresses"), "a4-a3"), ENGLISH)
    ).splitlines()
    assert board[0] == "9 # . . t t t . . #"
    assert board[5] == "4 : . . . T . . . t"
