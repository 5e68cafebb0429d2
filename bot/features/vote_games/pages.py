"""The pages of vote games: the votes on a board, the user's vote, the form of a new game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from bot.features.vote_games.model import State
from bot.features.vote_games.round import offered, ranked
from bot.model.people import CHANNEL, ENGINE
from bot.service.engine import LEVELS
from bot.ui.buttons import Press, RuleSet, Small, ZeroIsNone
from bot.ui.pages import naming, offers, panel
from bot.ui.pages.hub import HubPart
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, UserMenu
from bot.ui.pages.panel import PanelPresses
from bot.ui.pages.settings import menu
from games import catalogue
from games.core import Move, Side
from games.errors import Illegal
from games.notation import read_move, write_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.vote_games.model import VoteGame
    from bot.features.vote_games.round import RoundVotes
    from bot.features.vote_games.tables import Ballot
    from bot.model.matches import Record
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.match import Ply

_TOLD = 5  # moves to list with their votes
_LOT = "lot"  # in a menu, where no value can be empty


class InRound(Press):
    """A press in one round of a vote game."""

    match: int
    round: Small


class CastVote(InRound, verb="vote"):
    """Vote for the move."""

    path: Move


class OpenBallot(InRound, verb="vote-other"):
    """Open the panel for choosing the move to vote for."""


class ChooseVote(InRound, verb="vote-to"):
    """Show the choice after these points."""

    path: Move


class StepBack(InRound, verb="vote-back"):
    """Go back to the choice after these points."""

    path: Move


class NewVoteGame(Press, verb="vote-new"):
    """Set up a new vote game."""


class ResumeVoteGame(Press, verb="vote-resume"):
    """Resume this channel's paused game."""

    match: int


class Setting(StrEnum):
    """A setting of a new vote game."""

    OPPONENT = "who"
    LEVEL = "level"
    RULES = "rules"
    SIDE = "side"


class _Asked(Press):
    """The settings of a new vote game."""

    opponent: ZeroIsNone  # None: the bot
    level: Small
    rules: RuleSet
    side: str  # empty: random


class ChangeVoteGame(_Asked, verb="vote-set"):
    """Change one setting to the menu's choice."""

    setting: Setting


class BeginVoteGame(_Asked, verb="vote-begin"):
    """Send the challenge, or start if the opponent is the bot."""


# On a board


def controls(ballot: Ballot, record: Record, words: Words) -> Sequence[Block]:
    """Return buttons to vote for the leading moves, and one for any other move."""
    game = ballot.game
    moves = [
        Button(_named(path, record), CastVote(game.match, game.round, path), Style.MAIN)
        for path in (read_move(tally.move) for tally in offered(ballot.votes.tallies))
    ]
    label = words("vote.any" if moves else "vote.choose")
    style = Style.PLAIN if moves else Style.MAIN
    other = Button(label, OpenBallot(game.match, game.round), style)
    more = offers.more_button(record, words)
    return (*([Buttons(tuple(moves))] if moves else []), Buttons((other, more)))


def notes(ballot: Ballot, record: Record, words: Words) -> Iterator[str]:
    """Yield the last round's end, this round's votes, and when it closes.

    The last round is shown until the opponent answers its winning move; against the engine, which
    answers at once, until the next round closes.
    """
    game, side = ballot.game, record.side(CHANNEL)
    own = next((ply for ply in reversed(record.match.plies) if ply.side is side), None)
    answered = record.level and game.opened is not None
    if own and (own is record.match.plies[-1] or answered):
        yield last_round_line(game, own, words)
    if game.state is State.ASIDE:
        yield words("vote.aside")
    elif game.opened is not None and game.due is not None:
        if ballot.votes.voters:
            yield votes_line(ballot.votes, record, words, secret=not record.level)
        yield words("vote.until", when=naming.when(game.due, words))


def last_round_line(game: VoteGame, own: Ply, words: Words) -> str:
    """Say how many voted for the channel's last move."""
    move = naming.move_text(own)
    if not game.votes_in:
        return words("vote.silent", move=move)
    return words("vote.told", votes=game.votes_for, count=game.votes_in, move=move)


def votes_line(votes: RoundVotes, record: Record, words: Words, *, secret: bool = False) -> str:
    """Say how many have voted, and for which moves unless the opponent mustn't know."""
    if secret:
        return words("vote.count", count=votes.voters)
    most = ranked(votes.tallies)[:_TOLD]
    moves = [f"{_named(read_move(tally.move), record)} ({tally.votes})" for tally in most]
    return words("vote.standing", count=votes.voters, moves=", ".join(moves))


