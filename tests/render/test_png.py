"""PNG files: any reader reads them, and the cache changes no pixel."""

from __future__ import annotations

import random
import zlib
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from render import paint, scene
from render import png as module
from render.png import MARGIN, Band, BandCache, compress_band, encode_png, join_bands
from tests.every import for_every
from tests.render.matches import random_match
from tests.render.words import ENGLISH

PALETTE = bytes(range(48))


def noise(width: int, height: int, seed: int) -> Image.Image:
    chance = random.Random(seed)
    pixels = bytes(chance.choices(range(16), k=width * height))
    return Image.frombytes("L", (width, height), pixels)


def cut(picture: Image.Image, top: int, end: int) -> Image.Image:
    """Some rows, with their margin."""
    return picture.crop((-MARGIN, top, picture.width, end))


def verify(png: bytes) -> None:
    """Each checksum is right, which not every reader looks at."""
    data, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        kind, checksum = png[at + 4 : at + 8], png[at + 8 + length : at + 12 + length]
        assert zlib.crc32(png[at + 4 : at + 8 + length]).to_bytes(4, "big") == checksum
        data += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    assert zlib.decompress(data)  # which raises where the checksum of all rows is wrong


@for_every("height", [1, 7, 8, 9, 81, 3000])
def test_every_pixel_is_read_back_with_its_colour(height: int) -> None:
    picture = noise(80, height, seed=height)
    verify(encode_png(picture, PALETTE))
    image = Image.open(BytesIO(encode_png(picture, PALETTE)))
    assert image.size == (80, height)
    assert image.mode == "P"
    assert image.tobytes() == picture.tobytes()
    colours = [tuple(PALETTE[3 * k : 3 * k + 3]) for k in picture.tobytes()]
    assert list(image.convert("RGB").get_flattened_data()) == colours


def test_a_picture_in_bands_has_the_same_pixels() -> None:
    picture = noise(80, 81, seed=1)
    bands = [compress_band(cut(picture, top, end)) for top, end in ((0, 7), (7, 8), (8, 81))]
    verify(join_bands(bands, 80, PALETTE))
    image = Image.open(BytesIO(join_bands(bands, 80, PALETTE)))
    assert image.size == (80, 81)
    assert image.tobytes() == picture.tobytes()


@pytest.mark.slow
def test_the_pictures_are_the_same_with_and_without_the_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = [
        (moment, theme)
        for rules in ("larochelle", "brandubh", "tabal")
        for seed in range(3)
        for moment in scene.scenes_of(random_match(rules, 30, seed), ENGLISH)[::3]
        for theme in ("wood", "print")
    ]
    monkeypatch.setattr(module, "cache", BandCache(module.cache.most))
    once = [paint.paint(moment, theme) for moment, theme in shown]
    again = [paint.paint(moment, theme) for moment, theme in reversed(shown)]
    monkeypatch.setattr(module, "cache", BandCache(0))
    uncached = [paint.paint(moment, theme) for moment, theme in shown]
    assert once == [*reversed(again)] == uncached


def test_only_the_bands_that_changed_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def counted(picture: Image.Image) -> object:
        done.append((picture.width - MARGIN) * picture.height)
        return compress_band(picture)

    monkeypatch.setattr(module, "compress_band", counted)
    monkeypatch.setattr(module, "cache", BandCache(module.cache.most))
    before, after = scene.scenes_of(random_match("larochelle", 2, 1), ENGLISH)[-2:]
    paint.paint(before)
    assert len(done) == 12  # what is above the board and below it, and nine ranks
    assert sum(done) == 1080 * 1259
    paint.paint(before)
    assert len(done) == 12
    paint.paint(after)
    assert 12 < len(done) <= 12 + 5  # two moves begin and end in four ranks at most; the caption


def test_only_so_much_is_kept() -> None:
    cache = BandCache(10_000)
    for seed in range(20):
        cache.band((seed,), lambda seed=seed: compress_band(cut(noise(80, 40, seed), 0, 40)))
        assert cache.weight <= 10_000
    assert cache.weight > 8_000


def test_the_band_that_was_used_longest_ago_goes_first() -> None:
    bands = {seed: compress_band(cut(noise(80, 40, seed), 0, 40)) for seed in range(3)}
    painted: list[int] = []

    def paint_band(seed: int) -> Band:
        painted.append(seed)
        return bands[seed]

    cache = BandCache(sum(len(band.data) for band in bands.values()) - 1)
    for seed in (0, 1, 0, 2, 0, 1):
        assert cache.band((seed,), partial(paint_band, seed)) == bands[seed]
    assert painted == [0, 1, 2, 1]


def test_the_newest_boards_of_five_hundred_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    games, most = 500, module.cache.most
    some = BandCache(most)
    monkeypatch.setattr(module, "cache", some)
    for seed in range(20):
        paint.paint(scene.scene_of(random_match("larochelle", 30, seed), ENGLISH))
    assert some.weight * games / 20 <= most * 0.9
