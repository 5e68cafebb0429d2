"""Tournaments that a server plays by itself, from the sign-up to the winner.

Leagues and team matches are forms of a tournament. A file in forms/ says everything about one form:
its options, who can join, what is random, who meets whom next, what wins, what is shown. Nothing
else asks which form it is. Rounds, brackets and standings are in games/tournament/.

A game that ends marks its tournament due in the same transaction (`_match_written` in tables.py).
The clockwork wakes, `process_due` asks the form for its `step`, and writes it in one transaction
with the games that it starts. The announcement is one post, edited as the tournament goes on; the
end has its own (`TournamentResult`). What tournaments share with games of partners is core:
bot/model/joinable.py, bot/ui/pages/hub.py, bot/ui/posting/announcements.py.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments import actions, cases, one_more, posting
from bot.features.tournaments.pages import hub, level, results
from bot.service.services import Chore
from bot.ui.app import Feature, ThreadStart, no_buttons, no_lines
from bot.ui.slots import (
    BOARD_NOTES,
    HUB_PARTS,
    PROFILE_LINES,
    RESULT_BUTTONS,
    RESULT_HEAD,
    RESULT_LINES,
    SEASON_BUTTONS,
    SERVER_LINES,
    THREAD_START,
)
from games.core import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services
    from bot.ui.app import Lines
    from bot.ui.pages.page import Button
    from bot.ui.words import Words


async def _board_notes(services: Services, record: Record) -> Lines:
    """Say under a board which tournament the game belongs to."""
    played = None if record.challenge else await cases.state_with(services, record.id)
    return (lambda words: [results.of_game(*played, words)]) if played else await no_lines()


async def _result_lines(services: Services, record: Record) -> Lines:
    """Say under a result how the game counted in its tournament."""
    played = None if record.challenge else await cases.state_with(services, record.id)
    if played is None:
        return await no_lines()
    verdict = record.match.verdict
    stopped = verdict is not None and verdict.reason is Reason.STOPPED
    return lambda words: (
        *((words("tournament.stopped"),) if stopped else ()),
        *results.of_pairing(*played, words),
    )


async def _result_buttons(
    services: Services, record: Record
) -> Callable[[Words], Sequence[Button]]:
    """Return *One more game* under the result that leaves a pairing level."""
    played = None if record.challenge else await cases.state_with(services, record.id)
    if played is None or played[1].key not in played[0].level:
        return no_buttons
    return partial(level.buttons, played[0])


async def _result_head(services: Services, record: Record) -> Callable[[Words], str] | None:
    """Return the writer of who wins by forfeit."""
    verdict = record.match.verdict
    forfeit = verdict is not None and verdict.reason is Reason.NOT_BEGUN
    played = await cases.state_with(services, record.id) if forfeit else None
    if played is None:
        return None
    state, pairing = played
    games = (game for game in state.games_of.get(pairing.key, ()) if game.match == record.id)
    return next((partial(results.forfeited, state, game) for game in games), None)


async def _profile_lines(services: Services, player: Player) -> Lines:
    won = await cases.tables(services).won_by(player)
    return lambda words: results.titles(won, words)


async def _server_lines(services: Services, guild: int) -> Lines:
    states = await cases.live_in(services, guild)
    return lambda words: [hub.line(state, words, link=True) for state in states]


async def _thread_start(services: Services, record: Record) -> ThreadStart | None:
    """Return the announcement as the start of a final's or league's thread, if it still exists."""
    played = await cases.state_with(services, record.id)
    if played is None or not played[0].tournament.message or not played[0].form.in_thread(*played):
        return None
    state = played[0]
    return ThreadStart(state.tournament.message or 0, lambda words: results.thread(state, words))


FEATURE = Feature(
    name="tournaments",
    actions=(actions, one_more),
    posts=posting.POSTS,
    chores=(Chore("process tournaments", cases.process_due_tournaments, each_look=True),),
    adds=(
        BOARD_NOTES.by(_board_notes),
        RESULT_HEAD.by(_result_head),
        RESULT_LINES.by(_result_lines),
        RESULT_BUTTONS.by(_result_buttons),
        PROFILE_LINES.by(_profile_lines),
        HUB_PARTS.by(actions.hub_part),
        SERVER_LINES.by(_server_lines),
        SEASON_BUTTONS.by(hub.season_buttons),
        THREAD_START.by(_thread_start),
    ),
)
