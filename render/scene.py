"""A scene: everything in a picture, as data, made from a match for one viewer.

Invariant: a scene is a value and knows no game. Direction, caption and reason for the end are
decided here; the painter and the description only read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Reason, Side, coordinates
from render.layout import Figure, Layout, layout_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core import Board, Game, Point, Position, Verdict
    from games.match import Match
    from render.words import Words

_FIGURES = {figure.value: figure for figure in Figure}  # by the letters of both games

_BOTH = 2  # moves shown together on one board

Way = tuple["Point", ...]
Men = tuple[tuple["Point", Figure], ...]


class Sign(StrEnum):
    """A mark on a point."""

    PICKED = "picked"  # the chosen man
    TARGET = "target"  # a possible target
    TAKING = "taking"  # a possible target, with a capture
    WINNING = "winning"  # a target that wins the game
    PREY = "prey"  # a man that would be captured
    MUST = "must"  # a man that must capture
    MOVABLE = "movable"  # a man that can move
    BARRED = "barred"  # an obstacle that forbids the move
    CLOSER = "closer"  # a man who helped enclose the king
    GOAL = "goal"  # the king's winning square
    WALL = "wall"  # a man of the king's fort


class Call(StrEnum):
    """The band's message above the board."""

    RAICHI = "raichi"
    TUICHI = "tuichi"
    WON = "won"
    LOST = "lost"  # for a reader who lost
    DRAWN = "drawn"
    NO_RESULT = "no-result"


Signs = tuple[tuple["Point", Sign], ...]
Bites = tuple[tuple["Point", "Point"], ...]  # from a point to a captured man beside


@dataclass(frozen=True, slots=True)
class Caption:
    """The strip below the board."""

    figures: tuple[Figure, ...]  # the side to move, or the winner; both after a draw
    line: str  # the side to move, or why the match ended
    detail: str = ""  # the number of this move
    lost: tuple[tuple[Figure, int], ...] = ()  # each side's number of men lost
    result: str = ""  # the winner
    carved: str = ""  # the end in a word, for the band


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture's contents as data."""

    layout: Layout
    men: Men
    caption: Caption
    path: Way = ()  # the last move: every point touched
    ghosts: Men = ()  # the men that the move captured
    earlier: Men = ()  # captures of the move before, if both moves are on one board
    call: Call | None = None
    ways: tuple[Way, ...] = ()  # the king's ways, each from him to his winning square
    signs: Signs = ()
    bites: Bites = ()
    hand: Way = ()  # the move in progress: every point touched


def scene_of(match: Match, words: Words, viewer: Side | None = None) -> Scene:
    """The present position of a match, with the last move."""
    return _scene_at(match, layout_of(match.game, viewer), words, len(match.plies))


def scene_after(match: Match, plies: int, words: Words, viewer: Side | None = None) -> Scene:
    """The match after its first `plies` moves."""
    return _scene_at(match, layout_of(match.game, viewer), words, plies)


def scenes_of(match: Match, words: Words) -> tuple[Scene, ...]:
    """Every position of the match from its start, except those taken back."""
    return Reel(match, words, None, range(len(match.plies) + 1)).scenes()


@dataclass(frozen=True, slots=True)
class Reel:
    """Moments of a match for a film, each by the number of moves before.

    Its scenes are made with the film, since for a long match that blocks an event loop too long.
    """

    match: Match
    words: Words
    viewer: Side | None
    moments: range
    once: bool = False  # whether the film stops at its end
    carved: tuple[Call, str] | None = None  # over the last scene, in place of the game's own end

    def scenes(self) -> tuple[Scene, ...]:
        """A scene for each moment."""
        board = layout_of(self.match.game, self.viewer)
        shown = [_scene_at(self.match, board, self.words, count) for count in self.moments]
        return (*shown[:-1], with_call(shown[-1], *self.carved)) if self.carved else tuple(shown)


def with_earlier(scene: Scene, match: Match) -> Scene:
    """The match at present, with the captures of the move before the last.

    For a board that shows two new moves at once.
    """
    if len(match.plies) < _BOTH:
        return scene
    before, earlier = _position_at(match, len(match.plies) - _BOTH), match.plies[-_BOTH]
    shown = {point for point, _ in (*scene.men, *scene.ghosts)} | set(scene.path)
    taken = sorted(set(earlier.step.captured) - shown)
    return replace(scene, earlier=tuple((point, Figure(before[point])) for point in taken))


def position_scene(
    game: Game, position: Position, words: Words, viewer: Side | None = None
) -> Scene:
    """A position without history, with its callout, or its result if decided."""
    board = layout_of(game, viewer)
    verdict = game.verdict(position)
    scene = Scene(board, men_on(position), _caption_of(board, words, position.turn, verdict))
    return _with_call(scene, game, position, verdict)


def with_call(scene: Scene, call: Call, carved: str) -> Scene:
    """A finished match with another end in its band, such as for its loser."""
    return replace(scene, call=call, caption=replace(scene.caption, carved=carved))


def men_on(position: Position) -> Men:
    """Every man with his point."""
    board, crowned = position.board, position.crowned
    figures: dict[Point, Figure] = {}
    for (side, high), letter in board.letters.items():
        kind = position.men(side) & (crowned if high else ~crowned)
        figures |= dict.fromkeys(board.named(kind), _FIGURES[letter])
    shown = board.named(position.dark | position.light)
    return tuple([(point, figures[point]) for point in shown])


