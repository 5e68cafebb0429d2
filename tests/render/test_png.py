"""PNG files: any reader reads them, and the cache changes no byte."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image

from render import paint, scene
from render import png as module
from render.png import BandCache, compressed, png
from tests.render.matches import chance
from tests.render.words import ENGLISH

PALETTE = bytes(range(48))


def noise(width: int, height: int, seed: int) -> bytes:
    chance = random.Random(seed)
    return bytes(chance.choices(range(16), k=width * height))


@pytest.mark.parametrize("height", [1, 7, 8, 9, 81])
def test_every_pixel_is_read_back_with_its_colour(height: int) -> None:
    pixels = noise(80, height, seed=height)
    image = Image.open(BytesIO(png(pixels, 80, PALETTE)))
    assert image.size == (80, height)
    assert image.mode == "P"
    assert image.tobytes() == pixels
    colours = [tuple(PALETTE[3 * k : 3 * k + 3]) for k in pixels]
    assert list(image.convert("RGB").get_flattened_data()) == colours


def test_the_bytes_are_the_same_with_and_without_the_cache() -> None:
    pixels = noise(80, 80, seed=1)
    first = png(pixels, 80, PALETTE)
    png(noise(80, 80, seed=2), 80, PALETTE)
    png(pixels[:1600], 40, PALETTE)  # the same pixels in rows half as long
    assert png(pixels, 80, PALETTE) == first


def test_only_the_bands_that_changed_are_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bytes] = []

    def counted(rows: bytes) -> object:
        done.append(rows)
        return compressed(rows)

    monkeypatch.setattr(module, "compressed", counted)
    pixels = noise(80, 80, seed=3)
    png(pixels, 80, PALETTE)
    assert len(done) == 10
    changed = pixels[:3000] + bytes((pixels[3000] ^ 1,)) + pixels[3001:]
    png(changed, 80, PALETTE)
    assert len(done) == 11


def test_only_so_much_is_kept() -> None:
    kept = BandCache(10_000)
    for seed in range(20):
        kept.band(noise(40, 40, seed))
        assert kept.weight <= 10_000
    assert kept.weight > 8_000


def test_the_newest_boards_of_five_hundred_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    games, most = 500, module.cache.most
    some = BandCache(most)
    monkeypatch.setattr(module, "cache", some)
    for seed in range(20):
        paint.paint(scene.of(chance("larochelle", 30, seed), ENGLISH))
    assert some.weight * games / 20 <= most * 0.9
