"""Team matches on a channel: from the sign-up to their end, in every language, with kills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.stories.days.people import FourPeople, press
from tests.bot.stories.days.test_seasons import told_in
from tests.bot.stories.hours import DAY
from tests.bot.stories.table import Table
from tests.bot.stories.test_moderation import at_home

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Teams(FourPeople):
    """A server with a channel for its news, in which Reindeer begins team matches."""

    def __init__(self, table: Table, hours: Hours) -> None:
        super().__init__(table, hours)
        self.news = Table(table.box, table.database, table.guild_id)

    async def draft(self, **filled: object) -> MessageView:
        """Fill in the form as Reindeer."""
        hub = (await self.table.deer.slash(self.table.where, "tablut tournaments")).message
        hub = (await self.table.deer.click(hub, "k:hub-more")).message
        asked = (await self.table.deer.click(hub, "k:tournament-new:teams")).form
        named = {"name": "Owls", "versus": "Foxes", **filled}
        return (await self.table.deer.submit(asked, named)).message

    async def open(self) -> MessageView:
        """The same, its sign-up is opened, and its card is posted."""
        shown = await self.draft()
        done = (await self.table.deer.click(shown, press(shown, "k:tournament-open"))).message
        await self.hours.heard()
        return done

    @property
    def cards(self) -> list[MessageView]:
        """Its messages in the news: the card, then how it ended."""
        return [message for message in self.news.sees() if "Owls" in message.text]

    @property
    def thread(self) -> list[MessageView]:
        """The messages in the card's thread, where all boards are."""
        return self.table.deer.sees(self.card.id)

    @property
    def card(self) -> MessageView:
        """The card."""
        return self.cards[0]

    async def join(self, player: Player, team: int) -> MessageView:
        """Press that button of the card."""
        (id_,) = [
            b.custom_id
            for b in self.card.buttons
            if (b.custom_id or "").startswith("k:tournament-join:")
            and (b.custom_id or "").endswith(f":{team}")
        ]
        return (await player.click(self.card, id_ or "")).message

    async def join_all(self) -> None:
        """Two in each team, in turn."""
        for player, team in zip(self.people, (1, 2) * 2, strict=True):
            await self.join(player, team)

    async def look(self) -> None:
        """The bot looks at them, and cards are brought up to date."""
        for _ in range(2):
            await self.hours.pass_(31)

    def running(self) -> list[tuple[int, int, int]]:
        """The games of the newest one that are under way: number, and who plays."""
        asked = """SELECT g."match", m.dark, m.light FROM tournament_game AS g
            JOIN "match" AS m ON m.id = g."match"
            WHERE m.reason IS NULL AND tournament = (SELECT max(id) FROM tournament) ORDER BY 1"""
        return [tuple(map(int, row)) for row in self.table.ask(asked)]  # type: ignore[arg-type,misc]

    async def resign(self, *people: Player) -> None:
        """These give up what they play, of two the first who is named."""
        for number, *players in self.running():
            who = next(player for player in people if int(player.id) in players)
            sure = (await self.table.in_more(who, "resign", number)).message
            await who.click(sure, sure.buttons[0].custom_id or "")


@pytest_asyncio.fixture(loop_scope="module")
async def teams(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> Teams:
    assert bot.pid
    await hours.pass_(DAY)  # nobody has opened one today
    return Teams(await at_home(box, database), hours)


async def test_from_the_sign_up_to_the_end_that_is_told_once(teams: Teams, language: str) -> None:
    words = teams.speak(language)
    await told_in(teams.table, teams.news.where)
    title = words("team.title", red="Owls", blue="Foxes")
    done = await teams.open()
    where = f"<#{teams.news.where}>"
    assert words("tournament.done.opened", tournament=title, channel=where) in done.text
    assert done.ephemeral
    card = teams.card
    assert words("team.nobody", team="Owls", people="", count=0, size=4) in card.text
    await teams.join_all()
    await teams.look()
    assert all(player.mention in card.text for player in teams.people)
    await teams.hours.pass_(3 * DAY)
    await teams.look()
    assert [picture.name for picture in card.pictures] == ["tournament.png"]
    assert words("team.score", red="Owls", blue="Foxes", first="0", second="0") in card.text
    boards = [message for message in teams.thread if message.pings]
    assert len(boards) == 2
    pings = [ping for board in boards for ping in board.pings]
    assert len(pings) == len({*pings}) == 2  # whoever goes first, once
    assert all(title in board.text for board in boards)
    mine = (await teams.table.birch.click(card, press(card, "k:tournament-games"))).message
    assert mine.ephemeral
    assert words("tournament.own-title", tournament=title) in mine.text
    deer, birch, _, cairn = teams.people
    await teams.resign(birch, cairn)
    await teams.look()
    score = words("team.score", red="Owls", blue="Foxes", first="2", second="0")
    won = words("team.won", score=score, team="Owls")
    assert won in card.text
    assert any(won in message.text for message in teams.thread)  # under the last result
    _, told = teams.cards
    assert won in told.text
    assert told.pings < {player.person.username for player in teams.people}
    assert card.pings == set()
    assert deer.mention in told.text
    await teams.look()
    assert len(teams.cards) == 2


async def test_bad_input_is_one_sentence_and_changes_nothing(teams: Teams) -> None:
    teams.speak("en-US")
    await told_in(teams.table, teams.news.where)
    before = teams.count("tournament WHERE status <> 'draft'")
    for filled, said in (
        ({"name": "Red \N{FIRE}"}, "Names start with a letter"),
        ({"name": "@everyone"}, "Names start with a letter"),
        ({"versus": f"<@{teams.table.birch.id}>"}, "Names start with a letter"),
        ({"versus": "owls"}, "Both teams have the same name"),
    ):
        answer = await teams.draft(**filled)
        assert answer.ephemeral
        assert said in answer.text
        again = (await teams.table.deer.click(answer, press(answer, "k:tournament-fill"))).form
        named = [field.get("value") for _, field in again.fields()][:2]
        assert named == [filled.get("name", "Owls"), filled.get("versus", "Foxes")]
    assert teams.count("tournament WHERE status <> 'draft'") == before
    hub = (await teams.table.birch.slash(teams.table.where, "tablut tournaments")).message
    hub = (await teams.table.birch.click(hub, "k:hub-more")).message
    assert "k:tournament-new:teams" not in [button.custom_id for button in hub.buttons]
    await teams.open()
    riviere, cairn = teams.people[2:]
    for player, team, said in (
        (teams.table.birch, 1, "You're in **Owls \N{EN DASH} Foxes**"),
        (teams.table.birch, 1, "You're already in `Owls`."),
        (teams.table.birch, 2, "You're in `Owls`. Press *Leave* first"),
        (riviere, 1, "`Owls` is one player ahead"),
        (riviere, 2, "You're in **Owls \N{EN DASH} Foxes**"),
    ):
        answer = await teams.join(player, team)
        assert answer.ephemeral
        assert said in answer.text
    await teams.table.deer.slash(teams.table.where, "tablut-mod suspend", person=cairn)
    assert "You can't start games on this server" in (await teams.join(cairn, 1)).text
    assert (
        teams.count("tournament_entrant WHERE tournament = (SELECT max(id) FROM tournament)") == 2
    )
    await teams.look()
    card = teams.card
    left = (await teams.table.birch.click(card, press(card, "k:tournament-leave"))).message
    assert "You've left" in left.text
    again = (await teams.table.birch.click(card, press(card, "k:tournament-leave"))).message
    assert "You're not in this one." in again.text
