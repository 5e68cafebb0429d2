"""Pictures are painted as their page wants them."""

from __future__ import annotations

from bot.ui.pages.page import Page, Picture
from bot.ui.pictures import Pictures
from render import curve


async def test_a_curve_is_painted_in_the_theme_of_its_picture() -> None:
    shown = curve.Curve(((0, 0.2), (1, 0.8)))
    pictures = Pictures()
    made = await pictures.paint(Page((Picture("curve.png", shown, "a curve", theme="slate"),)))
    assert made == {"curve.png": curve.paint(shown, "slate", 1080)}
    pictures.close()
