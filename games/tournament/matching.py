"""Check whether all can be paired: a largest matching in any graph, by Edmonds' algorithm.

A search from an unpaired vertex grows a tree of alternating paths. An odd circle in this tree is
shrunk to one vertex (its `base`), since a path can leave the circle at any vertex.

>>> can_all_be_paired({1: {2, 3}, 2: {1}, 3: {1, 4}, 4: {3}})
True
>>> can_all_be_paired({1: {2, 3, 4}, 2: {1}, 3: {1}, 4: {1}})
False
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    Graph = Mapping[int, AbstractSet[int]]  # each vertex's neighbours; edges appear both ways


def can_all_be_paired(graph: Graph) -> bool:
    """Whether a matching leaves nobody out."""
    if len(graph) % 2:
        return False
    partners: dict[int, int] = {}
    for vertex in graph:  # most are paired at once
        free = next((other for other in graph[vertex] if other not in partners), None)
        if vertex not in partners and free is not None:
            partners[vertex], partners[free] = free, vertex
    return all(vertex in partners or _Search(graph, partners, vertex).pair() for vertex in graph)


class _Search:
    """A search for one way to pair one more vertex."""

    def __init__(self, graph: Graph, partners: dict[int, int], root: int) -> None:
        self.graph, self.partners, self.root = graph, partners, root
        self.parents: dict[int, int] = {}  # of vertices at odd distances from the root
        self.bases = {vertex: vertex for vertex in graph}
        self.reached = {root}  # vertices at even distances, and all vertices of shrunk circles
        self.waiting = deque([root])

    def pair(self) -> bool:
        """Pair the root, re-pairing others as needed; False if impossible."""
        while self.waiting:
            vertex = self.waiting.popleft()
            for neighbour in self.graph[vertex]:
                if self.bases[vertex] == self.bases[neighbour]:
                    continue
                if self.partners.get(vertex) == neighbour:
                    continue
                if neighbour in self.reached:
                    self._shrink(vertex, neighbour)
                elif neighbour not in self.parents:
                    self.parents[neighbour] = vertex
                    if neighbour not in self.partners:
                        self._swap_along(neighbour)
                        return True
                    self._reach(self.partners[neighbour])
        return False

    def _reach(self, vertex: int) -> None:
        if vertex not in self.reached:
            self.reached.add(vertex)
            self.waiting.append(vertex)

    def _swap_along(self, end: int | None) -> None:
        """Flip the pairing along the path from the root to `end`."""
        while end is not None:
            before = self.parents[end]
            further = self.partners.get(before)
            self.partners[end], self.partners[before] = before, end
            end = further

    def _shrink(self, one: int, other: int) -> None:
        """Shrink the circle that this edge closes to one vertex."""
        base = self._meeting(one, other)
        inside = {*self._mark(one, base, other), *self._mark(other, base, one)}
        for vertex in self.graph:
            if self.bases[vertex] in inside:
                self.bases[vertex] = base
                self._reach(vertex)

    def _bases_to_root(self, vertex: int) -> Iterator[int]:
        while True:
            vertex = self.bases[vertex]
            yield vertex
            if vertex == self.root:
                return
            vertex = self.parents[self.partners[vertex]]

    def _meeting(self, one: int, other: int) -> int:
        """The nearest base on both paths to the root."""
        on_way = set(self._bases_to_root(one))
        return next(base for base in self._bases_to_root(other) if base in on_way)

    def _mark(self, vertex: int, base: int, child: int) -> Iterator[int]:
        """The bases from this vertex up to `base`; sets each one's parent around the circle."""
        while self.bases[vertex] != base:
            partner = self.partners[vertex]
            yield self.bases[vertex]
            yield self.bases[partner]
            self.parents[vertex] = child
            child, vertex = partner, self.parents[partner]
