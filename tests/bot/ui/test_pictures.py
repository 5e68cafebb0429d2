"""Pictures are painted as their page wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages.page import Page, Picture
from bot.ui.pictures import Pictures, use_fonts
from render import curve
from render.sprites import faces
from tests.render.names import make_font

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_a_curve_is_painted_in_the_theme_of_its_picture() -> None:
    shown = curve.Curve(((0, 0.2), (1, 0.8)))
    pictures = Pictures()
    painted = await pictures.paint(Page((Picture("curve.png", shown, "a curve", theme="slate"),)))
    assert painted == {"curve.png": curve.paint(shown, "slate", 1080)}
    pictures.close()


def test_a_host_is_told_where_a_font_is_named_that_cannot_do_its_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    font = make_font(tmp_path / "hebrew.ttf", {"\N{HEBREW LETTER ALEF}": 300})
    for can_shape, files, warnings in ((True, [font], 0), (False, [], 0), (False, [font], 1)):
        caplog.clear()
        monkeypatch.setattr(faces, "can_shape", lambda can_shape=can_shape: can_shape)
        use_fonts(files)
        assert [record.levelname for record in caplog.records] == ["WARNING"] * warnings
    assert "apt install libfribidi0" in caplog.text
    use_fonts([])
