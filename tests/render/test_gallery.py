"""`python -m render gallery FOLDER`, and that the README's film is the one it makes."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from render import gallery
from render.__main__ import main, read_words
from render.themes import THEMES

CATALOGUE = Path(__file__).parents[2] / "bot/ui/words/en/pictures.toml"
FILM = Path(__file__).parents[2] / "docs" / "gallery" / "replay.gif"
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


def test_some_of_it_are_written_by_name(tmp_path: Path) -> None:
    assert main(["gallery", str(tmp_path), str(CATALOGUE), "fort.png", "start.png"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"fort.png", "start.png"}


@pytest.mark.parametrize("arguments", [[], ["gallery"], ["gallery", "x"], ["museum", "x", "y"]])
def test_anything_else_is_explained(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "python -m render gallery" in capsys.readouterr().err


def test_the_film_in_the_readme_is_the_one_of_today() -> None:
    drawn = dict(gallery.pictures(read_words(CATALOGUE)))[FILM.name]
    films = [Image.open(BytesIO(film)) for film in (FILM.read_bytes(), drawn)]
    for shown, today in zip(*map(ImageSequence.Iterator, films), strict=True):
        tiles = ImageChops.difference(shown.convert("RGB"), today.convert("RGB")).reduce(8)
        assert max(most for _, most in ImageStat.Stat(tiles).extrema) < TOLERANCE
