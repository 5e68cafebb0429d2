"""Thinking ahead in a game in progress: moves for both sides, lines to keep, replies by themselves.

A line that replies is played in the transaction that records the opponent's move; see
`_planned_reply` in tables.py. Invariant: nobody but its player sees a line before the game is over,
and nothing here changes the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.features.think.model import (
    DEEPEST,
    MOST,
    Thought,
    ahead,
    at_game,
    can_reply,
    with_kept,
    with_move,
    with_replies,
    without,
)
from bot.features.think.refusals import ThinkNo
from bot.features.think.tables import ThoughtTables
from bot.model.people import FORMER
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from games.errors import Illegal, Why

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.features.think.model import Line, Moves
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services
    from games.core import Move
    from games.match import Match


@dataclass(frozen=True, slots=True)
class Thinking:
    """A thinking board and its game."""

    record: Record
    thought: Thought
    moved: bool = False  # the game went on since the board was last used
    outdated: bool = False  # the press was made on an older board, so nothing was done

    @property
    def match(self) -> Match:
        """The match after the moves on the board."""
        return ahead(self.record.match, self.thought.moves)

    @property
    def is_deepest(self) -> bool:
        """Whether no further move can be tried."""
        return len(self.thought.moves) >= DEEPEST


@retry_if_stale
async def open_board(services: Services, number: int, by: Player) -> Thinking:
    """Return a player's thinking board in a match, as they left it; a new one the first time."""
    record = await services.record(number)
    _refuse_thinking(record, by)
    tables = ThoughtTables(services.store.database)
    thought = await tables.of(number, by)
    if thought is None:
        new = at_game(Thought(0, number, by), record.match)
        return Thinking(record, await tables.add(new))
    return await _at_game(tables, record, thought)


def _refuse_thinking(record: Record, by: Player) -> None:
    if record.team(by) is None:
        raise Refusal(No.NOT_YOUR_GAME)
    if record.match.verdict:
        raise Illegal(Why.OVER)


async def _at_game(tables: ThoughtTables, record: Record, thought: Thought) -> Thinking:
    """Return the board where the game stands now, stored if the game went on."""
    here = at_game(thought, record.match)
    if here == thought:
        return Thinking(record, thought)
    return Thinking(record, await tables.keep(here), moved=True)


async def find(services: Services, number: int, by: Player) -> tuple[Record, Thought]:
    """Return a player's own board by its number, with its match, which may be over."""
    thought = await ThoughtTables(services.store.database).find(number)
    if thought is None or thought.player != by:
        raise Refusal(ThinkNo.NO_SUCH_THOUGHT)
    return await services.record(thought.match), thought


@retry_if_stale
async def _change(
    services: Services,
    number: int,
    by: Player,
    step: int | None,
    decide: Callable[[Thinking], Thought],
) -> Thinking:
    """Change a board, if the press was made on it as it is now; `step` None: on any."""
    here = await look(services, number, by)
    if step is not None and (here.moved or step != here.thought.step):
        return replace(here, outdated=True)
    changed = decide(here)
    if changed == here.thought:
        return here
    return Thinking(here.record, await ThoughtTables(services.store.database).keep(changed))


@retry_if_stale
async def look(services: Services, number: int, by: Player) -> Thinking:
    """Return a board as it is, where the game stands now."""
    record, thought = await find(services, number, by)
    _refuse_thinking(record, by)
    return await _at_game(ThoughtTables(services.store.database), record, thought)


async def try_move(services: Services, number: int, by: Player, step: int, move: Move) -> Thinking:
    """Make a move on a board; Illegal if the rules don't allow it there."""

    def decide(here: Thinking) -> Thought:
        return here.thought if here.is_deepest else with_move(here.thought, here.record.match, move)

    return await _change(services, number, by, step, decide)


