"""Cups on a channel: from the sign-up to the final's film, in every language, with kills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.features.ratings.seasons import season_of
from sandbox.rules.permissions import May
from sandbox.world import places
from sandbox.world.model import ChannelKind
from tests.bot.stories.days.people import FourPeople, press
from tests.bot.stories.days.test_seasons import season_ends, told_in
from tests.bot.stories.held import FATES, Fate, Held
from tests.bot.stories.spoken import pattern
from tests.bot.stories.table import Table, is_board, pressing
from tests.bot.stories.test_blocks import page, unblock_all
from tests.bot.stories.test_moderation import at_home, choose, settings
from tests.bot.stories.test_ratings import MOVES
from tests.bot.stories.test_wall import wall_at
from tests.bot.stories.timed import DAY
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


class Cups(FourPeople):
    """A server with a channel for its news, in which Reindeer begins cups."""

    def __init__(self, table: Table, hours: Hours) -> None:
        super().__init__(table, hours)
        self.news = Table(table.box, table.database, table.guild_id)

    async def draft(self, words: Words, form: str = "knockout", **more: object) -> MessageView:
        """What Reindeer has filled in."""
        hub = (await self.table.deer.slash(self.table.where, "tablut club")).message
        asked = (await self.table.deer.click(hub, "k:cup-new")).form
        filled = {"name": "Spring Cup", "form": words(f"cup.form.{form}"), **more}
        return (await self.table.deer.submit(asked, filled)).message

    async def open(self, words: Words, form: str = "knockout", **more: object) -> None:
        """The same, and its sign-up is opened."""
        shown = await self.draft(words, form, **more)
        await self.table.deer.click(shown, press(shown, "k:cup-open"))

    @property
    def card(self) -> MessageView:
        """The newest card in the news."""
        return [message for message in self.news.sees() if "Spring Cup" in message.text][-1]

    async def joined(self, *players: Player) -> None:
        """These join."""
        for player in players:
            card = self.card
            await player.click(card, press(card, "k:cup-join"))

    async def left_and_back(self, player: Player, card: MessageView) -> MessageView:
        """What one reads who leaves and joins again."""
        shown = (await player.click(card, press(card, "k:cup"))).message
        sure = (await player.click(shown, press(shown, "k:cup-leave"))).message
        await player.click(sure, press(sure, "k:cup-leave-yes"))
        return (await player.click(card, press(card, "k:cup-join"))).message

    async def look(self) -> None:
        """The bot looks at its cups, and cards are brought up to date."""
        for _ in range(2):
            await self.hours.pass_(31)

    def running(self) -> list[tuple[int, int, int]]:
        """The games of the newest cup that are under way: number, and who plays."""
        asked = """SELECT g."match", m.dark, m.light FROM cup_game AS g
            JOIN "match" AS m ON m.id = g."match"
            WHERE m.reason IS NULL AND cup = (SELECT max(id) FROM cup) ORDER BY 1"""
        return [tuple(map(int, row)) for row in self.table.ask(asked)]  # type: ignore[arg-type,misc]

    def of(self, *numbers: int) -> Player:
        """Who of the people has the highest number of these."""
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
async def cups(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> Cups:
    assert bot.pid
    await hours.pass_(DAY)  # nobody has opened one today
    return Cups(await at_home(box, database), hours)


async def test_a_knock_out_of_four_from_the_sign_up_to_the_finals_film(
    cups: Cups, language: str
) -> None:
    words = cups.speak(language)
    await told_in(cups.table, cups.news.where)
    await cups.open(words)
    await cups.hours.heard()
    assert words("cup.nobody", size=16) in cups.card.text
    await cups.joined(*cups.people)
    await cups.look()
    card = cups.card
    assert all(player.mention in card.text for player in cups.people)
    assert card.pings == set()
    await cups.hours.pass_(7 * DAY)
    await cups.look()
    assert cups.card == card  # it is edited where it stands
    assert words("cup.knockout.1") in card.text
    assert [picture.name for picture in card.pictures] == ["cup.png"]
    boards = [message for message in cups.table.sees() if message.pings]
    assert len(boards) == 4
    assert {ping for board in boards for ping in board.pings} == {
        player.person.username for player in cups.people
    }
    tie = words("cup.of-cup", cup="Spring Cup", round=words("cup.knockout-tie.1"))
    assert all(tie in board.text for board in boards)
    mine = (await cups.table.birch.click(card, press(card, "k:cup-games"))).message
    assert mine.ephemeral
    assert words("cup.own-title", cup="Spring Cup") in mine.text
    table = (await cups.table.birch.click(card, press(card, "k:cup"))).message
    assert [picture.name for picture in table.pictures] == ["cup.png"]
    now = (await cups.table.birch.click(card, press(card, "k:cup-round"))).message
    assert now.ephemeral
    assert words("cup.knockout.1") in now.text
    assert now.text.count("https://discord.com/channels/") == 4
    assert now.pings == set()
    await cups.resign_all()
    await cups.look()
    (thread,) = [
        channel
        for channel in cups.box.world.channels.values()
        if channel.kind is ChannelKind.THREAD and channel.guild_id == cups.table.guild_id
    ]
    assert (thread.parent_id, thread.name) == (
        cups.news.where,
        words("cup.final-thread", cup="Spring Cup"),
    )
    await cups.resign_all()
    await cups.look()
    ended = [m for m in cups.table.deer.sees(thread.id) if words("cup.knockout-tie.0") in m.text]
    assert any(picture.name.endswith(".gif") for message in ended for picture in message.pictures)
    scores = (f"**2{DASH}0** {cups.table.birch.mention}", f"**0{DASH}2** {cups.table.deer.mention}")
    assert any(score in message.text for message in ended for score in scores)
    won = words("cup.won", count=1, player=cups.table.deer.mention)
    assert won in card.text
    (told,) = [message for message in cups.news.sees() if won in message.text and message != card]
    assert told.pings == {"reindeer"}
    assert cups.news.sees().count(card) == 1
    ranks = (await cups.table.deer.slash(cups.table.where, "tablut ranks")).message
    own = await cups.table.deer.click(ranks, pressing(ranks, "profile"))
    assert "Spring Cup" in own.text


@pytest.mark.parametrize("fate", FATES)
async def test_killed_while_its_card_is_posted_it_has_one(
    cups: Cups, bot: BotProcess, language: str, fate: Fate
) -> None:
    words = cups.speak(language)
    await told_in(cups.table, cups.news.where)
    async with cups.killed(bot, fate, cups.news.path):
        await cups.open(words)
    await cups.look()
    cards = [message for message in cups.news.sees() if "Spring Cup" in message.text]
    assert len(cards) == 1
    await cups.joined(cups.table.birch)
    await cups.look()
    assert cups.table.birch.mention in cards[0].text


@pytest.mark.parametrize("fate", FATES)
async def test_killed_while_its_boards_are_posted_each_game_begins_once(
    cups: Cups, bot: BotProcess, language: str, fate: Fate
) -> None:
    words = cups.speak(language)
    await told_in(cups.table, cups.news.where)
    await cups.open(words, "robin")
    await cups.hours.heard()
    await cups.joined(*cups.people)
    async with cups.killed(bot, fate, cups.table.path):
        cups.hours.set(cups.hours.now + 7 * DAY)
    await cups.look()
    assert len(cups.running()) == 4
    first = words("cup.of-cup", cup="Spring Cup", round=words("cup.round", number=1))
    boards = [message for message in cups.table.sees() if first in message.text]
    assert len(boards) == 4
    await cups.resign_all()
    await bot.kill()  # the round is over: nothing was begun yet, or it was
    await cups.hours.start(bot)
    await cups.look()
    assert len(cups.running()) == 4
    assert words("cup.round-of", number=2, count=3) in cups.card.text


@pytest.mark.parametrize("fate", FATES)
async def test_killed_while_its_end_is_posted_it_is_told_once_to_who_has_won(
    cups: Cups, bot: BotProcess, language: str, fate: Fate
) -> None:
    words = cups.speak(language)
    await told_in(cups.table, cups.news.where)
    await cups.open(words, "robin")
    await cups.hours.heard()
    await cups.joined(*cups.people[:2])
    card = cups.card
    await cups.hours.pass_(7 * DAY)
    await cups.look()
    async with cups.killed(bot, fate, cups.news.path):
        await cups.resign_all()
        cups.hours.set(cups.hours.now + 31)
    await cups.look()
    deer = cups.people[0]
    won = words("cup.won", count=1, player=deer.mention)
    (told,) = [message for message in cups.news.sees() if won in message.text and message != card]
    assert told.pings == {deer.person.username}
    assert won in card.text


async def test_who_joined_what_does_not_begin_hears_of_it(cups: Cups, language: str) -> None:
    words = cups.speak(language)
    await told_in(cups.table, cups.news.where)
    await cups.open(words)
    await cups.hours.heard()
    await cups.joined(cups.table.birch)
    card = cups.card
    await cups.hours.pass_(7 * DAY)
    await cups.look()
    (told,) = [message for message in cups.news.sees() if message.pings]
    assert told != card
    assert told.pings == {cups.table.birch.person.username}
    assert words("cup.too-few", count=2) in told.text


async def test_a_league_is_joined_under_the_seasons_post_and_needs_nobody(
    cups: Cups, bot: BotProcess, language: str
) -> None:
    words, news, hours = cups.speak(language), cups.news, cups.hours
    page = await settings(cups.table, page=words("server.page-terms"))
    await cups.table.deer.click(page, words("server.seasons-on"))
    await told_in(cups.table, news.where)
    noted = "SELECT 1 FROM note WHERE text = ?"  # the bot knows which season ends
    await hours.until(lambda: hours.ask(noted, str(season_of(hours.now))) != [])
    await season_ends(hours)
    (season,) = news.sees()
    assert pattern(words, "season.begun").search(season.text)
    *first, newcomer = cups.people
    for player in first:
        joined = (await player.click(season, words("league.join"))).message
        assert words("cup.done.joined", cup=words("league.name")) in joined.text
        if player is cups.table.deer:
            await bot.kill()  # the league is stored; its card comes all the same
            await hours.start(bot)
    twice = (await cups.table.birch.click(season, words("league.join"))).message
    assert words("no.JOINED_ALREADY") in twice.text
    await cups.look()
    _, card = news.sees()
    assert words("cup.about.league") in card.text
    assert all(player.mention in card.text for player in first)
    held = Held("POST", f"/channels/{card.id}/messages", after=True)  # its thread
    cups.box.faults.add(held)
    hours.set(hours.now + 7 * DAY)
    await held.came()
    await bot.kill()
    held.lose()
    await hours.start(bot)
    await cups.look()
    thread = cups.box.world.channels[card.id]
    assert (thread.parent_id, thread.name) == (news.where, words("league.name"))
    opened = cups.box.record.exchanges_of("POST", OPEN_THREAD)
    assert [one.status for one in opened if card.id in one.path] == [201]  # for all its games
    boards = [message for message in cups.table.deer.sees(thread.id) if message.pings]
    assert len(boards) == 2
    assert [message.id for message in news.sees()] == [season.id, card.id]
    on_wall = 'SELECT 1 FROM "match" WHERE home IS NOT NULL AND guild = ?'
    assert cups.table.ask(on_wall, int(cups.table.guild_id)) == []
    await cups.resign_all()
    await cups.look()
    assert f"**2** (2{DASH}0{DASH}0)" in card.text
    await newcomer.click(card, press(card, "k:cup-join"))
    await cups.look()
    assert newcomer.mention in card.text
    back = await cups.left_and_back(newcomer, card)
    assert words("cup.done.back", cup=words("league.name")) in back.text
    await hours.pass_(14 * DAY)
    await cups.look()
    assert len(cups.running()) == 4  # of two pairs
    assert [message.id for message in news.sees()] == [season.id, card.id]


async def test_who_has_left_the_server_is_not_in_the_cup_that_begins(cups: Cups) -> None:
    words = cups.speak("en-US")
    await told_in(cups.table, cups.news.where)
    await cups.open(words)
    await cups.hours.heard()
    await cups.joined(*cups.people)
    places.leave(cups.box.world, cups.table.guild_id, cups.river.id)
    await cups.hours.pass_(7 * DAY)
    await cups.look()
    playing = {number for _, *players in cups.running() for number in players}
    left = {int(player.id) for player in cups.people} - {int(cups.river.id)}
    assert playing < left  # of three, one has no opponent yet
    assert len(playing) == 2
    assert cups.river.mention not in cups.card.text
    places.join(cups.box.world, cups.table.guild_id, cups.river.id)


async def test_bad_input_is_one_sentence_and_changes_nothing(cups: Cups) -> None:
    words = cups.speak("en-US")
    await told_in(cups.table, cups.news.where)
    before = cups.count("cup WHERE status <> 'draft'")
    for name, said in (
        ("Cup \N{TROPHY}", "has no emoji"),
        ("@everyone", "A name begins with a letter"),
        (f"<@{cups.table.birch.id}> Cup", "A name begins with a letter"),
    ):
        answer = await cups.draft(words, name=name)
        assert answer.ephemeral
        assert said in answer.text
        again = (await cups.table.deer.click(answer, press(answer, "k:cup-fill"))).form
        assert next(field.get("value") for _, field in again.fields()) == name
        better = (await cups.table.deer.submit(again, {"name": "Cup"})).message
        assert words("cup.about.knockout") in better.text  # as it was chosen before
    assert cups.count("cup WHERE status <> 'draft'") == before
    hub = (await cups.table.birch.slash(cups.table.where, "tablut club")).message
    assert "k:cup-new" not in [button.custom_id for button in hub.buttons]
    await cups.open(words)
    await cups.hours.heard()
    card = cups.card
    for player, start, said in (
        (cups.table.birch, "k:cup-leave", "You don't play in it."),
        (cups.table.birch, "k:cup-join", "You are in **Spring Cup**"),
        (cups.table.birch, "k:cup-join", "You are in it already."),
    ):
        answer = (await player.click(card, press(card, start))).message
        assert answer.ephemeral
        assert said in answer.text
    await cups.table.deer.slash(cups.table.where, "tablut-mod bar", person=cups.box.player("cairn"))
    answer = (await cups.box.player("cairn").click(card, press(card, "k:cup-join"))).message
    assert "You may not start games in this server" in answer.text
    assert cups.count("cup_entry WHERE cup = (SELECT max(id) FROM cup)") == 1


async def test_who_joins_and_has_blocked_somebody_in_it_is_told_so(cups: Cups) -> None:
    words = cups.speak("en-US")
    deer, birch = cups.table.deer, cups.table.birch
    await told_in(cups.table, cups.news.where)
    await cups.open(words)
    await cups.hours.heard()
    await cups.joined(deer)
    shown = await page(cups.table, birch)
    assert "In cups and team matches" in shown.text
    await birch.select(shown, "k:block", deer)
    card = cups.card
    joined = (await birch.click(card, press(card, "k:cup-join"))).message
    assert words("club.blocked-in-it") in joined.text
    await unblock_all(cups.table, birch)
    await birch.click(card, press(card, "k:cup-leave"))
    joined = (await birch.click(card, press(card, "k:cup-join"))).message
    assert words("club.blocked-in-it") not in joined.text


async def test_a_draft_says_that_its_games_go_to_the_forum(cups: Cups) -> None:
    words = cups.speak("en-US")
    shown = await cups.draft(words)
    assert words("club.channel-prompt") in shown.text
    forum = places.open_channel(cups.box.world, cups.table.guild_id, "games", ChannelKind.FORUM)
    await choose(cups.table, "wall", forum)
    shown = await cups.draft(words)
    assert words("club.channel-prompt-wall", forum=f"<#{forum.id}>") in shown.text


async def test_the_form_is_not_asked_for_where_no_more_may_be_opened(cups: Cups) -> None:
    words = cups.speak("en-US")
    await told_in(cups.table, cups.news.where)
    for _ in range(3):
        await cups.open(words)
    hub = (await cups.table.deer.slash(cups.table.where, "tablut club")).message
    refused = (await cups.table.deer.click(hub, "k:cup-new")).message
    assert "You have opened 3 competitions today already" in refused.text


async def test_everybody_may_begin_cups_where_a_server_has_it_so(cups: Cups) -> None:
    words = cups.speak("en-US")
    shown = await settings(cups.table)
    shown = (await cups.table.deer.click(shown, "k:cups:")).message
    assert words("cups.now.off") in shown.text
    shown = (await cups.table.deer.click(shown, "k:cups:on")).message
    assert words("cups.now.on") in shown.text
    hub = (await cups.table.birch.slash(cups.table.where, "tablut club")).message
    asked = (await cups.table.birch.click(hub, "k:cup-new")).form
    draft = (await cups.table.birch.submit(asked, {"name": "Birch's cup"})).message
    opens = press(draft, "k:cup-open")
    done = (await cups.table.birch.click(draft, opens)).message
    assert "is open" in done.text
    again = await press_unseen(cups.box, cups.table.where, cups.table.birch, opens)
    assert again.text == done.text  # pressed twice, as with a double click
    await cups.hours.heard()
    (card,) = [message for message in cups.table.sees() if "Birch's cup" in message.text]
    assert card.pings == set()  # without a channel for news it is where its games are


async def test_who_begins_a_cup_has_it_played_only_where_they_may_write(cups: Cups) -> None:
    cups.speak("en-US")
    table, birch = cups.table, cups.table.birch
    shown = await settings(table)
    shown = (await table.deer.click(shown, "k:cups:")).message
    await table.deer.click(shown, "k:cups:on")
    closed, other = Table(table.box, table.database, table.guild_id), cups.news
    places.overwrite(table.box.world, closed.channel, birch.id, deny=May.SEND_MESSAGES)
    await choose(table, "channels", table.where)
    hub = (await birch.slash(table.where, "tablut club")).message
    asked = (await birch.click(hub, "k:cup-new")).form
    draft = (await birch.submit(asked, {"name": "Birch's cup"})).message
    menu = next(menu.custom_id for menu in draft.menus if ":channel:" in menu.custom_id)
    refused = (await birch.select(draft, menu, closed.where)).text
    assert refused.startswith("You can't write in")
    await birch.select(draft, menu, other.where)
    refused = (await birch.click(draft, press(draft, "k:cup-open"))).text
    assert refused == f"In this server, challenges are made in <#{table.where}>."
    await birch.select(draft, menu, table.where)
    assert "is open" in (await birch.click(draft, press(draft, "k:cup-open"))).text


async def test_a_card_that_is_deleted_comes_back_only_when_it_is_asked_for(cups: Cups) -> None:
    words = cups.speak("en-US")
    await told_in(cups.table, cups.news.where)
    await cups.open(words)
    await cups.hours.heard()
    card = cups.card
    shown = (await cups.table.deer.slash(cups.table.where, "tablut club")).message
    shown = (await cups.table.deer.click(shown, "Spring Cup")).message
    there = (await cups.table.deer.click(shown, press(shown, "k:cup-card"))).message
    assert "The card is still there" in there.text
    await cups.joined(cups.table.deer)
    cups.table.deer.delete(card)
    await cups.look()
    await cups.hours.pass_(HOUR)
    assert cups.news.sees() == []
    shown = (await cups.table.deer.slash(cups.table.where, "tablut club")).message
    shown = (await cups.table.deer.click(shown, "Spring Cup")).message
    await cups.table.deer.click(shown, press(shown, "k:cup-card"))
    await cups.look()
    assert cups.table.deer.mention in cups.card.text


async def test_where_the_channel_for_news_is_gone_cards_come_where_games_are(cups: Cups) -> None:
    words, deer = cups.speak("en-US"), cups.table.deer
    await told_in(cups.table, cups.news.where)
    await cups.open(words)
    await cups.hours.heard()
    places.close_channel(cups.box.world, cups.news.channel)
    cups.news = cups.table
    shown = await cups.draft(words, name="Other Cup")
    assert "is open" in (await deer.click(shown, press(shown, "k:cup-open"))).text
    hub = (await deer.slash(cups.table.where, "tablut club")).message
    shown = (await deer.click(hub, "Spring Cup")).message
    await deer.click(shown, press(shown, "k:cup-card"))
    await cups.look()
    assert {"Spring Cup", "Other Cup"} <= {
        message.text.splitlines()[0].removeprefix("### ") for message in cups.table.sees()
    }


async def test_without_its_channels_a_cup_is_played_all_the_same(
    cups: Cups, bot: BotProcess
) -> None:
    words, faults = cups.speak("en-US"), bot.stderr.count("Traceback")
    await told_in(cups.table, cups.news.where)
    await cups.open(words, "robin")
    await cups.hours.heard()
    await cups.joined(cups.table.deer, cups.table.birch)
    cups.news.deny(May.SEND_MESSAGES, May.VIEW_CHANNEL)
    places.close_channel(cups.box.world, cups.table.channel)
    await cups.hours.pass_(7 * DAY)
    await cups.look()
    assert len(cups.running()) == 2
    told = [
        message
        for player in (cups.table.deer, cups.table.birch)
        for message in player.sees(player.dm(cups.box.bot))
        if "Spring Cup, Round 1" in message.text
    ]
    assert len(told) == 2  # their boards come to them
    assert bot.stderr.count("Traceback") == faults


async def test_on_a_wall_each_game_of_a_cup_has_its_post(cups: Cups) -> None:
    words, deer, birch = cups.speak("en-US"), cups.table.deer, cups.table.birch
    await told_in(cups.table, cups.news.where)
    wall = await wall_at(cups.table, May.MANAGE_CHANNELS)
    await cups.open(words, "robin")
    await cups.hours.heard()
    await cups.joined(deer, birch)
    await cups.hours.pass_(7 * DAY)
    await cups.look()
    assert all("Reindeer" in post.name and "Birch" in post.name for post in wall.posts)
    assert [wall.tags(post) for post in wall.posts] == [["La Rochelle", "Running"]] * 2
    boards = [deer.sees(post)[0] for post in wall.posts]
    assert all("Spring Cup, Round 1" in board.text for board in boards)
    assert {ping for board in boards for ping in board.pings} == {"reindeer", "birch"}
    assert not any(is_board(message) for message in cups.table.sees())
    await cups.resign_all()
    await cups.look()
    await cups.box.until(lambda: all("Over" in wall.tags(post) for post in wall.posts) or None)
    assert all("resigned" in deer.sees(post)[0].text for post in wall.posts)
    assert words("cup.won", count=1, player=deer.mention) in cups.card.text


async def test_moderators_call_a_cup_off_and_others_do_not(cups: Cups) -> None:
    words = cups.speak("en-US")
    await told_in(cups.table, cups.news.where)
    await cups.open(words)
    await cups.hours.heard()
    await cups.joined(cups.table.birch)
    shown = (await cups.table.birch.slash(cups.table.where, "tablut club")).message
    shown = (await cups.table.birch.click(shown, "Spring Cup")).message
    assert "Call it off" not in [button.label for button in shown.buttons]
    shown = (await cups.table.deer.slash(cups.table.where, "tablut club")).message
    shown = (await cups.table.deer.click(shown, "Spring Cup")).message
    sure = (await cups.table.deer.click(shown, press(shown, "k:cup-off"))).message
    await cups.table.deer.click(sure, press(sure, "k:cup-off-yes"))
    await cups.look()
    assert "Called off" in cups.card.text or "It did not begin" in cups.card.text
    assert cups.card.buttons == []
