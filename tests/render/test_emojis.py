"""Men and calls as small pictures: as Discord takes them, seen on a light and a dark ground."""

from __future__ import annotations

import io
import re

from PIL import Image, ImageChops, ImageStat

from render.emojis import KINDS, emojis
from render.layout import Figure
from render.theme import contrast
from tests.every import for_every

GROUNDS = ((255, 255, 255), (49, 51, 56), (26, 26, 30))  # of Discord's looks
EMOJIS = emojis()
CALLS = {"raichi", "tuichi"}


def open_emoji(kind: str) -> Image.Image:
    return Image.open(io.BytesIO(EMOJIS[kind][1]))


def test_every_man_has_one_and_each_call() -> None:
    assert set(KINDS) == {*Figure, *CALLS}
    assert set(KINDS.values()) == set(EMOJIS)
    assert set(EMOJIS) == {"dark", "dark_dame", "light", "light_dame", "king", *CALLS}
    assert KINDS[Figure.KING] == "king"
    assert KINDS[Figure.DARK_DAME] == "dark_dame"


def test_discord_takes_them_and_they_are_the_same_each_time() -> None:
    for kind, (name, image) in EMOJIS.items():
        assert re.fullmatch(rf"konakis_{kind}_[0-9a-f]{{8}}", name)
        assert len(name) <= 32
        assert len(image) < 256 * 1024
    assert emojis() == EMOJIS
    assert len({name for name, _ in EMOJIS.values()}) == len(EMOJIS)
    assert len({image for _, image in EMOJIS.values()}) == len(EMOJIS)


def test_tuichi_points_both_ways_and_raichi_one() -> None:
    left = {kind: open_emoji(kind).getchannel("A").crop((0, 0, 64, 128)) for kind in CALLS}
    right = {kind: open_emoji(kind).getchannel("A").crop((64, 0, 128, 128)) for kind in CALLS}
    mirrored = {
        kind: half.transpose(Image.Transpose.FLIP_LEFT_RIGHT) for kind, half in left.items()
    }
    assert difference(mirrored["tuichi"], right["tuichi"]) < 8
    assert difference(mirrored["raichi"], right["raichi"]) > 20


def difference(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


@for_every("kind", EMOJIS)
def test_it_is_whole_on_a_transparent_ground(kind: str) -> None:
    picture = open_emoji(kind)
    assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (128, 128))
    box = picture.getchannel("A").getbbox()
    assert box
    left, top, right, bottom = box
    assert min(left, top, 128 - right, 128 - bottom) >= 1  # nothing is cut off
    assert right - left > 80


@for_every("kind", EMOJIS)
@for_every("ground", GROUNDS)
def test_it_stands_out_from_the_ground(kind: str, ground: tuple[int, int, int]) -> None:
    """Its edge does, or else what the edge is around."""
    row = open_emoji(kind).crop((0, 64, 128, 65)).tobytes()
    pixels = [row[start : start + 4] for start in range(0, len(row), 4)]
    solid = [(red, green, blue) for red, green, blue, cover in pixels if cover == 255]
    assert any(contrast(colour, ground) >= 3 for colour in solid[:12])
