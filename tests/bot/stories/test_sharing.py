"""Games taken away as files and brought back, looked at, played on; and files that are no games."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from games.core import Reason, Side
from games.gamefile import read_game_file
from sandbox.rules.permissions import May
from sandbox.sample import LOBBY, LONG_TABLE
from sandbox.world import places
from tests.bot.stories.sharing import newest_stored
from tests.bot.stories.table import QUICK, Table, is_board
from tests.bot.stories.test_whole_games import BY_FIRST, plies

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.observer import Where
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

OPEN_WEST = "3ttt3/4t4/2K6/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"  # the king's side is to move


async def exported(who: Player, where: Where, number: object) -> bytes:
    """The file that the button under a replay gives."""
    replay = (await who.slash(where, "tablut replay", game=str(number))).message
    answer = (await who.click(replay, f"k:file:{number}")).message
    assert answer.ephemeral
    (file,) = answer.pictures
    assert file.name == f"konakis-{number}.txt"
    return file.data


async def brought(who: Player, where: Where, *file: object, **options: object) -> MessageView:
    """Return the command's page for such a file or position."""
    options |= {"file": file} if file else {}
    answer = (await who.slash(where, "tablut import", **options)).message
    assert answer.ephemeral
    assert answer.pings == set()
    return answer


def mover(table: Table, board: MessageView) -> Player:
    """The player whom the board pings."""
    return next(who for who in (table.deer, table.birch) if who.person.username in board.pings)


async def play(table: Table, board: MessageView, *moves: str) -> MessageView:
    """Moves of the newest game, typed by the players whom the boards ping; the last board."""
    number, game = table.boards.index(board) + 1, str(table.match)
    for move in moves:
        await mover(table, board).slash(table.where, "tablut move", move=move, game=game)
        number += 1
        board = await table.board(number)
    return board


async def test_a_running_game_is_played_on_to_its_end(table: Table) -> None:
    await table.birch.click(await table.challenge(rules="bga-rim"), "Accept")
    records = BY_FIRST["bga-rim", Side.DARK]
    record = next(record for record in records if record.verdict.reason is Reason.KING_ESCAPED)
    moves = ["-".join(ply.path) for ply in plies(record)]
    await play(table, await table.board(1), *moves[:-2])
    old, before = table.match, len(table.boards)
    file = await exported(table.deer, table.where, old)
    shown = await brought(table.deer, table.where, "x.txt", file, opponent=table.birch)
    told = (await table.deer.click(shown, "Challenge")).message
    assert told.ephemeral
    assert told.buttons == []
    asked = await table.birch.wait_for(table.where, "from a position")
    assert asked.pings == {table.birch.person.username}
    assert not [button for button in asked.buttons if "customise" in (button.custom_id or "")]
    await table.birch.click(asked, "Accept")
    board = await table.board(before + 1)
    assert table.match != old
    assert "from a position" in board.text
    result = await play(table, board, *moves[-2:])
    assert "The king slipped out" in result.text
    assert "from a position" in result.text
    match = newest_stored(table)
    assert match.moves == tuple(tuple(move.split("-")) for move in moves[-2:])
    read = read_game_file((await exported(table.birch, table.where, table.match)).decode()).match
    assert read == match


async def test_a_position_shows_what_is_called_and_pressing_twice_challenges_once(
    table: Table,
) -> None:
    deer, birch = table.deer, table.birch
    shown = await brought(deer, table.where, position=OPEN_WEST, rules="larochelle")
    assert "Defenders to move." in shown.text
    assert "asks anyone here to play on from here." in shown.text
    assert [picture.name for picture in shown.pictures] == ["board.png"]
    assert table.sees(birch) == []
    (button,) = shown.buttons
    await deer.click(shown, button.label)
    asked = await birch.wait_for(table.where, "from a position")
    again = await brought(deer, table.where, position=OPEN_WEST, rules="larochelle")
    assert len(again.buttons) == 1
    await table.said()
    assert [message.id for message in table.sees(birch)] == [asked.id]
    assert table.ask(
        "SELECT standing, start FROM challenge WHERE channel = ? ORDER BY id", int(table.where)
    ) == [("open", OPEN_WEST), ("draft", OPEN_WEST)]


