"""The engine: nodes a second and depth in each kind of rules, best moves, and all puzzles.

The peer is plain alpha-beta over the games themselves, given the same processor time.
"""

from __future__ import annotations

import time

from engine.plain import PlainSearch
from engine.puzzles import holds, load
from games.catalogue import game
from tests.bench import known
from tests.bench.verdicts import kept
from tools.speed import Sample, measure

Row = tuple[str, str, str, str]

KINDS = ("bga-rim", "bga", "larochelle", "ludens", "brandubh", "copenhagen", "tabal")
SAMPLE = Sample(seconds=1.0, positions=6, plies=14, seed="bench")


def run() -> list[Row]:
    """Return the measurements: ours, the peer's, and how the two compare."""
    return [*map(_speed, KINDS), _known(), _puzzles()]


def _speed(name: str) -> Row:
    rules = game(name)
    ours, peer = measure(rules, SAMPLE), measure(rules, SAMPLE, PlainSearch(rules))
    return (
        f"search for {SAMPLE.seconds:.0f} s after {SAMPLE.plies} plies: {name}",
        f"{ours.nodes / 1000:.0f} kn/s, depth {ours.depth:.1f}",
        f"{peer.nodes / 1000:.0f} kn/s, depth {peer.depth:.1f}",
        f"{ours.nodes / peer.nodes:.1f} times as many nodes",
    )


def _known() -> Row:
    positions = known.read()
    count = sum(map(known.solved, positions))
    return (
        f"{len(positions)} known best moves, {known.SECONDS:.0f} s each",
        f"{count} solved",
        f"{known.BEFORE} on 2026-11-22",
        kept("as many or more", holds=count >= known.BEFORE),
    )


def _puzzles() -> Row:
    stock = load()
    began = time.perf_counter()
    wrong = [puzzle.number for puzzle in stock if not holds(puzzle)]
    took = time.perf_counter() - began
    limit = kept("all hold", holds=not wrong) + (f": {wrong}" if wrong else "")
    return f"{len(stock)} puzzles, all moves tried", f"{took:.0f} s", "", limit
