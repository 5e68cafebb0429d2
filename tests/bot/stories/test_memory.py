"""Files and positions that people bring: bad ones are refused, from good ones one can play on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from games.paper import LARGEST
from tests.bot.stories.sharing import check_it_comes_back, exported, imported
from tests.bot.stories.table import ELSEWHERE

if TYPE_CHECKING:
    from sandbox.process import BotProcess
    from sandbox.seen import Seen
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

RANKS = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
BARE = "3ttt3/4t4/9/t7t/tt2K2tt/t7t/9/4t4/3ttt3 d 7"  # a king by himself
MOVES = ("d1-d2", "e5-e7", "a6-a7", "e7-i7")  # he calls tuichi, and is gone
UNRATED = "from a position, unrated"
HEAD = f"Rules: larochelle\nStart: {RANKS} d 0\n"
BAD = {
    "nothing": (b"", "There is no game in this"),
    "bytes": (bytes(range(256)) * 9, "not plain text"),
    "other letters": ("Rules: bga\n".encode("utf-16"), "not plain text"),
    "a move that may not be": (f"{HEAD}1. e2-e9".encode(), "Line 3: Somebody stands in the way"),
    "lines of another machine": (f"{HEAD}\n1. d1-x9".replace("\n", "\r\n").encode(), "Line 4:"),
    "an absurd number": (f"Rules: bga\nStart: {RANKS} d {'9' * 5000}".encode(), "Line 2:"),
    "too many lines": ((HEAD + "1. d1-d3 d3-d1\n" * 10_001).encode(), "Line 5003:"),
    "too many moves": (b"e4-e7 " * 10_001, "one move too many"),
    "too much": (b"#" * (LARGEST * 4 + 1), "This file is too long"),
    "long lines": (b"Rules: bga\nReason: " + b"x" * LARGEST, "too long"),
    "a cry": (b"Rules: @everyone <@80351110224678912> [x](http://x.example)\n", "Line 1:"),
    "nested": (b"Rules in full: " + b"[" * 3000, "Line 1:"),
}


@pytest.mark.parametrize("name", BAD)
async def test_what_cannot_be_read_is_refused_with_the_line_and_why(
    table: Table, bot: BotProcess, name: str
) -> None:
    content, why = BAD[name]
    shown = await imported(table, table.deer, content, name="../<@1> @everyone.txt")
    assert why in shown.text
    assert len(shown.text) < 300
    assert shown.buttons == []
    assert "@" not in re.sub("`[^`]*`", "", shown.text)  # but as code, which calls nobody
    assert not {"@everyone", "e2-e9", "ERROR", "WARNING"} & set(bot.stderr.split())


async def test_a_file_whose_players_are_names_calls_nobody(table: Table) -> None:
    marked = f"\ufeffDark: <@{table.birch.id}> **x**\r\nLight: @everyone\r\nRules: bga\r\n1. d1-d3"
    shown = await imported(table, table.deer, marked.encode())
    assert f"`<@{table.birch.id}> **x**`" in shown.text
    assert "`@everyone`" in shown.text
    assert "The defenders are to move." in shown.text
    assert "1 move" in shown.text


async def test_a_file_or_a_position_and_not_both(table: Table) -> None:
    for options in ({}, {"file": ("a.txt", HEAD.encode()), "position": BARE}):
        answer = await table.deer.slash(table.where, "tablut import", **options)
        assert "Give me one of the two" in answer.text


async def brought(table: Table, **options: object) -> Seen:
    """The position, as the one who brings it sees it."""
    options = {"position": BARE, "rules": "larochelle", **options}
    shown = (await table.deer.slash(table.where, "tablut import", **options)).message
    assert shown.ephemeral
    return shown


async def test_two_play_on_from_a_position_unrated(table: Table) -> None:
    shown = await brought(table, opponent=table.birch)
    assert "The attackers are to move." in shown.text
    assert table.sees() == []
    alt = shown.pictures[0].alt
    await table.deer.click(shown, "Challenge")
    await table.said()
    (asked,) = table.sees()
    assert asked.pings == {table.birch.person.username}
    assert UNRATED in asked.text
    assert "Customise" not in [each.label for each in asked.buttons]
    assert asked.pictures[0].alt == alt
    await table.birch.click(asked, "Accept")
    for number, move in enumerate(MOVES, 1):
        board = await table.board(number)
        assert UNRATED in board.text
        friends = (table.deer, table.birch)
        mover = next(each for each in friends if board.pings == {each.person.username})
        await table.typed(mover, move)
    result = await table.board(len(MOVES) + 1)
    assert UNRATED in result.text
    await check_it_comes_back(table, result)
    history = (await table.deer.slash(table.where, "tablut history", opponent=table.birch)).message
    assert UNRATED in history.text


async def test_nobody_else_opens_a_draft(table: Table) -> None:
    shown = await brought(table)
    (button,) = shown.buttons
    number = (button.custom_id or "").split(":")[2]
    assert table.ask("SELECT standing FROM challenge WHERE id = ?", int(number)) == [("draft",)]
    games = (await table.deer.slash(ELSEWHERE, "tablut games")).message
    assert f"Challenge {number}" not in games.text


async def test_a_running_game_is_taken_away_as_far_as_it_has_come(table: Table) -> None:
    await table.begin()
    await table.play("e8-f8", "f5-f4")
    file = await exported(table, table.deer)
    assert b"Winner: not yet" in file.data
    shown = await imported(table, table.birch, file.data)
    assert "2 moves" in shown.text
    assert [each.label for each in shown.buttons] == ["Challenge"]
    cairn = table.box.player("cairn")  # who looks on may have it here, and not elsewhere
    assert (await exported(table, cairn)).data == file.data
    refused = await cairn.slash(ELSEWHERE, "tablut export", game=str(table.match))
    assert "Two others play this game" in refused.text


async def test_in_french(table: Table) -> None:
    riviere = table.box.player("riviere")
    shown = await imported(table, riviere, f"{HEAD}1. e2-e9".encode())
    assert shown.text == "Ligne 3\u00a0: Une pièce barre le chemin\u00a0: e3."
    asked = {"position": BARE, "rules": "larochelle", "opponent": table.birch}
    shown = (await riviere.slash(table.where, "tablut import", **asked)).message
    assert "Les attaquants" in shown.text
    assert [each.label for each in shown.buttons] == ["Défier"]
    await riviere.click(shown, "Défier")
    await table.said()
    (challenge,) = table.sees()
    assert UNRATED in challenge.text  # in the server's language
    assert "Ton défi est lancé." in shown.text


async def test_what_is_over_is_offered_where_there_is_something_to_be_done_with_it(
    table: Table,
) -> None:
    await table.begin()
    await table.play("e8-f8")
    number = str(table.match)
    resigned = (await table.birch.slash(table.where, "tablut resign", game=number)).message
    await table.birch.click(resigned, "Yes, I resign")
    await table.said()
    for command in ("replay", "export", "board"):
        found = await table.deer.autocomplete(table.where, f"tablut {command}", "game", number)
        assert found[0].value == number
        assert found[0].name.startswith(f"{number} · over · La Rochelle")
    assert await table.deer.autocomplete(table.where, "tablut move", "game", number) == []