def _scene_at(match: Match, board: Layout, words: Words, count: int) -> Scene:
    """The match after its first `count` moves."""
    position = _position_at(match, count)
    verdict = match.verdict if count == len(match.plies) else None
    caption = _caption_of(board, words, position.turn, verdict)
    moved = words("picture.move", number=count) if count else words("picture.start")
    caption = replace(caption, detail=moved, lost=_count_lost(board, match.start, position))
    path, ghosts = (), ()
    if count:
        last, before = match.plies[count - 1], _position_at(match, count - 1)
        taken = sorted(last.step.captured)
        path, ghosts = last.move, tuple((point, Figure(before[point])) for point in taken)
    scene = Scene(board, men_on(position), caption, path, ghosts)
    return _with_call(scene, match.game, position, verdict)


def _position_at(match: Match, count: int) -> Position:
    return match.plies[count - 1].step.after if count else match.start


def _count_lost(board: Layout, start: Position, now: Position) -> tuple[tuple[Figure, int], ...]:
    return tuple(
        (figure, start.men(figure.side).bit_count() - now.men(figure.side).bit_count())
        for figure in board.plain
    )


def _caption_of(board: Layout, words: Words, turn: Side, verdict: Verdict | None) -> Caption:
    """The caption: the side to move, or the winner and why."""
    plain = {figure.side: figure for figure in board.plain}
    if verdict is None:
        return Caption((plain[turn],), words(f"picture.turn.{plain[turn]}"))
    reason = words(f"picture.reason.{verdict.reason}")
    call = _call_of(verdict)
    carved = words(f"picture.carved.{call}")
    if verdict.winner is None:
        return Caption(board.plain, reason, result=words(f"picture.{call}"), carved=carved)
    winner = plain[verdict.winner]
    return Caption((winner,), reason, result=words(f"picture.won.{winner}"), carved=carved)


def _call_of(verdict: Verdict) -> Call:
    """The end of the match, for everyone."""
    if verdict.winner:
        return Call.WON
    return Call.DRAWN if verdict.has_result else Call.NO_RESULT


def _with_call(scene: Scene, game: Game, position: Position, verdict: Verdict | None) -> Scene:
    """Add the callout, or the signs and the banner of the end."""
    callout = game.callout(position)
    ways = callout.ways if callout else ()
    if verdict is None:
        return replace(scene, ways=ways, call=Call(callout.name)) if callout else scene
    signs, bites = signs_of_end(scene, game, position, verdict.reason)
    if verdict.reason is not Reason.NO_WAY_TO_STOP:
        ways = ()
    return replace(scene, call=_call_of(verdict), ways=ways, signs=signs, bites=bites)


def signs_of_end(
    scene: Scene, game: Game, position: Position, reason: Reason
) -> tuple[Signs, Bites]:
    """Signs for the end of the game: the king on his square, or what closed on him.

    `position` is the last position; the scene can show the king on his square before that.
    """
    kings = tuple(p for p, figure in (*scene.men, *scene.ghosts) if figure is Figure.KING)
    if reason is Reason.KING_ESCAPED:
        return tuple((king, Sign.GOAL) for king in kings), ()
    if reason is Reason.KING_TAKEN:
        return _signs_of_closers(game, position, kings)
    if reason is Reason.KING_IMPRISONED:
        near = tuple(
            p for p in neighbours(position.board, kings[0]) if position[p] == Figure.DEFENDER
        )
        return _signs_of_closers(game, position, kings + near)
    if reason is Reason.EXIT_FORT:
        wall = _first_met(position, kings, Figure.DEFENDER)
        signs = [(king, Sign.GOAL) for king in kings]
        return (*signs, *((point, Sign.WALL) for point in wall)), ()
    if reason is Reason.ENCIRCLED:
        men = (p for p, figure in scene.men if figure.side is Side.LIGHT)
        return tuple(
            (point, Sign.CLOSER) for point in _first_met(position, men, Figure.ATTACKER)
        ), ()
    return (), ()


def _first_met(position: Position, inside: Iterable[Point], wall: Figure) -> Way:
    """Men of one kind that are met first when spreading step by step from these points."""
    met: set[Point] = set()
    reached = set(inside)
    ahead = list(reached)
    while ahead:
        for near in neighbours(position.board, ahead.pop()):
            if position[near] == wall:
                met.add(near)
            elif near not in reached:
                reached.add(near)
                ahead.append(near)
    return tuple(sorted(met, key=coordinates))


def _signs_of_closers(game: Game, position: Position, shut: Way) -> tuple[Signs, Bites]:
    """Signs and wedges of all that closed on these men; the edge has wedges alone."""
    bites = tuple((point, man) for man in shut for point in game.closers(position, man))
    closers = sorted({point for point, _ in bites if point in position.board.index})
    return tuple((point, Sign.CLOSER) for point in closers), bites


def neighbours(board: Board, point: Point) -> Way:
    """Neighbours of a point along its lines."""
    return tuple(board.points[arm[0]] for arm in board.arms[board.index[point]])
