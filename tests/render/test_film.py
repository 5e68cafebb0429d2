"""Films: each picture as painted, only what changes encoded, longer where there is more to see."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from render import film, scene
from render.paint import paint_part, scene_patches
from render.scene import Caption
from render.sprites.ground import empty_board
from render.sprites.raster import Box
from render.theme import palette_bytes
from render.themes import THEMES
from tests.every import for_every
from tests.render.matches import new_match, random_match, with_moves
from tests.render.words import ENGLISH

if TYPE_CHECKING:
    from games.match import Match
    from render.scene import Scene

TABLUT = "larochelle+attackers-first"
AT_ONCE = 20  # milliseconds of a frame that only belongs to the next


def shots(gif: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures that stand, and for how long: parts that follow at once are one."""
    opened, stood = Image.open(BytesIO(gif)), 0
    pictures: list[tuple[Image.Image, int]] = []
    for frame in range(opened.n_frames):  # pyright: ignore  a GIF has frames
        opened.seek(frame)
        stood += opened.info["duration"]
        if opened.info["duration"] > AT_ONCE:
            pictures.append((opened.convert("RGB"), stood))
            stood = 0
    return pictures


def history(match: Match) -> tuple[Scene, ...]:
    return scene.scenes_of(match, ENGLISH)


def still(shown: Scene, theme: str) -> Image.Image:
    """The picture with the counter alone, as films have it while the game goes on."""
    caption = shown.caption
    if not caption.result:
        shown = replace(shown, caption=Caption((), caption.detail, lost=caption.lost))
    used, width = THEMES[theme], 720
    empty, patches = empty_board(used, width, shown.layout), scene_patches(shown, used, width)
    picture = paint_part(empty, patches, Box(0, 0, *empty.size))
    picture.putpalette(palette_bytes(used))
    return picture.convert("RGB")


@pytest.mark.parametrize(
    ("rules", "theme"), [(TABLUT, "horn"), ("tabal", "wood"), ("bga", "print")]
)
def test_every_picture_of_a_film_is_the_painted_one(rules: str, theme: str) -> None:
    told = history(random_match(rules, 12, 3))
    played = shots(film.encode_film(told, theme))
    assert len(played) == len(told)
    for (picture, _), shown in zip(played, told, strict=True):
        assert ImageChops.difference(picture, still(shown, theme)).getbbox() is None


def test_callouts_and_the_end_stand_longer() -> None:
    match = with_moves(new_match(TABLUT, "9/9/9/9/t8/4K4/9/9/T8 d 0"), "a5-a4 a1-b1 a4-a3 e4-e1")
    assert [length for _, length in shots(film.encode_film(history(match)))] == [
        2200,
        900,
        2200,
        900,
        6000,
    ]


def test_a_film_goes_round_for_ever_and_has_the_size_of_the_picture() -> None:
    gif = Image.open(BytesIO(film.encode_film(history(random_match("tabal", 3)))))
    assert gif.size == (720, 840)
    assert gif.info["loop"] == 0


def test_a_film_that_plays_once_begins_and_ends_with_its_end() -> None:
    told = history(random_match(TABLUT, 3))
    gif = film.encode_film(told, once=True)
    assert "loop" not in Image.open(BytesIO(gif)).info
    (cover, stood), *others = shots(gif)
    assert stood == 1500
    assert len(others) == len(told)
    last, _ = others[-1]
    for picture in (cover, last):
        assert ImageChops.difference(picture, still(told[-1], "horn")).getbbox() is None


def test_a_film_of_one_picture() -> None:
    (only,) = shots(film.encode_film(history(new_match("tabal"))))
    assert only[1] == 6000


def test_a_picture_that_comes_again_takes_its_time_again() -> None:
    start = scene.scene_of(new_match("tabal"), ENGLISH)
    played = shots(film.encode_film((start, start, start)))
    assert [length for _, length in played] == [900, 900, 6000]
    assert len({picture.tobytes() for picture, _ in played}) == 1


@pytest.mark.slow
@for_every("theme", THEMES)
@for_every("rules", [TABLUT, "fortresses", "ludens", "tabal"])
def test_a_picture_of_a_film_takes_less_than_seven_kilobytes(rules: str, theme: str) -> None:
    told = history(random_match(rules, 40, 1))
    assert len(film.encode_film(told, theme)) < 7000 * len(told)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [TABLUT, "tabal", "bga"])
def test_sixty_plies_are_small(rules: str) -> None:
    seed = next(seed for seed in range(50) if len(random_match(rules, 60, seed).plies) == 60)
    told = history(random_match(rules, 60, seed))
    whole = film.encode_film(told)
    assert len(whole) <= 350_000
    alone = sum(len(film.encode_film((moment,))) for moment in told)
    assert len(whole) < alone / 4
    assert whole == film.encode_film(told)
