"""A game taken away as a file and brought back, at a table where it has just ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games import gamefile
from games.events import from_data
from games.match import fold

if TYPE_CHECKING:
    from games.match import Match
    from sandbox.message_view import MessageView, Picture
    from sandbox.player import Player
    from tests.bot.stories.table import Table


def newest_stored(table: Table) -> Match:
    """The newest match of the table, as the database has it."""
    asked = 'SELECT kind, "by", at, data FROM event WHERE "match" = ? ORDER BY number'
    log = [
        {"kind": kind, "at": at, **({"by": by} if by else {}), **json.loads(str(data))}
        for kind, by, at, data in table.ask(asked, table.match)
    ]
    return fold([from_data(event) for event in log])


async def exported(table: Table, who: Player) -> Picture:
    """The file of the newest match, as a player gets it in private."""
    replay = (await who.slash(table.where, "tablut replay", game=str(table.match))).message
    answer = await who.click(replay, f"k:file:{table.match}")
    assert answer.message.ephemeral
    (file,) = answer.pictures
    assert file.name == f"konakis-{table.match}.txt"
    return file


async def imported(
    table: Table, who: Player, content: bytes, name: str = "game.txt"
) -> MessageView:
    """Return the private page that a player gets after importing a file."""
    shown = (await who.slash(table.where, "tablut import", file=(name, content))).message
    assert shown.ephemeral
    assert shown.pings == set()
    return shown


async def check_it_comes_back(table: Table, result: MessageView) -> None:
    """All that happened is in the file; the player who brings it sees the board of the result."""
    file = await exported(table, table.deer)
    read, match = gamefile.read_game_file(file.data.decode()).match, newest_stored(table)
    assert (read.game.data, read.positions, read.moves) == (
        match.game.data,
        match.positions,
        match.moves,
    )
    assert [ply.at for ply in read.plies] == [ply.at for ply in match.plies]
    assert (read.log[0].at, read.log[-1].at) == (match.log[0].at, match.log[-1].at)
    assert read.verdict == match.verdict
    shown = await imported(table, table.birch, file.data)
    end = result.pictures[0].alt or ""  # of the film, which ends in the board
    assert end.endswith(f" {shown.pictures[0].alt}")
    assert shown.buttons == []  # it is over
