"""Whether all can be paired, beside a search through all ways to do it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from games.tournament.matching import can_all_be_paired
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

Edge = tuple[int, int]


def graph(vertices: int, edges: Iterable[Edge]) -> dict[int, set[int]]:
    neighbours: dict[int, set[int]] = {vertex: set() for vertex in range(vertices)}
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return neighbours


def by_trying(vertices: frozenset[int], edges: frozenset[Edge]) -> bool:
    if not vertices:
        return True
    first = min(vertices)
    partners = {sum(edge) - first for edge in edges if first in edge} & vertices
    return any(by_trying(vertices - {first, partner}, edges) for partner in partners)


@for_every(
    ("vertices", "edges", "paired"),
    [
        (0, [], True),
        (1, [], False),
        (2, [], False),
        (2, [(0, 1)], True),
        # Two triangles joined by a line: the circles must be shrunk.
        (6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)], True),
        # A circle of five with a tail: the path leaves it at the far end.
        (6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (3, 5)], True),
        # Petersen's graph has a perfect matching, a star of three lines has none.
        (
            10,
            [*((i, (i + 1) % 5) for i in range(5)), *((i, i + 5) for i in range(5))]
            + [(5 + i, 5 + (i + 2) % 5) for i in range(5)],
            True,
        ),
        (4, [(0, 1), (0, 2), (0, 3)], False),
    ],
)
def test_known_graphs(vertices: int, edges: list[Edge], *, paired: bool) -> None:
    assert can_all_be_paired(graph(vertices, edges)) is paired


@given(st.integers(0, 5), st.randoms(use_true_random=False), st.floats(0, 0.6))
def test_any_graph(half: int, chance: Random, density: float) -> None:
    vertices = 2 * half
    possible = combinations(range(vertices), 2)
    edges = frozenset(edge for edge in possible if chance.random() < density)
    expected = by_trying(frozenset(range(vertices)), edges)
    assert can_all_be_paired(graph(vertices, edges)) is expected
