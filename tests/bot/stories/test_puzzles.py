"""Puzzles solved by taps, as the bot really runs: wrong moves, kills, solutions, what is shared."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.ui.words import words_of
from engine.puzzles import Kind, Puzzle, load, of_day, solution
from games.notation import write_move
from sandbox.observer import PATIENCE
from tests.bot.stories.practising import named
from tests.together import beside
from tests.world.machine import BEGAN

if TYPE_CHECKING:
    from games.core import Move
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

TODAY = datetime.fromtimestamp(BEGAN, UTC).date()
TO_COME = {of_day(TODAY + timedelta(days)).number for days in range(60)}
OPEN = [puzzle for puzzle in load() if puzzle.number not in TO_COME]  # for weeks


def a_puzzle(kind: Kind, *, tabal: bool = False) -> Puzzle:
    """One that is not to come within days, by its kind and game; two moves long or one."""
    return next(
        puzzle
        for puzzle in OPEN
        if (puzzle.kind, puzzle.rules == "tabal", puzzle.moves) == (kind, tabal, 2)
        and len(puzzle.game.choices(puzzle.position, ())) < 10  # as buttons, not in a menu
    )


def line_of(puzzle: Puzzle) -> tuple[Move, ...]:
    """The solution, with the opponent's answers."""
    return solution(puzzle.line)


async def opened(table: Table, who: Player, puzzle: Puzzle) -> MessageView:
    """The puzzle on a private message."""
    asked = await who.slash(table.where, "tablut puzzle", number=puzzle.number)
    assert asked.ephemeral
    return asked.message


def ids(message: MessageView, verb: str) -> list[str]:
    """The buttons that do this."""
    custom_ids = [button.custom_id or "" for button in message.buttons]
    return [custom_id for custom_id in custom_ids if custom_id.startswith(f"k:{verb}:")]


async def move(table: Table, who: Player, message: MessageView, path: Move) -> MessageView:
    """Play along these points by taps: a green button with the whole move, or what leads to it."""
    onward = ["-".join(path[count:]) for count in range(len(path))]
    for _ in range(len(path) + 1):
        labels = {named(button.label): str(button.custom_id) for button in message.buttons}
        whole = [labels[part] for part in onward if part in labels]
        tried = [press for press in whole if press.startswith("k:answer:")]
        if tried:
            return await answered(table, who, message, tried[0])
        press = next(labels[part] for part in (*onward, *path[::-1]) if part in labels)
        message = (await who.click(message, press)).message
    pytest.fail(f"no button for {path}")


async def answered(table: Table, who: Player, message: MessageView, press: str) -> MessageView:
    """The message once the engine has judged the move."""

    def look() -> MessageView | None:
        gone = press not in [button.custom_id for button in message.buttons]
        return message if gone and message.buttons else None

    async with beside(who.click(message, press, quiet=True)):
        return await table.box.until(look, PATIENCE)


def attempts(table: Table, who: Player, puzzle: Puzzle) -> list[tuple[object, ...]]:
    """Return the stored attempts: wrong tries, solution seen, solved."""
    return table.ask(
        "SELECT tries, shown, solved IS NOT NULL FROM attempt WHERE player = ? AND puzzle = ?",
        int(who.id),
        puzzle.number,
    )


def wrong(puzzle: Puzzle) -> Move:
    """A first move that loses the result."""
    return next(move for move in puzzle.game.moves(puzzle.position) if move != puzzle.answer)


async def test_a_puzzle_is_solved_by_taps(table: Table, speaker: Player, language: str) -> None:
    """One of Tabal; the other stories have one of each kind."""
    who, words = speaker, words_of(language)
    puzzle = a_puzzle(Kind.WIN, tabal=True)
    message = await opened(table, who, puzzle)
    assert words("puzzle.title", number=puzzle.number) in message.text
    assert message.pictures[0].alt
    line = line_of(puzzle)
    for count in range(0, len(line), 2):
        assert attempts(table, who, puzzle) == []
        message = await move(table, who, message, line[count])
    assert words("puzzle.first").casefold() in message.text.casefold()
    assert attempts(table, who, puzzle) == [(0, 0, 1)]
    assert {button.label for button in message.buttons} >= {words("showing.show")}
    assert table.sees() == []


