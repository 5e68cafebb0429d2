"""Games taken away as files and brought back, looked at, played on; and files that are no games."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.core import Reason, Side
from games.events import from_data
from games.gamefile import read_game_file
from games.match import fold
from sandbox.rules.permissions import May
from sandbox.sample import LOBBY
from sandbox.world import places
from tests.bot.stories.table import PATIENCE, QUICK, Table, is_board
from tests.bot.stories.test_whole_games import BY_FIRST, plies

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from games.events import Event
    from games.match import Match
    from sandbox.message_view import MessageView
    from sandbox.observer import Where
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

FIRST_MOVES = 5
TAGS = ("Dark", "Light")
OPEN_WEST = "3ttt3/4t4/2K6/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"  # the king's side is to move
UNRATED = {
    "en": "from a position",
    "fr": "à partir d\N{RIGHT SINGLE QUOTATION MARK}une position",
}
CHALLENGE = {"en": "Challenge", "fr": "Défier"}
ACCEPT = {"en": "Accept", "fr": "Accepter"}
OVER = {
    "en": "The king slipped out",
    "fr": "Le roi s\N{RIGHT SINGLE QUOTATION MARK}est échappé par",
}


async def exported(who: Player, where: Where, number: object) -> bytes:
    """The file that the command gives."""
    answer = (await who.slash(where, "tablut file", game=str(number))).message
    assert answer.ephemeral
    (file,) = answer.pictures
    assert file.name == f"konakis-{number}.txt"
    return file.data


async def brought(who: Player, where: Where, *file: object, **options: object) -> MessageView:
    """What the command shows of such a file or position."""
    options |= {"file": file} if file else {}
    answer = (await who.slash(where, "tablut file", **options)).message
    assert answer.ephemeral
    assert answer.pings == set()
    return answer


def stored_match(table: Table, number: object) -> Match:
    """The match as the database has it."""
    asked = 'SELECT data, kind, "by", at FROM event WHERE "match" = ? ORDER BY number'
    log: list[Event] = []
    for data, *columns in table.ask(asked, number):
        named = zip(("kind", "by", "at"), columns, strict=True)
        values = {name: value for name, value in named if value is not None}
        log.append(from_data(values | json.loads(str(data))))
    return fold(log)


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


@pytest.mark.parametrize("rules", ["larochelle", "tabal"])
async def test_what_is_exported_reads_back_to_the_same_game(table: Table, rules: str) -> None:
    await table.birch.click(await table.challenge(rules=rules), "Accept")
    board = await table.board(1)
    first = Side.DARK if board.pings == {table.deer.person.username} else Side.LIGHT
    moves = ["-".join(ply.path) for ply in plies(BY_FIRST[rules, first][0])][:FIRST_MOVES]
    board = await play(table, board, *moves)
    quitter = mover(table, board)
    asked = (await table.in_more(quitter, "resign")).message
    await quitter.click(asked, asked.buttons[0].label)
    result = await table.board(FIRST_MOVES + 2)
    file = await exported(table.birch, table.where, table.match)
    again, match = read_game_file(file.decode()).match, stored_match(table, table.match)
    assert again == match
    assert again.game.data == match.game.data
    assert [ply.at for ply in again.plies] == [ply.at for ply in match.plies]
    shown = await brought(table.birch, table.where, "game.txt", file)
    assert f"{FIRST_MOVES} moves" in shown.text
    assert "resigned." in shown.text
    assert shown.buttons == []
    film = f"The whole game as an animation. {shown.pictures[0].alt}"
    await table.box.until(lambda: result.pictures[0].alt == film or None, PATIENCE)


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def hall(box: Sandbox, bot: BotProcess, database: Path, language: str) -> Generator[Table]:
    """A table in a server of that language, at which both speak it, for as long as it stands."""
    assert bot.pid
    world = box.world
    friends = {"en": ("reindeer", "birch"), "fr": ("riviere", "cairn")}[language]
    people = [box.player(player).person for player in friends]
    for person in people:
        places.rename(world, replace(person, locale=language))
    guild = places.open_guild(world, "Another hall", box.player(friends[0]).id)
    places.alter(world, replace(guild, locale=language))
    for name in (friends[1], box.bot.username):
        places.join(world, guild.id, box.player(name).id)
    yield Table(box, database, guild.id, *friends)
    for person in people:
        places.rename(world, person)


async def test_a_running_game_is_played_on_to_its_end(hall: Table, language: str) -> None:
    await hall.birch.click(await hall.challenge(rules="bga-rim"), ACCEPT[language])
    records = BY_FIRST["bga-rim", Side.DARK]
    record = next(record for record in records if record.verdict.reason is Reason.KING_ESCAPED)
    moves = ["-".join(ply.path) for ply in plies(record)]
    await play(hall, await hall.board(1), *moves[:-2])
    old, before = hall.match, len(hall.boards)
    file = await exported(hall.deer, hall.where, old)
    shown = await brought(hall.deer, hall.where, "x.txt", file, opponent=hall.birch)
    told = (await hall.deer.click(shown, CHALLENGE[language])).message
    assert told.ephemeral
    assert told.buttons == []
    asked = await hall.birch.wait_for(hall.where, UNRATED[language])
    assert asked.pings == {hall.birch.person.username}
    assert not [button for button in asked.buttons if "customise" in (button.custom_id or "")]
    await hall.birch.click(asked, ACCEPT[language])
    board = await hall.board(before + 1)
    assert hall.match != old
    assert UNRATED[language] in board.text
    result = await play(hall, board, *moves[-2:])
    assert OVER[language] in result.text
    assert UNRATED[language] in result.text
    match = stored_match(hall, hall.match)
    assert match.moves == tuple(tuple(move.split("-")) for move in moves[-2:])
    assert (
        read_game_file((await exported(hall.birch, hall.where, hall.match)).decode()).match == match
    )


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


@pytest.mark.parametrize("rules", STRANGE)
async def test_the_bot_plays_on_from_any_position(table: Table, rules: str) -> None:
    position, move = STRANGE[rules]
    me = table.box.player(table.box.bot.username)
    begun = await brought(table.deer, table.where, position=position, rules=rules, opponent=me)
    assert "The game begins" in begun.text
    await table.board(1)
    await table.typed(table.deer, move)
    answer = await table.board(2)
    assert "Konakis answered" in answer.text
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
    assert "I am a guest here" in asked.text
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
        "You cannot play on from here. Challenge your opponent where they can see it" in shown.text
    )
    assert shown.buttons == []
    assert len(shown.pictures) == 1
    shown = await brought(
        table.deer, table.where, position=OPEN_WEST, rules="bga", opponent=table.deer
    )
    assert "You cannot challenge yourself." in shown.text
    assert shown.buttons == []


PLAYERS = b"Rules: ludens\nDark: @everyone <@1>\nLight: [x](https://example.org)\na4-c4 e3-c3\n"
REFUSED = {
    "cut off in the middle of a letter": (b"Rules: ludens\na4-c4 \xe2\x80", "not plain text"),
    "binary": (bytes(range(256)) * 40, "not plain text"),
    "empty": (b"", "There is no game in this"),
    "nothing but zeros": (b"Rules: bga\n" + b"\0" * 5000, "not plain text"),
    "too long to be fetched": (b"e4-e7 " * 400_000, "This file is too long"),
    "too long once it is read": (b"e4-e7 " * 100_000, "This file is too long"),
    "too long and no text either": (b"\0" * 500_001, "This file is too long"),
    "ten thousand lines and one": (b"Rules: bga\n" + b"a4-b4\n" * 10_001, "one move too many"),
    "an absurd number": (b"Rules: bga\nStart: " + b"9" * 900 + b" d 0", "Line 2:"),
    "an absurd moment": (b"Rules: bga\nBegun: 9999999-99-99 99:99", "Line 2:"),
    "absurd rules": (b"Rules in full: " + b"[" * 3000, "Line 1:"),
    "a move that may not be made": (b"Rules: ludens\n\na4-c4 e5-e9", "Line 3:"),
    "a result that is none": (PLAYERS + b"Winner: dark\nReason: king-taken", "Line 6:"),
    "no rules": (b"a4-c4", "Choose them"),
    "prose": (b"Hello there,\nand/or goodbye", "Line 1: I don't understand the move `Hello`."),
}
NAMES_OF_FILES = ("game.txt", "../../etc/passwd", "@everyone.png", "a" * 200, "\N{SNOWMAN}.exe")


@pytest.mark.parametrize("what", REFUSED)
async def test_a_bad_file_is_refused_with_its_reason(table: Table, what: str) -> None:
    content, reason = REFUSED[what]
    name = NAMES_OF_FILES[list(REFUSED).index(what) % len(NAMES_OF_FILES)]
    refused = await brought(table.deer, table.where, name, content)
    assert reason in refused.text
    assert len(refused.text) < 250
    assert refused.pictures == []
    assert table.asked is None
    assert table.sees(table.birch) == []


async def test_names_of_players_in_a_file_mention_no_person_and_are_no_markup(
    table: Table, bot: BotProcess
) -> None:
    shown = await brought(table.deer, table.where, "x.txt", b"\xef\xbb\xbf" + PLAYERS)
    assert "Attackers `@everyone @1>` · Defenders `[x](https://example.org)`" in shown.text
    assert "example.org" not in bot.stderr


@pytest.mark.parametrize(
    "given", [(), ("file", "position"), ("game", "file"), ("game", "position"), ("rules",)]
)
async def test_one_thing_is_wanted_to_save_or_to_open(table: Table, given: tuple[str, ...]) -> None:
    await table.begin()
    all_there_are = {
        "game": str(table.match),
        "position": OPEN_WEST,
        "file": ("x.txt", PLAYERS),
        "rules": "larochelle",
    }
    options = {name: all_there_are[name] for name in given}
    refused = await brought(table.deer, table.where, **options)
    assert refused.text.startswith("Give me one thing: a *game* to save")
    assert refused.pictures == []


async def test_a_game_by_rules_that_go_by_this_name_no_more_is_only_looked_at(
    table: Table,
) -> None:
    await table.begin()
    file = await exported(table.deer, table.where, table.match)
    assert b'"first": "d"' in file
    other = file.replace(b'"first": "d"', b'"first": "l"').replace(b" d 0\n", b" l 0\n")
    shown = await brought(table.birch, table.where, "x.txt", other)
    assert "The rules of that name have changed since" in shown.text
    assert shown.buttons == []
    assert len(shown.pictures) == 1


async def test_a_file_names_its_players_only_where_both_let_it(table: Table) -> None:
    """Else it has nothing of them, and it never has their numbers."""
    await table.begin(rules=QUICK)
    assert await names_in_file(table) == []
    await let_names(table.deer, table, "My name in files")
    assert await names_in_file(table) == []
    await let_names(table.birch, table, "My name in files")
    assert await names_in_file(table) == [table.deer.person.shown, table.birch.person.shown]
    await let_names(table.deer, table, "No name in files")
    assert await names_in_file(table) == []
    await let_names(table.birch, table, "No name in files")


async def names_in_file(table: Table) -> list[str]:
    """What the file calls the two players."""
    text = (await file_of(table)).decode()
    assert table.deer.id not in text
    assert table.birch.id not in text
    tags = read_game_file(text).tags
    return [tags[tag] for tag in TAGS if tag in tags]


async def file_of(table: Table) -> bytes:
    """The file of the table's game, as a player gets it."""
    return await exported(table.birch, table.where, table.match)


async def let_names(who: Player, table: Table, label: str) -> None:
    """Press that in their settings."""
    settings = (await who.slash(table.where, "tablut settings")).message
    await who.click(settings, label)


async def test_a_game_is_exported_to_its_players_and_where_it_is_played(table: Table) -> None:
    await table.begin(rules=QUICK)
    guest = table.box.player("cairn")
    assert QUICK.encode() in await exported(guest, table.where, table.match)
    elsewhere = places.open_channel(table.box.world, table.guild_id, "elsewhere").id
    await exported(table.birch, elsewhere, table.match)
    refused = await guest.slash(elsewhere, "tablut file", game=str(table.match))
    assert refused.message.pictures == []
    assert "This isn't your game" in refused.text
