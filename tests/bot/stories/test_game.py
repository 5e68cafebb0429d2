"""Two friends play in a channel: the challenge, the three ways to move, offers, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.seen import Seen
    from sandbox.server import Sandbox

pytestmark = pytest.mark.usefixtures("bot")

QUICK = "larochelle+attackers-first"


@pytest.fixture
def deer(box: Sandbox) -> Player:
    return box.player("reindeer")


@pytest.fixture
def birch(box: Sandbox) -> Player:
    return box.player("birch")


@pytest.fixture
def riviere(box: Sandbox) -> Player:
    return box.player("riviere")


def is_board(message: Seen) -> bool:
    return any(button.label in {"Move", "Jouer"} for button in message.buttons)


async def begin(challenger: Player, other: Player, where: str = "games", **options: object) -> Seen:
    """A challenge, accepted; the first board."""
    asked = await challenger.slash(where, "tablut challenge", opponent=other, **options)
    await other.click(asked.message, "Accept")
    return await other.wait_for(where, is_board)


async def next_board(player: Player, after: Seen, where: str = "games") -> Seen:
    """The board that follows another one."""
    return await player.wait_for(
        where, lambda seen: int(seen.id) > int(after.id) and is_board(seen)
    )


async def test_a_challenge_pings_whom_it_waits_for_and_begins_when_he_accepts(
    deer: Player, birch: Player
) -> None:
    asked = await deer.slash("games", "tablut challenge", opponent=birch, rules=QUICK, side="d")
    assert asked.message.pings == {"birch"}
    accepted = await birch.click(asked.message, "Accept")
    assert "has accepted" in accepted.text
    board = await deer.wait_for("games", is_board)
    assert board.pings == {"reindeer"}
    assert board.pictures[0].name == "board.png"
    assert board.pictures[0].alt


async def test_a_man_is_chosen_then_his_place_then_the_move_is_played(
    deer: Player, birch: Player
) -> None:
    board = await begin(deer, birch, rules=QUICK, side="d")
    panel = await deer.click(board, "Move")
    assert panel.ephemeral
    panel = await deer.select(panel.message, 0, "e2 · attacker")
    panel = await deer.select(panel.message, 0, "f2")
    played = await deer.click(panel.message, "Play")
    assert "e2-f2" in played.text
    following = await next_board(birch, board)
    assert following.pings == {"birch"}
    assert "e2-f2" in following.text
    old = deer.look(board)
    await deer.wait_for("games", lambda seen: seen.id == old.id and not seen.buttons)


async def test_a_move_is_typed_with_its_completion(deer: Player, birch: Player) -> None:
    board = await begin(deer, birch, rules=QUICK, side="d")
    offered = await deer.autocomplete("games", "tablut move", "move", "e2-f")
    assert [choice.value for choice in offered] == ["e2-f2"]
    played = await deer.slash("games", "tablut move", move="e2f2")
    assert played.ephemeral
    following = await next_board(birch, board)
    assert following.pings == {"birch"}


async def test_a_move_is_written_in_reply_to_the_board(deer: Player, birch: Player) -> None:
    board = await begin(deer, birch, rules=QUICK, side="d")
    deer.reply(board, "E2 f2")
    following = await next_board(birch, board)
    assert "e2-f2" in following.text


async def test_an_illegal_move_gets_its_reason_privately_and_changes_nothing(
    deer: Player, birch: Player
) -> None:
    await begin(deer, birch, rules=QUICK, side="d")
    refused = await deer.slash("games", "tablut move", move="e2-e4")
    assert refused.ephemeral
    assert "e3" in refused.text
    assert (await birch.slash("games", "tablut move", move="e3-d3")).ephemeral
    assert sum(map(is_board, birch.sees("games"))) == 1


async def test_the_king_escapes_and_the_match_is_told_with_its_replay(
    deer: Player, birch: Player
) -> None:
    board = await begin(deer, birch, rules=QUICK, side="d")
    moves = ["a4-a1", "e4-i4".replace("i4", "g4"), "a1-a2", "e5-e4", "a2-a1", "e4-f4", "a1-a2"]
    players = (deer, birch)
    for k, move in enumerate(moves):
        await players[k % 2].slash("games", "tablut move", move=move)
        board = await next_board(players[(k + 1) % 2], board)
    await birch.slash("games", "tablut move", move="f4-f2")
    board = await next_board(deer, board)
    assert "raichi" in board.text.lower() or "tuichi" in board.text.lower()


async def test_a_french_player_reads_french(deer: Player, riviere: Player) -> None:
    asked = await riviere.slash("games", "tablut challenge", opponent=deer)
    refused = await riviere.click(asked.message, "Accept")
    assert refused.ephemeral
    assert "défi" in refused.text.lower()


async def test_a_restart_in_the_middle_loses_nothing(
    deer: Player, birch: Player, bot: BotProcess
) -> None:
    board = await begin(deer, birch, rules=QUICK, side="d")
    await bot.restart(kill=True)
    panel = await deer.click(board, "Move")
    panel = await deer.select(panel.message, 0, "e2 · attacker")
    panel = await deer.select(panel.message, 0, "f2")
    await deer.click(panel.message, "Play")
    following = await next_board(birch, board)
    assert following.pings == {"birch"}
    assert sum(map(is_board, birch.sees("games"))) <= 2
