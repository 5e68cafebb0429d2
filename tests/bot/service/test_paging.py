"""Which page of a list is shown."""

from __future__ import annotations

import doctest

from bot.service import paging
from bot.service.paging import page_among
from tests.every import for_every


def test_the_examples_hold() -> None:
    assert doctest.testmod(paging) == (0, 1)


@for_every(
    ("count", "page", "shown"),
    [
        (0, 0, (0, 1)),
        (0, 9, (0, 1)),
        (10, 0, (0, 1)),
        (11, 1, (1, 2)),
        (11, 2, (1, 2)),
        (30, -1, (0, 3)),
    ],
)
def test_a_page_that_is_no_more_is_the_nearest(
    count: int, page: int, shown: tuple[int, int]
) -> None:
    assert page_among(count, 10, page) == shown
