"""A channel plays by vote: from the hub to the result, in every language, with kills."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.ui.pages import naming
from bot.ui.words import languages
from sandbox.world import places, user_actions
from sandbox.world.model import ChannelKind
from tests.bot.stories.days.people import FourPeople, press
from tests.bot.stories.hours import DAY
from tests.bot.stories.spoken import shared
from tests.bot.stories.test_moderation import at_home
from tests.unseen_buttons import press_unseen

if TYPE_CHECKING:
    from pathlib import Path

    from bot.ui.words import Words
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from sandbox.world.model import Channel
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Hall(FourPeople):
    """A channel whose people vote: Birch, Rivière and Cairn; and Reindeer, who plays against it."""

    async def form(self, who: Player) -> MessageView:
        """Fill in the form of a new vote game."""
        hub = (await who.slash(self.table.where, "tablut tournaments")).message
        return (await who.click(hub, press(hub, "k:vote-new"))).message

    async def chosen(self, shown: MessageView, which: str, value: object) -> MessageView:
        """The same with another choice of Birch's."""
        (menu,) = [id_ for id_ in menus(shown) if id_.endswith(f":{which}")]
        return (await self.birch.select(shown, menu, value)).message

    async def ask(self, opponent: Player | None = None, side: str = "d") -> MessageView:
        """Birch asks for a game: against that person, or against the bot."""
        shown = await self.form(self.birch)
        shown = await self.chosen(shown, "side", side)
        shown = await self.chosen(shown, "rules", "bga")  # the attackers begin
        if opponent:
            shown = await self.chosen(shown, "who", opponent)
        return (await self.birch.click(shown, press(shown, "k:vote-begin"))).message

    async def begin(self, side: str = "d") -> MessageView:
        """A game against Reindeer; its first board."""
        asked = await self.ask(self.deer, side)
        await self.hours.heard()
        await self.deer.click(asked, press(asked, "k:accept"))
        await self.hours.heard()
        return self.board

    @property
    def thread(self) -> Channel:
        """The thread of the game."""
        (thread,) = [
            channel
            for channel in self.box.world.channels.values()
            if channel.kind is ChannelKind.THREAD and channel.parent_id == self.table.where
        ]
        return thread

    @property
    def posted(self) -> list[MessageView]:
        """The bot's posts in the thread."""
        bot = self.box.bot.username
        seen = self.cairn.sees(self.thread.id)
        return [message for message in seen if message.author == bot and not message.ephemeral]

    @property
    def board(self) -> MessageView:
        """The newest message in it."""
        return self.posted[-1]

    async def other(self, who: Player, move: str) -> MessageView:
        """A vote by way of the panel."""
        man, _ = move.split("-")
        shown = (await who.click(self.board, press(self.board, "k:vote-other"))).message
        assert shown.ephemeral
        shown = (await who.click(shown, by_path(shown, man))).message
        return (await who.click(shown, by_path(shown, move))).message

    async def agree(self, who: Player, move: str) -> MessageView:
        """A vote by the button of a move that others have voted for."""
        return (await who.click(self.board, by_path(self.board, move))).message

    async def edited(self) -> None:
        """Wait until the board shows the changes."""
        await self.hours.pass_(6)

    async def plays(self, who: Player, move: str) -> None:
        """A move by its command."""
        await who.slash(self.thread.id, "tablut move", move=move)
        await self.hours.heard()

    async def answered(self, plies: int) -> None:
        """The bot has made its move, and the board with it is posted."""
        asked = 'SELECT plies FROM "match" ORDER BY id DESC LIMIT 1'
        await self.hours.until(lambda: self.table.ask(asked) == [(plies,)])
        await self.hours.heard()

    async def some_move(self, who: Player) -> tuple[MessageView, str]:
        """The panel of a man who is not the king, and a move of his."""
        shown = (await who.click(self.board, press(self.board, "k:vote-other"))).message
        men = [id_ for button in shown.buttons if "k:vote-to:" in (id_ := button.custom_id or "")]
        shown = (await who.click(shown, men[-1])).message
        return shown, press(shown, "k:vote")

    async def forge(self, where: str, custom_id: str) -> MessageView:
        """Return the answer to Rivière's press of a button that doesn't exist."""
        return await press_unseen(self.box, where, self.river, custom_id)

    @property
    def log(self) -> list[tuple[object, object]]:
        """The events of the newest match."""
        return [
            (kind, str(data))
            for kind, data in self.table.ask(
                'SELECT kind, data FROM event WHERE "match" = (SELECT max(id) FROM "match")'
                " ORDER BY number"
            )
        ]

    @property
    def votes(self) -> list[tuple[object, ...]]:
        """The moves voted for in the newest match, earliest vote first."""
        newest = 'SELECT max(id) FROM "match"'
        asked = f'SELECT move FROM vote WHERE "match" = ({newest}) ORDER BY round, number'  # noqa: S608
        return self.table.ask(asked)


