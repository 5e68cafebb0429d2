"""Prometheus' text, read strictly: what was told, by name and labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Labels = tuple[tuple[str, str], ...]
_LINE = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)")
_LABEL = re.compile(r'([a-z]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)')
_SUFFIX = re.compile("_(?:bucket|sum|count)$")


class Told:
    """The figures of one answer."""

    def __init__(self, values: Mapping[tuple[str, Labels], float]) -> None:
        self._values = values

    def __getitem__(self, key: tuple[str, Mapping[str, str]]) -> float:
        name, labels = key
        return self._values[name, tuple(labels.items())]

    def items(self, name: str) -> Iterator[tuple[Labels, float]]:
        """Every value of that figure, with its labels."""
        return ((of, value) for (each, of), value in self._values.items() if each == name)

    @property
    def names(self) -> set[str]:
        """All there are."""
        return {name for name, _ in self._values}


def read(text: str) -> Told:
    """Every line is what it may be, told once, under its own heading."""
    values: dict[tuple[str, Labels], float] = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("# HELP "):
            heading = line.split(" ", 3)[2]
        elif line.startswith("# TYPE "):
            assert line.split(" ")[2] == heading
            assert line.split(" ")[3] in {"gauge", "counter", "histogram"}
        else:
            key, value = _value(line)
            assert heading in (key[0], _SUFFIX.sub("", key[0]))
            assert key not in values
            values[key] = value
    return Told(values)


def _value(line: str) -> tuple[tuple[str, Labels], float]:
    found = _LINE.fullmatch(line)
    assert found, line
    name, inner, value = found.groups(default="")
    labels = tuple(_LABEL.findall(inner))
    assert "".join(f'{label}="{of}",' for label, of in labels) == (inner and f"{inner},")
    return (name, labels), float(value)