async def test_a_wrong_move_is_refuted_and_a_kill_loses_nothing(
    table: Table, bot: BotProcess
) -> None:
    who, puzzle = table.deer, a_puzzle(Kind.WIN)
    line = line_of(puzzle)
    message = await opened(table, who, puzzle)
    message = await move(table, who, message, wrong(puzzle))
    assert "Not quite" in message.text or "ends it" in message.text
    assert len(message.pictures) == 1
    assert attempts(table, who, puzzle) == [(1, 0, 0)]
    await bot.kill()
    await bot.start()
    message = (await who.click(message, "Try again")).message
    message = await move(table, who, message, line[0])
    assert "Correct!" in message.text
    assert write_move(line[1]).replace("x", "-") in message.text.replace("x", "-")
    message = await move(table, who, message, line[2])
    assert "Solved on try 2" in message.text
    assert attempts(table, who, puzzle) == [(1, 0, 1)]


async def test_killed_while_it_is_judged_it_counts_once(table: Table, bot: BotProcess) -> None:
    who, puzzle = table.birch, a_puzzle(Kind.DEFEND)
    message = await opened(table, who, puzzle)
    man = [button for button in message.buttons if str(button.label).startswith(puzzle.answer[0])]
    if man:
        message = (await who.click(message, str(man[0].custom_id))).message
    press = next(
        str(button.custom_id)
        for button in message.buttons
        if str(button.custom_id).startswith("k:answer:")
        and named(button.label).endswith(puzzle.answer[-1])
    )
    async with beside(who.click(message, press, quiet=True)):
        await asyncio.sleep(0.002)  # the bot may have got the press or not
        await bot.kill()
    await bot.start()
    for _ in range(2):
        message = await opened(table, who, puzzle)
        message = await move(table, who, message, puzzle.answer)
    assert attempts(table, who, puzzle) == [(0, 0, 1)]


async def test_the_solution_is_shown_after_a_try_and_does_not_count(table: Table) -> None:
    who, puzzle = table.box.player("cairn"), OPEN[100]
    message = await opened(table, who, puzzle)
    assert not [button for button in message.buttons if button.label == "Solution"]
    message = await move(table, who, message, wrong(puzzle))
    message = await answered(table, who, message, f"k:puzzle:{puzzle.number}:solution")
    assert "-".join(puzzle.answer).split("x")[0][:2] in message.text
    assert "doesn't count" in message.text
    assert attempts(table, who, puzzle) == [(1, 1, 0)]


async def test_it_is_shared_once_and_opened_by_others(table: Table) -> None:
    who, puzzle = table.deer, a_puzzle(Kind.DEFEND)
    message = await opened(table, who, puzzle)
    message = await move(table, who, message, puzzle.answer)
    assert (await who.click(message, "Share here")).ephemeral
    shared = await table.deer.wait_for(table.where, "Konakis puzzle")
    assert shared.text.startswith(f"-# Shared by {who.mention}:")
    assert f"Konakis puzzle {puzzle.number} · solved on the first try" in shared.text
    assert shared.pings == set()
    (card,) = shared.pictures
    assert card.name == "card.png"
    assert card.alt
    assert "Solved on the first try" in card.alt
    assert f"Puzzle {puzzle.number} ·" in card.alt
    assert "-".join(puzzle.answer) not in f"{shared.text} {card.alt}"
    await who.click(message, "Share here")
    await table.said()
    assert len(table.sees()) == 1
    answer = await table.birch.click(shared, "Solve")
    assert answer.ephemeral
    assert f"Puzzle {puzzle.number}" in answer.text
    week = await who.click(message, "This week")
    assert "Puzzles solved here this week" in week.text
    assert "reindeer" in week.text.lower() or f"<@{who.id}>" in week.text


async def test_today_and_another_one_by_grade(table: Table) -> None:
    today = await table.deer.slash(table.where, "tablut puzzle")
    assert "Puzzle of the day" in today.text
    other = await table.deer.slash(table.where, "tablut puzzle", difficulty=1)
    assert "easy" in other.text.lower()
    third = (await table.deer.click(other.message, "Another")).message
    assert "Puzzle" in third.text
    hard = await table.deer.slash(table.where, "tablut puzzle", difficulty=4)
    easier = (await table.deer.click(hard.message, "Easier")).message
    assert easier.id == hard.message.id
    assert "tricky" in easier.text.lower()


async def test_the_week_is_looked_at_after_a_puzzle(table: Table) -> None:
    who, puzzle = table.birch, a_puzzle(Kind.TAKE)
    line = line_of(puzzle)
    message = await move(table, who, await opened(table, who, puzzle), line[0])
    assert "Correct!" in message.text
    message = await move(table, who, message, line[2])
    assert "Solved on the first try" in message.text
    message = (await who.click(message, "This week")).message
    assert "Puzzles solved here this week" in message.text
    message = await answered(table, who, message, ids(message, "answer")[0])
    assert "Solved on the first try" in message.text
    assert attempts(table, who, puzzle) == [(0, 0, 1)]
