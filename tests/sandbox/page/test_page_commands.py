"""Commands in the composer: found, filled in and sent with the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.sandbox.page.sample import command, message, option

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.sandbox.page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIDES = [{"name": side, "name_localized": side, "value": side[0]} for side in ("Dark", "Light")]
CHALLENGE = option(
    "challenge",
    1,
    options=[
        option("opponent", 6, required=True),
        option("rules", autocomplete=True),
        option("side", choices=SIDES),
        option("days", 4, min_value=1, max_value=14),
    ],
)
FRENCH = option("board", 1, name_localized="plateau", description_localized="Montrer le plateau")
COMMANDS = {"commands": [command("tablut", CHALLENGE, FRENCH)]}
RULES = {"choices": [{"name": "Larochelle", "value": "lar"}, {"name": "Ludens", "value": "lud"}]}


async def opened(stage: Stage, *, commands: dict[str, Any] = COMMANDS) -> Page:
    stage.answers |= {"commands": commands, "autocomplete": RULES}
    page = await stage.open()
    await say(page).focus()
    return page


def say(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Message")


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("combobox", name=f"{name}: What {name} is")


async def test_a_command_goes_off_by_keys_alone(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("/chal")
    await expect(page.get_by_role("option")).to_have_text(
        ["/tablut challengeopponentWhat challenge is"]
    )
    await page.keyboard.press("Tab")
    await expect(field(page, "opponent")).to_be_focused()
    await page.keyboard.type("row")
    await expect(page.get_by_role("option")).to_have_text(["RRowanrowan"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    assert await stage.asked("invoke") == {
        "channel": "100",
        "command": "700",
        "options": [
            {
                "name": "challenge",
                "type": 1,
                "options": [{"name": "opponent", "type": 6, "value": "2"}],
            }
        ],
    }
    await expect(say(page)).to_be_focused()


async def test_choices_come_from_the_bot_while_one_types(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("/tablut challenge ")
    await page.keyboard.type("cedar")
    await page.keyboard.press("Tab")
    stage.answers["autocomplete"] = {"choices": []}
    await page.get_by_role("button", name="rules").press("Enter")
    await expect(page.get_by_text("No matches")).to_be_visible()
    stage.answers["autocomplete"] = RULES
    await page.keyboard.type("l")
    await expect(page.get_by_role("option")).to_have_text(["Larochelle", "Ludens"])
    (inside,) = (await asked_with(stage, "l"))["options"]
    opponent, typed = inside["options"]
    assert opponent["value"] == "3"
    assert typed == {"name": "rules", "type": 3, "value": "l", "focused": True}
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(field(page, "rules")).to_have_value("Ludens")
    await page.keyboard.press("Enter")
    (sent,) = (await stage.asked("invoke"))["options"]
    assert sent["options"][1]["value"] == "lud"


async def test_choices_for_other_words_are_never_taken(stage: Stage) -> None:
    page = await opened(stage)
    stage.answers["autocomplete"] = None
    await page.keyboard.type("/tablut challenge ")
    await page.keyboard.type("cedar")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="rules").click()
    await stage.asked("autocomplete")
    await page.keyboard.type("mine")
    stage.release(RULES, 1)  # what was asked for before; on a slow machine, more is by now
    await page.keyboard.press("Enter")
    (sent,) = (await stage.asked("invoke"))["options"]
    assert sent["options"][1]["value"] == "mine"


async def asked_with(stage: Stage, typed: str) -> dict[str, Any]:
    asked = await stage.asked("autocomplete")
    value = asked["options"][0]["options"][-1]["value"]
    return asked if value == typed else await asked_with(stage, typed)


async def test_what_is_missing_or_wrong_is_said_at_its_field(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("/tablut challenge ")
    await page.get_by_role("button", name="days").click()
    await page.keyboard.type("99")
    await page.keyboard.press("Enter")
    await expect(field(page, "opponent")).to_be_focused()
    await expect(page.locator(".field-error:not(:empty)")).to_have_text(
        ["Required.", "At most 14."]
    )
    assert stage.silent("invoke")


async def test_numbers_and_choices_are_sent_as_what_they_are(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("/tablut challenge ")
    await page.keyboard.type("rowan")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="side").click()
    await page.get_by_role("option", name="Light").click()
    await page.get_by_role("button", name="days").click()
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    (sent,) = (await stage.asked("invoke"))["options"]
    assert [one["value"] for one in sent["options"]] == ["2", "L", 3]


async def test_commands_are_found_in_the_persons_language_and_in_the_bots(stage: Stage) -> None:
    page = await opened(stage)
    for typed in ("/plat", "/board"):
        await say(page).fill(typed)
        await expect(page.get_by_role("option")).to_have_text(["/tablut plateauMontrer le plateau"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    (sent,) = (await stage.asked("invoke"))["options"]
    assert sent == {"name": "board", "type": 1, "options": []}


async def test_escape_leaves_the_list_then_the_command(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("/tablut challenge ")
    await expect(page.get_by_role("option")).to_have_count(4)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option")).to_have_count(0)
    await expect(field(page, "opponent")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(say(page)).to_be_focused()


async def test_backspace_in_the_first_empty_field_goes_back_to_typing(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("/tablut challenge ")
    await expect(field(page, "opponent")).to_be_focused()
    await page.keyboard.press("Backspace")
    await expect(say(page)).to_have_value("/tablut challenge")


async def test_the_commands_are_asked_for_again_when_they_changed(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("/")
    await expect(page.get_by_role("option")).to_have_count(2)
    await page.keyboard.press("Backspace")
    stage.answers["commands"] = {"commands": [command("ping")]}
    stage.tell("commands")
    await page.keyboard.type("/")
    await expect(page.get_by_role("option")).to_have_text(["/pingWhat ping is"])


async def test_a_refusal_is_said_and_keeps_what_was_typed(stage: Stage) -> None:
    stage.answers["send"] = "You are writing too fast."
    page = await opened(stage)
    await page.keyboard.type("Hello, all")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="too fast")).to_be_visible()
    await expect(say(page)).to_have_value("Hello, all")


async def test_a_command_without_an_answer_leaves_a_private_note(stage: Stage) -> None:
    page = await opened(stage)
    sentence = "The application did not respond."
    stage.settle("failed", sentence=sentence)
    note = page.get_by_role("listitem").filter(has_text=sentence)
    await expect(note).to_contain_text("Only you can see this")
    await note.get_by_role("button", name="Dismiss").click()
    await expect(note).to_have_count(0)


async def test_names_are_completed_and_sent_as_mentions(stage: Stage) -> None:
    page = await opened(stage)
    await page.keyboard.type("Ho @ro")
    await page.keyboard.press("Tab")
    await page.keyboard.type("and @Cedar!")
    await expect(say(page)).to_have_value("Ho @Rowan and @Cedar!")
    await page.keyboard.press("Enter")
    assert (await stage.asked("send"))["content"] == "Ho <@2> and <@3>!"


async def test_a_file_goes_with_the_message(stage: Stage) -> None:
    page = await opened(stage)
    async with page.expect_file_chooser() as choosing:
        await page.get_by_role("button", name="Add a file").click()
    chooser = await choosing.value
    await chooser.set_files([{"name": "a.txt", "mimeType": "text/plain", "buffer": b"hey"}])
    await expect(page.get_by_text("a.txt")).to_be_visible()
    await say(page).press("Enter")
    assert (await stage.asked("send"))["files"] == [{"name": "a.txt", "data": "aGV5"}]
    await expect(page.get_by_text("a.txt")).to_have_count(0)


async def test_the_messages_are_walked_with_arrows(stage: Stage) -> None:
    first, last = message("one"), message("two")
    stage.snapshot["messages"]["100"] = [first, last]
    page = await opened(stage)
    await page.keyboard.press("ArrowUp")
    await expect(stage.message(last["id"]).get_by_role("article")).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(stage.message(first["id"]).get_by_role("article")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(say(page)).to_be_focused()
    await page.get_by_role("link", name="games").focus()
    await page.keyboard.press("/")
    await expect(say(page)).to_have_value("/")