def menus(message: MessageView) -> list[str]:
    """The custom ids of the menus of the form."""
    rows = [part for frame in message.raw["components"] for part in frame.get("components", [])]
    ids = [part.get("custom_id", "") for row in rows for part in row.get("components", [])]
    return [id_ for id_ in ids if id_.startswith("k:vote-set")]


def by_path(message: MessageView, path: str) -> str:
    """The button that stands for these points."""
    ids = [button.custom_id or "" for button in message.buttons]
    fits = [id_ for id_ in ids if id_.split(":")[-1].split("-") == path.split("-")]
    assert fits, (path, ids, message.text)
    return fits[0]


@pytest_asyncio.fixture(loop_scope="module")
async def hall(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> Hall:
    assert bot.pid
    return Hall(await at_home(box, database), hours)


@pytest.mark.parametrize("told_in", shared(languages(), 0, 2))
async def test_a_channel_plays_a_person_by_vote(hall: Hall, told_in: str) -> None:
    words = hall.speak(told_in)
    asked = await hall.ask(hall.deer)
    assert asked.pings == {hall.deer.person.username}
    by, to = hall.birch.mention, hall.deer.mention
    assert words("challenge.vote", opponent=to, by=by) in asked.text
    await hall.hours.heard()
    await hall.deer.click(asked, press(asked, "k:accept"))
    await hall.hours.heard()
    assert words("challenge.vote-accepted", opponent=hall.deer.mention) in asked.text
    assert hall.thread.name.startswith(naming.capitalised(words("person.channel")))
    first = hall.board
    assert first.pings == set()
    assert words("vote.choose") in [button.label for button in first.buttons]
    # Two vote, and one changes their vote.
    shown = await hall.other(hall.river, "e2-d2")
    assert shown.ephemeral
    assert words("vote.yours", move="e2-d2") in shown.text
    hall.cairn.reply(first, "e2 - c2!")
    await hall.hours.until(lambda: hall.votes == [("e2-d2",), ("e2-c2",)])
    await hall.edited()
    assert hall.board == first  # it is edited where it stands
    assert words("vote.count", count=2) in first.text
    assert "(1)" not in first.text  # for what, the opponent does not see
    shown = await hall.agree(hall.cairn, "e2-d2")
    assert words("vote.standing", count=2, moves="e2-d2 (2)") in shown.text
    refused = (await hall.deer.click(first, by_path(first, "e2-d2"))).message
    assert words("no.OPPONENT_HAS_NO_VOTE") in refused.text
    await hall.hours.pass_(DAY)
    assert [kind for kind, _ in hall.log] == ["created", "moved"]
    board = hall.board
    assert board != first
    assert board.pings == {hall.deer.person.username}
    assert naming.capitalised(words("vote.told", count=2, votes=2, move="e2-d2")) in board.text
    assert len(hall.votes) == 2  # who has voted, for the next round
    await hall.plays(hall.deer, "e4-d4")
    assert hall.board.pings == set()
    await _it_closes_early(hall, words)


async def test_a_typed_vote_is_a_move_alone_and_a_refused_one_is_explained(hall: Hall) -> None:
    words = hall.speak("en-US")
    first = await hall.begin()
    await hall.cairn.slash(hall.table.where, "tablut games")  # which tells the bot their language
    hall.river.reply(first, "why not e2-d2?")  # talk
    hall.cairn.reply(first, "e4-d4")
    await hall.hours.until(lambda: hall.board != first)
    assert "The piece on e4 is your opponent's" in hall.board.text
    assert hall.votes == []
    hall.cairn.reply(first, "e2-\u2060d2")  # copied from where we wrote it
    await hall.hours.until(lambda: hall.votes == [("e2-d2",)])
    await hall.hours.until(lambda: hall.board == first)  # what explained it is gone
    await hall.hours.pass_(DAY)
    hall.cairn.reply(hall.board, "e4-d4")  # of the opponent, whose turn it is
    await hall.hours.until(lambda: words("no.VOTE_IS_OVER") in hall.board.text)
    assert [kind for kind, _ in hall.log] == ["created", "moved"]


async def _it_closes_early(hall: Hall, words: Words) -> None:
    # Three quarters of those who voted last have voted: the channel moves at once.
    await hall.other(hall.river, "d1-c1")
    assert len(hall.log) == 3
    await hall.other(hall.cairn, "d1-c1")
    await hall.hours.heard()
    assert len(hall.log) == 4
    await hall.plays(hall.deer, "d4-c4")
    # It is over: who has voted is forgotten, and the result and the file name the channel.
    shown = hall.board
    for start in ("k:more", "k:resign", "k:resign-yes"):
        shown = (await hall.deer.click(shown, press(shown, start))).message
    await hall.hours.heard()
    the_channel = words("person.channel")
    assert the_channel.lower() in hall.board.text.lower()
    labels = [button.label for button in hall.board.buttons]
    assert words("vote.again") in labels
    assert words("result.rematch") not in labels
    assert hall.votes == []
    assert hall.table.ask('SELECT rated FROM "match" ORDER BY id DESC LIMIT 1') == [(0,)]
    past = (await hall.deer.slash(hall.table.where, "tablut history")).message
    assert the_channel.lower() in past.text.lower()


@pytest.mark.parametrize("told_in", shared(languages(), 1, 2))
async def test_a_channel_plays_the_bot_which_moves_for_it_where_nobody_votes(
    hall: Hall, told_in: str
) -> None:
    words = hall.speak(told_in)
    asked = await hall.ask()
    assert asked.pings == set()
    begun = "SELECT 1 FROM challenge WHERE id = ? AND standing = 'accepted'"
    await hall.hours.until(lambda: hall.table.ask(begun, hall.table.asked) != [])
    await hall.hours.heard()
    assert words("challenge.vote-accepted", opponent="Konakis") in asked.text
    assert hall.board.pings == set()
    shown = await hall.other(hall.river, "e2-d2")
    assert words("vote.yours", move="e2-d2") in shown.text
    await hall.edited()
    assert words("vote.standing", count=1, moves="e2-d2 (1)") in hall.board.text
    await hall.hours.pass_(DAY)
    await hall.answered(2)
    assert naming.capitalised(words("vote.told", count=1, votes=1, move="e2-d2")) in hall.board.text
    # Nobody votes any more: the bot moves twice, and then puts the game aside.
    for plies in (4, 6):
        await hall.hours.pass_(DAY)
        await hall.answered(plies)
        assert naming.capitalised(words.raw("vote.silent").partition("{")[0]) in hall.board.text
    await hall.hours.pass_(DAY)
    await hall.edited()
    assert [kind for kind, _ in hall.log][-1] == "shelved"
    assert naming.capitalised(words("vote.aside")) in hall.board.text
    board = hall.board
    await hall.hours.pass_(30 * DAY)
    assert hall.board == board
    # A vote takes it up again.
    man, move = await hall.some_move(hall.cairn)
    shown = (await hall.cairn.click(man, move)).message
    await hall.hours.heard()
    assert [kind for kind, _ in hall.log][-1] == "resumed"
    assert len(hall.votes) == 1
    assert words("board.vote-taken-up") in hall.board.text
    # A moderator stops it.
    number = hall.table.match
    form = (await hall.deer.slash(hall.thread.id, "tablut-mod stop", game=str(number))).form
    await hall.deer.submit(form, {})
    await hall.hours.heard()
    assert [kind for kind, _ in hall.log][-1] == "stopped"
    asked_for = f"vote_game WHERE \"match\" = {number} AND (state <> 'over' OR due IS NOT NULL)"
    assert hall.count(asked_for) == 0
    assert hall.votes == []


async def test_killed_while_the_channels_move_is_told_it_is_made_and_told_once(
    hall: Hall, bot: BotProcess, language: str
) -> None:
    words = hall.speak(language)
    await hall.begin()
    await hall.other(hall.river, "e2-d2")
    async with hall.killed(bot, f"/channels/{hall.thread.id}/messages"):
        hall.hours.set(hall.hours.now + DAY)
    assert [kind for kind, _ in hall.log] == ["created", "moved"]
    chosen = words("vote.told", count=1, votes=1, move="e2-d2")
    told = [message for message in hall.posted if chosen in message.text]
    assert [message.pings for message in told] == [{hall.deer.person.username}]


async def test_a_vote_survives_a_kill_and_an_outage_gives_time_back(
    hall: Hall, bot: BotProcess, language: str
) -> None:
    words = hall.speak(language)
    await hall.begin()
    await hall.other(hall.river, "e2-d2")
    await bot.kill()
    hall.hours.set(hall.hours.now + 3 * DAY)
    await hall.hours.start(bot)
    await hall.hours.pass_(3600)
    assert [kind for kind, _ in hall.log] == ["created"]  # nobody could vote meanwhile
    assert len(hall.votes) == 1
    await hall.agree(hall.cairn, "e2-d2")
    await hall.hours.pass_(DAY)
    assert [kind for kind, _ in hall.log] == ["created", "moved"]
    assert naming.capitalised(words("vote.told", count=2, votes=2, move="e2-d2")) in hall.board.text


async def test_bad_votes_are_one_sentence_and_change_nothing(hall: Hall) -> None:
    words = hall.speak("en-US")
    early = await hall.form(hall.birch)
    await hall.begin()
    await hall.other(hall.river, "e2-d2")
    await hall.edited()
    # Another game of the same channel; those who are barred, or blocked by the opponent.
    second = (await hall.birch.click(early, press(early, "k:vote-begin"))).message
    assert second.text == words("no.CHANNEL_PLAYS_ALREADY")
    await hall.deer.slash(hall.table.where, "tablut-mod suspend", person=hall.cairn)
    assert (await hall.agree(hall.cairn, "e2-d2")).text == words("no.BARRED")
    await hall.deer.slash(hall.table.where, "tablut-mod unsuspend", person=hall.cairn)
    shown = (await hall.deer.slash(hall.table.where, "tablut settings")).message
    shown = (await hall.deer.select(shown, "k:set:page:", "blocks")).message
    shown = (await hall.deer.select(shown, "k:block", hall.cairn)).message
    assert (await hall.agree(hall.cairn, "e2-d2")).text == words("no.MAY_NOT_VOTE")
    await hall.deer.click(shown, press(shown, "k:unblock"))
    assert hall.votes == [("e2-d2",)]
    # What a forged press may say: a move that cannot be, a round that never was, another game.
    number = hall.table.match
    for forged, said in (
        (f"k:vote:{number}:1:e2-e9", "A piece on e3 is in the way."),
        (f"k:vote:{number}:1:z9-z8", "z9"),
        (f"k:vote:{number}:7:e2-d2", words("no.VOTE_IS_OVER")),
        (f"k:vote-to:{number}:7:e2", words("no.VOTE_IS_OVER")),
        ("k:vote:99999:1:e2-d2", words("no.NO_SUCH_GAME")),
        ("k:vote-other:99999:1", words("no.NO_SUCH_GAME")),
    ):
        answer = await hall.forge(hall.thread.id, forged)
        assert answer.ephemeral
        assert said in answer.text, forged
    assert hall.votes == [("e2-d2",)]
    # A vote of another channel, and one that comes when the round is over.
    answer = await hall.forge(hall.table.where, f"k:vote:{number}:1:e2-c2")
    assert answer.text == words("no.NO_SUCH_GAME")
    await hall.hours.pass_(DAY)
    answer = await hall.forge(hall.thread.id, f"k:vote:{number}:1:e2-c2")
    assert answer.text == words("no.VOTE_IS_OVER")
    assert [kind for kind, _ in hall.log] == ["created", "moved"]


async def test_votes_are_among_what_is_stored_of_a_person_and_erased_with_them(
    hall: Hall,
) -> None:
    hall.speak("en-US")
    await hall.begin()
    await hall.other(hall.river, "e2-d2")
    await hall.other(hall.cairn, "e2-c2")
    shown = (await hall.river.slash(hall.table.where, "tablut my-data")).message
    for start in ("k:mydata:ask", "k:mydata:sure", "k:mydata:erase"):
        shown = (await hall.river.click(shown, start)).message
    assert hall.votes == [("e2-c2",)]
    await hall.hours.pass_(DAY)
    assert "e2-c2 with 1 of 1 vote" in hall.board.text


async def test_where_the_opponent_is_erased_the_game_is_over(hall: Hall) -> None:
    hall.speak("en-US")
    await hall.begin()
    await hall.other(hall.river, "e2-d2")
    shown = (await hall.deer.slash(hall.table.where, "tablut my-data")).message
    for start in ("k:mydata:ask", "k:mydata:sure", "k:mydata:erase"):
        shown = (await hall.deer.click(shown, start)).message
    await hall.edited()
    assert [kind for kind, _ in hall.log][-1] == "resigned"
    assert hall.votes == []
    assert "a former player" in hall.board.text.lower()


@pytest.mark.parametrize("gone", ["thread", "board"])
async def test_where_the_board_is_gone_the_game_goes_on_or_is_put_aside(
    hall: Hall, gone: str
) -> None:
    hall.speak("en-US")
    board = await hall.begin()
    await hall.other(hall.river, "e2-d2")
    if gone == "thread":
        places.close_channel(hall.box.world, hall.thread)
    else:
        user_actions.erase(hall.box.world, hall.deer.id, board.message)
    await hall.hours.pass_(DAY)
    assert [kind for kind, _ in hall.log] == ["created", "moved"]
    if gone == "board":
        assert "e2-d2 with 1 of 1 vote" in hall.board.text
        return
    told = await hall.deer.wait_for(
        hall.deer.dm(hall.box.bot), lambda seen: "e2-d2 with 1 of 1 vote" in seen.text
    )
    assert not told.gone


@pytest.mark.nightly
async def test_five_people_play_twenty_moves_with_one_post_for_each_of_theirs(hall: Hall) -> None:
    words = hall.speak("en-US")
    wind = hall.box.player("north-wind")
    places.join(hall.box.world, hall.table.guild_id, wind.id)
    voters = [hall.deer, hall.birch, hall.river, hall.cairn, wind]
    asked = await hall.ask(side="l")  # so the bot begins
    begun = "SELECT 1 FROM challenge WHERE id = ? AND standing = 'accepted'"
    await hall.hours.until(lambda: hall.table.ask(begun, hall.table.asked) != [])
    await hall.answered(1)
    for turn, needed in enumerate((5, 4, 3, 3, 3, 3, 3, 3, 3, 3)):  # three quarters of the last
        mover, *others = voters[:needed]
        shown, move = await hall.some_move(mover)
        voted = (await mover.click(shown, move)).message
        path = move.rpartition(":")[2]
        assert words("vote.yours", move=path) in voted.text
        await hall.edited()
        assert len(hall.log) == 2 + 2 * turn
        for voter in others:
            await hall.agree(voter, path)
        if turn == 0:  # nobody voted before, so the round has its whole day
            await hall.hours.pass_(DAY)
        await hall.answered(2 * turn + 3)
        told = words("vote.told", count=needed, votes=needed, move=path)
        taken = "(x[a-i][1-9])*"  # the bot does not always play the same
        assert re.search(re.escape(told).replace(re.escape(path), path + taken), hall.board.text)
    await hall.edited()
    assert [kind for kind, _ in hall.log] == ["created", *["moved"] * 21]
    boards = [message for message in hall.posted if message.buttons]
    assert len(boards) == 1  # the newest; the others are lines
    assert len(hall.posted) <= 11  # a post for each of its moves, and the first one
    assert all(message.pings == set() for message in (*hall.posted, asked))
