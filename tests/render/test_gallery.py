"""`python -m render gallery FOLDER`, and that the README's pictures are the ones it makes."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render import gallery
from render.__main__ import main, read_words
from render.themes import THEMES
from tests.render.words import ENGLISH

CATALOGUE = Path(__file__).parents[2] / "bot/ui/words/en/pictures.toml"
SHOWN = Path(__file__).parents[2] / "docs" / "gallery"
TOLERANCE = 24  # of 255, on average over a tile: another FreeType draws letters a little otherwise


def test_the_gallery_is_written_where_one_likes(tmp_path: Path) -> None:
    assert main(["gallery", str(tmp_path / "new" / "folder"), str(CATALOGUE)]) == 0
    names = {path.name for path in (tmp_path / "new" / "folder").iterdir()}
    moments = {
        "start",
        "middle",
        "raichi",
        "tuichi",
        "capture",
        "chain",
        "fort",
        "choosing",
        "taken",
        "won",
        "review",
        "review-moment",
    }
    assert {f"{name}.png" for name in moments} <= names
    assert {f"theme-{theme}.png" for theme in THEMES} <= names
    assert "replay.gif" in names


@pytest.mark.parametrize("arguments", [[], ["gallery"], ["gallery", "x"], ["museum", "x", "y"]])
def test_anything_else_is_explained(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "python -m render gallery" in capsys.readouterr().err


def test_the_readmes_gallery_is_whole_and_small() -> None:
    shown = {path.name: path.stat().st_size for path in SHOWN.glob("*.*")}
    assert set(shown) == {name for name, _ in gallery.pictures(ENGLISH)}
    assert sum(shown.values()) < 1_500_000


def test_the_readmes_pictures_are_those_of_today() -> None:
    drawn = dict(gallery.pictures(read_words(CATALOGUE)))
    for path in SHOWN.glob("*.png"):
        shown, today = (Image.open(png).convert("RGB") for png in (path, BytesIO(drawn[path.name])))
        tiles = ImageChops.difference(shown, today).reduce(8)
        assert max(most for _, most in ImageStat.Stat(tiles).extrema) < TOLERANCE, path.name
