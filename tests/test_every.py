"""A test over combinations tries each value in `make test`, and every one in `make nightly`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from tests.every import for_combinations

if TYPE_CHECKING:
    from collections.abc import Callable

ONES, LETTERS = (1, 2, 3, 4, 5), "ab"


def test_each_value_is_in_some_combination_and_each_combination_in_all() -> None:
    tried: list[tuple[int, str]] = []

    @for_combinations(one=ONES, letter=LETTERS)
    def test(one: int, letter: str) -> None:
        tried.append((one, letter))

    call: Callable[..., Any] = test
    call(cases="some")
    assert len(tried) == len(ONES)
    assert [{*values} for values in zip(*tried, strict=True)] == [{*ONES}, {*LETTERS}]
    tried.clear()
    call(cases="every")
    assert tried == [*itertools.product(ONES, LETTERS)]


def test_all_that_fail_are_named() -> None:
    @for_combinations(one=ONES, letter=LETTERS)
    def test(one: int, letter: str) -> None:
        assert one < 4, letter

    call: Callable[..., Any] = test
    with pytest.raises(BaseExceptionGroup, match="2 of 5 fail"):
        call(cases="some")