def _named(path: Move, record: Record) -> str:
    """Return a move that people vote for, as a board names it once it's played."""
    with suppress(Illegal):  # the game has gone on since
        return naming.move_at(record.match.game, record.match.position, path)
    return write_move(path)


# For a voter


def ballot_panel(ballot: Ballot, record: Record, reader: Reader, path: Move = ()) -> Page:
    """Return the panel for choosing the move to vote for."""
    at = record.id, ballot.game.round
    presses = PanelPresses(
        partial(ChooseVote, *at),
        partial(StepBack, *at),
        partial(CastVote, *at),
        brief=True,
        verb="vote.for",
        at_once="vote.at-once",
    )
    return panel.panel(record, reader, path, presses)


def voted(ballot: Ballot, record: Record, path: Move, reader: Reader) -> Page:
    """Return the voter's move and all votes so far: no opponent reads this."""
    words, game = reader.words, ballot.game
    lines = [words("vote.yours", move=_named(path, record))]
    if game.due is not None:
        lines.append(words("vote.change", when=naming.when(game.due, words)))
    if ballot.votes.voters:
        lines.append(f"-# {votes_line(ballot.votes, record, words)}")
    other = Button(words("vote.any"), OpenBallot(game.match, game.round))
    return Page((Text("\n".join(lines)), Buttons((other,))), Accent.QUIET)


# A new game


def new(asked: BeginVoteGame, reader: Reader) -> Page:
    """Return the page on which a new vote game is set up."""
    words = reader.words
    opponent = naming.person(asked.opponent or ENGINE)
    levels = [(str(level), words(f"choice.level.{level}")) for level in LEVELS]
    named = dict.fromkeys((asked.rules, *catalogue.NAMES))  # the server's rules may have handicaps
    names = [(name, naming.title(name, words)) for name in named]
    family = naming.family(asked.rules)
    sides = [(_LOT, words("choice.side.lot"))]
    sides += [(side.value, naming.side(family, side, words)) for side in Side]
    return Page(
        (
            Text("\n".join((words("vote.title"), words("vote.how")))),
            Text(words("vote.against", opponent=opponent)),
            UserMenu(_change(asked, Setting.OPPONENT), words("vote.who")),
            *(
                ()
                if asked.opponent
                else menu(
                    _change(asked, Setting.LEVEL), words("vote.level"), levels, str(asked.level)
                )
            ),
            *menu(_change(asked, Setting.RULES), words("vote.rules"), names, asked.rules),
            *menu(_change(asked, Setting.SIDE), words("vote.side"), sides, asked.side or _LOT),
            Buttons((Button(words("vote.begin"), asked, Style.GOOD),)),
        ),
        Accent.OPEN,
    )


def _change(asked: BeginVoteGame, setting: Setting) -> ChangeVoteGame:
    return ChangeVoteGame(asked.opponent, asked.level, asked.rules, asked.side, setting)


def changed(press: ChangeVoteGame, value: str) -> BeginVoteGame:
    """Return a new game's settings after a menu was used; unknown values change nothing."""
    asked = BeginVoteGame(press.opponent, press.level, press.rules, press.side)
    match press.setting:
        case Setting.LEVEL if value in map(str, LEVELS):
            return replace(asked, level=int(value))
        case Setting.RULES if value in catalogue.NAMES:
            return replace(asked, rules=value)
        case Setting.SIDE if value in (_LOT, *Side):
            return replace(asked, side="" if value == _LOT else value)
        case _:
            return asked


# In the hub


def hub(games: Mapping[int, Record], words: Words, here: int | None) -> HubPart:
    """Return a server's vote games, each with its channel, and this channel's button.

    The button resumes a paused game or starts one. `here`: None if no game can start here.
    """
    own = None if here is None else games.get(here)
    button = Button(words("vote.new"), NewVoteGame())
    if own is not None and own.match.shelved:
        button = Button(words("rest.take-up"), ResumeVoteGame(own.id))
    return HubPart(
        here=[_line(channel, record, words) for channel, record in games.items()],
        start=() if here is None else (button,),
    )


def _line(channel: int, record: Record, words: Words) -> str:
    side = record.side(CHANNEL)
    opponent = naming.person(record.player(side.other) if side else CHANNEL)
    game = words("vote.game", number=record.id)
    if record.message is not None:
        game = f"[{game}]({naming.link(record.place, record.message)})"
    line = words(
        "vote.hub-game",
        channel=naming.channel(channel),
        opponent=opponent,
        game=game,
        count=len(record.match.plies),
    )
    return " · ".join((line, words("vote.aside"))) if record.match.shelved else line


def again_button(words: Words) -> Button:
    """Return *Another game*, under a finished game."""
    return Button(words("vote.again"), NewVoteGame(), Style.MAIN)
