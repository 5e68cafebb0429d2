"""Boxes in pixels: which of them overlap, and the smallest around two."""

from __future__ import annotations

from itertools import product

from render.sprites.raster import Box

HERE = Box(2, 2, 4, 4)


def test_boxes_meet_where_they_have_a_pixel_in_common() -> None:
    for left, top in product(range(7), repeat=2):
        other = Box(left, top, left + 2, top + 2)
        common = 0 < left < 4 and 0 < top < 4
        assert HERE.meets(other) is other.meets(HERE) is common, other


def test_the_box_around_two_is_the_smallest() -> None:
    assert HERE.joined(Box(0, 3, 1, 9)) == Box(0, 2, 4, 9)
