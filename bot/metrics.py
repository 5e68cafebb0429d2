"""Figures, and the text in which Prometheus reads them. Pure.

Law: no label has values without bound. Nobody's id stands here: no person, server, game or message.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Labels = tuple[str, ...]  # the values of a figure's labels


class Histogram:
    """How many values were at most this and at most that much. `steps` go up."""

    def __init__(self, steps: tuple[float, ...]) -> None:
        self._steps = steps
        self._counts = [0] * (len(steps) + 1)
        self._total = 0.0

    def add(self, value: float) -> None:
        """One more."""
        self._counts[bisect_left(self._steps, value)] += 1
        self._total += value

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(self._counts)

    def lines(self, name: str, labels: Mapping[str, str]) -> Iterator[str]:
        """As Prometheus wants it: each step counts those below it too."""
        steps = (*map(_number, self._steps), "+Inf")
        for step, count in zip(steps, accumulate(self._counts), strict=True):
            yield _line(f"{name}_bucket", {**labels, "le": step}, count)
        yield _line(f"{name}_sum", labels, self._total)
        yield _line(f"{name}_count", labels, self.count)


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured: its name, what it tells, and its values, by those of its labels."""

    name: str
    tells: str
    values: Mapping[Labels, float | Histogram]
    labels: tuple[str, ...] = ()
    kind: str = field(default="gauge")  # or counter, histogram

    def lines(self) -> Iterator[str]:
        """Its lines. One that has no value now is named all the same."""
        yield f"# HELP {self.name} {self.tells}"
        yield f"# TYPE {self.name} {self.kind}"
        for of, value in self.values.items():
            labels = dict(zip(self.labels, of, strict=True))
            if isinstance(value, Histogram):
                yield from value.lines(self.name, labels)
            else:
                yield _line(self.name, labels, value)


def one(name: str, tells: str, value: float | None, kind: str = "gauge") -> Figure:
    """A figure without labels; without a value where that is not known."""
    return Figure(name, tells, {} if value is None else {(): value}, kind=kind)


def text(figures: Iterable[Figure]) -> str:
    """All of them in the exposition format, version 0.0.4."""
    return "".join(f"{line}\n" for figure in figures for line in figure.lines())


def _line(name: str, labels: Mapping[str, str], value: float) -> str:
    inner = ",".join(f'{label}="{_escaped(of)}"' for label, of in labels.items())
    return f"{name}{{{inner}}} {_number(value)}" if inner else f"{name} {_number(value)}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    if math.isfinite(value):
        return repr(int(value)) if value == int(value) else repr(value)
    return "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
