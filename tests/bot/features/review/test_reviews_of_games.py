"""The page of the review of every game on record: what it says of a move is what it shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.engine_pool import EnginePool
from bot.features.review import pages
from bot.features.review.reviewer import PoolReviewer
from bot.model.matches import Record as GameRecord
from bot.model.servers import Place
from bot.ui.pages.reader import Reader
from engine.review import Effort
from games.events import Moved, Resigned
from games.notation import move_at, read_move
from games.pace import Pace
from render.curve import Curve
from render.scene import Scene, Sign
from tests.bot.features.review.test_reviewer import Inline
from tests.bot.ui.model import EN, check, text
from tests.every import for_every
from tests.games.test_playthroughs import RECORDS, begun

if TYPE_CHECKING:
    from games.match import Match
    from tests.games.test_playthroughs import Record

QUICK = Effort(nodes=60, again=100, stretch=100)
PLACE = Place(5, 6)
HEADING = re.compile(r"\*\*(\d) · Move (\d+), .*?: (\S+)\*\*")


def played(record: Record) -> Match:
    """The match to its last move, or resigned after it."""
    match = begun(record)
    for written in record.plies:
        path = move_at(match.game, match.position, written.split()[0])
        match = match.after(Moved(match.turn, 1, path))
    return match if match.verdict else match.after(Resigned(match.turn, 2))


@pytest.mark.nightly
@for_every("record", RECORDS)
async def test_headings_captions_the_curve_and_the_boards_are_about_the_same_moves(
    record: Record,
) -> None:
    match, pool = played(record), EnginePool(1, Inline)
    review = await PoolReviewer(pool, QUICK).review(match, 1, PLACE)
    pool.close()
    game, reader = GameRecord(7, PLACE, 11, 12, match, Pace()), Reader(EN, 11)
    page = pages.review(game, review, reader)
    check(page)
    headings = HEADING.findall(text(page))
    assert len(headings) == len(review.moments)
    marks = [(int(ply), int(number)) for number, ply, _ in headings]
    if review.curve:
        (curve,) = page.pictures
        assert isinstance(curve.scene, Curve)
        assert [*curve.scene.marks] == [(ply, str(number)) for ply, number in marks]
    for (_, ply, move), (marked, number) in zip(headings, marks, strict=True):
        shown = pages.moment(game, review, number, reader)
        check(shown)
        (board,) = shown.pictures
        assert isinstance(board.scene, Scene)
        assert board.scene.caption.detail == f"Move {ply}"
        assert marked == int(ply)
        assert board.scene.path == match.plies[int(ply) - 1].move == read_move(move)
        assert Sign.PICKED in dict(board.scene.signs).values()
