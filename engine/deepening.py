"""Iterative deepening over the moves of the root, with a window around the last score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from engine.limits import SURE, WIN, Limits, SearchResult, Stopped
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from games.core import Move, Position

_WINDOW = 40  # points around the last score
_STEADY = 4  # the depth from which the last score is trusted
_DEEPEST = 64  # plies
_MOST_MOVES = 600
_KEYS = 4096  # earlier positions whose keys are cached: two of the longest games

_ENTRIES = 150_000  # most entries in one side's memory

Stood = tuple[Side, int]  # an earlier position of the game: side to move, and key


State = TypeVar("State")
BestMove = TypeVar("BestMove")


class SideMemory(Generic[BestMove]):
    """A search's memory of the positions with one side to move."""

    def __init__(self) -> None:
        self.seen: set[int] = set()  # on the way here
        self.last: set[int] = set()  # positions that end the game if they recur
        # Depth, EXACT, AT_LEAST or AT_MOST, score, best move.
        self.memory: dict[int, tuple[int, int, int, BestMove | None]] = {}

    def begin(self, stood: Iterable[int], times: int | None) -> None:
        """Start a search; positions that stood `times` times end the game if they recur."""
        counts = Counter(stood)
        self.seen.clear()
        self.seen.update(counts)
        self.last.clear()
        if times is not None:
            self.last.update(key for key, count in counts.items() if count >= times)

    def drop_oldest(self) -> None:
        """Forget half of the memory if it is full."""
        if len(self.memory) > _ENTRIES:
            for key in list(islice(self.memory, _ENTRIES // 2)):
                del self.memory[key]


class Numbers(Protocol):
    """A position in numbers."""

    @property
    def turn(self) -> Side:
        """The side to move."""
        ...


InNumbers = TypeVar("InNumbers", bound=Numbers)


class Root(Generic[State]):
    """A move of the root: the position after, and a score if known before searching."""

    def __init__(self, move: Move, after: State, total: int, decided: int | None = None) -> None:
        self.move = move
        self.after = after
        self.total = total  # the sum of the position's values
        self.decided = decided


class Tree(Protocol[State]):
    """The parts of a search that deepening needs."""

    @property
    def nodes(self) -> int:
        """The number of nodes in this search."""
        ...

    def score(self, root: Root[State], depth: int, alpha: int, beta: int) -> int:
        """The value of a move for the side to move at the root."""
        ...

    def line(self, root: Root[State]) -> tuple[Move, ...]:
        """The expected line, starting with this move."""
        ...


def deepen(
    tree: Tree[State],
    roots: list[Root[State]],
    limits: Limits,
    report: Callable[[SearchResult], None] | None = None,
) -> SearchResult:
    """The best move of the deepest search, even if that search was incomplete."""
    roots.sort(key=_sort_key)
    best = SearchResult((roots[0].move,), 0, 0, 0)
    try:
        for depth in range(1, limits.depth + 1):
            for better in _improvements(tree, roots, depth, best):
                best = better
            best = replace(best, line=tree.line(roots[0]))
            if report:
                report(best)
            if len(roots) == 1 or WIN - abs(best.score) <= depth:
                break
    except Stopped:
        pass
    return replace(best, line=tree.line(roots[0]), nodes=tree.nodes)


class Deepening(ABC, Generic[InNumbers]):
    """A search of positions in numbers: the parts that both games share."""

    def __init__(self) -> None:
        self._keys: dict[tuple[int, int, int], int] = {}

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The number of nodes in this search."""

    @abstractmethod
    def state(self, position: Position) -> InNumbers:
        """The position in numbers."""

    @abstractmethod
    def key(self, state: InNumbers) -> int:
        """A hash of the men."""

    @abstractmethod
    def begin(
        self, state: InNumbers, recent: Sequence[Stood], limits: Limits
    ) -> list[Root[InNumbers]]:
        """Start a search; return its moves."""

    @abstractmethod
    def score(self, root: Root[InNumbers], depth: int, alpha: int, beta: int) -> int:
        """The value of a move for the side to move at the root."""

    @abstractmethod
    def line(self, root: Root[InNumbers]) -> tuple[Move, ...]:
        """The expected line, starting with this move."""

    def search(
        self,
        position: Position,
        history: Sequence[Position],
        limits: Limits,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move; `history` are the earlier positions, from the start."""
        roots = self.begin(self.state(position), self._recent(position, history), limits)
        return deepen(self, roots, limits, report)

    def seek(self, state: InNumbers, recent: Sequence[InNumbers], limits: Limits) -> SearchResult:
        """Like `search`, in numbers; `recent` are the positions since the last capture."""
        stood = [(earlier.turn, self.key(earlier)) for earlier in recent]
        return deepen(self, self.begin(state, stood, limits), limits)

    def weigh(
        self, position: Position, history: Sequence[Position], limits: Limits
    ) -> Sequence[SearchResult]:
        """Every move with its own score at the depth of the limits, best first.

        Moves with the same outcome can be merged.
        """
        recent = self._recent(position, history)
        return weigh(self, self.begin(self.state(position), recent, limits), limits.depth)

    def _recent(self, position: Position, history: Sequence[Position]) -> list[Stood]:
        """The positions since the last capture.

        Keys are cached: a review searches every position of a long game, and each has almost all
        the others in its history.
        """
        first = max(0, len(history) - position.quiet)
        return [(earlier.turn, self._key_of(earlier)) for earlier in history[first:]]

    def _key_of(self, position: Position) -> int:
        men = position.dark, position.light, position.crowned
        key = self._keys.get(men)
        if key is None:
            if len(self._keys) >= _KEYS:
                self._keys.clear()
            key = self._keys[men] = self.key(self.state(position))
        return key


def _sort_key(root: Root[State]) -> int:
    """Sort immediate wins first, and known losses last."""
    decided = root.decided or 0
    return (decided < -SURE) - (decided > SURE)


def weigh(tree: Tree[State], roots: list[Root[State]], depth: int) -> list[SearchResult]:
    """Every move with its own score at one depth, best first; for reviews and for weak levels.

    Finishes, or raises Stopped.
    """
    results = [
        SearchResult(
            (root.move,), _score(tree, root, depth, (-WIN, WIN), first=True), depth, tree.nodes
        )
        for root in roots
    ]
    return sorted(results, key=lambda result: -result.score)


def _improvements(
    tree: Tree[State], roots: list[Root[State]], depth: int, last: SearchResult
) -> Iterator[SearchResult]:
    """Yield each move that beats the moves before, at this depth; the best moves to the front."""
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
                    yield SearchResult((root.move,), score, depth, tree.nodes)
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


@cache
def reductions() -> tuple[tuple[int, ...], ...]:
    """The reduction of depth for late quiet moves: [depth][number of the move]."""
    return tuple(
        tuple(_reduction(depth, number) for number in range(_MOST_MOVES))
        for depth in range(_DEEPEST + 2)
    )


def _reduction(depth: int, number: int) -> int:
    if depth < 2 or number < 4:  # noqa: PLR2004
        return 0
    less = 1 + (number > 10) + (number > 24 and depth > 3) + (depth > 6)  # noqa: PLR2004
    return min(depth - 1, less)
