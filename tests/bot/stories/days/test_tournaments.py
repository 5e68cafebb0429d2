"""Tournaments on a channel: from the sign-up to the final's film, in every language, with kills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.model.seasons import season_of
from sandbox.rules.permissions import May
from sandbox.world import places
from sandbox.world.model import ChannelKind
from tests.bot.stories.days.people import FourPeople, press
from tests.bot.stories.days.test_seasons import season_ends, told_in
from tests.bot.stories.held import Held
from tests.bot.stories.hours import DAY
from tests.bot.stories.spoken import pattern
from tests.bot.stories.table import Table, is_board, pressing
from tests.bot.stories.test_moderation import at_home, choose, settings
from tests.bot.stories.test_ratings import MOVES
from tests.bot.stories.test_wall import wall_at
from tests.unseen_buttons import press_unseen

if TYPE_CHECKING:
    from pathlib import Path

    from bot.ui.words import Words
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR, DASH = 3600, "\N{EN DASH}"
OPEN_THREAD = "/channels/{channel_id}/messages/{message_id}/threads"


class Tournaments(FourPeople):
    """A server with a channel for its news, in which Reindeer begins tournaments."""

    def __init__(self, table: Table, hours: Hours) -> None:
        super().__init__(table, hours)
        self.news = Table(table.box, table.database, table.guild_id)

    async def draft(self, words: Words, form: str = "knockout", **more: object) -> MessageView:
        """Fill in the form as Reindeer."""
        hub = (await self.table.deer.slash(self.table.where, "tablut tournaments")).message
        asked = (await self.table.deer.click(hub, "k:tournament-new:knockout")).form
        filled = {"name": "Spring Cup", "form": words(f"tournament.form.{form}"), **more}
        return (await self.table.deer.submit(asked, filled)).message

    async def open(self, words: Words, form: str = "knockout", **more: object) -> None:
        """The same, and its sign-up is opened."""
        shown = await self.draft(words, form, **more)
        await self.table.deer.click(shown, press(shown, "k:tournament-open"))

    @property
    def card(self) -> MessageView:
        """The newest card in the news."""
        return [message for message in self.news.sees() if "Spring Cup" in message.text][-1]

    async def shown(self, player: Player) -> MessageView:
        """The same for that person, with more to press."""
        ((number,),) = self.table.ask("SELECT max(id) FROM tournament WHERE name = 'Spring Cup'")
        return await press_unseen(self.box, self.table.where, player, f"k:tournament:{number}:0")

    async def joined(self, *players: Player) -> None:
        """These join."""
        for player in players:
            card = self.card
            await player.click(card, press(card, "k:tournament-join"))

    async def standings(self, player: Player, card: MessageView) -> str:
        """Return the standings in words, which that person opens."""
        return (await player.click(card, press(card, "k:tournament"))).message.text

    async def left_and_back(self, player: Player, card: MessageView) -> MessageView:
        """Leave and join again; return the page that the player reads."""
        shown = (await player.click(card, press(card, "k:tournament"))).message
        sure = (await player.click(shown, press(shown, "k:tournament-leave"))).message
        await player.click(sure, press(sure, "k:tournament-leave-yes"))
        return (await player.click(card, press(card, "k:tournament-join"))).message

    async def look(self) -> None:
        """The bot looks at its tournaments, and cards are brought up to date."""
        for _ in range(2):
            await self.hours.pass_(31)

    def running(self) -> list[tuple[int, int, int]]:
        """The games of the newest tournament that are under way: number, and who plays."""
        asked = """SELECT g."match", m.dark, m.light FROM tournament_game AS g
            JOIN "match" AS m ON m.id = g."match"
            WHERE m.reason IS NULL AND tournament = (SELECT max(id) FROM tournament) ORDER BY 1"""
        return [tuple(map(int, row)) for row in self.table.ask(asked)]  # type: ignore[arg-type,misc]

    def of(self, *numbers: int) -> Player:
        """Return the person with the highest number among these."""
        return next(p for p in self.people[::-1] if int(p.id) in numbers)

    async def resign_all(self) -> None:
        """In each game the one with the higher number resigns; Reindeer has moved in one."""
        running = self.running()
        ours = [game for game in running if int(self.deer.id) in game]
        for game in ours[:1]:
            await self.play(*game)
        for number, dark, light in running:
            who = self.of(dark, light)
            sure = (await self.table.in_more(who, "resign", number)).message
            await who.click(sure, sure.buttons[0].custom_id or "")

    async def play(self, number: int, dark: int, light: int) -> None:
        """Four moves, enough for a film and for a title, whoever begins."""
        first, second, third, fourth = MOVES
        for move in (first, second, first, third, fourth, third):
            for player in (dark, light):
                mover = self.of(player)
                await mover.slash(self.table.where, "tablut move", move=move, game=str(number))


@pytest_asyncio.fixture(loop_scope="module")
async def tournaments(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> Tournaments:
    assert bot.pid
    await hours.pass_(DAY)  # nobody has opened one today
    return Tournaments(await at_home(box, database), hours)


async def test_a_knock_out_of_four_from_the_sign_up_to_the_finals_film(
    tournaments: Tournaments, language: str
) -> None:
    words = tournaments.speak(language)
    await told_in(tournaments.table, tournaments.news.where)
    await tournaments.open(words)
    await tournaments.hours.heard()
    assert words("tournament.nobody", size=16) in tournaments.card.text
    await tournaments.joined(*tournaments.people)
    await tournaments.look()
    card = tournaments.card
    assert all(player.mention in card.text for player in tournaments.people)
    assert card.pings == set()
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    assert tournaments.card == card  # it is edited where it stands
    assert words("tournament.knockout.1") in card.text
    assert card.text.count("https://discord.com/channels/") == 2  # to each board
    assert [picture.name for picture in card.pictures] == ["tournament.png"]
    boards = [message for message in tournaments.table.sees() if message.pings]
    assert len(boards) == 2
    assert len({ping for board in boards for ping in board.pings}) == 2
    tie = words(
        "tournament.of-game",
        tournament="Spring Cup",
        round=words("tournament.knockout-tie.1"),
    )
    assert all(tie in board.text for board in boards)
    mine = (await tournaments.table.birch.click(card, press(card, "k:tournament-games"))).message
    assert mine.ephemeral
    assert words("tournament.own-title", tournament="Spring Cup") in mine.text
    table = (await tournaments.table.birch.click(card, press(card, "k:tournament"))).message
    assert [picture.name for picture in table.pictures] == ["tournament.png"]
    now = (await tournaments.table.birch.click(table, press(table, "k:tournament-round"))).message
    assert now.ephemeral
    assert words("tournament.knockout.1") in now.text
    assert now.text.count("https://discord.com/channels/") == 2
    assert now.pings == set()
    await tournaments.resign_all()
    await tournaments.look()
    (thread,) = [
        channel
        for channel in tournaments.box.world.channels.values()
        if channel.kind is ChannelKind.THREAD and channel.guild_id == tournaments.table.guild_id
    ]
    assert (thread.parent_id, thread.name) == (
        tournaments.news.where,
        words("tournament.final-thread", tournament="Spring Cup"),
    )
    await tournaments.resign_all()
    await tournaments.look()
    ended = [
        m
        for m in tournaments.table.deer.sees(thread.id)
        if words("tournament.knockout-tie.0") in m.text
    ]
    assert any(picture.name.endswith(".gif") for message in ended for picture in message.pictures)
    scores = (
        f"**1{DASH}0** {tournaments.table.birch.mention}",
        f"**0{DASH}1** {tournaments.table.deer.mention}",
    )
    assert any(score in message.text for message in ended for score in scores)
    won = words("tournament.won", player=tournaments.table.deer.mention)
    assert won in card.text
    (told,) = [
        message for message in tournaments.news.sees() if won in message.text and message != card
    ]
    assert told.pings == {"reindeer"}
    assert tournaments.news.sees().count(card) == 1
    ranks = (
        await tournaments.table.deer.slash(tournaments.table.where, "tablut leaderboard")
    ).message
    own = await tournaments.table.deer.click(ranks, pressing(ranks, "profile"))
    assert "Spring Cup" in own.text


@pytest.mark.nightly
async def test_killed_while_its_card_and_its_boards_are_posted_each_is_there_once(
    tournaments: Tournaments, bot: BotProcess, language: str
) -> None:
    words = tournaments.speak(language)
    await told_in(tournaments.table, tournaments.news.where)
    async with tournaments.killed(bot, tournaments.news.path):
        await tournaments.open(words, "round-robin")
    await tournaments.look()
    (card,) = [message for message in tournaments.news.sees() if "Spring Cup" in message.text]
    await tournaments.joined(*tournaments.people)
    await tournaments.look()
    assert all(player.mention in card.text for player in tournaments.people)
    async with tournaments.killed(bot, tournaments.table.path):
        tournaments.hours.set(tournaments.hours.now + 7 * DAY)
    await tournaments.look()
    assert len(tournaments.running()) == 2
    first = words(
        "tournament.of-game",
        tournament="Spring Cup",
        round=words("tournament.round", number=1),
    )
    boards = [message for message in tournaments.table.sees() if first in message.text]
    assert len(boards) == 2
    await tournaments.resign_all()
    await bot.kill()  # the round is over: nothing was begun yet, or it was
    await tournaments.hours.start(bot)
    await tournaments.look()
    assert len(tournaments.running()) == 2
    assert words("tournament.round-of", number=2, count=3) in tournaments.card.text


@pytest.mark.nightly
async def test_killed_while_its_end_is_posted_it_is_told_once_to_who_has_won(
    tournaments: Tournaments, bot: BotProcess, language: str
) -> None:
    words = tournaments.speak(language)
    await told_in(tournaments.table, tournaments.news.where)
    await tournaments.open(words, "round-robin")
    await tournaments.hours.heard()
    await tournaments.joined(*tournaments.people[:2])
    card = tournaments.card
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    async with tournaments.killed(bot, tournaments.news.path):
        await tournaments.resign_all()
        tournaments.hours.set(tournaments.hours.now + 31)
    await tournaments.look()
    deer = tournaments.people[0]
    won = words("tournament.won", player=deer.mention)
    (told,) = [
        message for message in tournaments.news.sees() if won in message.text and message != card
    ]
    assert told.pings == {deer.person.username}
    assert won in card.text


async def test_a_league_is_joined_under_the_seasons_post_and_needs_nobody(
    tournaments: Tournaments, bot: BotProcess, language: str
) -> None:
    words, news, hours = tournaments.speak(language), tournaments.news, tournaments.hours
    await told_in(tournaments.table, news.where)
    noted = "SELECT 1 FROM note WHERE text = ?"  # the bot knows which season ends
    await hours.until(lambda: hours.ask(noted, str(season_of(hours.now))) != [])
    await season_ends(hours)
    (season,) = news.sees()
    assert pattern(words, "season.begun").search(season.text)
    *first, newcomer = tournaments.people
    for player in first:
        joined = (await player.click(season, words("league.join"))).message
        assert words("tournament.done.joined", tournament=words("league.name")) in joined.text
        if player is tournaments.table.deer:
            await bot.kill()  # the league is stored; its card comes all the same
            await hours.start(bot)
    twice = (await tournaments.table.birch.click(season, words("league.join"))).message
    assert words("no.JOINED_ALREADY") in twice.text
    await tournaments.look()
    _, card = news.sees()
    assert words("tournament.about.league") in card.text
    assert all(player.mention in card.text for player in first)
    held = Held("POST", f"/channels/{card.id}/messages", after=True)  # its thread
    tournaments.box.faults.add(held)
    hours.set(hours.now + 7 * DAY)
    await held.came()
    await bot.kill()
    held.lose()
    await hours.start(bot)
    await tournaments.look()
    thread = tournaments.box.world.channels[card.id]
    assert (thread.parent_id, thread.name) == (news.where, words("league.name"))
    opened = tournaments.box.record.exchanges_of("POST", OPEN_THREAD)
    assert [one.status for one in opened if card.id in one.path] == [201]  # for all its games
    boards = [message for message in tournaments.table.deer.sees(thread.id) if message.pings]
    assert len(boards) == 1
    assert [message.id for message in news.sees()] == [season.id, card.id]
    on_wall = 'SELECT 1 FROM "match" WHERE home IS NOT NULL AND guild = ?'
    assert tournaments.table.ask(on_wall, int(tournaments.table.guild_id)) == []
    await tournaments.resign_all()
    await tournaments.look()
    assert f"**1** (1{DASH}0{DASH}0)" in await tournaments.standings(newcomer, card)
    await newcomer.click(card, press(card, "k:tournament-join"))
    await tournaments.look()
    assert newcomer.mention in await tournaments.standings(newcomer, card)
    back = await tournaments.left_and_back(newcomer, card)
    assert words("tournament.done.back", tournament=words("league.name")) in back.text
    await hours.pass_(14 * DAY)
    await tournaments.look()
    assert len(tournaments.running()) == 2  # of two pairs
    assert [message.id for message in news.sees()] == [season.id, card.id]


async def test_who_has_left_the_server_is_not_in_the_tournament_that_begins(
    tournaments: Tournaments,
) -> None:
    words = tournaments.speak("en-US")
    await told_in(tournaments.table, tournaments.news.where)
    await tournaments.open(words)
    await tournaments.hours.heard()
    await tournaments.joined(*tournaments.people)
    places.leave(tournaments.box.world, tournaments.table.guild_id, tournaments.river.id)
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    playing = {number for _, *players in tournaments.running() for number in players}
    left = {int(player.id) for player in tournaments.people} - {int(tournaments.river.id)}
    assert playing < left  # of three, one has no opponent yet
    assert len(playing) == 2
    assert tournaments.river.mention not in tournaments.card.text
    places.join(tournaments.box.world, tournaments.table.guild_id, tournaments.river.id)


async def test_a_late_opponent_is_reminded_once_and_not_after_their_move(
    tournaments: Tournaments, language: str
) -> None:
    words, news = tournaments.speak(language), tournaments.news
    await told_in(tournaments.table, news.where)
    await tournaments.open(words)
    await tournaments.hours.heard()
    deer, birch, *_ = tournaments.people
    await tournaments.joined(deer, birch)
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    card = tournaments.card
    ((number, dark, light), *_) = tournaments.running()
    late, waits = (deer, birch) if dark == int(deer.id) else (birch, deer)
    assert light == int(waits.id)
    mine = (await waits.click(card, press(card, "k:tournament-games"))).message
    assert words("tournament.remind") not in [button.label for button in mine.buttons]
    await tournaments.hours.pass_(2 * DAY)
    mine = (await waits.click(card, press(card, "k:tournament-games"))).message
    remind = press(mine, "k:tournament-remind")
    answer = (await waits.click(mine, remind)).message
    assert words("tournament.reminded", people=late.mention) in answer.text
    again = await press_unseen(tournaments.box, tournaments.table.where, waits, remind)
    assert words("no.NOBODY_IS_LATE") in again.text
    await tournaments.look()
    told = words(
        "tournament.reminder", tournament="Spring Cup", mover=late.mention, other=waits.mention
    )

    def reminders() -> list[MessageView]:
        everywhere = (*tournaments.table.sees(), *deer.sees(card.id))
        return [message for message in everywhere if told in message.text]

    assert [message.pings for message in reminders()] == [{late.person.username}]
    await tournaments.play(number, dark, light)
    await tournaments.look()
    assert reminders() == []  # it goes with the next board


async def test_one_that_failed_leaves_a_line_and_one_that_ended_is_played_again(
    tournaments: Tournaments, language: str
) -> None:
    words, news = tournaments.speak(language), tournaments.news
    await told_in(tournaments.table, news.where)
    await tournaments.open(words)
    await tournaments.hours.heard()
    deer, birch, *_ = tournaments.people
    await tournaments.joined(deer)
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    (told,) = news.sees()
    assert words("tournament.too-few", count=2) in told.text
    assert told.pings == {deer.person.username}
    assert not told.buttons
    await tournaments.hours.pass_(DAY)
    await tournaments.open(words)
    await tournaments.hours.heard()
    await tournaments.joined(deer, birch)
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    await tournaments.resign_all()
    await tournaments.look()
    over, ended = news.sees()[-2:]
    assert over.pictures
    draft = (await deer.click(ended, press(ended, "k:tournament-play-again"))).message
    await deer.click(draft, press(draft, "k:tournament-open"))
    await tournaments.look()
    card = news.sees()[-1]
    assert words("tournament.edition", tournament="Spring Cup", number=2) in card.text
    assert deer.mention in card.text
    assert birch.mention in card.text
    assert card.pings == set()
    await tournaments.hours.pass_(7 * DAY)
    assert (over.pictures, len(over.text.splitlines())) == ([], 1)
    assert deer.mention in over.text or birch.mention in over.text
    assert words("tournament.table") in [button.label for button in over.buttons]


async def test_bad_input_is_one_sentence_and_changes_nothing(tournaments: Tournaments) -> None:
    words = tournaments.speak("en-US")
    await told_in(tournaments.table, tournaments.news.where)
    before = tournaments.count("tournament WHERE status <> 'draft'")
    for name, said in (
        ("Cup \N{TROPHY}", "can't contain emoji"),
        ("@everyone", "Names start with a letter"),
        (f"<@{tournaments.table.birch.id}> Cup", "Names start with a letter"),
    ):
        answer = await tournaments.draft(words, name=name)
        assert answer.ephemeral
        assert said in answer.text
        again = (
            await tournaments.table.deer.click(answer, press(answer, "k:tournament-fill"))
        ).form
        assert next(field.get("value") for _, field in again.fields()) == name
        better = (await tournaments.table.deer.submit(again, {"name": "Cup"})).message
        assert words("tournament.about.knockout") in better.text  # as it was chosen before
    assert tournaments.count("tournament WHERE status <> 'draft'") == before
    hub = (
        await tournaments.table.birch.slash(tournaments.table.where, "tablut tournaments")
    ).message
    assert "k:tournament-new:knockout" not in [button.custom_id for button in hub.buttons]
    await tournaments.open(words)
    await tournaments.hours.heard()
    card = tournaments.card
    join = press(card, "k:tournament-join")
    for said in ("You're in **Spring Cup**", "You're already in."):
        answer = (await tournaments.table.birch.click(card, join)).message
        assert answer.ephemeral
        assert said in answer.text
    await tournaments.table.deer.slash(
        tournaments.table.where, "tablut-mod suspend", person=tournaments.box.player("cairn")
    )
    answer = (
        await tournaments.box.player("cairn").click(card, press(card, "k:tournament-join"))
    ).message
    assert "You can't start games on this server" in answer.text
    assert (
        tournaments.count("tournament_entrant WHERE tournament = (SELECT max(id) FROM tournament)")
        == 1
    )


async def test_a_draft_says_that_its_games_go_to_the_forum(tournaments: Tournaments) -> None:
    words = tournaments.speak("en-US")
    deer = tournaments.table.deer
    shown = await tournaments.draft(words)
    for _ in range(2):
        shown = (await deer.click(shown, press(shown, "k:tournament-change"))).message
    assert words("hub.channel-prompt") in shown.text
    forum = places.open_channel(
        tournaments.box.world, tournaments.table.guild_id, "games", ChannelKind.FORUM
    )
    await choose(tournaments.table, "wall", forum)
    shown = await tournaments.draft(words)
    for _ in range(2):
        shown = (await deer.click(shown, press(shown, "k:tournament-change"))).message
    assert words("hub.channel-prompt-wall", forum=f"<#{forum.id}>") in shown.text


async def test_everybody_may_begin_tournaments_where_a_server_has_it_so(
    tournaments: Tournaments,
) -> None:
    tournaments.speak("en-US")
    shown = await settings(tournaments.table, page="Games")
    await tournaments.table.deer.click(shown, "Anyone can start tournaments")
    hub = (
        await tournaments.table.birch.slash(tournaments.table.where, "tablut tournaments")
    ).message
    asked = (await tournaments.table.birch.click(hub, "k:tournament-new:knockout")).form
    draft = (await tournaments.table.birch.submit(asked, {"name": "Birch's tournament"})).message
    opens = press(draft, "k:tournament-open")
    done = (await tournaments.table.birch.click(draft, opens)).message
    assert "is open" in done.text
    again = await press_unseen(
        tournaments.box, tournaments.table.where, tournaments.table.birch, opens
    )
    assert again.text == done.text  # pressed twice, as with a double click
    await tournaments.hours.heard()
    (card,) = [
        message for message in tournaments.table.sees() if "Birch's tournament" in message.text
    ]
    assert card.pings == set()  # without a channel for news it is where its games are


async def test_who_begins_a_tournament_has_it_played_only_where_they_may_write(
    tournaments: Tournaments,
) -> None:
    tournaments.speak("en-US")
    table, birch = tournaments.table, tournaments.table.birch
    shown = await settings(table, page="Games")
    await table.deer.click(shown, "Anyone can start tournaments")
    closed, other = Table(table.box, table.database, table.guild_id), tournaments.news
    places.overwrite(table.box.world, closed.channel, birch.id, deny=May.SEND_MESSAGES)
    await choose(table, "channels", table.where)
    hub = (await birch.slash(table.where, "tablut tournaments")).message
    asked = (await birch.click(hub, "k:tournament-new:knockout")).form
    draft = (await birch.submit(asked, {"name": "Birch's tournament"})).message
    opens = press(draft, "k:tournament-open")
    changes = (await birch.click(draft, press(draft, "k:tournament-change"))).message
    changes = (await birch.click(changes, press(changes, "k:tournament-change"))).message
    menu = next(menu.custom_id for menu in changes.menus if ":channel:" in menu.custom_id)
    refused = (await birch.select(changes, menu, closed.where)).text
    assert refused.startswith("You can't post in")
    await birch.select(changes, menu, other.where)
    refused = (await press_unseen(table.box, table.where, birch, opens)).text
    assert refused == f"On this server, challenges go in <#{table.where}>."
    await birch.select(changes, menu, table.where)
    changes = (await birch.click(changes, press(changes, "k:tournament-change"))).message
    draft = (await birch.click(changes, press(changes, "k:tournament-draft"))).message
    assert "is open" in (await birch.click(draft, press(draft, "k:tournament-open"))).text


async def test_a_card_that_is_deleted_comes_back_only_when_it_is_asked_for(
    tournaments: Tournaments,
) -> None:
    words = tournaments.speak("en-US")
    await told_in(tournaments.table, tournaments.news.where)
    await tournaments.open(words)
    await tournaments.hours.heard()
    card = tournaments.card
    shown = await tournaments.shown(tournaments.table.deer)
    there = (await tournaments.table.deer.click(shown, press(shown, "k:tournament-again"))).message
    assert "It's still posted" in there.text
    await tournaments.joined(tournaments.table.deer)
    tournaments.table.deer.delete(card)
    await tournaments.look()
    await tournaments.hours.pass_(HOUR)
    assert tournaments.news.sees() == []
    shown = await tournaments.shown(tournaments.table.deer)
    await tournaments.table.deer.click(shown, press(shown, "k:tournament-again"))
    await tournaments.look()
    assert tournaments.table.deer.mention in tournaments.card.text


async def test_where_the_channel_for_news_is_gone_cards_come_where_games_are(
    tournaments: Tournaments,
) -> None:
    words, deer = tournaments.speak("en-US"), tournaments.table.deer
    await told_in(tournaments.table, tournaments.news.where)
    await tournaments.open(words)
    await tournaments.hours.heard()
    places.close_channel(tournaments.box.world, tournaments.news.channel)
    tournaments.news = tournaments.table
    shown = await tournaments.draft(words, name="Other Cup")
    assert "is open" in (await deer.click(shown, press(shown, "k:tournament-open"))).text
    shown = await tournaments.shown(deer)
    await deer.click(shown, press(shown, "k:tournament-again"))
    await tournaments.look()
    assert {"Spring Cup", "Other Cup"} <= {
        message.text.splitlines()[0].removeprefix("### ") for message in tournaments.table.sees()
    }


async def test_without_its_channels_a_tournament_is_played_all_the_same(
    tournaments: Tournaments, bot: BotProcess
) -> None:
    words, faults = tournaments.speak("en-US"), bot.stderr.count("Traceback")
    await told_in(tournaments.table, tournaments.news.where)
    await tournaments.open(words, "round-robin")
    await tournaments.hours.heard()
    await tournaments.joined(tournaments.table.deer, tournaments.table.birch)
    tournaments.news.deny(May.SEND_MESSAGES, May.VIEW_CHANNEL)
    places.close_channel(tournaments.box.world, tournaments.table.channel)
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    assert len(tournaments.running()) == 1
    told = [
        message
        for player in (tournaments.table.deer, tournaments.table.birch)
        for message in player.sees(player.dm(tournaments.box.bot))
        if "Spring Cup, Round 1" in message.text
    ]
    assert len(told) == 1  # the board comes to them
    assert bot.stderr.count("Traceback") == faults


async def test_on_a_wall_each_game_of_a_tournament_has_its_post(tournaments: Tournaments) -> None:
    words, deer, birch = tournaments.speak("en-US"), tournaments.table.deer, tournaments.table.birch
    await told_in(tournaments.table, tournaments.news.where)
    wall = await wall_at(tournaments.table, May.MANAGE_CHANNELS)
    await tournaments.open(words, "round-robin")
    await tournaments.hours.heard()
    await tournaments.joined(deer, birch)
    await tournaments.hours.pass_(7 * DAY)
    await tournaments.look()
    assert all("Reindeer" in post.name and "Birch" in post.name for post in wall.posts)
    assert [wall.tags(post) for post in wall.posts] == [["In progress", "Saami Tablut"]]
    boards = [deer.sees(post)[0] for post in wall.posts]
    assert all("Spring Cup, Round 1" in board.text for board in boards)
    assert {ping for board in boards for ping in board.pings} <= {"reindeer", "birch"}
    assert not any(is_board(message) for message in tournaments.table.sees())
    await tournaments.resign_all()
    await tournaments.look()
    await tournaments.box.until(
        lambda: all("Finished" in wall.tags(post) for post in wall.posts) or None
    )
    assert all("by resignation" in deer.sees(post)[0].text for post in wall.posts)
    assert words("tournament.won", player=deer.mention) in tournaments.card.text


async def test_moderators_call_a_tournament_off_and_others_do_not(tournaments: Tournaments) -> None:
    words = tournaments.speak("en-US")
    await told_in(tournaments.table, tournaments.news.where)
    await tournaments.open(words)
    await tournaments.hours.heard()
    await tournaments.joined(tournaments.table.birch)
    shown = await tournaments.shown(tournaments.table.birch)
    assert "Call it off" not in [button.label for button in shown.buttons]
    shown = await tournaments.shown(tournaments.table.deer)
    sure = (await tournaments.table.deer.click(shown, press(shown, "k:tournament-off"))).message
    await tournaments.table.deer.click(sure, press(sure, "k:tournament-off-yes"))
    await tournaments.look()
    assert tournaments.card.text == words("tournament.done.called-off", tournament="Spring Cup")
    assert tournaments.card.buttons == []
