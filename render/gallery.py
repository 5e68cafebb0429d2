"""Pictures for documents and bot lists: moments of matches, every theme, a review, and a film."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import catalogue
from games.core import Side
from games.events import Created, Moved
from games.match import fold
from games.notation import read_move
from render import choosing, curve, film, paint, scene
from render.curve import Curve
from render.layout import Figure
from render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from games.match import Match
    from render.scene import Scene
    from render.words import Words

_WIDTH = 720

_ESCAPE = """
    i4-i1 e7-g7 f1-g1 g7-d7 i1-i2 d5-d2 i6-i7 g5-g7 h5-g5 e4-b4 g1-g4 e6-c6 g4-e4 e5-e6 g5-g6
    f5-g5 f9-f6 b4-b3 e1-f1 c6-c7 i5-i6 g7-g6 f1-f2 e6-f6 i7-f7 f6-f3 i6-i3 f3-h3 i2-h2 h3-h9
"""
_SIEGE = """
    e8-c8 g5-g7 a6-a7 g7-g8 f1-f2 g8-g7 c8-b8 g7-g8 i4-g4 e7-i7 h5-h6 f5-f4 i5-h5 e6-f6 a7-e7
    e5-g5 h6-g6 d5-d7 d1-d5 i7-h7 d5-f5
"""
_CHAIN = """
    b4-c5 d6-b4 b3-b5 b6-b4 a3-c5 c7-d6 c5-c7-e5 e7-d6 e5-c7-e7-e5 a7-b6 e5-d6 b7-c7 c3-b4
    c7-e5-c3-a5-a3
"""
_FORT = """
    e1-e3 e5-d5 e3-b3 d5-e5 h1-i1 e5-e2 i1-i2 d6-c6 g1-j1 g5-g1 j1-j3 f5-b5 d1-c1 f6-f5 c1-c2
    f5-d5 f2-f3 d5-d1 f1-f2 d1-e1 f3-d3 b5-f5 d3-d1 f8-h8 d1-b1 c6-d6 b1-b2 d6-d1 f2-h2 f4-f2
"""

# What `engine.review` says about the first match: the defenders' chances in percent at each move,
# and the moves with the greatest changes.
_CHANCES = """
    58 65 59 65 59 69 60 71 60 75 70 77 65 100 100 100 100 100 66 73 66 75 77 100 100 100 100 100
    100 100 100
"""
_DECIDED, _BETTER = (13, 18, 23), (17, ("g5", "g6"))


def write_gallery(folder: Path, words: Words, names: Sequence[str] = ()) -> None:
    """Write these pictures, or all of them, into a folder, created if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(words):
        if name in names or not names:
            (folder / name).write_bytes(picture)


def pictures(words: Words) -> Iterator[tuple[str, bytes]]:
    """Yield file names and contents."""
    for name, shown in _moment_scenes(words):
        yield f"{name}.png", paint.paint(shown, width=_WIDTH)
    tuichi = scene.scene_of(_play("larochelle+attackers-first", _ESCAPE, 28), words)
    chain = scene.scene_of(_play("tabal", _CHAIN, 14), words)
    for theme in THEMES:
        yield f"theme-{theme}.png", paint.paint(tuichi, theme, _WIDTH)
        yield f"theme-{theme}-tabal.png", paint.paint(chain, theme, _WIDTH)
    escape = _play("larochelle+attackers-first", _ESCAPE, 30)
    yield "review.png", curve.paint(_review_curve(words), width=_WIDTH)
    yield (
        "review-moment.png",
        paint.paint(choosing.comparison_scene(escape, *_BETTER, words), width=_WIDTH),
    )
    yield (
        "replay.gif",
        film.encode_film(scene.scenes_of(escape, words)),
    )


def _moment_scenes(words: Words) -> Iterator[tuple[str, Scene]]:
    for name, count in (("start", 0), ("middle", 22), ("raichi", 16), ("tuichi", 28), ("won", 30)):
        yield name, scene.scene_of(_play("larochelle+attackers-first", _ESCAPE, count), words)
    yield "capture", scene.scene_of(_play("bga", _SIEGE, 19), words)
    yield "taken", scene.scene_of(_play("bga", _SIEGE, 21), words)
    siege = _play("bga", _SIEGE, 18)
    yield "choosing", choosing.choices_scene(siege, words, ("d1",))
    yield "fort", scene.scene_of(_play("copenhagen", _FORT, 30), words)
    before = _play("tabal", _CHAIN, 13)
    yield "chain", scene.scene_of(_play("tabal", _CHAIN, 14), words)
    yield "chain-choosing", choosing.choices_scene(before, words, ("c7", "e5"), Side.DARK)


def _review_curve(words: Words) -> Curve:
    """The course of the first match."""
    chances = [int(percent) / 100 for percent in _CHANCES.split()]
    return Curve(
        points=tuple((i / (len(chances) - 1), chance) for i, chance in enumerate(chances)),
        top=(words("picture.won.t"), ""),
        foot=(words("picture.won.T"), words("picture.move", number=len(chances) - 1)),
        guides=((0.5, ""),),
        marks=tuple((ply, str(i)) for i, ply in enumerate(_DECIDED, 1)),
        sides=(Figure.ATTACKER, Figure.DEFENDER),
    )


def _play(rules: str, moves: str, count: int) -> Match:
    """A match after its first `count` moves."""
    game = catalogue.game(rules)
    lot = Side.LIGHT if game.data["first"] is None else None
    match = fold((Created(0, game.data, lot=lot),))
    for text in moves.split()[:count]:
        match = match.after(Moved(match.turn, 0, read_move(text)))
    return match
