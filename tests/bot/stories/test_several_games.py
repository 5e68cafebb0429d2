"""Several games at once: the next one, moves of all of them, and the question which is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import catalogue
from sandbox.rest.faults import Trouble
from sandbox.sample import LONG_TABLE
from tests.bot.stories.table import ELSEWHERE, QUICK, Table, play_button

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


@pytest.fixture
def tables(box: Sandbox, bot: BotProcess, database: Path) -> tuple[Table, Table]:
    assert bot.pid
    return Table(box, database, LONG_TABLE), Table(box, database, LONG_TABLE)


async def ended(*tables: Table) -> None:
    """Nothing waits for anyone any more."""
    for table in tables:
        await table.said()
        asked = await table.in_more(table.deer, "resign")
        await table.deer.click(asked.message, "Yes, I resign")
        await table.said()


async def test_after_a_move_the_next_game_is_one_tap_away(tables: tuple[Table, Table]) -> None:
    first, second = tables
    deer = first.deer
    assert "no games in progress" in (await deer.slash(ELSEWHERE, "tablut games")).text
    await first.begin()
    await second.begin()
    played = await first.typed(deer, "e2-f2")
    assert [button.label for button in played.buttons] == ["Next game (1 is waiting)", "Think"]
    opened = await deer.click(played.message, "Next game (1 is waiting)")
    assert opened.message != played.message
    assert "Which piece?" in opened.text
    assert opened.text.rsplit("\n", 1)[1].startswith("-# Defenders <@")
    games = (await deer.slash(ELSEWHERE, "tablut games")).message
    assert f"game {second.match}" in (await deer.click(games, "Next (1)")).text
    played = await second.typed(deer, "e2-f2")
    assert [button.label for button in played.buttons] == ["Think"]
    await ended(first, second)


def private(table: Table, who: Player) -> list[MessageView]:
    """Return the messages that only this player sees in the channel."""
    return [message for message in who.sees(table.where) if message.ephemeral]


async def test_one_private_answer_about_the_turns_of_a_game_is_left(
    tables: tuple[Table, Table],
) -> None:
    first, second = tables
    deer, birch = first.deer, first.birch
    await first.begin()
    await second.begin()
    played = (await first.typed(deer, "e2-f2")).message
    opened = (await deer.click(played, "Next game (1 is waiting)")).message
    panel = (await deer.click(opened, "e2")).message
    assert panel == opened  # one message from one game to the move of the next
    assert "Played" in (await deer.click(panel, play_button(panel, ("e2", "f2")))).text
    await second.board(2)
    await first.typed(birch, "e4-f4")
    panel = (await deer.click(await first.board(3), "Move")).message
    await first.box.until(lambda: played.gone or None)  # told of the turn before
    assert private(first, deer) == [opened, panel]  # one for each game
    refused = (await first.typed(deer, "f2-a3")).message
    await first.box.until(lambda: panel.gone or None)
    assert private(first, deer) == [opened, refused]
    trouble = first.box.faults.add(Trouble(503, "DELETE", "/webhooks/*"))
    newest = (await first.typed(deer, "f2-g2")).message
    await first.board(4)
    await first.box.until(lambda: trouble.hits or None)
    assert private(first, deer) == [opened, refused, newest]  # Discord failed: it stays
    await ended(first, second)


async def test_moves_of_all_games_are_offered_and_one_that_fits_one_game_is_that_ones(
    tables: tuple[Table, Table],
) -> None:
    first, second = tables
    deer = first.deer
    await first.begin()
    await second.begin(rules=f"{QUICK}+diamond")
    offered = await deer.autocomplete(ELSEWHERE, "tablut move", "move", "")
    numbers = {str(choice.value).partition("#")[2] for choice in offered}
    assert numbers == {str(first.match), str(second.match)}
    assert len(offered) == 24
    fits = next(move for move in _legal("+diamond") if move not in _legal())
    offered = await deer.autocomplete(ELSEWHERE, "tablut move", "move", fits)
    assert [choice.name for choice in offered] == [f"g{second.match} Birch · {fits}"]
    assert "Played" in (await deer.slash(ELSEWHERE, "tablut move", move=fits)).text
    await second.board(2)
    assert second.moves == [fits]
    await ended(second)
    await second.begin()
    offered = await deer.autocomplete(ELSEWHERE, "tablut move", "move", "e2f")
    chosen = next(choice for choice in offered if str(choice.value).endswith(f"#{first.match}"))
    assert chosen.name == f"g{first.match} Birch · e2-f2"
    await deer.slash(ELSEWHERE, "tablut move", move=str(chosen.value))
    await first.board(2)
    assert first.moves == ["e2-f2"]
    await ended(first, second)


def _legal(setup: str = "") -> list[str]:
    game = catalogue.game(f"{QUICK}{setup}")
    return ["-".join(move) for move in game.moves(game.start())]


async def test_which_game_is_asked_with_a_menu_that_opens_it(
    tables: tuple[Table, Table],
) -> None:
    first, second = tables
    deer = first.deer
    await first.begin(days=3)
    await second.begin(days=3)
    asked = await deer.slash(ELSEWHERE, "tablut move", move="e2-e9")
    assert "Which game?" in asked.text
    (menu,) = asked.message.menus
    labels = [option["label"] for option in menu.raw["options"]]
    assert len(labels) == 2
    assert all("birch" in label.lower() for label in labels)
    opened = await deer.select(asked.message, 0, f"k:open:{second.match}")
    assert f"game {second.match}" in opened.text
    await ended(first, second)


async def test_a_move_that_fits_several_games_is_played_in_the_one_chosen(
    tables: tuple[Table, Table],
) -> None:
    first, second = tables
    deer = first.deer
    await first.begin()
    await second.begin()
    asked = await deer.slash(ELSEWHERE, "tablut move", move="E2 to f2!")
    assert "Which game?" in asked.text
    played = await deer.select(asked.message, 0, f"k:play:{second.match}:1:e2-f2")
    assert "Played **e2-f2**" in played.text
    await second.board(2)
    await second.check("e2-f2")
    await first.check()
    await ended(first, second)


async def test_a_number_that_is_typed_is_that_of_the_game(tables: tuple[Table, Table]) -> None:
    first, second = tables
    await first.begin()
    await second.begin()
    for table in tables:
        number = str(table.match)
        choices = await table.deer.autocomplete(ELSEWHERE, "tablut games", "game", number)
        assert choices[0].value == number
        assert choices[0].name.startswith(f"{number} · your turn · ")
    assert await first.deer.autocomplete(ELSEWHERE, "tablut move", "game", "98765") == []
    await ended(first, second)
