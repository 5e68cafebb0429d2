"""The effects of a move stay on every board that follows it, in every game on record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.core import Reason
from games.events import Moved
from games.notation import move_at
from render.choosing import choices_scene
from render.layout import Figure
from render.scene import Call, scene_of
from tests.every import for_every
from tests.games.test_playthroughs import RECORDS, begun, closing
from tests.render.words import ENGLISH

if TYPE_CHECKING:
    from games.match import Match
    from render.scene import Scene
    from tests.games.test_playthroughs import Record


def boards(match: Match) -> list[Scene]:
    """The boards that follow a move: as it stands, and while the next move is chosen."""
    choices = match.game.choices(match.position) if match.verdict is None else ()
    paths = [(), *((point,) for point in choices[:1])] if match.verdict is None else []
    chosen = [choices_scene(match, ENGLISH, path) for path in paths]
    return [scene_of(match, ENGLISH), *chosen]


@pytest.mark.slow
@for_every("record", RECORDS, nth=3)
def test_callouts_captures_and_ends_are_on_every_board_after_them(record: Record) -> None:
    match = begun(record)
    for at, written in enumerate(record.plies, start=1):
        text, *_ = written.split()
        before = match
        match = match.after(Moved(match.turn, at, move_at(match.game, match.position, text)))
        assert match.last
        taken = match.last.step.captured
        for shown in boards(match):
            assert shown.path == match.last.move
            if not shown.hand and not any(sign == "picked" for _, sign in shown.signs):
                assert dict(shown.ghosts) == {p: Figure(before.position[p]) for p in taken}
            if match.callout and not match.verdict:
                assert shown.call == Call(match.callout.name)
                assert shown.ways == match.callout.ways
    match = match.after(*closing(record.end, len(record.plies) + 1))
    assert match.verdict
    (shown,) = boards(match)
    ended = {True: Call.NO_RESULT, False: Call.DRAWN}[match.verdict.reason is Reason.STOPPED]
    assert shown.call is (Call.WON if match.verdict.winner else ended)
    assert shown.caption.carved == ENGLISH(f"picture.carved.{shown.call}")
