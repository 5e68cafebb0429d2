"""Scenes for choosing a move: movable men, targets, captures; and why a move is refused.

Invariant: scenes show choices in the present position; nothing is played.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from games.core import Reason, Side
from games.errors import Why
from render.layout import Figure
from render.scene import (
    Sign,
    neighbours,
    position_scene,
    scene_after,
    scene_of,
    signs_of_end,
    with_earlier,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from games.core import Board, Game, Move, Point, Position
    from games.errors import Illegal
    from games.match import Match
    from render.scene import Bites, Caption, Men, Scene, Way
    from render.words import Words


def newest_scene(
    match: Match, words: Words, viewer: Side | None = None, *, both: bool = False
) -> Scene:
    """The board after the last move; `both` adds the captures of the move before."""
    shown = scene_of(match, words, viewer)
    return with_earlier(shown, match) if both else shown


def outlook_scene(
    match: Match, words: Words, viewer: Side | None = None, *, both: bool = False
) -> Scene:
    """Like `newest_scene`, but with the king's ways out on his own turn too."""
    shown = newest_scene(match, words, viewer, both=both)
    return replace(shown, ways=shown.ways or _own_ways(match))


def choices_scene(
    match: Match,
    words: Words,
    path: Move = (),
    viewer: Side | None = None,
    *,
    both: bool = False,
) -> Scene:
    """The points that the player can touch next, on the board after the last move.

    Without a path: the men that must capture, or all that can move. Every choice shows its name.
    The last move, its captures, the callout and the king's ways stay; on his own turn his ways are
    drawn too. A move in progress with more points draws its own track.

    A path that begins no legal move counts as empty.
    """
    game, position = match.game, match.position
    scene = outlook_scene(match, words, viewer, both=both)
    further = game.choices(position, path)
    if not path or not (further or game.legal(position, path)):
        sign = Sign.MUST if game.must_capture(position) else Sign.MOVABLE
        return replace(scene, signs=tuple((point, sign) for point in game.choices(position)))
    reached = {point: _captured_by(match, (*path, point)) for point in further}
    targets = tuple((point, _target(match, (*path, point), reached[point])) for point in further)
    here = path[-1]
    reached[here] = _captured_by(match, path)
    captured = sorted({man for taken in reached.values() for man in taken})
    return replace(
        scene,
        men=_move_man(scene.men, path),
        ghosts=_without(scene.ghosts, {here, *further}),
        earlier=_without(scene.earlier, {here, *further}),
        ways=() if path[1:] or not _is_king(match, path) else scene.ways,
        hand=path if len(path) > 1 else (),
        signs=((here, Sign.PICKED), *targets, *((man, Sign.PREY) for man in captured)),
        bites=_bites_of(position.board, reached) if scene.layout.squares else (),
    )


def with_prey(scene: Scene, men: Iterable[Point]) -> Scene:
    """Mark these men as prey, unless they have another mark."""
    marked = {point for point, _ in scene.signs}
    prey = tuple((man, Sign.PREY) for man in men if man not in marked)
    return replace(scene, signs=(*scene.signs, *prey))


def _own_ways(match: Match) -> tuple[Way, ...]:
    """The king's ways out on his own turn, when he may win at once."""
    if match.position.turn is Side.DARK or match.verdict:
        return ()
    callout = match.game.callout(replace(match.position, turn=Side.DARK))
    return callout.ways if callout else ()


def _is_king(match: Match, path: Move) -> bool:
    return match.position[path[0]] == Figure.KING or match.position.turn is Side.DARK


def _target(match: Match, path: Move, taken: Way) -> Sign:
    """The mark for the last point of this path."""
    game, position = match.game, match.position
    if game.legal(position, path):
        verdict = game.verdict(game.after(position, path))
        if verdict and verdict.winner is position.turn:
            return Sign.WINNING
    return Sign.TAKING if taken else Sign.TARGET


def refusal_scene(  # noqa: PLR0913  the board and its texts
    match: Match,
    words: Words,
    move: Move,
    why: Illegal,
    viewer: Side | None = None,
    *,
    both: bool = False,
) -> Scene:
    """The man of a refused move and its obstacle, or the king's way that the move leaves open.

    The last move, its captures and the callout stay.
    """
    scene = newest_scene(match, words, viewer, both=both)
    here = match.game.board.index
    path, points = ([p for p in given if p in here] for given in (move, why.points))
    if why.why is Why.LEAVES_WAY:
        men, ways = _move_man(scene.men, move), (why.points,)
        ghosts, earlier = (_without(taken, {move[-1]}) for taken in (scene.ghosts, scene.earlier))
        scene = replace(scene, men=men, ghosts=ghosts, earlier=earlier, ways=ways)
        return replace(scene, hand=tuple(path), signs=((move[-1], Sign.PICKED),))
    if why.why is Why.MUST_CAPTURE:
        return replace(scene, signs=tuple((point, Sign.MUST) for point in points))
    sign = Sign.TAKING if why.why is Why.CHAIN_GOES_ON else Sign.BARRED
    against = [point for point in points if point not in path[:1]] or points
    picked = [point for point in path[:1] if point not in against]
    signs = (*((point, Sign.PICKED) for point in picked), *((point, sign) for point in against))
    return replace(scene, signs=signs)


