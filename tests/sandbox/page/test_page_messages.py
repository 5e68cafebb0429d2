"""Messages on the page: pictures, controls, who is told; nothing hostile gets through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.sandbox.page.sample import BIRCH, BOT, button, message, row, select

if TYPE_CHECKING:
    from tests.sandbox.page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")

V2 = 32768
EPHEMERAL = 64
LOADING = 128
HOSTILE = "<img src=x onerror='window.pwned=1'><script>window.pwned=1</script>\"'>{{7*7}}"


def media(stage: Stage) -> dict[str, Any]:
    url = f"{stage.origin}/attachments/board.png"
    return {"url": url, "width": 90, "height": 60, "content_type": "image/png"}


async def test_a_picture_has_its_words_and_grows_by_a_click(stage: Stage) -> None:
    item = {"media": media(stage), "description": "The board at the start", "spoiler": False}
    components = [{"type": 17, "accent_color": 255, "components": [{"type": 12, "items": [item]}]}]
    page = await stage.show(message(by=BOT, flags=V2, components=components))
    await expect(page.get_by_role("img", name="The board at the start")).to_be_visible()
    opener = page.get_by_role("button", name="Enlarge the picture: The board at the start")
    await opener.click()
    large = page.get_by_role("dialog", name="Picture")
    await expect(large.get_by_role("img", name="The board at the start")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(large).to_be_hidden()
    await expect(opener).to_be_focused()


async def test_a_picture_from_outside_is_a_link_and_is_never_asked_for(stage: Stage) -> None:
    asked: list[str] = []
    stage.page.on("request", lambda request: asked.append(request.url))
    outside = "https://example.org/p.png"
    page = await stage.show(message(by=BOT, embeds=[{"title": "Card", "image": {"url": outside}}]))
    link = page.get_by_role("link", name="Picture (on example.org)")
    await expect(link).to_have_attribute("href", outside)
    assert asked
    assert all(url.startswith(stage.origin) for url in asked)


async def test_buttons_of_all_styles_say_what_was_clicked(stage: Stage) -> None:
    gone = button("Too late", "late", disabled=True)
    link = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org/rules"}
    leaf = button("", "leaf", 2, emoji={"name": "🍃", "id": None})
    said = message(by=BOT, components=[row(button("Accept", "yes", 3), gone, link, leaf)])
    page = await stage.show(said)
    await expect(page.get_by_role("button", name="Too late")).to_be_disabled()
    rules = page.get_by_role("link", name="Rules")
    await expect(rules).to_have_attribute("href", "https://example.org/rules")
    await page.get_by_role("button", name="🍃").click()
    assert (await stage.asked("click"))["custom_id"] == "leaf"
    await page.get_by_role("button", name="Accept").click()
    clicked = {"channel": "100", "message": said["id"], "custom_id": "yes"}
    assert await stage.asked("click") == clicked


async def test_the_applications_emojis_are_pictures_and_a_label_says_it_all(stage: Stage) -> None:
    own = {"name": "man", "id": "77"}
    said = message(
        by=BOT, components=[row(button("e2", "man", emoji=own), button("", "x", emoji=own))]
    )
    page = await stage.show(said)
    await expect(page.get_by_role("button", name="e2", exact=True)).to_be_visible()
    await expect(page.get_by_role("button", name="man", exact=True)).to_be_visible()
    text = message("<:man:77> moves", by=BOT)
    page = await stage.show(text)  # there is no picture 77 here, so that its name stands for it
    await expect(stage.message(text["id"])).to_contain_text(":man: moves")


async def test_a_clicked_button_waits_and_says_when_no_answer_comes(stage: Stage) -> None:
    said = message("Play?", by=BOT, components=[row(button("Accept", "yes"))])
    page = await stage.show(said)
    accept = page.get_by_role("button", name="Accept")
    await accept.click()
    stage.settle("sent", message=said["id"], custom_id="yes")
    await expect(accept).to_have_attribute("aria-busy", "true")
    sentence = "The application did not respond."
    stage.settle("failed", message=said["id"], custom_id="yes", sentence=sentence)
    await expect(stage.message(said["id"])).to_contain_text(sentence)
    await expect(accept).not_to_have_attribute("aria-busy", "true")


async def test_the_focus_stays_when_the_bot_redraws_the_clicked_message(stage: Stage) -> None:
    controls = [row(button("One", "a:1"), button("Two", "b:1"))]
    said = message("Play?", by=BOT, components=controls)
    page = await stage.show(said)
    await page.get_by_role("button", name="Two").focus()
    renamed = [row(button("One", "a:2"), button("Second", "b:2"))]
    stage.tell("message_update", message=said | {"components": renamed})
    await expect(page.get_by_role("button", name="Second")).to_be_focused()


async def test_the_answer_to_a_command_is_seen_wherever_one_was_reading(stage: Stage) -> None:
    page = await stage.show(*(message(f"line {number}") for number in range(60)))
    newest, scroller = page.get_by_role("button", name="Jump to latest"), page.locator("#scroller")
    await scroller.evaluate("each => each.scrollTo(0, 0)")
    await expect(newest).to_be_visible()
    stage.tell("message", message=message("of another"))
    await expect(newest).to_be_visible()  # where others write, one stays where one reads
    stage.settle("sent")
    answer = message("The answer", by=BOT)
    stage.tell("message", message=answer)
    await expect(stage.message(answer["id"])).to_be_in_viewport()
    await expect(newest).to_be_hidden()
    await scroller.evaluate("each => each.scrollTo(0, 0)")
    await expect(newest).to_be_visible()
    own = message("My own", by=BIRCH)
    stage.tell("message", message=own)
    await expect(stage.message(own["id"])).to_be_in_viewport()


async def test_a_menu_tells_the_chosen_value(stage: Stage) -> None:
    page = await stage.show(message(by=BOT, components=[row(select("man", "King", "Guard"))]))
    menu = page.get_by_role("combobox", name="Choose one")
    await menu.click()
    await page.get_by_role("option", name="Guard").click()
    assert (await stage.asked("choose"))["values"] == ["guard"]
    await expect(menu).to_have_text("Guard")


async def test_a_menu_of_several_tells_them_all_at_once(stage: Stage) -> None:
    wide = select("men", "King", "Guard", "Scout", min_values=1, max_values=2)
    page = await stage.show(message(by=BOT, components=[row(wide)]))
    await page.get_by_role("combobox", name="Choose one").click()
    for name in ("Scout", "King", "Guard"):
        await page.get_by_role("option", name=name).click()
    await expect(page.get_by_role("option", selected=True)).to_have_text(["King", "Scout"])
    assert stage.silent("choose")
    await page.get_by_role("button", name="Done").click()
    assert (await stage.asked("choose"))["values"] == ["scout", "king"]


async def test_a_menu_of_people_offers_the_channels_people(stage: Stage) -> None:
    people = {"type": 5, "custom_id": "who", "placeholder": "Who plays?"}
    page = await stage.show(message(by=BOT, components=[row(people)]))
    await page.get_by_role("combobox", name="Who plays?").click()
    await page.get_by_role("option", name="Rowan").click()
    assert (await stage.asked("choose"))["values"] == ["2"]


async def test_a_private_answer_says_so_and_can_be_dismissed(stage: Stage) -> None:
    used = {"id": "5", "type": 2, "name": "board", "user": {"id": BIRCH, "username": "birch"}}
    said = message("It is not your turn.", by=BOT, flags=EPHEMERAL, interaction=used)
    await stage.show(said)
    shown = stage.message(said["id"])
    await expect(shown).to_contain_text("Birch used /board")
    await expect(shown).to_contain_text("Only you can see this")
    await shown.get_by_role("button", name="Dismiss").click()
    assert await stage.asked("dismiss") == {"message": said["id"]}
    stage.tell("message_delete", channel="100", message=said["id"])
    await expect(shown).to_have_count(0)


async def test_thinking_turns_into_the_answer_and_is_heard(stage: Stage) -> None:
    page = await stage.show(message("Hello"))
    answer = message(by=BOT, flags=LOADING)
    stage.tell("message", message=answer)
    await expect(stage.message(answer["id"])).to_contain_text("Thinking…")
    stage.tell("message_update", message=answer | {"flags": 0, "content": "Here **it** is"})
    await expect(stage.message(answer["id"])).to_contain_text("Here it is")
    await expect(page.locator("#heard")).to_have_text("Ferry: Here it is")


async def test_a_reply_goes_to_its_message_and_shows_it(stage: Stage) -> None:
    first = message("Shall we play?")
    answer = message("Yes", type=19, referenced_message=first)
    page = await stage.show(first, answer)
    await page.get_by_role("button", name="Reply to Rowan: Shall we play?").click()
    await expect(stage.message(first["id"]).get_by_role("article")).to_be_focused()
    await page.keyboard.press("r")
    await expect(page.locator("#intent")).to_contain_text("Replying to Rowan")
    await page.get_by_role("combobox", name="Message").fill("Now?")
    await page.keyboard.press("Enter")
    sent = await stage.asked("send")
    assert (sent["content"], sent["reply_to"], sent["ping"]) == ("Now?", first["id"], True)


async def test_a_bots_menu_commands_are_asked_of_a_message(stage: Stage) -> None:
    quote = {"id": "701", "type": 3, "name": "Quote", "name_localized": "Citer"}
    stage.answers["commands"] = {"commands": [quote]}
    said = message("Shall we play?")
    page = await stage.show(said)
    await stage.message(said["id"]).hover()
    await page.get_by_role("button", name="The bot's commands").click()
    await page.get_by_role("button", name="Citer").click()
    asked = await stage.asked("invoke")
    assert (asked["command"], asked["target"]) == ("701", said["id"])


async def test_one_is_told_by_colour_and_by_name(stage: Stage) -> None:
    said = message("<@1>, your turn until <t:9999999999:R>", by=BOT, pings_me=True)
    page = await stage.show(said, message("not you <@3>", by=BOT))
    await expect(page.locator("article.mine")).to_have_count(1)
    await expect(page.locator(".mention.me")).to_have_text("@Birch")
    await expect(stage.message(said["id"]).locator("time.moment")).to_contain_text("in 2")


async def test_nothing_hostile_becomes_more_than_text(stage: Stage) -> None:
    embed = {"title": HOSTILE, "description": HOSTILE, "url": "javascript:alert(1)"}
    author = message(HOSTILE)
    author["author"] |= {"id": "77", "global_name": HOSTILE, "username": HOSTILE}
    parts = [{"type": 10, "content": HOSTILE}, row(button(HOSTILE, HOSTILE), select("s", HOSTILE))]
    container = {"type": 17, "accent_color": "url(x)", "components": parts}
    file = {"id": "1", "filename": HOSTILE, "size": 1, "url": "javascript:alert(1)"}
    page = await stage.show(
        author,
        message("x", by=BOT, embeds=[embed], attachments=[file]),
        message(by=BOT, flags=V2, components=[container]),
    )
    await expect(page.get_by_role("button", name=HOSTILE)).to_be_visible()
    await expect(
        page.locator("#messages script, #messages img, #messages [onerror]")
    ).to_have_count(0)
    await expect(page.locator("a[href^='javascript']")).to_have_count(0)
    assert await page.evaluate("window.pwned") is None


async def test_nonsense_of_a_bot_breaks_one_part_and_not_the_page(stage: Stage) -> None:
    nonsense = [
        {"type": 99},
        None,
        {"type": 9},
        {"type": 12},
        row({"type": 3}),
        row(button("Ok", "ok")),
    ]
    last = message("and on")
    page = await stage.show(message(by=BOT, components=nonsense, embeds=[None]), last)
    await expect(page.get_by_text("Unsupported component")).to_have_count(4)
    await expect(page.get_by_role("button", name="Ok")).to_be_visible()
    await expect(stage.message(last["id"])).to_contain_text("and on")
