"""Painted pictures: any reachable position, to the byte the same, small enough, from any thread."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from games import catalogue
from games.core import Side
from games.events import Moved
from render import choosing, paint, png, scene
from render.frame import FOOT, STRIP, Frame, middle
from render.layout import Figure
from render.scene import Call, Caption, Scene, Sign
from render.sprites import ground, lettering
from render.sprites.faces import fonts
from render.sprites.pieces import Piece
from render.sprites.sprite_sheet import sprite_sheet
from render.themes import THEMES
from tests.every import for_every
from tests.render.boards import SIDES, crowded_board
from tests.render.matches import new_match, random_match, with_moves
from tests.render.words import ENGLISH

if TYPE_CHECKING:
    from render.sprites.raster import Box

TABLUT = "larochelle+attackers-first"
LARGEST = {1080: 60_000, 720: 30_000}
MEMORY = 75_000_000  # bytes that all caches together may take


def open_png(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def paint_small(shown: Scene, theme: str = "") -> bytes:
    return paint.paint(shown, theme, 720)


@pytest.mark.parametrize(("width", "height"), [(1080, 1259), (720, 840)])
def test_both_sizes_are_slightly_taller_than_wide(width: int, height: int) -> None:
    picture = Image.open(
        BytesIO(paint.paint(scene.scene_of(new_match(TABLUT), ENGLISH), width=width))
    )
    assert picture.size == (width, height)
    assert picture.format == "PNG"
    assert picture.mode == "P"


@for_every("theme", THEMES)
@for_every("rules", [TABLUT, "tabal"])
def test_coordinates_stand_on_all_four_sides_large_enough_for_a_phone(
    rules: str, theme: str
) -> None:
    board = scene.scene_of(new_match(rules), ENGLISH)
    picture, frame = open_png(paint.paint(board, theme)), Frame(1080, 9)
    (left, top), length, rim = frame.corner, frame.length, 62
    x, y = frame.spot(*middle(board.layout, "c5"))
    ink = THEMES[theme].colour("table_line")
    for box in (
        (x - 30, top - 12 - rim, x + 30, top - 12),
        (x - 30, top + length + 12, x + 30, top + length + 12 + rim),
        (left - 12 - rim, y - 40, left - 12, y + 40),
        (left + length + 12, y - 40, left + length + 12 + rim, y + 40),
    ):
        name = picture.crop(box)
        rows = [k for k in range(name.height) if ink in set(row(name, k))]
        high = 40 if box[0] < left or box[0] > left + length else 30  # digits; small letters
        assert rows[-1] - rows[0] + 1 >= high, box


def row(picture: Image.Image, y: int) -> list[object]:
    return list(picture.crop((0, y, picture.width, y + 1)).get_flattened_data())


@pytest.mark.parametrize("caption", [Caption((), "HHH"), Caption((), "", "HHH")])
def test_a_caption_of_one_line_stands_in_the_middle_of_its_strip(caption: Caption) -> None:
    shown = replace(scene.scene_of(new_match(TABLUT), ENGLISH), caption=Caption((), ""))
    empty, written = (
        open_png(paint_small(board)) for board in (shown, replace(shown, caption=caption))
    )
    box = ImageChops.difference(empty, written).getbbox()
    assert box
    _, top, _, bottom = box
    assert (top + bottom) / 2 == pytest.approx((STRIP + FOOT) / 2 * 72, abs=3)


@for_every("viewer", Side)
@for_every("width", [720, 1080])
@for_every("side", SIDES)
def test_on_a_board_of_any_side_a_man_stands_in_his_own_square(
    side: int, width: int, viewer: Side
) -> None:
    shown = crowded_board(side, viewer)
    frame, empty = Frame(width, side), replace(shown, men=(), signs=())
    half, before = frame.square // 2, open_png(paint.paint(empty, width=width))
    for point in shown.layout.board.points[:: side - 1]:  # from corner to corner: all files, ranks
        man = open_png(paint.paint(replace(empty, men=((point, Figure.ATTACKER),)), width=width))
        left, top, right, bottom = ImageChops.difference(before, man).getbbox() or (0, 0, 0, 0)
        x, y = frame.spot(*middle(shown.layout, point))
        assert x - half <= left < right <= x + half, point
        assert y - half <= top < bottom <= y + half, point


@for_every("side", [*SIDES, 9, 13])
@for_every("width", [720, 1080])
def test_a_board_of_any_side_fills_its_room(side: int, width: int) -> None:
    frame = Frame(width, side)
    (left, top), room = frame.corner, round(8.64 * width / 10)
    assert room - 2 * side < frame.length <= room
    assert left >= 0.068 * width - 1
    assert top >= 0.154 * width - 1
    assert frame.square % 2 == 0


@pytest.mark.parametrize("width", [0, 700, 1440])
def test_there_are_no_other_sizes(width: int) -> None:
    with pytest.raises(ValueError, match=str(width)):
        paint.paint(scene.scene_of(new_match(TABLUT), ENGLISH), width=width)


def test_an_unknown_theme_is_the_default_one() -> None:
    shown = scene.scene_of(new_match(TABLUT), ENGLISH)
    assert paint_small(shown, "no such theme") == paint_small(shown) == paint_small(shown, "horn")
    assert len({paint_small(shown, theme) for theme in THEMES}) == len(THEMES)


def _men_alone(shown: Scene) -> Scene:
    return Scene(shown.layout, shown.men, Caption((), ""))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=st.sampled_from(catalogue.every_name()),
    seed=st.integers(0, 10**9),
    plies=st.integers(1, 30),
    theme=st.sampled_from(list(THEMES)),
    viewer=st.sampled_from([None, *Side]),
)
def test_any_reachable_position_is_painted_and_differs_from_the_one_before(
    rules: str, seed: int, plies: int, theme: str, viewer: Side | None
) -> None:
    chooser, match = random.Random(seed), new_match(rules)
    before = match
    for _ in range(plies):
        if match.verdict:
            break
        move = chooser.choice(list(match.game.moves(match.position)))
        before, match = match, match.after(Moved(match.turn, 0, move))
    shown = scene.scene_of(match, ENGLISH, viewer)
    png = paint_small(shown, theme)
    assert open_png(png).size == (720, 840)
    assert png == paint_small(scene.scene_of(match, ENGLISH, viewer), theme)
    assert png != paint_small(scene.scene_of(before, ENGLISH, viewer), theme)
    men, men_before = (
        _men_alone(scene.scene_of(game, ENGLISH, viewer)) for game in (match, before)
    )
    assert paint_small(men, theme) != paint_small(men_before, theme)
    seats = {paint_small(scene.scene_of(match, ENGLISH, side), theme) for side in Side}
    assert png in seats
    assert len(seats) == 2


MARKS = {
    "last move": {"path": ("e4", "d4")},
    "ghost": {"ghosts": (("d3", Figure.ATTACKER),)},
    "ghost of a king": {"ghosts": (("d3", Figure.KING),)},
    "raichi": {"call": Call.RAICHI},
    "tuichi": {"call": Call.TUICHI},
    "won": {"call": Call.WON},
    "way": {"ways": (("e5", "f5", "g5"),)},
    "way aslant": {"ways": (("e5", "f6"),)},
    "bite": {"bites": (("d3", "d4"),)},
    "caption": {"caption": Caption((Figure.DEFENDER,), "Égalité")},
} | {f"sign {sign}": {"signs": (("d3", sign),)} for sign in Sign}


def test_every_mark_is_seen_and_no_two_look_alike() -> None:
    plain = scene.scene_of(new_match(TABLUT), ENGLISH)
    pictures = {name: paint_small(replace(plain, **mark)) for name, mark in MARKS.items()}
    pictures["plain"] = paint_small(plain)
    alike = [
        (one, other)
        for one in pictures
        for other in pictures
        if one < other and pictures[one] == pictures[other]
    ]
    assert alike == []


def silhouette(figure: str, theme: str) -> bytes:
    """Return the ground that a man on c3 covers, without regard to colours."""
    shown = replace(scene.scene_of(new_match(TABLUT), ENGLISH), men=())
    x, y = Frame(720, 9).spot(2.5, 6.5)
    box = (x - 34, y - 34, x + 34, y + 34)
    empty, taken = (
        open_png(paint_small(board, theme)).crop(box).convert("L").tobytes()
        for board in (shown, replace(shown, men=(("c3", Figure(figure)),)))
    )
    return bytes(a != b for a, b in zip(empty, taken, strict=True))


@for_every("theme", THEMES)
@for_every("figures", ["tTK", "mqMQ"])
def test_men_are_told_apart_by_their_shapes_alone(figures: str, theme: str) -> None:
    for one, other in combinations(figures, 2):
        pairs = zip(silhouette(one, theme), silhouette(other, theme), strict=True)
        assert sum(a != b for a, b in pairs) > 200, (one, other)


@for_every("width", LARGEST)
@for_every("rules", [TABLUT, "fortresses", "bga-rim", "tabal"])
def test_pictures_of_a_whole_match_are_small(rules: str, width: int) -> None:
    shown = scene.scenes_of(random_match(rules, 60, 4), ENGLISH)[::2]
    assert max(len(paint.paint(moment, width=width)) for moment in shown) <= LARGEST[width]


def test_even_a_crowded_picture_is_small() -> None:
    start = "9/9/9/3t5/2tK2t2/9/3t5/2T6/9 d 0"
    won = scene.scene_of(with_moves(new_match("bga", start), "g5-f5 c2-c1 d3-d4"), ENGLISH)
    everyone = scene.scene_of(new_match("bga"), ENGLISH)
    crowded = replace(won, men=tuple(dict((*everyone.men, *won.men)).items()))
    assert len(crowded.men) > 25
    for width, largest in LARGEST.items():
        assert len(paint.paint(crowded, width=width)) <= largest


def test_threads_may_paint_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "cache", png.BandCache(0))  # each picture is painted whole
    match = random_match(TABLUT, 5)
    shown = scene.scenes_of(match, ENGLISH)
    expected = [paint_small(moment, theme) for moment in shown for theme in THEMES]
    for cached in (sprite_sheet, ground.empty_board, lettering.short, lettering.long):
        cached.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(paint_small, moment, theme) for moment in shown for theme in THEMES]
        assert [job.result() for job in jobs] == expected


def test_the_caches_stay_within_what_they_may_take() -> None:
    sheet = sprite_sheet(THEMES["horn"], Frame(1080, 7))
    sheet.draw()
    sprites = [*sheet.sprites.values(), *sheet.ribbons.values(), *sheet.tracks.values()]
    pixels = sum(sprite.image.width * sprite.image.height for sprite in sprites) * 2  # and its mask
    pixels += sum(band.width * band.height for band in sheet.bands.values())
    long = lettering.write_text("M" * 40, sheet.frame.px(0.42), bold=True)
    short = lettering.write_text("M" * 12, sheet.frame.px(0.36))
    letter = lettering.letters(Piece(fonts()[0], "Ẫ"), 4 * sheet.frame.px(0.42)).image
    pixels_of = {
        sprite_sheet: pixels,
        ground.empty_board: 1080 * 1259,
        lettering.short: short.width * short.height,
        lettering.long: long.width * long.height,
        lettering.letters: letter.width * letter.height,
    }
    most = {cached: cached.cache_parameters()["maxsize"] or 10**9 for cached in pixels_of}
    assert sum(most[cached] * size for cached, size in pixels_of.items()) <= MEMORY


def test_a_theme_can_be_prepared_in_advance() -> None:
    sprite_sheet.cache_clear()
    paint.prepare("wood", 720)
    assert sprite_sheet.cache_info().currsize == 1
    sheet = sprite_sheet(THEMES["wood"], Frame(720, 9))
    drawn = dict(sheet.sprites)
    paint_small(scene.scene_of(new_match(TABLUT), ENGLISH), "wood")
    assert sprite_sheet.cache_info().misses == 1
    assert sheet.sprites == drawn


def test_caches_do_not_grow_beyond_that() -> None:
    for theme in THEMES:
        for side in Side:
            for rules in (TABLUT, "fortresses", "tabal", "brandubh", "copenhagen"):
                paint_small(scene.scene_of(new_match(rules), ENGLISH, side), theme)
    assert ground.empty_board.cache_info().currsize <= 12
    assert sprite_sheet.cache_info().currsize <= 15


def test_a_chooser_sees_every_sign_in_either_game() -> None:
    chain = new_match("tabal", "m2/3/5/3m1/5/1m3/M3M/3/3 l 0")
    pictures = [
        paint_small(choosing.choices_scene(chain, ENGLISH, path))
        for path in ((), ("a3",), ("a3", "c5"), ("a3", "c5", "e7"))
    ]
    assert len(set(pictures)) == 4


def test_a_long_caption_becomes_smaller_and_covers_nothing() -> None:
    shown = replace(scene.scene_of(new_match(TABLUT), ENGLISH), call=Call.WON)
    brief, long = (
        open_png(
            paint_small(replace(shown, caption=replace(shown.caption, line=text, result=text)))
        )
        for text in ("", "Le sort dira bien assez tôt lequel des deux joueurs commence la partie")
    )
    lost, ornament = (560, 787, 720, 840), (600, 0, 720, 60)
    for box in (lost, ornament):
        assert brief.crop(box).tobytes() == long.crop(box).tobytes()
    assert brief.tobytes() != long.tobytes()


def test_the_number_of_the_move_stands_beside_whose_turn_it_is_as_large() -> None:
    """Below it, in letters of their own size, where there is no room."""
    shown = scene.scene_of(with_moves(new_match(TABLUT), "e8-c8"), ENGLISH)
    (line,), (number,) = (
        boxes(shown, ("Defenders to move", "ink")),
        boxes(shown, ("· Move 1", "dim")),
    )
    assert line.right < number.left
    assert abs(line.top - number.top) < 12
    caption = replace(shown.caption, line="The defenders are those who are to move in this game")
    long = replace(shown, caption=caption)
    (line,), (number,) = boxes(long, (caption.line, "ink")), boxes(long, ("Move 1", "dim"))
    assert line.left == number.left
    assert line.bottom <= number.bottom


def boxes(shown: Scene, key: object) -> list[Box]:
    """Return the boxes of the patches with that key."""
    return [
        patch.box for patch in paint.scene_patches(shown, THEMES["horn"], 720) if patch.key == key
    ]


def test_a_man_lands_on_the_points_between_the_ends_of_his_path() -> None:
    chain = with_moves(new_match("tabal", "1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0"), "a3-c5-e7")
    assert len(boxes(scene.scene_of(chain, ENGLISH), ("landing", "ground"))) == 1


def test_a_caption_begins_beside_its_badge() -> None:
    shown = scene.scene_of(new_match(TABLUT), ENGLISH)
    (badge,) = boxes(shown, ("badge:t", "strip"))
    (line,) = boxes(shown, (shown.caption.line, "ink"))
    assert line.left == 83  # 0.6 units to the badge's middle, and 0.55 from there
    assert 0 < line.left - badge.right < 20
