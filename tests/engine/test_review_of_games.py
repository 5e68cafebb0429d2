"""Reviews of every game on record: moments that differ, and no win on the move left untold."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from engine.review import Effort, Reason, review
from games.core import Move
from games.notation import move_at
from tests.every import for_every
from tests.games.test_playthroughs import RECORDS, begun

if TYPE_CHECKING:
    from games.core import Game, Position
    from tests.games.test_playthroughs import Record

QUICK = Effort(nodes=300, again=1000, stretch=1000)


def played(record: Record) -> tuple[Game, list[Position], list[Move]]:
    """The game, its positions and the moves between them."""
    match = begun(record)
    positions, moves = [match.start], list[Move]()
    for written in record.plies:
        text, *_ = written.split()
        moves.append(move_at(match.game, positions[-1], text))
        positions.append(match.game.after(positions[-1], moves[-1]))
    return match.game, positions, moves


def wins(game: Game, position: Position) -> set[Move]:
    """The moves that win at once, found by trying all."""
    verdicts = {move: game.verdict(game.after(position, move)) for move in game.moves(position)}
    return {move for move, end in verdicts.items() if end and end.winner is position.turn}


@pytest.mark.nightly
@for_every("record", RECORDS)
def test_moments_differ_and_every_overlooked_win_is_told(record: Record) -> None:
    game, positions, moves = played(record)
    moments = review(game, positions[0], moves, QUICK).moments
    assert len(moments) <= 3
    told = {moment.ply: moment for moment in moments}
    again = {ply: moment for moment in moments for ply in moment.again}
    for ply, move in enumerate(moves):
        winning = wins(game, positions[ply])
        if winning and move not in winning:
            assert ply in told or again[ply].side is positions[ply].turn, ply
        if ply in told and told[ply].reason is Reason.MISSES_WIN and winning:
            assert told[ply].better in winning
            assert told[ply].end
    for one, other in combinations(moments, 2):
        assert (one.side, one.better) != (other.side, other.better)
        if one.reason is other.reason is not Reason.MISSES_WIN:
            assert other.ply - one.ply > 1