def comparison_scene(  # noqa: PLR0913, PLR0917  a move and its texts
    match: Match,
    plies: int,
    better: Move,
    words: Words,
    viewer: Side | None = None,
    men: Way = (),
) -> Scene:
    """The position before a move: that move as a track, and a better move.

    The better move's target shows its name and effect. Ways out that the attackers left to the king
    are marked. `men` are captured later in the better line.
    """
    scene = _without_marks(scene_after(match, plies, words, viewer))
    scene = replace(scene, caption=_numbered(scene.caption, plies + 1, words))
    played = match.plies[plies]
    left = match.game.callout(replace(played.step.after, turn=Side.DARK))
    ways = left.ways if left and played.side is Side.DARK else ()
    shown = replace(scene, path=played.move, ways=ways)
    return _with_effect(shown, match.game, match.positions[plies], better, men)


def answer_scene(  # noqa: PLR0913, PLR0917  a move and its texts
    match: Match,
    plies: int,
    answer: Move,
    words: Words,
    viewer: Side | None = None,
    men: Way = (),
) -> Scene:
    """The position after a move, as if the game went on: the best answer, and why.

    The answer's target shows its name and effect. `men` are lost later because of it.
    """
    game, played = match.game, match.plies[plies]
    position, before = played.step.after, scene_after(match, plies, words, viewer)
    plain = _without_marks(position_scene(game, position, words, viewer))
    caption = replace(_numbered(plain.caption, plies + 1, words), lost=before.caption.lost)
    standing = dict(before.men)
    ghosts = tuple((point, standing[point]) for point in sorted(played.step.captured))
    shown = replace(plain, caption=caption, path=played.move, ghosts=ghosts)
    return _with_effect(shown, game, position, answer, men)


def _numbered(caption: Caption, number: int, words: Words) -> Caption:
    """The caption with the number of the pictured move."""
    return replace(caption, detail=words("picture.move", number=number))


def _with_effect(scene: Scene, game: Game, position: Position, move: Move, men: Way) -> Scene:
    """Add a move that isn't played, with its effect.

    Shows its captures, the ways it opens to the king, how it wins; and the other side's `men`.
    """
    step, standing = game.play(position, move), dict(scene.men)
    verdict = game.verdict(step.after)
    target = Sign.TAKING if step.captured else Sign.TARGET
    signs, bites = (), ()
    if verdict and verdict.winner is position.turn:
        target = Sign.WINNING
        if verdict.reason is not Reason.KING_ESCAPED:
            signs, bites = signs_of_end(scene, game, step.after, verdict.reason)
    if not bites and scene.layout.squares:
        bites = _bites_of(position.board, {move[-1]: step.captured})
    own = [
        point for point in men if point in standing and standing[point].side is not position.turn
    ]
    prey = dict.fromkeys((*step.captured, *own), Sign.PREY)
    marked = {**dict(signs), **prey, move[0]: Sign.PICKED, move[-1]: target}
    ways = scene.ways or _ways_by(game, position, move)
    return replace(scene, signs=tuple(marked.items()), bites=bites, ways=ways)


def _ways_by(game: Game, position: Position, move: Move) -> tuple[Way, ...]:
    """The king's way if the move wins, else the ways that the move opens to him."""
    if position.turn is Side.DARK:
        return ()
    now = game.callout(replace(position, turn=Side.DARK))
    if now:
        is_king = position[move[0]] == Figure.KING
        return tuple(way for way in now.ways if is_king and way[-1] == move[-1])
    opened = game.callout(game.after(position, move))
    return opened.ways if opened else ()


def _without_marks(scene: Scene) -> Scene:
    """The scene with only men and caption, without the last move's marks."""
    return replace(scene, path=(), ghosts=(), earlier=(), call=None, ways=(), signs=(), bites=())


def _without(men: Men, points: Collection[Point]) -> Men:
    """The men that stand on none of these points."""
    return tuple((point, figure) for point, figure in men if point not in points)


def _move_man(men: Men, path: Move) -> Men:
    standing = dict(men)
    if path[0] in standing:
        standing[path[-1]] = standing.pop(path[0])
    return tuple(sorted(standing.items()))


def _captured_by(match: Match, path: Move) -> Way:
    """The men that this path captures, even if the move is incomplete."""
    if match.game.legal(match.position, path):
        return match.game.play(match.position, path).captured
    return _passed_over(match.position, path)


def _passed_over(position: Position, path: Move) -> Way:
    """Enemy men that a path passes over."""
    enemy = position.men(position.turn.other)
    return tuple(
        point
        for start, end in pairwise(path)
        for point in _points_between(position.board, start, end)
        if enemy >> position.board.index[point] & 1
    )


def _points_between(board: Board, start: str, end: str) -> Way:
    """Points between two points of the same line."""
    last = board.index[end]
    for arm in board.arms[board.index[start]]:
        if last in arm:
            return tuple(board.points[place] for place in arm[: arm.index(last)])
    return ()  # a king's diagonal step follows no line


def _bites_of(board: Board, reached: dict[str, Way]) -> Bites:
    """Wedges from each point reached to the captured men next to it."""
    return tuple(
        (point, man)
        for point, taken in reached.items()
        for man in taken
        if man in neighbours(board, point)
    )
