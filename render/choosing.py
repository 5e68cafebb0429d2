"""Scenes for the one who is about to move: who may, where to, what it takes; and why not.

Law: these show the choices of the position as it stands; nothing here is played.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from games.core import choices
from games.errors import Why
from render.scene import Sign, beside, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import Board, Move, Position, Side
    from games.errors import Illegal
    from games.match import Match
    from render.scene import Bites, Men, Scene, Way
    from render.words import Words


def choosing(match: Match, words: Words, path: Move = (), viewer: Side | None = None) -> Scene:
    """What may be touched next. Without a path: the men that have to capture, where any has.

    A path that no move begins with counts as none.
    """
    scene = _still(of(match, words, viewer))
    position, moves = match.position, match.game.moves(match.position)
    if not any(path and move[: len(path)] == path for move in moves):
        must = sorted({move[0] for move in moves if _jumped(position, move)})
        return replace(scene, signs=tuple((point, Sign.MUST) for point in must))
    reached = {point: _taken(match, moves, (*path, point)) for point in choices(moves, path)}
    targets = tuple((p, Sign.TAKING if taken else Sign.TARGET) for p, taken in reached.items())
    here = path[-1]
    reached[here] = _taken(match, moves, path)
    prey = sorted({man for taken in reached.values() for man in taken})
    return replace(
        scene,
        men=_moved(scene.men, path),
        path=path if len(path) > 1 else (),
        signs=((here, Sign.PICKED), *targets, *((man, Sign.PREY) for man in prey)),
        bites=_bites(position.board, reached) if scene.layout.squares else (),
    )


def refused(
    match: Match, words: Words, move: Move, why: Illegal, viewer: Side | None = None
) -> Scene:
    """The man who wanted to move, and what forbids it; or the way that he would leave open."""
    scene = _still(of(match, words, viewer))
    here = match.game.board.index
    path, points = ([p for p in given if p in here] for given in (move, why.points))
    if why.why is Why.LEAVES_WAY:
        men, ways = _moved(scene.men, move), (why.points,)
        return replace(scene, men=men, ways=ways, signs=((move[-1], Sign.PICKED),))
    if why.why is Why.MUST_CAPTURE:
        return replace(scene, signs=tuple((point, Sign.MUST) for point in points))
    sign = Sign.TAKING if why.why is Why.CHAIN_GOES_ON else Sign.BARRED
    against = [point for point in points if point not in path[:1]] or points
    picked = [point for point in path[:1] if point not in against]
    signs = (*((point, Sign.PICKED) for point in picked), *((point, sign) for point in against))
    return replace(scene, signs=signs)


def _still(scene: Scene) -> Scene:
    """The board and the caption alone: how it came about would be in the way."""
    return replace(scene, path=(), ghosts=(), call=None, ways=(), signs=(), bites=())


def _moved(men: Men, path: Move) -> Men:
    standing = dict(men)
    if path[0] in standing:
        standing[path[-1]] = standing.pop(path[0])
    return tuple(sorted(standing.items()))


def _taken(match: Match, moves: Sequence[Move], path: Move) -> Way:
    """Whom this path takes, whether or not it is whole."""
    if path in moves:
        return match.game.play(match.position, path).captured
    return _jumped(match.position, path)


def _jumped(position: Position, path: Move) -> Way:
    """The enemies that a path passes over."""
    enemy = position.men(position.turn.other)
    return tuple(
        point
        for start, end in pairwise(path)
        for point in _between(position.board, start, end)
        if enemy >> position.board.index[point] & 1
    )


def _between(board: Board, start: str, end: str) -> Way:
    """The points of a line between two of it."""
    last = board.index[end]
    for arm in board.arms[board.index[start]]:
        if last in arm:
            return tuple(board.points[place] for place in arm[: arm.index(last)])
    return ()  # Tablut's king may step aslant, where no line is


def _bites(board: Board, reached: dict[str, Way]) -> Bites:
    """Who is taken from the point beside him."""
    return tuple(
        (point, man)
        for point, taken in reached.items()
        for man in taken
        if man in beside(board, point)
    )
