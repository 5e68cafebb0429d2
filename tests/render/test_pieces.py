"""Which names can be written: whole or not at all, with our fonts and with those of a host."""

from __future__ import annotations

import doctest
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont  # pyright: ignore[reportMissingTypeStubs]  it has none
from PIL import Image, ImageChops

from bot.ui.words import languages
from render import graphemes, standings
from render.sprites import faces, pieces
from render.sprites.faces import UnusableFont, use_fonts
from render.sprites.lettering import shorten, write_text
from render.sprites.pieces import pieces_of, spell
from render.standings import Line, Standings
from tests.every import for_every
from tests.render.names import HOSTILE, UNWRITTEN, WRITTEN, fonts_named, make_font

FONTS = Path(faces.__file__).parents[1] / "fonts"
ROOT = Path(__file__).parents[2]
SHAPES = pytest.mark.skipif(not faces.can_shape(), reason="there is no FriBiDi here")
# Signs of texts that no picture shows.
ONLY_TEXT = "\n←→\N{WARNING SIGN}\N{DOUBLE VERTICAL BAR}\N{STOPWATCH}★"
# What the pictures' texts are made of; these may have none of those.
SHOWN = ("picture.", "side.", "family.", "ruleset.", "module.", "profile.last", "date.months")


def table(*names: str) -> bytes:
    """The picture of the first of ten tables that shows these names."""
    lines = (
        Line(str(place), name, "1500", at=0.5, low=0.4, high=0.6)
        for place, name in enumerate(names, 1)
    )
    return standings.paint(Standings(tuple(lines)), "", 720)


def characters(file: Path) -> set[int]:
    font: Any = TTFont(file)
    return set(font.getBestCmap())


def test_the_examples_hold() -> None:
    assert doctest.testmod(pieces) == (0, 3)
    assert doctest.testmod(graphemes) == (0, 1)


def test_there_are_400_names_of_60_languages() -> None:
    assert len(WRITTEN) == 60
    assert len({name for names in WRITTEN.values() for name in names}) >= 400
    assert len(UNWRITTEN) == 12


@for_every("language", WRITTEN, nth=4)
def test_names_are_written_in_letters_that_our_fonts_have(language: str) -> None:
    """Read out of the fonts themselves, not by looks as the program does."""
    ours = set[int]().union(*(characters(file) for file in FONTS.glob("*.ttf")))
    for name in WRITTEN[language]:
        assert spell(name) == name, name
        assert set(map(ord, name)) <= ours, name
        assert table(name) != table("")


@for_every("language", UNWRITTEN)
def test_a_name_in_another_script_is_its_place_and_no_box_or_piece(language: str) -> None:
    assert [spell(name) for name in UNWRITTEN[language]] == [""] * 7
    assert table(*UNWRITTEN[language]) == table(*[""] * 7)


@for_every("name", HOSTILE.values())
def test_so_is_a_name_of_which_only_a_part_could_be_written(name: str) -> None:
    assert spell(name) == ""
    assert table(name) == table("")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("𝓓𝓶𝓲𝓽𝓻𝓲", "Dmitri"),
        ("Ｂｉｒｃｈ", "Birch"),
        ("So\N{COMBINING DIAERESIS}ren", "Sören"),
        (" Anna \N{NO-BREAK SPACE} B. ", "Anna B."),
    ],
)
def test_fancy_letters_are_written_plain(name: str, written: str) -> None:
    assert spell(name) == written


def test_all_that_a_catalogue_says_can_be_written() -> None:
    for language in languages().values():
        for key in language:
            text = language.raw(key)
            signs = text if key.startswith(SHOWN) else set(text) - set(ONLY_TEXT)
            assert None not in pieces_of("".join(signs)), (language, key)


@for_every("letter", ["Ẫ", "Ǻ", "Ế", "Ọ̀", "Ẹ́", "Ḗ", "ᾍ", "ỵ", "Ǭ"])
def test_marks_are_written_whole(letter: str) -> None:
    """Nothing of them lies outside of the line, at its upper or lower edge."""
    assert spell(letter) == letter
    picture = write_text(letter, 40)
    _, top, _, bottom = picture.getbbox() or (0, 0, 0, 0)
    assert 0 < top < bottom < picture.height


@pytest.mark.parametrize("letter", ["m", "M", "Ɛ", "г"])
def test_a_mark_stands_above_or_below_the_middle_of_its_letter(letter: str) -> None:
    marks = "\N{COMBINING VERTICAL LINE ABOVE}", "\N{COMBINING VERTICAL LINE BELOW}"
    bare, above, below = (write_text(letter + mark, 100) for mark in ("", *marks))
    left, top, right, bottom = bare.getbbox() or (0, 0, 0, 0)
    over, under = (ImageChops.difference(bare, text).getbbox() for text in (above, below))
    assert over
    assert under
    for box in (over, under):
        assert (box[0] + box[2]) / 2 == pytest.approx((left + right) / 2, abs=3)
    assert 0 < top - over[3] < 12
    assert 0 < under[1] - bottom < 12


