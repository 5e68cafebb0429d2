"""Iterative deepening over the moves of the root, with a window around the last score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from engine.limits import SURE, WIN, Found, Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.core import Move

_WINDOW = 40  # points around the last score
_STEADY = 4  # the depth from which it is trusted

State = TypeVar("State")


class Root(Generic[State]):
    """A move of the root, what it leads to, and its score where that is known before searching."""

    def __init__(self, move: Move, after: State, total: int, decided: int | None = None) -> None:
        self.move = move
        self.after = after
        self.total = total  # the sum of its values
        self.decided = decided


class Tree(Protocol[State]):
    """What deepening asks of a search."""

    @property
    def nodes(self) -> int:
        """How many this search has seen."""
        ...

    def score(self, root: Root[State], depth: int, alpha: int, beta: int) -> int:
        """What the move is worth to the side to move at the root."""
        ...

    def line(self, root: Root[State]) -> tuple[Move, ...]:
        """How the search thinks that the game goes on, this move first."""
        ...


def deepen(
    tree: Tree[State],
    roots: list[Root[State]],
    limits: Limits,
    report: Callable[[Found], None] | None = None,
) -> Found:
    """The best move of the deepest search, which need not have seen every move."""
    roots.sort(key=_place)
    best = Found((roots[0].move,), 0, 0, 0)
    try:
        for depth in range(1, limits.depth + 1):
            for found in _at(tree, roots, depth, best):
                best = found
            best = replace(best, line=tree.line(roots[0]))
            if report:
                report(best)
            if len(roots) == 1 or WIN - abs(best.score) <= depth:
                break
    except Stopped:
        pass
    return replace(best, line=tree.line(roots[0]), nodes=tree.nodes)


def _place(root: Root[State]) -> int:
    """Wins on the move come first, moves that are known to lose last."""
    decided = root.decided or 0
    return (decided < -SURE) - (decided > SURE)


def weigh(tree: Tree[State], roots: list[Root[State]], depth: int) -> list[Found]:
    """Every move with its own score at one depth, best first; for reviews and for weak levels.

    Goes on to its end, or raises Stopped.
    """
    found = [
        Found((root.move,), _score(tree, root, depth, (-WIN, WIN), first=True), depth, tree.nodes)
        for root in roots
    ]
    return sorted(found, key=lambda each: -each.score)


def _at(tree: Tree[State], roots: list[Root[State]], depth: int, last: Found) -> Iterator[Found]:
    """Each move that is better than those before it, at this depth; the best comes to the front."""
    alpha, beta = -WIN, WIN
    if depth >= _STEADY and abs(last.score) < SURE:
        alpha, beta = last.score - _WINDOW, last.score + _WINDOW
    while True:
        top, low = -WIN - 1, alpha
        for root in tuple(roots):
            score = _score(tree, root, depth, (low, beta), first=top < -WIN)
            if score > top:
                top = score
                if score > low:
                    low = score
                    roots.remove(root)
                    roots.insert(0, root)
                    yield Found((root.move,), score, depth, tree.nodes)
                if score >= beta:
                    break
        if top <= alpha and alpha > -WIN:
            alpha = -WIN
        elif top >= beta and beta < WIN:
            beta = WIN
        else:
            return


def _score(
    tree: Tree[State], root: Root[State], depth: int, window: tuple[int, int], *, first: bool
) -> int:
    if root.decided is not None:
        return root.decided
    alpha, beta = window
    if first:
        return tree.score(root, depth, alpha, beta)
    score = tree.score(root, depth, alpha, alpha + 1)
    if alpha < score < beta:
        score = tree.score(root, depth, alpha, beta)
    return score
