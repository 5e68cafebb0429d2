"""A bot's modals as dialogs: all kinds of fields, what is checked, what is sent, what is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.sandbox.page.sample import button, message, row, select

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.sandbox.page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")

Data = dict[str, Any]


def label(text: str, component: Data, **more: object) -> Data:
    return {"type": 18, "label": text, "component": component} | more


def text(custom_id: str, style: int = 1, **more: object) -> Data:
    return {"type": 4, "custom_id": custom_id, "style": style} | more


def ticks(type_: int, custom_id: str, *names: str, **more: object) -> Data:
    options = [{"label": name, "value": name.lower()} for name in names]
    return {"type": type_, "custom_id": custom_id, "options": options} | more


FIELDS = [
    {"type": 10, "content": "Say **all** of it."},
    label("Name", text("name", min_length=2), description="Two letters at least"),
    label("Notes", text("notes", 2, required=False, value="none")),
    label("Rules", select("rules", "Larochelle", "Ludens")),
    label("Witness", {"type": 5, "custom_id": "who", "required": False}),
    label("Side", ticks(21, "side", "Dark", "Light")),
    label("Extras", ticks(22, "extras", "Clock", "Rated", "Open", required=False, max_values=2)),
    label("Public", {"type": 23, "custom_id": "public", "default": True}),
]


async def opened(stage: Stage, components: list[Data]) -> Locator:
    """Clicks a button that the bot answers with a modal of these components."""
    page = await stage.show(message("Ask me", components=[row(button("Ask", "ask"))]))
    await page.get_by_role("button", name="Ask").click()
    modal = {"custom_id": "m", "title": "About the game", "components": components}
    stage.settle("modal", modal=modal)
    dialog = page.get_by_role("dialog", name="About the game")
    await expect(dialog).to_be_visible()
    return dialog


async def test_every_kind_of_field_is_filled_in_and_sent(stage: Stage) -> None:
    dialog = await opened(stage, FIELDS)
    page = stage.page
    await expect(dialog.get_by_label("Name")).to_be_focused()
    await page.keyboard.type("Friday")
    await dialog.get_by_role("combobox", name="Rules").click()
    await page.get_by_role("option", name="Ludens").click()
    await dialog.get_by_role("combobox", name="Witness").click()
    await page.get_by_role("option", name="Cedar").click()
    await dialog.get_by_role("radio", name="Light").check()
    await dialog.get_by_role("checkbox", name="Clock").check()
    await dialog.get_by_role("checkbox", name="Open").check()
    await dialog.get_by_role("button", name="Submit").click()
    assert await stage.asked("submit") == {
        "interaction": "7",
        "values": {
            "name": "Friday",
            "notes": "none",
            "rules": ["ludens"],
            "who": ["3"],
            "side": "light",
            "extras": ["clock", "open"],
            "public": True,
        },
    }


async def test_what_is_missing_is_said_and_nothing_is_sent(stage: Stage) -> None:
    dialog = await opened(stage, FIELDS)
    await stage.page.keyboard.type("F")
    for name in ("Clock", "Rated", "Open"):
        await dialog.get_by_role("checkbox", name=name).check()
    await dialog.get_by_role("button", name="Submit").click()
    wrong = ["At least 2 characters.", "Required.", "Required.", "Choose at most 2."]
    await expect(dialog.locator(".field-error:not(:empty)")).to_have_text(wrong)
    await expect(dialog.get_by_label("Name")).to_be_focused()
    assert stage.silent("submit")


async def sent(stage: Stage, dialog: Locator) -> Page:
    await stage.page.keyboard.type("Friday")
    await dialog.get_by_role("button", name="Submit").click()
    await stage.asked("submit")
    return stage.page


async def test_the_dialog_closes_when_the_bot_answers(stage: Stage) -> None:
    stage.answers["submit"] = {"interaction": "8"}
    dialog = await opened(stage, [label("Name", text("name"))])
    page = await sent(stage, dialog)
    await expect(dialog).to_be_visible()
    stage.settle("done", interaction="8")
    await expect(dialog).to_be_hidden()
    await expect(page.get_by_role("button", name="Ask")).to_be_focused()


async def test_the_dialog_stays_with_its_text_when_the_bot_is_silent(stage: Stage) -> None:
    stage.answers["submit"] = {"interaction": "8"}
    dialog = await opened(stage, [row(text("name", label="Name"))])
    page = await sent(stage, dialog)
    stage.settle("failed", interaction="8", sentence="The application did not respond.")
    await expect(dialog.get_by_text("did not respond")).to_be_visible()
    await expect(dialog.get_by_label("Name")).to_have_value("Friday")
    await expect(page.get_by_role("list").get_by_text("did not respond")).to_have_count(0)


async def test_escape_closes_an_open_menu_before_the_dialog(stage: Stage) -> None:
    dialog = await opened(stage, [label("Rules", select("rules", "Larochelle", "Ludens"))])
    page = stage.page
    await expect(dialog.get_by_role("combobox", name="Rules")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("option")).to_have_count(2)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option")).to_have_count(0)
    await expect(dialog).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()


async def test_a_modal_asked_for_in_another_tab_opens_there(stage: Stage) -> None:
    page = await stage.open()
    stage.settle("modal", modal={"custom_id": "m", "title": "Elsewhere", "components": []})
    stage.tell("notice", sentence="After the modal")
    await expect(page.get_by_text("After the modal")).to_be_visible()
    await expect(page.get_by_role("dialog", name="Elsewhere")).to_have_count(0)
