"""Stories of people and a real discord.py bot."""

import pytest

from sandbox.observer import DidNotRespond
from sandbox.player import Player
from sandbox.rest.faults import Trouble
from sandbox.rules.forms import EPHEMERAL
from sandbox.server import Sandbox
from sandbox.world.model import Interaction, State
from sandbox.world.world import Impossible
from tests.sandbox.pixel import PIXEL
from tests.together import beside, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def deer(shared: Sandbox) -> Player:
    return shared.player("reindeer")


@pytest.fixture
def birch(shared: Sandbox) -> Player:
    return shared.player("birch")


def waiting(box: Sandbox) -> list[Interaction]:
    """The interactions that have no answer yet."""
    return [
        interaction
        for interaction in box.world.interactions.values()
        if interaction.state is State.SENT
    ]


async def test_a_command_is_answered_for_all_to_see(deer: Player, birch: Player) -> None:
    answer = await deer.slash("games", "say", text="good evening")
    assert answer.text == "good evening"
    assert answer.message.author == "Bot"
    assert birch.last("games").text == "good evening"
    assert answer.message.raw["interaction"]["name"] == "say"
    assert answer.message.raw["interaction_metadata"]["user"]["username"] == "reindeer"


async def test_a_private_answer_is_seen_by_its_owner_alone(deer: Player, birch: Player) -> None:
    answer = await deer.slash("quiet", "say", text="between us", private=True)
    assert answer.ephemeral
    assert [message.text for message in deer.sees("quiet")] == ["between us"]
    assert birch.sees("quiet") == []
    assert birch.badge("quiet").unread == 0


async def test_options_of_every_type_reach_the_bot(deer: Player, shared: Sandbox) -> None:
    steward = next(
        guild for guild in shared.world.guilds.values() if guild.name == "The Long Table"
    )
    answer = await deer.slash(
        "games",
        "grove sort",
        kind="leaf",
        height=1.5,
        where=deer.channel("hearth"),
        who=steward.roles[1],
    )
    assert answer.text == "leaf 1.5 #hearth @Stewards"


async def test_a_subcommand_with_a_user_and_a_number(deer: Player, birch: Player) -> None:
    answer = await deer.slash("games", "grove plant", tree="ash", friend=birch, depth=3)
    assert answer.text == "ash 3 birch in a guild en-US/en-US"


async def test_a_client_speaks_its_own_language(shared: Sandbox) -> None:
    answer = await shared.player("riviere").slash("games", "grove plant", tree="aulne")
    assert answer.text == "aulne 1 nobody in a guild fr/en-US"


async def test_a_file_as_an_option(deer: Player) -> None:
    answer = await deer.slash("games", "grove weigh", leaf=("my leaf.txt", b"green"))
    assert answer.text == "my_leaf.txt weighs 5"


async def test_suggestions_while_typing(deer: Player) -> None:
    choices = await deer.autocomplete("games", "grove plant", "tree", "as")
    assert [(choice.name, choice.value) for choice in choices] == [
        ("Ash", "ash"),
        ("Aspen", "aspen"),
    ]


@pytest.mark.parametrize(
    ("words", "options", "why"),
    [
        ("plough", {}, "no command 'plough'"),
        ("grove plant", {}, "tree is missing"),
        ("grove plant", {"tree": "ash", "depth": 10}, "10 is too"),
        ("grove plant", {"tree": "ash", "depth": "deep"}, "'deep' is not valid"),
        ("grove plant", {"leaf": "ash"}, "no option 'leaf'"),
        ("grove sort", {"kind": "root"}, "missing"),
        ("grove", {}, "one of the subcommands"),
    ],
)
async def test_a_client_sends_no_command_that_is_filled_in_wrong(
    deer: Player, words: str, options: dict[str, object], why: str
) -> None:
    with pytest.raises(Impossible, match=why):
        await deer.slash("games", words, **options)


async def test_menus_of_people_and_messages(deer: Player, birch: Player) -> None:
    assert (await deer.user_command("games", "Greet", birch)).text == "hello birch"
    said = birch.send("games", f"look, {deer.mention}")
    assert (await deer.message_command(said, "Quote")).text == f"> look, {deer.mention}"


async def test_a_deferred_answer_comes_later_as_the_same_message(deer: Player) -> None:
    answer = await deer.slash("games", "later", private=False)
    assert answer.text == "now"
    assert len(answer.messages) == 1
    assert not answer.message.edited


