"""Games with partners on a channel: from the card that people join to the rematch, with kills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.ui.pages import naming
from games.core import Side
from tests.bot.stories.days.people import FourPeople, press
from tests.bot.stories.hours import DAY
from tests.bot.stories.table import in_more, is_board
from tests.bot.stories.test_moderation import at_home
from tests.unseen_buttons import press_unseen

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")

MOVES = ("a4-c4", "e3-c3", "d1-d2", "c3-c2")  # of Ludens, in which the attackers begin


class Four(FourPeople):
    """A channel with four people: Reindeer and Rivière play together against Birch and Cairn."""

    async def form(self, who: Player, side: str = "d") -> MessageView:
        """Fill in the form of a new game."""
        hub = (await who.slash(self.table.where, "tablut tournaments")).message
        hub = (await who.click(hub, "k:hub-more")).message
        shown = (await who.click(hub, press(hub, "k:four-new"))).message
        for which, value in (("against", "0"), ("rules", "ludens"), ("side", side)):
            (menu,) = [id_ for id_ in menus(shown) if id_.endswith(f":{which}")]
            shown = (await who.select(shown, menu, value)).message
        return shown

    async def ask(self, side: str = "d") -> MessageView:
        """Reindeer asks for players; what they read."""
        shown = await self.form(self.deer, side)
        done = (await self.deer.click(shown, press(shown, "k:four-ask"))).message
        await self.hours.heard()
        return done

    @property
    def cards(self) -> list[MessageView]:
        """The announcements of games of four that were posted."""
        return self.cards_of("four")

    def cards_of(self, kind: str) -> list[MessageView]:
        """The announcements of a kind that were posted."""
        title = self.words(f"together.title-{kind}")
        return [seen for seen in self.table.sees() if seen.text.startswith(title)]

    @property
    def boards(self) -> list[MessageView]:
        """The boards of turns that stand."""
        return [message for message in self.table.sees() if is_board(message)]

    async def join(self, who: Player, side: str = "") -> MessageView:
        """A seat; what they read."""
        card = self.cards[-1]
        (id_,) = [
            id_
            for button in card.buttons
            if (id_ := button.custom_id or "").startswith("k:four-join")
            and id_.endswith(f":{side}")
        ]
        return (await who.click(card, id_)).message

    async def join_all(self) -> None:
        """All but Reindeer take their seats."""
        for who, side in zip(self.people[1:], "ldl", strict=True):
            await self.join(who, side)
        await self.hours.heard()

    async def edited(self) -> None:
        """Wait until the announcement shows the changes."""
        await self.hours.pass_(31)

    @property
    def match(self) -> str:
        """The number of the newest game of four."""
        ((number,),) = self.table.ask('SELECT max("match") FROM foursome')
        return str(number)

    async def type_(self, who: Player, move: str) -> MessageView:
        """A move by its command."""
        options = {"move": move, "game": self.match}
        return (await who.slash(self.table.where, "tablut move", **options)).message


def menus(message: MessageView) -> list[str]:
    """The custom ids of its menus."""
    return [menu.custom_id or "" for menu in message.menus]


def names(people: list[Player]) -> set[str]:
    """As pings have them."""
    return {player.person.username for player in people}


@pytest_asyncio.fixture(loop_scope="module")
async def four(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> Four:
    assert bot.pid
    return Four(await at_home(box, database), hours)


async def each_moves_in_turn(four: Four) -> None:
    """A move of each: only who is on turn is pinged, and may move."""
    deer, birch, river, cairn = four.people
    for mover, move in zip(four.people, MOVES, strict=True):
        (board,) = four.boards
        assert board.pings == names([mover])
        assert f"Attackers {deer.mention} & {river.mention}" in board.text
        assert f"Defenders {birch.mention} & {cairn.mention}" in board.text
        partner = four.people[(four.people.index(mover) + 2) % 4]
        refused = await four.type_(partner, move)
        assert f"It's your partner {mover.mention}'s turn." in refused.text
        assert len((await partner.slash(four.table.where, "tablut games")).message.buttons) == 1
        assert "Played" in (await four.type_(mover, move)).text
        await four.hours.heard()


async def one_speaks_for_the_side(four: Four) -> None:
    """The last mover of a side resigns, and their partner does not."""
    deer, _, river, cairn = four.people
    (board,) = four.boards
    menu = (await river.click(board, press(board, "k:more"))).message  # Reindeer is on turn
    assert f"It's your partner {deer.mention}'s turn." in menu.text
    assert not [b for b in menu.buttons if (b.custom_id or "").startswith("k:resign")]
    sure = (await in_more(cairn, four.table.where, four.match, "resign")).message
    assert "for your whole side?" in sure.text
    await cairn.click(sure, sure.buttons[0].custom_id or "")
    await four.hours.heard()


async def told_to_all_four(four: Four) -> MessageView:
    """The result, which stands in the history of each."""
    deer, birch, river, cairn = four.people
    (result,) = [seen for seen in four.table.sees() if "win** as" in seen.text]
    assert (
        f"**{deer.mention} & {river.mention} win** as the attackers "
        f"against {birch.mention} & {cairn.mention}."
    ) in result.text
    assert result.pings == names([deer, birch, river])
    for who in four.people:
        past = (await who.slash(four.table.where, "tablut history")).message
        other = birch if who in (deer, river) else deer
        assert f"{other.mention} & " in past.text
        assert ", friendly" in past.text
    return result


async def test_from_the_card_to_the_rematch(four: Four) -> None:
    four.speak("en-US")
    deer, birch, river, cairn = four.people
    done = await four.ask()
    assert done.ephemeral
    assert "Posted in this channel." in done.text
    (card,) = four.cards
    assert f"**Attackers**: {deer.mention}, *free*" in card.text
    assert "**Defenders**: *free*, *free*" in card.text
    assert card.pings == set()
    assert "You're in!" in (await four.join(birch, "l")).text
    await four.edited()
    assert f"**Defenders**: {birch.mention}, *free*" in card.text
    await four.join(river, "d")
    begun = await four.join(cairn, "l")
    assert "the game has started" in begun.text
    await four.edited()
    assert "The game has started." in card.text
    assert [button.label for button in card.buttons] == [f"Game {four.match}"]
    await each_moves_in_turn(four)
    await one_speaks_for_the_side(four)
    result = await told_to_all_four(four)
    await four.edited()
    assert result.text.splitlines()[0] in card.text
    assert "The game has started." not in card.text
    assert "k:rematch" not in "".join(button.custom_id or "" for button in result.buttons)
    asked = (await birch.click(result, press(result, "k:four-again"))).message
    assert "Each of you has a seat reserved." in asked.text
    await four.hours.heard()
    again = four.cards[-1]
    assert again.pings == names([deer, river, cairn])
    assert f"**Attackers**: {birch.mention}, {cairn.mention} (seat reserved)" in again.text
    await deer.click(result, press(result, "k:four-again"))  # the same as *Join* on the card
    await four.join(river, "l")
    await four.join(cairn, "d")
    await four.hours.heard()
    assert len(four.cards) == 2
    (board,) = four.boards
    assert board.pings == names([birch])


@pytest.mark.nightly
async def test_killed_at_its_card_its_first_board_and_its_end_each_is_told_once(
    four: Four, bot: BotProcess, language: str
) -> None:
    words = four.speak(language)
    async with four.killed(bot, four.table.path):
        shown = await four.form(four.deer)
        await four.deer.click(shown, press(shown, "k:four-ask"))
    await four.edited()
    assert len(four.cards) == 1
    await four.join(four.birch, "l")
    await four.join(four.river, "d")
    async with four.killed(bot, four.table.path):
        told = await four.join(four.cairn, "l")
        assert words("together.done.begun.four") in told.text
    await four.edited()
    (board,) = four.boards
    assert board.pings == names([four.deer])
    assert all(player.mention in board.text for player in four.people)
    assert words("together.begun") in four.cards[-1].text
    assert naming.capitalised(words("together.note")) in board.text
    for mover, move in zip(four.people[:2], MOVES, strict=False):
        await four.type_(mover, move)
    sure = (await in_more(four.river, four.table.where, four.match, "resign")).message
    async with four.killed(bot, f"{four.table.path}/{four.cards[-1].id}", "PATCH"):
        await four.river.click(sure, sure.buttons[0].custom_id or "")
        four.hours.set(four.hours.now + 31)
    await four.edited()
    (card,) = four.cards
    winners, losers = (" & ".join(p.mention for p in four.people[i::2]) for i in (1, 0))
    side = naming.the_side(naming.family("ludens"), Side.LIGHT, words)
    won = words("result.won-partners", winner=winners, loser=losers, side=side)
    assert won in card.text
    told = [message for message in four.table.sees() if won in message.text]
    assert told[0] == card
    assert len(told) == 2  # the card, and the result


async def test_bad_input_is_one_sentence_and_changes_nothing(four: Four) -> None:
    four.speak("en-US")
    await four.ask()
    deer, birch, river, cairn = four.people
    for who, side, said in (
        (deer, "l", "Your seat is on the other side."),
        (birch, "d", "You're in!"),
        (river, "d", "There's no free seat there."),
    ):
        answer = await four.join(who, side)
        assert answer.ephemeral
        assert said in answer.text
    card = four.cards[-1]
    number = press(card, "k:four-leave").rpartition(":")[2]
    for id_, said in (
        (f"k:four-join:{number}:", "There's no such game to join here."),
        ("k:four-join:99999:l", "There's no such game to join here."),
        (f"k:four-off:{number}", "Only moderators and the person who asked"),
        ("k:four-again:99999", "I can't find that game."),
    ):
        answer = await press_unseen(four.box, four.table.where, cairn, id_)
        assert answer.ephemeral
        assert said in answer.text
    hub = (await deer.slash(four.table.where, "tablut tournaments")).message
    shown = (await deer.click(hub, press(hub, "k:four"))).message
    assert "Cancelled." in (await deer.click(shown, press(shown, "k:four-off"))).message.text
    await four.edited()
    assert "Cancelled." in card.text
    assert card.buttons == []
    await four.hours.pass_(8 * DAY)
    assert four.boards == []


async def test_a_clock_that_goes_on_while_its_player_is_away_says_so(four: Four) -> None:
    four.speak("en-US")
    deer, where = four.deer, four.table.where
    await four.hours.till_weekday(0, 12)
    await four.ask()
    await four.join_all()
    (board,) = four.boards
    begun = four.hours.now
    away = (await deer.slash(where, "tablut vacation", until="20 days")).message
    assert "Your clocks are stopped, and" in away.text
    goes_on = begun + 7 * DAY
    await four.hours.heard()
    assert f"the clock is stopped and resumes <t:{goes_on}:R>." in board.text
    await four.hours.pass_(goes_on - four.hours.now - 1)
    assert "the clock is stopped" in board.text
    await four.hours.pass_(1)
    assert "stopped" not in board.text
    assert f"{deer.mention} is away until" in board.text
    shown = (await deer.slash(where, "tablut vacation")).message
    assert f"Your clocks are stopped, except in game {four.match}." in shown.text
    await deer.click(shown, "I'm back")
    await four.hours.heard()
    assert "away" not in board.text


async def against_me(four: Four) -> MessageView:
    """Birch asks Reindeer from a person's menu to play together against the bot's third level."""
    menu = await four.birch.user_command(four.table.where, "Our games", four.deer)
    shown = (await four.birch.click(menu.message, press(menu.message, "k:four-new"))).message
    for which, value in (("against", "3"), ("rules", "ludens"), ("side", "d")):
        (id_,) = [id_ for id_ in menus(shown) if id_.endswith(f":{which}")]
        shown = (await four.birch.select(shown, id_, value)).message
    assert four.deer.mention in shown.text
    done = (await four.birch.click(shown, press(shown, "k:four-ask"))).message
    await four.hours.heard()
    return done


async def replied(four: Four, plies: int) -> MessageView:
    """The board once the bot has replied."""
    statement = "SELECT 1 FROM match WHERE id = ? AND (plies >= ? OR reason IS NOT NULL)"
    await four.hours.until(lambda: bool(four.table.ask(statement, four.match, plies)))
    await four.hours.heard()
    (board,) = four.boards
    return board


async def test_two_play_together_against_the_bot(four: Four, bot: BotProcess) -> None:
    deer, birch, river, _ = four.people
    four.speak("en")
    assert "Posted in this channel." in (await against_me(four)).text
    card = four.cards_of("two")[-1]
    assert card.pings == names([deer])
    assert f"**Attackers**: {birch.mention}, {deer.mention} (seat reserved)" in card.text
    assert "**Defenders**: Konakis" in card.text
    refused = (await river.click(card, press(card, "k:four-join"))).message
    assert "That seat is reserved for someone." in refused.text
    begun = (await deer.click(card, press(card, "k:four-join"))).message
    assert "You're both here: the game has started!" in begun.text
    await four.hours.heard()
    (board,) = four.boards
    assert board.pings == names([birch])
    assert f"Attackers {birch.mention} & {deer.mention}" in board.text
    assert "Defenders Konakis" in board.text
    refused = await four.type_(deer, MOVES[0])
    assert f"It's your partner {birch.mention}'s turn." in refused.text
    told = (await deer.click(board, press(board, "k:move"))).message
    assert f"It's your partner {birch.mention}'s turn." in told.text
    assert press(told, "k:think")
    async with four.killed(bot, four.table.path):  # while it posts its reply
        await four.type_(birch, MOVES[0])
    board = await replied(four, 2)
    assert board.pings == names([deer])
    assert f"{birch.mention} played **a4-c4**, Konakis replied" in board.text
    more = (await birch.click(board, press(board, "k:more"))).message
    back = (await birch.click(more, press(more, "k:takeback"))).message
    assert "Agreed." in back.text  # also of who waits
    await four.hours.heard()
    (board,) = four.boards
    assert board.pings == names([birch])
    assert "a move was taken back" in board.text
    sure = (await in_more(birch, four.table.where, four.match, "resign")).message
    assert "for both of you? Konakis wins" in sure.text
    await birch.click(sure, sure.buttons[0].custom_id or "")
    await four.hours.heard()
    result = four.table.sees()[-1]
    assert result.pings == names([deer])
    asked = (await deer.click(result, press(result, "k:four-again"))).message
    assert "Each of you has a seat reserved." in asked.text
    await four.hours.heard()
    again = four.cards_of("two")[-1]
    assert again.pings == names([birch])
    await birch.click(again, press(again, "k:four-join"))
    board = await replied(four, 1)  # it goes first now
    assert board.pings == names([birch])
