"""Matches and challenges to make pages of, and what Discord allows of a page once it is made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.model.challenges import Challenge, Terms
from bot.model.matches import Record
from bot.model.servers import Place
from bot.service.clocks import ClockState
from bot.ui import components
from bot.ui.buttons import read_presses
from bot.ui.pages.page import Attachment, Button, Buttons, Menu, Picture, Section, Text
from bot.ui.pages.reader import Reader
from bot.ui.words import languages, words_for, words_of
from games import catalogue
from games.core import Side
from games.events import Created, Moved
from games.match import fold
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.ui.pages.page import Page

DARK, LIGHT, ONLOOKER = 111, 222, 333
EN, FR = words_of("en"), words_of("fr")
ALL = tuple(languages().values())
UNSERVED = next(locale for locale in discord.Locale if words_for(locale.value) is None)
CHANNEL = Reader(EN)
AS_DARK, AS_LIGHT, LOOKING_ON = Reader(EN, DARK), Reader(EN, LIGHT), Reader(EN, ONLOOKER)
PLACE = Place(guild=5, channel=6)
NO_CLOCK = Pace()
DAY = 86400


def record(
    rules: str, *moves: str, start: str | None = None, pace: Pace = NO_CLOCK, lot: Side = Side.DARK
) -> Record:
    """Game 12, with these moves played; an hour passes with each."""
    game = catalogue.game(rules)
    drawn = lot if game.data["first"] is None and start is None else None
    match = fold((Created(0, game.data, lot=drawn, start=start),))
    for number, move in enumerate(moves, start=1):
        match = match.after(Moved(match.turn, 3600 * number, tuple(move.split("-"))))
    return Record(12, PLACE, DARK, LIGHT, match, pace, message=99)


def challenge(**changes: Any) -> Challenge:  # noqa: ANN401  any of its fields
    """Challenge 3 of the dark player to the light one, open for a week."""
    terms = Terms("larochelle", Side.DARK, Pace())
    values: dict[str, Any] = {
        "id": 3,
        "place": PLACE,
        "by": DARK,
        "opponent": LIGHT,
        "terms": terms,
        "made": 0,
        "until": 7 * DAY,
        "message": 77,
    }
    return Challenge(**{**values, **changes})


def clock_state(side: Side = Side.LIGHT, **changes: Any) -> ClockState:  # noqa: ANN401  any of its fields
    """A clock that runs out at 900 000, with no player away."""
    return replace(ClockState(side, 900_000, {}), **changes)


def text(page: Page) -> str:
    """All that is written on it, buttons left out."""
    return "\n".join(b.text for b in page.blocks if isinstance(b, Text | Section))


def buttons(page: Page) -> dict[str, Button]:
    """Its buttons by their labels."""
    rows = (b.buttons for b in page.blocks if isinstance(b, Buttons))
    beside = (b.button for b in page.blocks if isinstance(b, Section))
    shown = [*(button for row in rows for button in row), *beside]
    return {button.label: button for button in shown}


def menus(page: Page) -> list[Menu]:
    """Its menus."""
    return [block for block in page.blocks if isinstance(block, Menu)]


def check(page: Page) -> list[dict[str, Any]]:
    """Make it, once with pictures and once without, and hold it against Discord's limits."""
    painted = {picture.name: b"picture" for picture in page.pictures if picture.painted}
    for images in (painted, {}):
        message = components.message(page, images)
        payload = message.view.to_components()
        _check_components(list(_walk(payload)))
        files = {*message.files}
        assert files == {*images, *(file.name for file in page.files)}
        assert _referred(payload) == files
    assert len({p.name for p in page.pictures}) == len(page.pictures)
    return payload


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components", []))
        if "accessory" in component:
            yield component["accessory"]


def _check_components(components: list[dict[str, Any]]) -> None:
    assert 0 < len(components) <= 40
    assert sum(len(component.get("content", "")) for component in components) <= 4000
    named = [component["custom_id"] for component in components if component.get("custom_id")]
    assert len(named) == len(set(named))
    assert named == [press.custom_id for press in read_presses(named)]
    for component in components:
        _check_component(component)


def _check_component(component: Mapping[str, Any]) -> None:
    match component["type"]:
        case 1:
            assert 0 < len(component["components"]) <= 5
        case 2:
            assert 0 < len(component["label"]) <= 80
        case 3:
            assert 0 < len(component["options"]) <= 25
            assert 0 < len(component["placeholder"]) <= 150
            values = [option["value"] for option in component["options"]]
            assert len(values) == len(set(values))
            for option in component["options"]:
                _check_option(option)
        case 8:
            assert 0 < len(component["placeholder"]) <= 150
            assert len(component.get("default_values", ())) <= component["max_values"] <= 25
        case 5:
            assert 0 < len(component["placeholder"]) <= 150
        case 9:
            assert 0 < len(component["components"]) <= 3
        case 10:
            assert component["content"].strip()
        case 12:
            assert all(0 < len(item["description"]) <= 1024 for item in component["items"])
        case other:
            assert other in (13, 17)


def _check_option(option: Mapping[str, Any]) -> None:
    assert 0 < len(option["label"]) <= 100
    assert 0 < len(option["value"]) <= 100
    assert len(option.get("description") or "") <= 100


def _referred(payload: list[dict[str, Any]]) -> set[str]:
    """The names of the files that its components show."""
    names: set[str] = set()
    for component in _walk(payload):
        media = [item["media"] for item in component.get("items", [])]
        media += [component["file"]] if "file" in component else []
        names |= {medium["url"].removeprefix("attachment://") for medium in media}
    return names


def pictures(page: Page) -> list[Picture]:
    """Its pictures."""
    return list(page.pictures)


def file(page: Page) -> Attachment:
    """Its one file."""
    (attachment,) = page.files
    return attachment
