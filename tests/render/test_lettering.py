"""Texts in pictures: letters with their accents, bold ones, and carved ones."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from bot.ui.words import languages
from render.art.letters import carve_word
from render.scene import Call
from render.shapes import Disc, Poly
from render.sprites.lettering import fit, line_height, shorten, write_text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


@for_every(
    "letters",
    [
        "eéèêëę",
        "aàâäåãā",
        "uùûüůű",
        "oôöøő",
        "iîïı",
        "cçć",
        "EÉÈÊË",
        "AÀÂÅ",
        "CÇ",
        "nñ",
        "lł",
        "sşș",
    ],
)
def test_accents_tell_letters_apart(letters: str) -> None:
    pictures = {letter: write_text(letter, 40).tobytes() for letter in letters}
    assert all(pictures[a] != pictures[b] for a, b in combinations(letters, 2))


def test_an_accent_is_above_its_letter_and_a_cedilla_below() -> None:
    size = 40
    plain, acute, cedilla = (write_text(letter, size).getbbox() for letter in ("e", "é", "ç"))
    bare = write_text("c", size).getbbox()
    assert plain is not None
    assert acute is not None
    assert cedilla is not None
    assert bare is not None
    assert acute[1] < plain[1] - size // 10
    assert acute[3] == plain[3]
    assert cedilla[3] > bare[3] + size // 10


def test_letters_keep_their_width_under_an_accent() -> None:
    assert write_text("élève", 30).size == write_text("eleve", 30).size


def test_what_cannot_be_written_is_left_out_and_no_box() -> None:
    assert write_text("太 Birch\N{FIRE}", 30).tobytes() == write_text(" Birch", 30).tobytes()
    assert write_text("太", 30).getbbox() is None


@for_every("pair", ["To", "AV", "L’", "Та", "ÁV"])
def test_pairs_stand_closer_where_letters_leave_room(pair: str) -> None:
    alone = sum(write_text(letter, 200).width for letter in pair)
    assert write_text(pair, 200).width < alone - 4


def test_every_text_of_a_size_has_the_same_height() -> None:
    assert {write_text(text, 32).height for text in ("a", "Égalité, ça", "", "Q")} == {
        line_height(32)
    }


def test_figures_and_points_are_bold() -> None:
    for text in ("1640", "e5"):
        thin, bold = (sum(write_text(text, 40, bold=bold).tobytes()) for bold in (False, True))
        assert bold > 1.2 * thin


def test_digits_are_of_one_width_so_that_ratings_stand_below_each_other() -> None:
    for bold in (False, True):
        assert len({write_text(digit * 9, 40, bold=bold).width for digit in "0123456789"}) == 1


@pytest.mark.parametrize("word", ["RAICHI!", "TUICHI!"])
def test_carved_words_are_one_high_about_their_middle(word: str) -> None:
    carved = carve_word(word, "call_line", 1)
    spots = [spot for shape in carved.shapes if isinstance(shape, Poly) for spot in shape.spots]
    assert all(isinstance(shape, Poly | Disc) for shape in carved.shapes)
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    assert abs(left + right) < 0.2
    assert 4 < right - left < 8
    assert abs(right - left - carved.width) < 0.3
    assert min(y for _, y in spots) >= -0.65
    assert max(y for _, y in spots) <= 0.65


@pytest.mark.parametrize("score", ["2–0", "1½–½", "1–1"])
def test_the_score_of_a_match_can_be_carved(score: str) -> None:
    assert 1 < carve_word(score, "edge", 1).width < 5


def test_a_long_word_is_carved_lower() -> None:
    short, long = carve_word("WON", "edge", 1, 5), carve_word("WON WON WON", "edge", 1, 5)
    assert short.width < long.width == pytest.approx(5)


def test_each_letter_is_carved_in_its_own_way() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ\u00c9\u00c8\u00ca\u00c3\u00d6\u00c5\u00c7!"
    assert len({carve_word(letter, "edge", 1).shapes for letter in letters}) == len(letters)
    with pytest.raises(KeyError):
        carve_word("\u65e5", "edge", 1)


@for_every("words", languages().values())
@for_every("call", [Call.WON, Call.LOST, Call.DRAWN, Call.NO_RESULT])
def test_the_end_can_be_carved_in_every_language(words: Words, call: Call) -> None:
    assert carve_word(words(f"picture.carved.{call}"), "edge", 1).shapes


def test_an_accent_takes_the_place_of_the_dot_on_an_i() -> None:
    plain, dotted = (write_text(letter, 100) for letter in ("i", "ï"))
    above = 40  # the letter without its dot begins lower
    left, _, right, _ = plain.crop((0, 0, plain.width, above)).getbbox() or (0, 0, 0, 0)
    middle = (left + right) // 2
    assert max(plain.crop((middle - 2, 0, middle + 2, above)).tobytes()) == 255
    assert max(dotted.crop((0, 0, dotted.width, above)).tobytes()) == 255
    assert max(dotted.crop((middle - 2, 0, middle + 2, above)).tobytes()) == 0


@for_every("room", range(20, 420, 40))
def test_a_name_is_written_as_large_as_the_room_allows(room: int) -> None:
    sizes, name = (60, 50, 41, 35), "Reindeer of AVATTO"
    larger = [size for size in sizes if shorten(name, size, room + 1) == name]
    text, size = fit(name, sizes, room)
    assert size == next(iter(larger), sizes[-1])
    assert text == (name if larger else shorten(name, sizes[-1], room))
