"""Chooses the page of a list to show."""

from __future__ import annotations


def page_among(count: int, size: int, page: int) -> tuple[int, int]:
    """Return the page of a list, or the nearest there is; and the number of pages, at least one.

    >>> page_among(21, 10, 1), page_among(20, 10, 7), page_among(0, 10, 3)
    ((1, 3), (1, 2), (0, 1))
    """
    pages = max(1, -(-count // size))
    return max(0, min(page, pages - 1)), pages
