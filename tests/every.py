"""Many cases in one test, which tries them all and names every case that fails.

As tests of their own they would cost each process that collects them more than most take to run.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import random
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence


def by_night(name: str, by_day: object, *others: object) -> pytest.MarkDecorator:
    """Run the test with one value in `make test`, and with these others too in `make nightly`."""
    nightly = (pytest.param(other, marks=pytest.mark.nightly) for other in others)
    return pytest.mark.parametrize(name, [by_day, *nightly])


def for_every(
    names: str | Sequence[str], cases: Iterable[Any], nth: int = 1
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Call the test with every case, as `parametrize` would; in `make test`, with every nth.

    All cases share the fixtures of the test, so it must leave these as they were.
    """
    if nth > 1:
        every = [*cases]
        return _some_by_day(for_every(names, every[::nth]), for_every(names, every))
    keys = [names] if isinstance(names, str) else names
    rows = [[case] if isinstance(names, str) else case for case in cases]
    filled = [dict(zip(keys, row, strict=True)) for row in rows]

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def try_all(**fixtures: object) -> None:
            tries = _Tries()
            for values in filled:
                with tries.of(values):
                    test(**values, **fixtures)
            tries.finish()

        @functools.wraps(test)
        async def await_all(**fixtures: object) -> None:
            tries = _Tries()
            for values in filled:
                with tries.of(values):
                    await test(**values, **fixtures)
            tries.finish()

        tried = await_all if inspect.iscoroutinefunction(test) else try_all
        signature = inspect.signature(test)
        fixtures = [one for one in signature.parameters.values() if one.name not in keys]
        vars(tried)["__signature__"] = signature.replace(parameters=fixtures)
        return tried

    return decorate


def for_combinations(
    **values: Iterable[Any],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Call the test with combinations of these values.

    `make test` tries each value at least once, in the same few combinations each time.
    `make nightly` tries every combination.
    """
    lists = {name: [*some] for name, some in values.items()}
    some = for_every([*lists], _each_once([*lists.values()]))
    return _some_by_day(some, for_every([*lists], itertools.product(*lists.values())))


def _some_by_day(
    some: Callable[..., Any], every: Callable[..., Any]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate the test for `make test` with the first, and for `make nightly` with the second."""

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        tried = {"some": some(test), "every": every(test)}

        @functools.wraps(tried["some"])
        def pick(*, cases: str, **fixtures: object) -> None:
            tried[cases](**fixtures)

        signature = inspect.signature(tried["some"])
        added = inspect.Parameter("cases", inspect.Parameter.KEYWORD_ONLY)
        parameters = [*signature.parameters.values(), added]
        vars(pick)["__signature__"] = signature.replace(parameters=parameters)
        return by_night("cases", "some", "every")(pick)

    return decorate


def _each_once(lists: Sequence[Sequence[Any]]) -> Iterable[tuple[Any, ...]]:
    """Combine these values by chance, in as few rows as show each once."""
    chance, rows = random.Random(0), max(map(len, lists))
    shuffled = ([*chance.sample(values, len(values))] * rows for values in lists)
    return [*zip(*(values[:rows] for values in shuffled), strict=True)]


class _Tries:
    """How many cases were tried, and which of them failed."""

    def __init__(self) -> None:
        self._count = 0
        self._failures: dict[str, BaseException] = {}

    @contextmanager
    def of(self, values: dict[str, Any]) -> Generator[None]:
        """Try a case, and go on if it fails."""
        self._count += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001  raised at the end
            name = ", ".join(f"{key}={value!r:.200}" for key, value in values.items())
            failure.add_note(name)
            self._failures[f"{self._count}: {name}"] = failure

    def finish(self) -> None:
        """Fail if a case did, or if there was none."""
        assert self._count, "there is no case"
        if self._failures:
            told = "\n".join([f"{len(self._failures)} of {self._count} fail:", *self._failures])
            raise BaseExceptionGroup(told, [*self._failures.values()])
