"""Every page of a match can be sent, in any state of the match."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.pages import board, offers, panel, reminders, replay, result
from bot.ui.pages.reader import Reader
from games.core import Side
from games.errors import Illegal
from games.events import Answered, Given, Moved, Offer, Offered, Resigned, Withdrawn
from games.pace import Pace
from tests.bot.ui.model import ALL, DARK, DAY, LIGHT, ONLOOKER, check, clock_state, record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.matches import Record
    from bot.ui.pages.page import Page
    from games.events import Event
    from games.match import Match

RULES = ("larochelle+king-four", "ludens", "fortresses", "bga-rim", "tabal")
READERS = st.builds(
    Reader,
    words=st.sampled_from(ALL),
    player=st.sampled_from([None, DARK, LIGHT, ONLOOKER]),
    seat=st.sampled_from(["own", "mine", "dark", "light"]),
    picture=st.booleans(),
    text=st.booleans(),
)
CHOICES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 999)), max_size=40)


def event(state: Match, kind: int, number: int) -> Event:
    """Mostly moves; now and then an offer, an answer, a resignation."""
    side = Side.DARK if number % 2 else Side.LIGHT
    match kind:
        case 0:
            return Resigned(side, 9)
        case 1 | 2 | 3 | 4:
            return Offered(side, 9, Offer.AGREE if kind < 3 else Offer.TAKEBACK)
        case 5:
            return Withdrawn(side, 9)
        case 8:
            return Given(side, 9)
        case 6 | 7:
            return Answered(side, 9, accepted=number % 3 == 0)
        case _:
            moves = state.game.moves(state.position)
            return Moved(state.turn, 9, moves[number % len(moves)])


def played(rules: str, choices: list[tuple[int, int]], lot: Side) -> Record:
    begun = record(rules, lot=lot, pace=Pace(days=2))
    match = begun.match
    for kind, number in choices:
        if match.verdict:
            break
        with suppress(Illegal):
            match = match.after(event(match, kind, number))
    return replace(begun, match=match)


def pages(match: Record, reader: Reader) -> Iterator[Page]:
    newest = match.match.log[-1]
    yield board.board(
        match, reader, clock=clock_state(match.match.turn, away=dict.fromkeys(Side, DAY))
    )
    yield board.board(match, reader, live=False)
    yield board.again(match, reader, clock=clock_state(goes_on=DAY))
    yield offers.more(match, reader, may_nudge=True)
    yield from (reminders.nudge(match, reader.words, asked=asked) for asked in (True, False))
    yield replay.film(match, reader)
    if isinstance(newest, Offered | Given) or (
        isinstance(newest, Answered) and not newest.accepted
    ):
        yield offers.notice(match, reader)
    if match.match.verdict:
        yield result.result(match, reader)
        return
    for move in [(), *match.match.game.moves(match.match.position)[:3]]:
        for length in range(len(move) + 1):
            yield panel.panel(match, reader, move[:length])


@pytest.mark.slow
@given(st.sampled_from(RULES), CHOICES, st.sampled_from(list(Side)), READERS)
def test_every_page_of_any_match_can_be_sent(
    rules: str, choices: list[tuple[int, int]], lot: Side, reader: Reader
) -> None:
    for page in pages(played(rules, choices, lot), reader):
        check(page)
        assert set(page.pings) <= {DARK, LIGHT}
