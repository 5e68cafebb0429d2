"""Every theme: contrasts of what touches, also for the colour-blind; at most sixteen colours."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.theme import INKS, MOST_COLOURS, NEIGHBOURS, Colour, contrast, palette
from render.themes import DEFAULT, THEMES
from tests.every import for_every

# Machado, Oliveira and Fernandes (2009): what is left of linear red, green, blue, severity 1.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# What one looks for on a board: men, and the marks beside which they stand.
TOLD_APART = ("dark", "light", "king", "lit", "call", "ground", "pick")


def test_the_themes() -> None:
    assert {"horn", "wood", "slate", "contrast", "print"} <= {*THEMES}
    assert DEFAULT == "horn"
    assert len(set(THEMES.values())) == len(THEMES)


def test_contrast_is_that_of_the_webs_rules() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1


@for_every("name", THEMES)
def test_neighbouring_colours_stand_apart(name: str) -> None:
    theme = THEMES[name]
    near = [
        (i, g, theme.contrast(i, g)) for i, g, least in NEIGHBOURS if theme.contrast(i, g) < least
    ]
    assert near == []


def test_what_matters_is_among_the_neighbours() -> None:
    asked = {(ink, ground) for ink, ground, least in NEIGHBOURS if least >= 3}
    men = {("dark", "ground"), ("dark", "camp"), ("edge", "ground"), ("light", "edge")}
    words = {("ink", "strip"), ("dim", "strip"), ("table_line", "table"), ("call_line", "call")}
    assert men | words | {("king", "edge"), ("dark", "light"), ("line", "ground")} <= asked
    assert {ink for ink, _, _ in NEIGHBOURS} | {g for _, g, _ in NEIGHBOURS} <= set(INKS)


@for_every("name", THEMES)
def test_a_theme_is_sixteen_colours_that_stand_apart(name: str) -> None:
    colours = palette(THEMES[name])
    assert len(colours) <= MOST_COLOURS == 16
    assert set(colours) == {THEMES[name].colour(ink) for ink in INKS}
    for one, other in combinations(colours, 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) >= 8


def linear(channel: float) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen(colour: Colour, eye: str) -> tuple[float, float, float]:
    """A colour as that eye sees it, in CIE L*a*b*."""
    rgb = [linear(channel) for channel in colour]
    r, g, b = (
        min(max(sum(w * c for w, c in zip(row, rgb, strict=True)), 0), 1) for row in BLINDNESS[eye]
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def far(one: Colour, other: Colour, eye: str) -> float:
    """How different two colours look; 2 is just noticed, 20 is another colour."""
    pairs = zip(seen(one, eye), seen(other, eye), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def test_the_simulation_knows_red_from_green_as_the_eyes_do() -> None:
    red, green = (200, 60, 40), (120, 110, 40)
    assert far(red, green, "none") > 50
    assert far(red, green, "deuteranopia") < 30
    assert far((0, 0, 0), (255, 255, 255), "protanopia") == pytest.approx(100, abs=1)


@pytest.mark.parametrize("eye", BLINDNESS)
def test_contrast_is_safe_for_the_colour_blind(eye: str) -> None:
    ink = THEMES["contrast"].colour
    pairs = combinations(TOLD_APART, 2)
    assert [(one, other) for one, other in pairs if far(ink(one), ink(other), eye) < 20] == []


@for_every("eye", BLINDNESS)
@for_every("name", THEMES)
def test_the_sides_are_told_apart_in_every_theme_by_every_eye(name: str, eye: str) -> None:
    ink = THEMES[name].colour
    pairs = (("dark", "light"), ("dark", "king"), ("dark", "ground"))
    assert [(one, other) for one, other in pairs if far(ink(one), ink(other), eye) < 25] == []
