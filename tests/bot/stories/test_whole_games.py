"""A whole game of each rule set, from the challenge to the result, in English or in French.

The moves are those of recorded games, made in turn by panel, command and reply. At the end each
game is taken away as a file, and brought back.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest

from bot.ui.pages import naming
from games import gamefile
from games.catalogue import NAMES, game
from games.core import Reason, Side
from games.events import Moved
from games.notation import move_at
from sandbox.world import places
from tests.bot.stories.sharing import check_it_comes_back
from tests.bot.stories.spoken import language_of
from tests.bot.stories.table import Table, is_board, play_button
from tests.games.test_playthroughs import RECORDS, begun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.games.test_playthroughs import Record

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

REASONS = {
    Reason.KING_ESCAPED: ("The king slipped out at", "Le roi s’est échappé par"),  # noqa: RUF001  French
    Reason.KING_TAKEN: ("The king was captured.", "Le roi est pris."),
    Reason.KING_IMPRISONED: ("The king is trapped", "Le roi est enfermé"),
    Reason.NO_WAY_TO_STOP: ("The king can no longer be stopped.", "Plus rien n’arrête le roi."),  # noqa: RUF001  French
    Reason.NO_MEN: ("No pieces left.", "Il ne reste aucune pièce."),
    Reason.NO_MOVE: ("No legal moves left.", "Il ne reste aucun coup permis."),
    Reason.REPETITION: ("The same position came up for the", "La même position est apparue"),
    Reason.EXIT_FORT: (
        "The king is safe in a fort at the edge.",
        "Le roi est à l\u2019abri dans un fort au bord.",
    ),
    Reason.ENCIRCLED: ("are surrounded.", "sont encerclés."),
    Reason.AGREED: (
        "Both players agreed to end it.",
        "Les deux joueurs ont décidé d\u2019arrêter.",
    ),
}
BUTTONS = {
    "en": {
        "accept": "Accept",
        "draw": "Offer a draw",
        "rematch": "Rematch",
        "play": "Play",
        "position": "from a position",
    },
    "fr": {
        "accept": "Accepter",
        "draw": "Proposer",
        "rematch": "Revanche",
        "play": "Jouer",
        "position": "partir d\u2019une position",
    },
}


def _records() -> dict[tuple[str, Side], list[Record]]:
    """By rule set and by who begins, the shortest first; time runs out elsewhere."""
    records: dict[tuple[str, Side], list[Record]] = defaultdict(list)
    for played in sorted(RECORDS, key=lambda record: len(record.plies)):
        if played.verdict.reason in REASONS and not played.start:
            records[played.rules, played.first].append(played)
    return records


def _endings() -> dict[str, Record]:
    """The shortest record of each ending and of a shieldwall, in a rule set without options.

    Where a lot says who begins, there is none; nor those that `test_a_whole_game` plays. That each
    rule set comes to each of its ends is held by the playthroughs of `tests/games`.
    """
    endings: dict[str, Record] = {}
    for played in sorted(RECORDS, key=lambda record: len(record.plies)):
        wall = "-shieldwall" * ("shieldwall" in played.name)
        if played.rules in NAMES and game(played.rules).data["first"]:
            endings.setdefault(f"{played.verdict.reason}{wall}", played)
    shown = {records[0].name for (rules, _), records in BY_FIRST.items() if rules in NAMES}
    return {
        name: played
        for name, played in endings.items()
        if played.name not in shown and played.verdict.reason in REASONS
    }


CALLS = ("raichi", "tuichi")
BY_FIRST = _records()
ENDINGS = _endings()


class Ply(NamedTuple):
    """A move of the record."""

    side: Side
    path: tuple[str, ...]
    text: str
    calls: list[str]  # raichi, tuichi or nothing


def plies(record: Record) -> Iterator[Ply]:
    played = game(record.rules)
    match = begun(record)
    for at, written in enumerate(record.plies, start=1):
        text, *calls = written.split()
        path = move_at(played, match.position, text)
        yield Ply(match.turn, path, text, calls)
        match = match.after(Moved(match.turn, at, path))


def _often(name: str, *often: str) -> object:
    """A parameter that is tried at night alone, unless it is among these."""
    return name if name in often else pytest.param(name, marks=pytest.mark.nightly)


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    return language_of(request, BUTTONS)


@pytest.fixture
def hall(box: Sandbox, bot: BotProcess, database: Path, language: str) -> Table:
    """A table in a server of that language, at which both speak it."""
    assert bot.pid
    world = box.world
    friends = {"en": ("reindeer", "birch"), "fr": ("riviere", "cairn")}[language]
    for player in friends:
        places.rename(world, replace(box.player(player).person, locale=language))
    guild = places.open_guild(world, "A hall", box.player(friends[0]).id)
    places.alter(world, replace(guild, locale=language))
    for player in (friends[1], box.bot.username):
        places.join(world, guild.id, box.player(player).id)
    return Table(box, database, guild.id, *friends)


@pytest.mark.parametrize("rules", [_often(name, "brandubh") for name in NAMES])
async def test_a_whole_game(hall: Table, language: str, rules: str) -> None:
    asked = await hall.challenge(rules=rules)
    await hall.birch.click(asked, BUTTONS[language]["accept"])
    board = await hall.board(1)
    first = Side.DARK if board.pings == {hall.deer.person.username} else Side.LIGHT
    await play_to_the_end(hall, language, BY_FIRST[rules, first][0], board)
    await check_it_comes_back(hall, hall.sees()[-1])
    await rematch(hall, language)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ENDINGS)
async def test_every_other_ending(hall: Table, language: str, name: str) -> None:
    record = ENDINGS[name]
    if record.start:
        asked = {"position": record.start, "rules": record.rules, "opponent": hall.birch}
        shown = (await hall.deer.slash(hall.where, "tablut import", **asked)).message
        await hall.deer.click(shown, shown.buttons[0].label)
        challenge = await hall.birch.wait_for(hall.where, BUTTONS[language]["position"])
    else:
        challenge = await hall.challenge(rules=record.rules)
    await hall.birch.click(challenge, BUTTONS[language]["accept"])
    board = await hall.board(1)
    if board.pings != {player_of(hall, record.first).person.username}:  # the sides were random
        hall.deer, hall.birch = hall.birch, hall.deer
    await play_to_the_end(hall, language, record, board)


async def play_to_the_end(hall: Table, language: str, record: Record, board: MessageView) -> None:
    """Make the moves in turn, each on the board before it, and see the result."""
    for number, ply in enumerate(plies(record)):
        await make(hall, board, ply, number)
        board = await hall.board(number + 2)
        if is_board(board):
            assert f"**{ply.text}**" in board.text
            assert [name for name in CALLS if name in board.text.lower()] == ply.calls
    if record.end:  # both agree
        await hall.in_more(hall.deer, "draw")
        await hall.in_more(hall.birch, "yes")
    await hall.said()
    await check_result(hall, record, language)


def player_of(table: Table, side: Side) -> Player:
    return table.deer if side is Side.DARK else table.birch


async def make(table: Table, board: MessageView, ply: Ply, number: int) -> None:
    """Make a move, in one of the three ways."""
    who = player_of(table, ply.side)
    assert board.pings == {who.person.username}
    match number % 3:
        case 0:
            panel = await table.panel(who, board, *ply.path)
            await who.click(panel, play_button(panel, ply.path))
        case 1:
            offered = await who.autocomplete(table.where, "tablut move", "move", ply.text)
            assert ply.text in [choice.value for choice in offered]
            await table.typed(who, ply.text)
        case _:
            table_reply = who.reply(board, ply.text.upper().replace("X", " x "))
            assert table_reply.author == who.person.username


async def check_result(table: Table, record: Record, language: str) -> None:
    result = table.sees()[-1]
    assert REASONS[record.verdict.reason][language == "fr"] in result.text
    winner = {Side.DARK: table.deer, Side.LIGHT: table.birch, None: None}[record.verdict.winner]
    won = (
        {"en": f"**{winner.mention} wins**", "fr": f"**{winner.mention} gagne**"} if winner else {}
    )
    assert won.get(language, "") in result.text
    names = [picture.name for picture in result.pictures]
    assert names == ["replay.gif"]
    assert result.pictures[0].data.startswith(b"GIF89a")
    shown = (await table.deer.click(result, f"k:replay:{table.match}")).message
    (notation,) = (await table.deer.click(shown, f"k:file:{table.match}")).pictures
    read = gamefile.read_game_file(notation.data.decode()).match
    assert [naming.move_text(ply) for ply in read.plies] == [
        written.split()[0] for written in record.plies
    ]
    assert read.verdict == record.verdict


async def rematch(table: Table, language: str) -> None:
    """Both want it: the next game begins with the sides changed."""
    result = table.sees()[-1]
    for who in (table.birch, table.deer):
        await who.click(result, BUTTONS[language]["rematch"])
    await table.said()
    assert table.ask('SELECT dark, light FROM "match" WHERE id = ?', table.match) == [
        (int(table.birch.id), int(table.deer.id))
    ]
