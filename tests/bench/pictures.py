"""Pictures and films beside python-chess with cairosvg, and beside gifpgn, at the same width.

The two sides take turns, since a machine's speed drifts; the median of the rounds is what counts.
"""

from __future__ import annotations

import random
import time
from itertools import count
from statistics import median
from typing import TYPE_CHECKING, Any

from render import card, film, paint, png, scene
from render.card import Card, Seat
from render.layout import Figure
from render.sprites.sprite_sheet import sprite_sheet
from render.themes import THEMES
from tests.bench.peers import peer
from tests.bench.verdicts import kept, verdict
from tests.render.matches import random_match
from tests.render.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable

    from render.scene import Scene

Row = tuple[str, str, str, str]
ChessGame = Any  # a chess.pgn.Game

PLIES = 60
ROUNDS, EVERY = 5, 6  # every sixth position is timed; the sizes are those of all
FASTER = {1080: 12, 720: 20}
LARGEST = {1080: 60_000, 720: 30_000}  # bytes
LARGE_BOARD, LARGE_FASTER, LARGE_LARGEST = "copenhagen", 15, 70_000
FILM_FASTER, FILM_LARGEST = 15, 350_000
CARD_SLOWER = 2.3  # its board, and a panel of texts
PREPARED = 1.0  # seconds


def run() -> list[Row]:
    """Return the measurements: ours, the peer's, and how the two compare."""
    png.cache = png.BandCache(0)  # every picture is compressed as if it were the first
    scenes, game = _played("larochelle+attackers-first"), _chess()
    rows = [_prepared(name, width) for width in FASTER for name in THEMES]
    rows += [_pictures(scenes, game, width, FASTER[width], LARGEST[width]) for width in FASTER]
    return [*rows, large_board(game), _cards(scenes), _film(scenes, game)]


def large_board(game: ChessGame) -> Row:
    """The same on the largest board."""
    return _pictures(_played(LARGE_BOARD), game, max(FASTER), LARGE_FASTER, LARGE_LARGEST)


def _played(rules: str) -> tuple[Scene, ...]:
    """Every position of a match at random that lasts long enough."""
    seed = next(seed for seed in range(99) if len(random_match(rules, PLIES, seed).plies) == PLIES)
    return scene.scenes_of(random_match(rules, PLIES, seed), ENGLISH)


def _prepared(theme: str, width: int) -> Row:
    sprite_sheet.cache_clear()
    took = _seconds(lambda: paint.prepare(theme, width))
    what = f"preparing the sprites: {theme}, {width} wide"
    return (
        what,
        f"{1000 * took:.0f} ms",
        "",
        verdict(took, PREPARED, "s"),
    )


def _pictures(
    scenes: tuple[Scene, ...], game: ChessGame, width: int, faster: int, most: int
) -> Row:
    largest = max(len(paint.paint(shown, width=width)) for shown in scenes)
    boards = list(_boards(game))[::EVERY]
    shown = scenes[::EVERY]

    svg, cairosvg = peer("chess.svg"), peer("cairosvg")

    def ours() -> None:
        for picture in shown:
            paint.paint(picture, width=width)

    def theirs() -> None:
        for board, move in boards:
            drawn = svg.board(board, lastmove=move, size=width)
            cairosvg.svg2png(drawn.encode(), output_width=width)

    konakis, other, ratio = _by_turns(ours, theirs, ROUNDS)
    target = f"{faster}x, at most {most // 1000} kB"
    side = scenes[0].layout.side
    return (
        f"PNG, {width} wide, {side}x{side}, a match of {PLIES} plies",
        f"{1000 * konakis / len(shown):.2f} ms, {largest / 1000:.1f} kB",
        f"{1000 * other / len(boards):.1f} ms",
        f"{ratio:.1f}x " + kept(target, holds=ratio >= faster and largest <= most),
    )


def _cards(scenes: tuple[Scene, ...]) -> Row:
    """Cards to share, each of other people, beside their boards alone."""
    shown = scenes[::EVERY]
    people = count()

    def ours() -> list[bytes]:
        return [card.paint(_card(picture, next(people))) for picture in shown]

    def boards() -> None:
        for picture in shown:
            paint.paint(picture)

    largest = max(map(len, ours()))
    konakis, board, ratio = _by_turns(ours, boards, ROUNDS)
    target = f"at most {CARD_SLOWER}x a board, {LARGE_LARGEST // 1000} kB"
    return (
        "a card to share, 1080 wide, 9x9",
        f"{1000 * konakis / len(shown):.2f} ms, {largest / 1000:.1f} kB",
        f"a board: {1000 * board / len(shown):.2f} ms",
        kept(target, holds=ratio * CARD_SLOWER >= 1 and largest <= LARGE_LARGEST),
    )


def _card(picture: Scene, number: int) -> Card:
    won = Seat(((f"Birch {number}", ""),), "", "1640", Figure.KING)
    lost = Seat(((f"Reindeer {number}", ""),), "", "1588", Figure.ATTACKER, is_bright=False)
    return Card(picture, (won, lost), ("1", "0"), ("La Rochelle", "28 November 2026"))


def _film(scenes: tuple[Scene, ...], game: ChessGame) -> Row:
    size = len(film.encode_film(scenes))

    def theirs() -> None:
        gif = peer("gifpgn").CreateGifFromPGN(game)
        gif.board_size = film.WIDTH
        gif.generate()

    konakis, other, ratio = _by_turns(lambda: film.encode_film(scenes), theirs, 3)
    target = f"{FILM_FASTER}x, at most {FILM_LARGEST // 1000} kB"
    return (
        f"GIF, {film.WIDTH} wide, {PLIES} plies",
        f"{1000 * konakis:.0f} ms, {size / 1000:.0f} kB",
        f"{1000 * other:.0f} ms",
        f"{ratio:.1f}x " + kept(target, holds=ratio >= FILM_FASTER and size <= FILM_LARGEST),
    )


def _chess() -> ChessGame:
    """A game of chess as long, by chance."""
    chooser, game = random.Random(1), peer("chess.pgn").Game()
    node = game
    for _ in range(PLIES):
        node = node.add_variation(chooser.choice(list(node.board().legal_moves)))
    return game


def _boards(game: ChessGame) -> list[tuple[Any, Any]]:
    return [(game.board(), None), *((node.board(), node.move) for node in game.mainline())]


def _by_turns(
    ours: Callable[[], object], theirs: Callable[[], object], rounds: int
) -> tuple[float, float, float]:
    """Median seconds of each, and of the rounds' ratios; a first round of ours is not counted."""
    ours()
    took = [(_seconds(ours), _seconds(theirs)) for _ in range(rounds)]
    konakis, other = (median(side) for side in zip(*took, strict=True))
    return konakis, other, median(theirs / ours for ours, theirs in took)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