async def test_a_deferral_decides_for_good_whether_the_answer_is_private(
    deer: Player, birch: Player
) -> None:
    answer = await deer.slash("games", "later", private=True)
    assert answer.message.raw["flags"] & EPHEMERAL
    assert answer.message not in birch.sees("games")


async def test_components_v2_with_a_picture_and_its_alt_text(deer: Player) -> None:
    answer = await deer.slash("games", "card")
    (picture,) = answer.pictures
    assert picture.data == PIXEL
    assert picture.alt == "one blue pixel"
    assert picture.content_type == "image/png"
    assert answer.text == f"Hello {deer.mention}"
    media = answer.message.raw["components"][0]["components"][1]["items"][0]["media"]
    assert (media["width"], media["height"]) == (1, 1)


async def test_a_deferred_answer_pings_no_one(deer: Player) -> None:
    assert (await deer.slash("games", "card")).message.pings == set()


async def test_the_card_changes_in_place_and_keeps_its_picture(deer: Player, birch: Player) -> None:
    card = (await deer.slash("games", "card")).message
    answer = await birch.click(card, "Count 1")
    assert answer.message == card
    assert [button.label for button in card.buttons] == ["Count 2"]
    assert [picture.data for picture in card.pictures] == [PIXEL]
    assert card.edited


async def test_a_picture_in_an_embed_is_no_attachment_beside_it(deer: Player) -> None:
    answer = await deer.slash("games", "picture")
    assert answer.text == f"A picture\nfor {deer.mention}"
    assert answer.message.raw["attachments"] == []
    assert answer.message.raw["embeds"][0]["image"]["width"] == 1
    assert [picture.data for picture in answer.pictures] == [PIXEL]
    assert answer.message.raw["mentions"] == []


async def test_a_modal_with_every_kind_of_field(deer: Player, birch: Player) -> None:
    form = (await deer.slash("games", "ask")).form
    assert form.title == "Questions"
    assert form.labels == ["Name", "Tree", "Friend", "Side", "Extras"]
    answer = await deer.submit(
        form,
        {"Name": "Bo", "Tree": "Rowan", "Friend": birch, "Side": "Dark", "Extras": ["Clock"]},
    )
    assert answer.text == "Bo under rowan with birch, d, clock"


async def test_a_modal_sends_only_what_its_fields_allow(deer: Player) -> None:
    form = (await deer.slash("games", "ask")).form
    with pytest.raises(Impossible, match="too short or too long"):
        await deer.submit(form, Name="x" * 21, Tree="ash", Side="l")
    with pytest.raises(Impossible, match="between 1 and 1"):
        await deer.submit(form, Name="Bo", Tree="ash")
    answer = await deer.submit(form, Name="Bo", Tree="ash", Side="l")
    assert answer.text == "Bo under ash with nobody, l, plain"
    with pytest.raises(Impossible, match="no modal open"):
        await deer.submit(form, Name="Bo", Tree="ash", Side="l")


async def test_menus(deer: Player, birch: Player) -> None:
    message = (await deer.slash("games", "menus")).message
    assert [menu.placeholder for menu in message.menus] == ["Trees", "People"]
    answer = await birch.select(message, "Trees", "Ash", "Willow")
    assert (answer.text, answer.ephemeral) == ("ash and willow", True)
    answer = await birch.select(message, "People", deer)
    assert answer.message == message
    assert message.text == "chose reindeer"
    with pytest.raises(Impossible, match="between 1 and 2"):
        await birch.select(message, "Trees", "Ash", "Willow", "Birch")
    with pytest.raises(Impossible, match="not among the options"):
        await birch.select(message, "Trees", "Oak")


async def test_a_mention_is_told_when_it_is_allowed_and_never_by_an_edit(
    deer: Player, birch: Player
) -> None:
    birch.read("hearth")
    await deer.slash("hearth", "ping", who=birch)
    told = await birch.wait_for("hearth", "your turn")
    edited = await birch.wait_for("hearth", "still not you")
    assert told.pings == {"birch"}
    assert edited.pings == set()
    assert birch.badges == {"hearth": 1}
    assert birch.badge("hearth").unread == 2
    birch.read("hearth")
    assert birch.badges == {}