async def step_back(services: Services, number: int, by: Player, step: int) -> Thinking:
    """Go a move back on a board."""

    def decide(here: Thinking) -> Thought:
        return _moved_to(here.thought, here.thought.moves[:-1])

    return await _change(services, number, by, step, decide)


async def step_on(services: Services, number: int, by: Player, step: int, line: int) -> Thinking:
    """Go a move on in a line that continues from the position on the board."""

    def decide(here: Thinking) -> Thought:
        depth = len(here.thought.moves)
        for branch in here.thought.branches(here.record.match):
            if branch.number == line and (rest := branch.rest(here.record.match)):
                return _moved_to(here.thought, rest[: depth + 1])
        return here.thought

    return await _change(services, number, by, step, decide)


async def go_to_line(services: Services, number: int, by: Player, line: int) -> Thinking:
    """Go to the end of a kept line on the board; refused for a line that the game has left."""

    def decide(here: Thinking) -> Thought:
        chosen = kept_line(here, line)
        rest = chosen.rest(here.record.match)
        return here.thought if rest is None else _moved_to(here.thought, rest)

    return await _change(services, number, by, None, decide)


def kept_line(here: Thinking, number: int) -> Line:
    """Return a kept line of a board by its number; refused if there is none."""
    line = here.thought.line(number)
    if line is None or line.kept is None:
        raise Refusal(ThinkNo.NO_SUCH_LINE)
    return line


def _moved_to(thought: Thought, moves: Moves) -> Thought:
    return replace(thought, moves=moves)


async def keep_line(services: Services, number: int, by: Player, step: int) -> Thinking:
    """Keep the moves on a board as a line; refused beyond the limit, unless it grows a kept one."""

    def decide(here: Thinking) -> Thought:
        after = with_kept(here.thought, here.record.match, services.now())
        if len(after.kept) > MOST:
            raise Refusal(ThinkNo.TOO_MANY_LINES, limit=MOST)
        return after

    return await _change(services, number, by, step, decide)


async def delete_line(services: Services, number: int, by: Player, line: int) -> Thinking:
    """Delete a line, unless it is gone already."""
    return await _change(services, number, by, None, lambda here: without(here.thought, line))


@retry_if_stale
async def reply_automatically(
    services: Services, number: int, by: Player, line: int, *, on: bool
) -> Thinking:
    """Have a kept line reply to the opponent by itself, or no longer.

    Written only if the match is still as it was read: a move at that moment comes before or after.
    """
    here = await look(services, number, by)
    record, chosen = here.record, kept_line(here, line)
    if on:
        refuse_replies(record, by)
        if not can_reply(chosen, record.match):
            raise Refusal(ThinkNo.NO_REPLY)
    changed = with_replies(here.thought, record.match, line, on=on)
    if changed == here.thought:
        return here
    tables = ThoughtTables(services.store.database)
    return Thinking(record, await tables.keep(changed, version=len(record.match.log)))


def refuse_replies(record: Record, by: Player) -> None:
    """Refuse a player for whom no line can reply to the opponent's next move."""
    if record.match.turn is record.team(by):
        raise Refusal(ThinkNo.YOUR_TURN)
    if record.level or record.partner(by) not in {None, FORMER}:
        raise Refusal(ThinkNo.PARTNER_MOVES_NEXT)


async def shows_lines(services: Services, player: Player) -> bool:
    """Whether a person's lines are shown to the other players after a game."""
    return (await services.store.people.person(player)).lines


async def planned(
    services: Services, record: Record, by: Player | None = None
) -> Sequence[Thought]:
    """Return the boards with kept lines of a finished match whose players show them.

    `by`: a player of the match, who always sees their own.
    """
    if record.match.verdict is None:
        raise Refusal(ThinkNo.LINES_CLOSED)
    return [
        thought
        for thought in await ThoughtTables(services.store.database).all_in(record.id)
        if thought.kept and (thought.player == by or await shows_lines(services, thought.player))
    ]
