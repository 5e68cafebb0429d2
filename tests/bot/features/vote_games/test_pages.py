"""The news of a vote below the board."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.features.vote_games.model import State, VoteGame
from bot.features.vote_games.pages import notes, voted
from bot.features.vote_games.round import RoundVotes, Tally
from bot.features.vote_games.tables import Ballot
from bot.model.people import CHANNEL, ENGINE
from bot.ui.pages import board
from bot.ui.pages.page import Additions
from bot.ui.pages.reader import Reader
from games.core import Side
from games.events import Resigned
from games.notation import read_move
from tests.bot.ui.model import CHANNEL as HERE
from tests.bot.ui.model import EN, record, text

OURS, THEIRS = "e2-d2", "e3-d3"
TOLD = "with 2 of 3 votes"
GAME = VoteGame(12, 5, 6, round=1, votes_for=2, votes_in=3)


def told(game: VoteGame, *moves: str, level: int | None = None, over: bool = False) -> bool:
    """Whether it is told how the vote for the channel's move went."""
    played = replace(record("bga", *moves), dark=CHANNEL, level=level)
    if level:
        played = replace(played, light=ENGINE)
    if over:
        played = replace(played, match=played.match.after(Resigned(Side.LIGHT, 9000)))
    return TOLD in " ".join(notes(Ballot(game, RoundVotes()), played, EN))


def test_a_vote_is_told_with_the_move_that_won_it() -> None:
    voting = replace(GAME, round=2, opened=9000, due=95400)
    assert told(GAME, OURS)
    assert not told(voting, OURS, THEIRS)
    assert told(voting, OURS, THEIRS, level=3)  # the engine moves at once
    over = replace(GAME, state=State.OVER)
    assert told(over, OURS, over=True)
    assert not told(over, OURS, THEIRS, over=True)
    assert not told(replace(GAME, state=State.ASIDE), OURS, THEIRS)


def test_where_nobody_voted_a_board_says_who_moved() -> None:
    game = replace(GAME, votes_for=0, votes_in=0, round=2, opened=9000, due=95400)
    played = replace(record("bga", OURS, THEIRS), dark=CHANNEL, light=ENGINE, level=3)
    silent = Additions(lines=partial(notes, Ballot(game, RoundVotes()), played))
    said = text(board.board(played, HERE, additions=silent))
    assert "Nobody voted for a day, so I moved for the channel: e2-d2" in said.replace("\u2060", "")
    assert "You played" not in said
    move = "**Time to vote!** The channel played **e2-d2**, Konakis replied **e3-d3**."
    assert said.replace("\u2060", "").startswith(move)


def test_a_move_is_named_in_a_vote_as_on_the_board() -> None:
    played = replace(record("bga", "f9-g9", "f5-f9"), dark=CHANNEL)
    ballot = Ballot(replace(GAME, round=2), RoundVotes((Tally("f1-f5", 2, 1),)))
    shown = voted(ballot, played, read_move("f1-f5"), Reader(EN, 11))
    assert text(shown).replace("\u2060", "").count("f1-f5xg5") == 2
