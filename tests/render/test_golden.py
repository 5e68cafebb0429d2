"""A few pictures in every theme, compared with the golden ones."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageStat

from render.themes import THEMES
from tests.every import for_every
from tests.render.golden import FOLDER, RANKS, paint_ranks, paint_reduced, scenes

TILE = 24  # the same over a tile of eight pixels
TOLERANCE = 3  # of 255, on average: letters are drawn a little otherwise by another FreeType


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@for_every("name", [name for name, _ in scenes()])
@for_every("theme", THEMES)
def test_it_looks_as_it_did(theme: str, name: str) -> None:
    golden = Image.open(FOLDER / f"{theme}-{name}.png").convert("RGB")
    assert difference(golden, paint_reduced(dict(scenes())[name], theme)) < TOLERANCE


def test_another_theme_or_scene_would_be_noticed() -> None:
    shown = dict(scenes())
    tuichi = paint_reduced(shown["tuichi"], "horn")
    assert difference(tuichi, paint_reduced(shown["tuichi"], "wood")) > 2 * TOLERANCE
    assert difference(tuichi, paint_reduced(shown["choice"], "horn")) > 2 * TOLERANCE


def test_names_in_twelve_scripts_look_as_they_did() -> None:
    """Compared tile by tile: a letter that became a box would be lost in the mean."""
    golden, today = Image.open(FOLDER / RANKS).convert("RGB"), paint_ranks()
    assert golden.size == today.size
    tiles = ImageChops.difference(golden, today).reduce(8)
    assert max(most for _, most in ImageStat.Stat(tiles).extrema) < TILE


def test_every_golden_picture_is_still_asked_for() -> None:
    asked = {RANKS, *(f"{theme}-{name}.png" for theme in THEMES for name, _ in scenes())}
    assert {path.name for path in FOLDER.iterdir()} == asked