def test_an_i_has_no_dot_under_a_mark() -> None:
    plain, marked = (
        write_text(letter, 100) for letter in ("i", "i\N{COMBINING VERTICAL LINE ABOVE}")
    )
    assert marked.getbbox() != plain.getbbox()
    dotless = write_text("\N{LATIN SMALL LETTER DOTLESS I}\N{COMBINING VERTICAL LINE ABOVE}", 100)
    assert marked.tobytes() == dotless.tobytes()


def test_a_name_that_is_too_long_ends_with_a_whole_letter() -> None:
    name = "Ọlájùmọ̀kẹ́ Adébáyọ̀ Ìyábọ̀"
    letters = graphemes.graphemes(name)
    seen = {shorten(name, 40, room) for room in range(20, 600, 3)}
    assert name in seen
    starts = {"".join(letters[:count]).rstrip() + "…" for count in range(len(letters))}
    assert seen - {name} <= starts
    assert len(seen) > 15


@pytest.mark.parametrize("room", [60, 100, 333])
def test_a_name_of_wide_letters_stays_in_its_room(room: int) -> None:
    short = shorten("W" * 32, 40, room)
    assert short.endswith("W…") or short == "…"
    assert write_text(short, 40).width <= room + 1


def test_a_host_may_name_a_font_for_other_letters(tmp_path: Path) -> None:
    font = make_font(tmp_path / "han.ttf", {"太": 800, "郎": 300})
    with fonts_named(font):
        assert spell("太郎 Anna") == "太郎 Anna"
        assert spell("太郎 花") == ""  # what it lacks it draws as a box
        assert table("太郎") != table("")
        long, short = (write_text(letter, 40).width for letter in "太郎")
        assert long > short + 15
        assert shorten("太郎太郎", 40, 90) == "太郎…"
    assert spell("太郎") == ""


@SHAPES
def test_a_script_that_reaches_far_below_the_line_is_written_smaller(tmp_path: Path) -> None:
    alef = "\N{HEBREW LETTER ALEF}"
    for deep, is_written in ((-300, True), (-500, True), (-900, False)):
        file = make_font(tmp_path / f"deep{deep}.ttf", {alef: 300}, deep)
        with fonts_named(file):
            assert bool(spell(alef)) is is_written
            picture = write_text(alef, 40)
            _, _, _, bottom = picture.getbbox() or (0, 0, 0, 0)
            assert bottom < picture.height


@SHAPES
def test_a_name_from_right_to_left_is_written_whole_by_one_font(tmp_path: Path) -> None:
    alef, bet = "\N{HEBREW LETTER ALEF}", "\N{HEBREW LETTER BET}"
    font = make_font(tmp_path / "hebrew.ttf", {alef: 800, bet: 200, "1": 400})
    with fonts_named(font):
        assert spell(alef + bet) == alef + bet
        picture = write_text(alef + bet, 40)
        assert gap_of(picture) < picture.width / 2  # the wide letter is the last, at the right
        assert spell(f"{alef} 1")
        assert spell(f"{alef} Anna") == ""  # our letters are in another font
        cut = shorten(alef * 9, 40, 150)
        assert cut.endswith(f"{alef}…")
        dots = write_text(cut, 40).crop((0, 0, 24, 30))  # at the left, where such a text ends
        assert dots.getbbox() is None


def gap_of(picture: Image.Image) -> int:
    """Return the start of the first gap in the ink."""
    columns = picture.reduce((1, picture.height)).tobytes()
    first = next(x for x, value in enumerate(columns) if value)
    return next(x for x in range(first, picture.width) if not columns[x])


def test_without_the_library_such_a_name_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alef = "\N{HEBREW LETTER ALEF}"
    monkeypatch.setattr(pieces, "can_shape", lambda: False)
    with fonts_named(make_font(tmp_path / "without.ttf", {alef: 800})):
        assert spell(alef) == ""


@pytest.mark.parametrize("content", [None, b"", b"no font at all"])
def test_a_file_that_is_no_font_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "wrong.ttf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UnusableFont) as refused:
        use_fonts([file])
    assert refused.value.file == file


def test_our_fonts_are_small_whole_and_free() -> None:
    files = {file.name: file.stat().st_size for file in FONTS.iterdir()}
    assert sum(files.values()) <= 600_000
    readme = (FONTS / "README.md").read_text("utf-8")
    for file in FONTS.glob("*.ttf"):
        assert f"`{file.name}`" in readme
        font: Any = TTFont(file)
        assert "SIL Open Font License" in font["name"].getDebugName(13)
        assert font["name"].getDebugName(0) in (FONTS / "OFL.txt").read_text("utf-8").split("\n")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "render/fonts/OFL.txt" in project["license-files"]
    assert "OFL-1.1" in project["license"]


WHOLE = (
    *(range(0x20, 0x7F), range(0xA0, 0x250), range(0x1E00, 0x1F00)),
    *(range(0x384, 0x3CF), range(0x400, 0x530)),
)


@for_every("part", WHOLE)
def test_alphabets_are_there_whole(part: range) -> None:
    """Latin with its extensions and Vietnamese, Greek, Cyrillic."""
    letters = {number for number in part if chr(number).isprintable()}
    assert letters <= characters(FONTS / "letters.ttf")
