"""A channel of a story's own with two friends in it, their actions, and what they see.

Invariant: nothing here sleeps for a time; everything waits for a condition.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING

from PIL import Image

from bot.ui.words import languages
from sandbox.message_view import MessageView
from sandbox.observer import PATIENCE
from sandbox.rules import components as kinds
from sandbox.rules.permissions import May
from sandbox.world import events, places, user_actions
from sandbox.world.model import Person
from sandbox.world.world import Impossible
from tests.bot.stories.reading import reading
from tests.together import until

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import Answer
    from sandbox.observer import Where
    from sandbox.player import Player
    from sandbox.server import Sandbox
    from sandbox.tabs.views import View
    from sandbox.world.events import Event
    from sandbox.world.model import Message
    from tests.bot.stories.reading import Ask

ELSEWHERE = "hearth"  # another channel of the same server
QUICK = "larochelle+attackers-first"
# What is said instead where the picture takes more than a second, as on a busy machine.
PROMISES = {words("challenge.posted") for words in languages().values()}
_NUMBERS = count(1)


def is_board(message: MessageView) -> bool:
    """A board of a turn that is still there, with its buttons on."""
    return not message.gone and any(
        (button.custom_id or "").startswith("k:move:") for button in message.buttons
    )


async def challenged(who: Player, answer: Answer) -> MessageView:
    """The challenge that this answer is or promises; or what the bot refuses it with."""
    shown = answer.message
    if shown.text not in PROMISES:
        return shown
    challenge = await who.wait_for(shown, is_challenge, after=shown)
    with suppress(Impossible):  # the bot has deleted it
        user_actions.dismiss(who.world, who.id, shown.id)
    return challenge


async def opened(who: Player, where: Where, match: object) -> MessageView:
    """The board of that game, by its number."""
    return (await who.slash(where, "tablut games", game=str(match))).message


async def more(who: Player, where: Where, match: object) -> MessageView:
    """The menu *More* of that game."""
    board = await opened(who, where, match)
    return (await who.click(board, pressing(board, "more"))).message


async def in_more(who: Player, where: Where, match: object, verb: str) -> Answer:
    """Press a button under *More* of a game, such as a draw."""
    menu = await more(who, where, match)
    return await who.click(menu, pressing(menu, verb))


def strangers(box: Sandbox, guild: str, count: int) -> list[Player]:
    """So many more people in that server, who have done nothing yet."""
    names = [f"stranger-{next(_NUMBERS)}" for _ in range(count)]
    for name in names:
        person = Person(box.world.ids.next(), name)
        box.world.people[person.id] = person
        places.join(box.world, guild, person.id)
    return [box.player(name) for name in names]


def pressing(message: MessageView, verb: str) -> str:
    """The button of a message that does that."""
    ids = [button.custom_id or "" for button in message.buttons]
    return next(id_ for id_ in ids if id_.startswith(f"k:{verb}:"))


def for_one_game(database: Path, challenge: MessageView) -> None:
    """Have a challenge be for one game where it is for two, as the form could; it is not edited."""
    for button in challenge.buttons:
        verb, number, *_ = f"{button.custom_id}::".removeprefix("k:").split(":")
        if verb == "accept":
            with closing(sqlite3.connect(database, timeout=30)) as db, db:
                db.execute("UPDATE challenge SET games = 1 WHERE id = ?", (number,))


def is_line(message: MessageView) -> bool:
    """Whether a message is an old board's line, of nothing but plain text."""
    if message.gone:
        return False
    types = [component["type"] for component in message.message.components]
    return types == [kinds.TEXT] and message.text.startswith("-# ")


class Kept(MessageView):
    """A message that may be gone since: then as it was last."""

    def __init__(self, view: View, message: Message) -> None:
        super().__init__(view, message)
        self.last = message
        self.showed_match = False  # at any time: a board, or the line that is left of one

    @property
    def message(self) -> Message:
        """The message itself."""
        return self.last if self.gone else super().message


def drawn(message: MessageView) -> bytes:
    """The middle column of a message's board: the same with and without margins."""
    with Image.open(BytesIO(message.pictures[0].data)) as picture:
        column = picture.width // 2
        rgb = picture.convert("RGB").crop((column, 0, column + 1, picture.height))
        return rgb.tobytes()


