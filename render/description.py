"""The alternative text of a picture for screen readers, and the board in plain letters.

Invariant: the text describes everything in the picture, in at most a thousand characters.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

from games import diagram
from games.core import Side
from games.notation import place_men
from render.layout import Figure
from render.scene import Call, Sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.core import Point
    from render.scene import Scene
    from render.words import Words

Shown = TypeVar("Shown", Figure, Sign)


def alt_text(scene: Scene, words: Words) -> str:
    """The whole picture in a few short lines: state, men, last move, signs."""
    lines = (
        _state_line(scene),
        *_men_lines(scene, words),
        *_move_lines(scene, words),
        *_sign_lines(scene, words),
    )
    return "\n".join(filter(None, lines))


def text_board(scene: Scene) -> str:
    """The board for a monospaced block, turned like the picture."""
    layout = scene.layout
    position = place_men(
        layout.board, iter(scene.men), Side.DARK
    )  # a diagram doesn't show the turn
    return diagram.draw_diagram(position, dict(layout.special), flipped=layout.flipped)


def _state_line(scene: Scene) -> str:
    caption = scene.caption
    parts = filter(None, (caption.result, caption.line, caption.detail))
    return " ".join(f"{part}." for part in parts)


def _men_lines(scene: Scene, words: Words) -> Iterator[str]:
    places = _points_by_kind(scene.men)
    for figure in Figure:
        if figure in places:
            yield words(f"alt.men.{figure}", points=_join(places[figure]))
    for figure, count in scene.caption.lost:
        if count:
            yield words(f"alt.lost.{figure}", count=count)


def _move_lines(scene: Scene, words: Words) -> Iterator[str]:
    if scene.path:
        yield words("alt.last", move="-".join(scene.path))
    if scene.ghosts:
        yield words("alt.taken", points=_join(point for point, _ in scene.ghosts))
    if scene.earlier:
        yield words("alt.taken-before", points=_join(point for point, _ in scene.earlier))
    if scene.ways:
        key = scene.call if scene.call in (Call.RAICHI, Call.TUICHI) else "ways"
        ways = _join(f"{way[0]}-{way[-1]}" for way in scene.ways)
        yield words(f"alt.{key}", ways=ways)
    if scene.hand:
        yield words("alt.hand", move="-".join(scene.hand))


def _sign_lines(scene: Scene, words: Words) -> Iterator[str]:
    places = _points_by_kind(scene.signs)
    for sign in Sign:
        if sign in places:
            yield words(f"alt.{sign}", points=_join(places[sign]))


def _points_by_kind(shown: Iterable[tuple[Point, Shown]]) -> Mapping[Shown, Sequence[Point]]:
    """The points of each kind of man or sign."""
    places: defaultdict[Shown, list[Point]] = defaultdict(list)
    for point, kind in shown:
        places[kind].append(point)
    return places


def _join(points: Iterable[Point]) -> str:
    return ", ".join(points)
