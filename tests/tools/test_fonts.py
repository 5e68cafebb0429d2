"""The letters of the pictures are cut out of the fonts that are named, and of no others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from fontTools.feaLib import builder  # pyright: ignore[reportMissingTypeStubs]  it has none
from fontTools.ttLib import TTFont  # pyright: ignore[reportMissingTypeStubs]  the same

from tests.render.names import make_font
from tools import fonts
from tools.fonts import CUTS, OUT, cut_out, describe_pairs, main

if TYPE_CHECKING:
    from pathlib import Path

ASCII = (range(0x20, 0x7F),)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A font of four letters, in which A stands closer to V, and a pair overrules its class."""
    file = make_font(tmp_path / "source.ttf", dict.fromkeys("AVTŁ", 500))
    font: Any = TTFont(file)
    rules = "pos u41 u56 -80; pos [u41 u54] [u54 u56] -20;"
    shaping: Any = builder
    shaping.addOpenTypeFeaturesFromString(font, f"feature kern {{ {rules} }} kern;")
    font.save(file)
    return file


def test_what_is_cut_out_has_the_letters_asked_for_and_nothing_that_shapes(
    source: Path, tmp_path: Path
) -> None:
    cut_out(source, ASCII, tmp_path / "cut.ttf")
    cut: Any = TTFont(tmp_path / "cut.ttf")
    assert set(cut.getBestCmap()) == set(map(ord, "AVT"))
    assert "GPOS" not in cut
    again = tmp_path / "again.ttf"
    cut_out(source, ASCII, again)
    assert again.read_bytes() == (tmp_path / "cut.ttf").read_bytes()


def test_pairs_are_told_by_distance(source: Path) -> None:
    assert describe_pairs(source, ASCII) == "A -80 V\nA -20 T\nT -20 TV\n"


@pytest.mark.parametrize("arguments", [[], ["one", "two"]])
def test_anything_but_a_folder_is_explained(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "python -m tools.fonts FOLDER" in capsys.readouterr().err


def test_another_font_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "OUT", tmp_path / "out")
    for cut in CUTS.values():
        (tmp_path / cut.source).write_bytes(b"another")
    assert main([str(tmp_path)]) == 2
    assert "is not the font that was cut before" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_every_font_of_the_project_is_cut_by_it() -> None:
    assert {file.name for file in OUT.glob("*.ttf")} == set(CUTS)
    readme = (OUT / "README.md").read_text("utf-8")
    assert all(f"`{cut.source}`" in readme for cut in CUTS.values())