async def test_moves_alone_say_who_began_where_a_lot_decides_it(table: Table) -> None:
    shown = await brought(table.deer, table.where, position="e3-d3 d1-d2", rules="La Rochelle")
    assert "Defenders to move." in shown.text
    assert len(shown.buttons) == 1


STRANGE = {
    "larochelle": ("ttttttttt/9/9/9/4K4/9/9/9/9 l 0", "e5-e4"),  # attackers who never moved so
    "copenhagen": ("11/11/11/11/11/5K5/11/11/11/11/1ttttttttt1 l 0", "f6-f5"),
    "tabal": ("q1q/3/1q1q1/5/1q1q1/5/1q1q1/3/1Q1 l 0", "c1-a1"),  # dames with very many chains
}


async def test_the_bot_plays_on_from_any_position(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    me = box.player(box.bot.username)
    for rules, (position, move) in STRANGE.items():
        table = Table(box, database, LONG_TABLE)
        begun = await brought(table.deer, table.where, position=position, rules=rules, opponent=me)
        assert "Here we go" in begun.text, rules
        await table.board(1)
        await table.typed(table.deer, move)
        answer = await table.board(2)
        assert "Konakis replied" in answer.text, rules
        assert table.sees(table.birch)[-1].pings == set()


async def test_from_a_position_that_is_decided_the_bot_plays_no_game(table: Table) -> None:
    me = table.box.player(table.box.bot.username)
    over = OPEN_WEST.replace("/2K6/", "/K8/")
    shown = await brought(table.deer, table.where, position=over, rules="bga-rim", opponent=me)
    assert "The king has escaped." in shown.text
    assert shown.buttons == []


async def test_a_guest_is_posted_what_he_opens_too(box: Sandbox, bot: BotProcess) -> None:
    assert bot.pid
    birch, cairn = box.player("birch"), box.player("cairn")
    shown = await brought(birch, LOBBY, position=OPEN_WEST, rules="larochelle", opponent=cairn)
    await birch.click(shown, "Challenge")
    asked = await cairn.wait_for(LOBBY, "from a position")
    assert "I'm a guest here" in asked.text
    await cairn.click(asked, "Accept")
    board = await birch.wait_for(LOBBY, is_board)
    assert "from a position" in board.text


async def test_a_server_has_its_say_when_it_is_opened_too(table: Table) -> None:
    shown = await brought(table.deer, table.where, position=OPEN_WEST, rules="larochelle")
    table.deny(May.SEND_MESSAGES)
    refused = await table.deer.click(shown, "Challenge")
    assert "I need *Send Messages*" in refused.text
    table.deny()
    shown = await brought(table.deer, table.where, position=OPEN_WEST, rules="larochelle")
    await table.deer.click(shown, "Challenge")
    await table.birch.wait_for(table.where, "from a position")


async def test_where_challenges_are_impossible_one_may_still_look(table: Table) -> None:
    home = table.deer.dm(table.box.bot)
    shown = await brought(table.deer, home, position=OPEN_WEST, rules="larochelle")
    assert (
        "You can't play on from here. Challenge your opponent where they can see it" in shown.text
    )
    assert shown.buttons == []
    assert len(shown.pictures) == 1
    shown = await brought(
        table.deer, table.where, position=OPEN_WEST, rules="bga", opponent=table.deer
    )
    assert "You can't challenge yourself." in shown.text
    assert shown.buttons == []


PLAYERS = b"Rules: ludens\nDark: @everyone <@1>\nLight: [x](https://example.org)\na4-c4 e3-c3\n"
REFUSED = {
    "cut off in the middle of a letter": (b"Rules: ludens\na4-c4 \xe2\x80", "isn't plain text"),
    "binary": (bytes(range(256)) * 40, "isn't plain text"),
    "empty": (b"", "There's no game in this"),
    "nothing but zeros": (b"Rules: bga\n" + b"\0" * 5000, "isn't plain text"),
    "too long to be fetched": (b"e4-e7 " * 400_000, "This file is too long"),
    "too long once it is read": (b"e4-e7 " * 100_000, "This file is too long"),
    "too long and no text either": (b"\0" * 500_001, "This file is too long"),
    "ten thousand lines and one": (b"Rules: bga\n" + b"a4-b4\n" * 10_001, "too many moves"),
    "an absurd number": (b"Rules: bga\nStart: " + b"9" * 900 + b" d 0", "Line 2:"),
    "an absurd moment": (b"Rules: bga\nBegun: 9999999-99-99 99:99", "Line 2:"),
    "absurd rules": (b"Rules in full: " + b"[" * 3000, "Line 1:"),
    "a move that may not be made": (b"Rules: ludens\n\na4-c4 e5-e9", "Line 3:"),
    "a result that is none": (PLAYERS + b"Winner: dark\nReason: king-taken", "Line 6:"),
    "no rules": (b"a4-c4", "Choose them"),
    "prose": (b"Hello there,\nand/or goodbye", "Line 1: I don't understand the move `Hello`."),
}
NAMES_OF_FILES = ("game.txt", "../../etc/passwd", "@everyone.png", "a" * 200, "\N{SNOWMAN}.exe")


async def test_a_bad_file_is_refused_with_its_reason(table: Table) -> None:
    for (what, (content, reason)), name in zip(REFUSED.items(), cycle(NAMES_OF_FILES)):
        refused = await brought(table.deer, table.where, name, content)
        assert reason in refused.text, what
        assert len(refused.text) < 250, what
        assert refused.pictures == [], what
    assert table.asked is None
    assert table.sees(table.birch) == []


async def test_names_of_players_in_a_file_mention_no_person_and_are_no_markup(
    table: Table, bot: BotProcess
) -> None:
    shown = await brought(table.deer, table.where, "x.txt", b"\xef\xbb\xbf" + PLAYERS)
    assert "Attackers `@everyone @1>` · Defenders `[x](https://example.org)`" in shown.text
    assert "example.org" not in bot.stderr


async def test_one_thing_is_wanted_to_open(table: Table) -> None:
    all_there_are = {
        "position": OPEN_WEST,
        "file": ("x.txt", PLAYERS),
        "rules": "larochelle",
    }
    for given in ((), ("file", "position"), ("rules",)):
        options = {name: all_there_are[name] for name in given}
        refused = await brought(table.deer, table.where, **options)
        assert refused.text.startswith("Choose one thing to open"), given
        assert refused.pictures == [], given


async def test_a_game_by_rules_that_go_by_this_name_no_more_is_only_looked_at(
    table: Table,
) -> None:
    await table.begin()
    file = await exported(table.deer, table.where, table.match)
    assert b'"first": "d"' in file
    other = file.replace(b'"first": "d"', b'"first": "l"').replace(b" d 0\n", b" l 0\n")
    shown = await brought(table.birch, table.where, "x.txt", other)
    assert "These rules have changed since" in shown.text
    assert shown.buttons == []
    assert len(shown.pictures) == 1


async def test_a_game_is_exported_to_its_players_and_where_it_is_played(table: Table) -> None:
    await table.begin(rules=QUICK)
    guest = table.box.player("cairn")
    assert QUICK.encode() in await exported(guest, table.where, table.match)
    elsewhere = places.open_channel(table.box.world, table.guild_id, "elsewhere").id
    await exported(table.birch, elsewhere, table.match)
    refused = await guest.slash(elsewhere, "tablut replay", game=str(table.match))
    assert refused.message.pictures == []
    assert "This isn't your game" in refused.text