class Table:
    """A table of two players. `deer` challenges as the attackers by default.

    One game, and by default without a clock.
    """

    def __init__(self, box: Sandbox, database: Path, guild_id: str, *friends: str) -> None:
        self.box = box
        self.guild_id = guild_id
        self.database = database
        self.deer, self.birch = (box.player(player) for player in friends or ("reindeer", "birch"))
        self.channel = places.open_channel(box.world, guild_id, f"table-{next(_NUMBERS)}")
        self.where = self.channel.id
        self._posted: dict[str, Kept] = {}  # all that the bot posted in the channel
        box.world.subscribe(self._note)

    def _note(self, event: Event) -> None:
        """Keep what the bot posts for all; of what it edits, what is newest."""
        if not isinstance(event, events.Posted | events.Edited):
            return
        message = event.message
        is_public = message.channel_id == self.where and not message.ephemeral
        if is_public and message.author_id == self.box.bot.id:
            seen = self._posted.setdefault(message.id, Kept(self.deer.view, message))
            seen.last = message
            shows = _has_board(seen) or is_line(seen)
            seen.showed_match |= shows and not is_invitation(seen)

    @property
    def path(self) -> str:
        """The channel's messages, as a request names them."""
        return f"/channels/{self.where}/messages"

    # What they do

    async def challenge(self, **options: object) -> MessageView:
        """A challenge from one to the other; for one game, unless its form is to say more."""
        answers = {name: options.pop(name) for name in ("more", "reserve") if name in options}
        options = {"opponent": self.birch, "rules": QUICK, "side": "d", "days": 0, **options}
        options = {name: value for name, value in options.items() if value is not None}
        answer = await self.deer.slash(self.where, "tablut challenge", **options)
        challenge = await challenged(self.deer, answer)
        if answers:
            await self.change(challenge, **answers)
            await self.said()
        else:
            for_one_game(self.database, challenge)
        return challenge

    async def change(self, challenge: MessageView, **answers: object) -> Answer:
        """Fill in the challenger's form for changes; by default, all boxes of `more` are ticked."""
        details = await self.details(self.deer, challenge)
        form = (await self.deer.click(details, pressing(details, "correct"))).form
        return await self.deer.submit(form, {"more": ["rated"], **answers})

    async def details(self, who: Player, asked: MessageView) -> MessageView:
        """All that a person may know of a challenge, and do with it."""
        return (await who.click(asked, pressing(asked, "about"))).message

    async def begin(self, **options: object) -> MessageView:
        """A challenge, accepted; the first board."""
        await self.birch.click(await self.challenge(**options), "Accept")
        return await self.board(1)

    async def typed(self, who: Player, move: str) -> Answer:
        """A move by its command."""
        return await who.slash(self.where, "tablut move", move=move)

    async def play(self, *moves: str) -> MessageView:
        """Moves typed by the player to move, each after the board before it; the last board."""
        for move in moves:
            done = len(self.moves)
            await self.typed((self.deer, self.birch)[done % 2], move)
            await self.board(done + 2)
        return self.boards[-1]

    async def panel(self, who: Player, board: MessageView, *points: str) -> MessageView:
        """The private panel, where one more press plays the move along these points."""
        shown = (await who.click(board, _move_button(board))).message
        while ("k:play", points) not in (paths := _paths(shown)):
            nearer = (path for path in paths if path[1] and points[: len(path[1])] == path[1])
            shown = (await who.click(shown, paths[next(nearer)])).message
        return shown

    async def list_move(self, who: Player, *points: str) -> None:
        """A move by way of the list of games, with the panel."""
        panel = await self.panel(who, await self.opened(who), *points)
        assert "Played" in (await who.click(panel, play_button(panel, points))).text

    async def opened(self, who: Player, where: Where = ELSEWHERE) -> MessageView:
        """The game opened from a player's list, in another channel."""
        games = (await who.slash(where, "tablut games")).message
        return (await who.click(games, f"k:open:{self.match}")).message

    async def opens(self, who: Player) -> Answer:
        """The game opened by its number."""
        return await who.slash(self.where, "tablut games", game=str(self.match))

    async def more(self, who: Player) -> MessageView:
        """The menu *More* of the game."""
        return await more(who, self.where, self.match)

    async def in_more(self, who: Player, verb: str, match: object = None) -> Answer:
        """Press a button under *More* of the game, or of `match`, such as "draw"."""
        return await in_more(who, self.where, match or self.match, verb)

    def deny(self, *what: May) -> None:
        """Take that from the bot in this channel, and give everything else back."""
        denied = May.NOTHING
        for permission in what:
            denied |= permission
        world = self.box.world
        places.overwrite(world, world.channel(self.where), self.box.bot.id, deny=denied)

    # What is so

    async def hears(self, who: Player, sentence: str, where: Where | None = None) -> None:
        """A player reads that in private."""
        assert (await who.wait_for(where or self.where, sentence)).ephemeral

    async def told(self, who: Player) -> MessageView:
        """The board of this table's game, in a player's private messages."""
        return await who.wait_for(
            who.dm(self.box.bot), lambda seen: is_board(seen) and f"game {self.match}" in seen.text
        )

    def sees(self, who: Player | None = None) -> list[MessageView]:
        """Return the bot's messages in the channel that everybody sees, oldest first."""
        bot = self.box.bot.username
        messages = (who or self.deer).sees(self.where)
        return [message for message in messages if message.author == bot and not message.ephemeral]

    @property
    def boards(self) -> list[MessageView]:
        """All boards of turns and results that were posted, gone or not, and old ones' lines."""
        return [message for message in self._posted.values() if message.showed_match]

    @property
    def standing(self) -> list[MessageView]:
        """Those that are still there."""
        return [message for message in self.boards if not message.gone]

    async def board(self, number: int) -> MessageView:
        """That board, from 1, once it is posted."""

        def look() -> MessageView | None:
            boards = self.boards
            return boards[number - 1] if len(boards) >= number else None

        return await self.box.until(look, PATIENCE)

    async def said(self) -> None:
        """Wait until the bot has nothing left to say about what goes on in this channel."""
        with reading(self.database) as ask:
            await until(lambda: not self._unsaid(ask))

    def ask(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Return the rows of a query on the database."""
        with reading(self.database) as ask:
            return ask(statement, *values)

    @property
    def match(self) -> object:
        """The number of the newest match that was begun here."""
        asked = """SELECT max("match".id) FROM "match"
            JOIN challenge ON challenge.id = "match".challenge WHERE challenge.channel = ?"""
        ((number,),) = self.ask(asked, int(self.where))
        return number

    @property
    def asked(self) -> object:
        """The number of the newest challenge that was made here."""
        ((number,),) = self.ask("SELECT max(id) FROM challenge WHERE channel = ?", int(self.where))
        return number

    @property
    def unsaid(self) -> int:
        """How many posts of this channel's matches and challenges wait."""
        with reading(self.database) as ask:
            return self._unsaid(ask)

    def _unsaid(self, ask: Ask) -> int:
        ((number,),) = ask(
            """SELECT count(*) FROM post
            LEFT JOIN "match" ON "match".id = post."match"
            LEFT JOIN challenge ON challenge.id = coalesce(post.challenge, "match".challenge)
            WHERE challenge.channel = ?
            AND post.kind NOT IN ('fold-result', 'delete-challenge', 'delete-leftover')""",
            int(self.where),
        )
        assert isinstance(number, int)
        return number

    @property
    def log(self) -> list[tuple[str, dict[str, object]]]:
        """The events of the channel's matches, oldest first."""
        rows = self.ask(
            """SELECT event.kind, event.data FROM event
            JOIN "match" ON "match".id = event."match"
            JOIN challenge ON challenge.id = "match".challenge
            WHERE challenge.channel = ? ORDER BY event."match", number""",
            int(self.where),
        )
        return [(str(kind), json.loads(str(data))) for kind, data in rows]

    @property
    def moves(self) -> list[str]:
        """The moves made here, as paths; none is gone by being taken back."""
        return ["-".join(map(str, data["path"])) for kind, data in self.log if kind == "moved"]  # type: ignore[arg-type]

    async def check(self, *moves: str) -> None:
        """Check one game: exactly these moves, a board and a ping each, and one board left."""
        await self.said()
        assert self.moves == list(moves)
        boards = self.boards
        assert len(boards) == len(moves) + 1
        movers = [(self.deer, self.birch)[n % 2].person.username for n in range(len(boards))]
        assert [message.pings for message in boards] == [{mover} for mover in movers]
        assert [message.gone for message in boards] == [True] * len(moves) + [False]
        assert is_board(boards[-1])
        for move, board in zip(moves, boards[1:], strict=True):
            assert f"**{move}" in board.text


def _move_button(message: MessageView) -> str:
    ids = [button.custom_id or "" for button in message.buttons]
    return next(id_ for id_ in ids if id_.startswith("k:move:"))


def play_button(panel: MessageView, points: tuple[str, ...]) -> str:
    """The button that plays the move along these points."""
    return _paths(panel)["k:play", points]


def _paths(panel: MessageView) -> dict[tuple[str, tuple[str, ...]], str]:
    """The buttons of a panel, by what they do and the points that they stand for."""
    ids = [button.custom_id or "" for button in panel.buttons]
    parts = [(id_, id_.split(":")) for id_ in ids if id_.startswith(("k:to:", "k:play:"))]
    return {(f"k:{verb}", tuple(path.split("-"))): id_ for id_, (_, verb, _, _, path) in parts}


def _has_board(message: MessageView) -> bool:
    names = {picture.name for picture in message.pictures}
    return "```" in message.text or bool(names & {"board.png", "replay.gif"})


def is_invitation(message: MessageView) -> bool:
    """A challenge, or the greeting to a new server."""
    return is_challenge(message) or is_greeting(message)


def is_challenge(message: MessageView) -> bool:
    """A challenge that may be accepted."""
    return _does(message, "k:accept:")


def is_greeting(message: MessageView) -> bool:
    """Whether a message is the greeting of a new server."""
    return _does(message, "k:server:0")


def _does(message: MessageView, custom_id: str) -> bool:
    return any((button.custom_id or "").startswith(custom_id) for button in message.buttons)
