"""What is told of a vote below the board."""

from __future__ import annotations

from dataclasses import replace

from bot.features.channel_games.model import ChannelGame, State
from bot.features.channel_games.pages import notes
from bot.features.channel_games.round import Round
from bot.features.channel_games.tables import Ballot
from bot.model.people import CHANNEL, ENGINE
from games.core import Side
from games.events import Resigned
from tests.bot.ui.model import EN, record

OURS, THEIRS = "e2-d2", "e3-d3"
TOLD = "with 2 of 3 votes"
GAME = ChannelGame(12, 5, 6, round=1, votes_for=2, votes_in=3)


def told(game: ChannelGame, *moves: str, level: int | None = None, over: bool = False) -> bool:
    """Whether it is told how the vote for the channel's move went."""
    played = replace(record("bga", *moves), dark=CHANNEL, level=level)
    if level:
        played = replace(played, light=ENGINE)
    if over:
        played = replace(played, match=played.match.after(Resigned(Side.LIGHT, 9000)))
    return TOLD in " ".join(notes(Ballot(game, Round()), played, EN))


def test_a_vote_is_told_with_the_move_that_won_it() -> None:
    voting = replace(GAME, round=2, opened=9000, due=95400)
    assert told(GAME, OURS)
    assert not told(voting, OURS, THEIRS)
    assert told(voting, OURS, THEIRS, level=3)  # the engine moves at once
    over = replace(GAME, state=State.OVER)
    assert told(over, OURS, over=True)
    assert not told(over, OURS, THEIRS, over=True)
    assert not told(replace(GAME, state=State.ASIDE), OURS, THEIRS)
