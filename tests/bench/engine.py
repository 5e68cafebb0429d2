"""The engine: nodes a second and depth in each kind of rules, and the whole stock of puzzles.

The peer is plain alpha-beta over the games themselves, given the same processor time.
"""

from __future__ import annotations

import time
from itertools import islice

from engine.limits import Limits
from engine.match import openings
from engine.plain import PlainSearch
from engine.player import search_of
from engine.protocol import start
from engine.puzzles import holds, load
from games.catalogue import game

Row = tuple[str, str, str, str]

KINDS = ("bga-rim", "bga", "larochelle", "ludens", "brandubh", "copenhagen", "tabal")
POSITIONS = 6
SECONDS = 1.0


def run() -> list[Row]:
    """What was measured, ours, the peer's, and how the two compare."""
    return [*map(_speed, KINDS), _puzzles()]


def _speed(name: str) -> Row:
    ours, peer = (_depth(name, plain=plain) for plain in (False, True))
    return (
        f"search for {SECONDS:.0f} s after 14 plies: {name}",
        f"{ours[0] / 1000:.0f} kn/s, depth {ours[1]:.1f}",
        f"{peer[0] / 1000:.0f} kn/s, depth {peer[1]:.1f}",
        f"{ours[0] / peer[0]:.1f} times as many nodes",
    )


def _depth(name: str, *, plain: bool) -> tuple[float, float]:
    """Nodes a second of processor time, and the mean depth."""
    played = game(name)
    search = PlainSearch(played) if plain else search_of(played)
    nodes = depth = 0
    began = time.process_time()
    for opening in islice(openings(played, 14, "bench"), POSITIONS):
        position = start(played)
        for move in opening:
            position = played.after(position, move)
        limits = Limits(seconds=SECONDS, clock=time.process_time)
        found = search.search(position, [], limits)
        nodes += found.nodes
        depth += found.depth
    return nodes / (time.process_time() - began), depth / POSITIONS


def _puzzles() -> Row:
    stock = load()
    began = time.perf_counter()
    wrong = [puzzle.number for puzzle in stock if not holds(puzzle)]
    took = time.perf_counter() - began
    verdict = f"WRONG: {wrong}" if wrong else "all hold"
    return f"{len(stock)} puzzles, all moves tried", f"{took:.0f} s", "", verdict