async def test_a_direct_message_is_told(deer: Player, birch: Player, shared: Sandbox) -> None:
    assert (await deer.slash("games", "whisper", who=birch)).text == "whispered"
    conversation = birch.dm(shared.player("Bot"))
    assert birch.last(conversation).text == "psst"
    assert birch.badges == {"Bot": 1}
    birch.read(conversation)


async def test_closed_direct_messages_are_refused(deer: Player, shared: Sandbox) -> None:
    answer = await deer.slash("games", "whisper", who=shared.player("north-wind"))
    assert answer.text == "refused 50007"


async def test_commands_in_the_bots_direct_messages(deer: Player, shared: Sandbox) -> None:
    conversation = deer.dm(shared.player("Bot"))
    answer = await deer.slash(conversation, "grove plant", tree="ash")
    assert answer.text == "ash 1 nobody apart en-US/None"
    deer.send(conversation, "can you read this?")
    assert await deer.wait_for(conversation, "read: 'can you read this?'")


async def test_a_thread(deer: Player, birch: Player) -> None:
    await deer.slash("games", "thread", name="side table")
    assert await birch.wait_for("side table", "first")
    answer = await birch.slash("side table", "say", text="in here")
    assert answer.text == "in here"


async def test_the_bot_reads_only_what_names_it(deer: Player, shared: Sandbox) -> None:
    secret = deer.send("games", "nothing for you")
    assert (await deer.wait_for("games", "read:", after=secret)).text == "read: ''"
    bot = shared.player("Bot")
    named = deer.send("games", f"listen, {bot.mention}")
    heard = await deer.wait_for("games", "read:", after=named)
    assert heard.text == f"read: 'listen, {bot.mention}'"
    replied = deer.reply(heard, "a reply tells its author")
    heard = await deer.wait_for("games", "read:", after=replied)
    assert heard.text == "read: 'a reply tells its author'"
    replied = deer.reply(heard, "unless told not to", ping=False)
    assert (await deer.wait_for("games", "read:", after=replied)).text == "read: ''"


async def test_who_brings_the_app_uses_it_where_it_is_not(shared: Sandbox) -> None:
    cairn = shared.player("cairn")
    answer = await cairn.slash("lobby", "grove plant", tree="ash")
    assert answer.text == "ash 1 nobody in a guild en-US/en-US"
    assert shared.player("birch").last("lobby") == answer.message


async def test_a_guest_app_has_five_follow_ups(shared: Sandbox) -> None:
    cairn = shared.player("cairn")
    await cairn.slash("lobby", "several", number=6)
    await cairn.wait_for("lobby", lambda message: message.text == "5")
    refused = await shared.until(
        lambda: next(
            (exchange for exchange in shared.record.exchanges if exchange.status == 400), None
        )
    )
    assert refused.answer["code"] == 40094
    await shared.player("birch").slash("games", "several", number=6)
    assert await cairn.wait_for("games", lambda message: message.text == "6")


async def test_no_answer_in_time_is_a_failure(deer: Player, shared: Sandbox) -> None:
    async with beside(deer.slash("games", "silent")) as asked:
        await shared.until(lambda: next(iter(waiting(shared)), None))
        shared.clock.advance(shared.deadlines.seconds)
        with pytest.raises(DidNotRespond, match="did not respond to /silent"):
            await asked


async def test_a_bot_that_defers_and_does_nothing_is_told_off(
    deer: Player, shared: Sandbox
) -> None:
    message = (await deer.slash("games", "menus")).message
    hasty = shared.player("reindeer", patience=0.3)  # once it has deferred
    with pytest.raises(DidNotRespond, match=r"deferred .* and then did nothing"):
        await hasty.click(message, "Broken")
    assert (await deer.click(message, "Broken", quiet=True)).messages == ()


async def test_what_is_shown_may_be_used_before_the_bot_hears_that_it_is_shown(
    deer: Player, shared: Sandbox
) -> None:
    late = Trouble("slow", "POST", "/interactions/*/callback", times=4, after=True, seconds=0.5)
    shared.faults.add(late)
    form = (await deer.slash("games", "ask")).form
    answer = await deer.submit(form, Name="Bo", Tree="ash", Side="l")
    assert answer.text == "Bo under ash with nobody, l, plain"
    message = (await deer.slash("games", "menus")).message
    assert (await deer.select(message, "Trees", "Ash")).text == "ash"
    assert late.hits == 4
    await until(lambda: all(exchange.status for exchange in shared.record.exchanges))  # the late
