"""The drafts of competitions, as cups and team matches share them: where, how, what counts."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from bot.model.club import DAYS, Competition, pace_of
from bot.ui.pages import naming
from bot.ui.pages.club import OFF, ON
from bot.ui.pages.page import Button, Buttons, ChannelMenu, Style, Text
from bot.ui.pages.settings import switch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.ui.buttons import Press
    from bot.ui.pages.page import Block
    from bot.ui.words import Words

C = TypeVar("C", bound=Competition)


class DraftSetting(StrEnum):
    """What a draft's menus and switches change; not every kind has each of them."""

    SIZE = "size"
    ROUND = "round"
    PACE = "pace"
    GAMES = "games"
    RATED = "rated"
    WEEKENDS = "weekends"
    CHANNEL = "channel"
    REPEATS = "repeats"


def place_and_terms(
    draft: Competition,
    change: Callable[..., Press],
    words: Words,
    *,
    may_be_one: bool,
    wall: int | None = None,
) -> Iterator[Block]:
    """In which channel it is played, and on which terms. `change`: what changes a setting.

    `may_be_one`: two who meet may play one game. `wall`: the forum to which its games go.
    """
    prompt = words("club.channel-prompt")
    if wall is not None:
        prompt = words("club.channel-prompt-wall", forum=naming.channel(wall))
    yield Text(f"-# {prompt}")
    channels = (draft.channel,) if draft.channel else ()
    yield ChannelMenu(change(DraftSetting.CHANNEL), words("club.channel-none"), channels, most=1)
    if may_be_one:
        games = [(str(count), naming.sentence(words(f"club.games.{count}"))) for count in (2, 1)]
        yield switch(partial(change, DraftSetting.GAMES), games, str(draft.games))
    for setting, on in (
        (DraftSetting.RATED, draft.rated),
        (DraftSetting.WEEKENDS, draft.pace.weekends),
    ):
        values = [(value, words(f"server.{setting}-{value}")) for value in (ON, OFF)]
        yield switch(partial(change, setting), values, ON if on else OFF)


def what_to_do(open_it: Press, fill_in: Press, discard: Press, words: Words) -> Buttons:
    """What becomes of it: opened, filled in again, forgotten."""
    return Buttons(
        (
            Button(words("club.open-sign-up"), open_it, Style.GOOD),
            Button(words("club.fill-in"), fill_in),
            Button(words("club.discard"), discard),
        )
    )


def changed(draft: C, setting: DraftSetting, values: Sequence[str]) -> C:
    """The draft with this setting. What no menu offers changes nothing."""
    value = values[0] if values else ""
    match setting:
        case DraftSetting.CHANNEL:
            return replace(draft, channel=int(value) if value else 0)
        case DraftSetting.PACE if value in map(str, DAYS):
            return replace(draft, pace=pace_of(int(value), weekends=draft.pace.weekends))
        case DraftSetting.GAMES if value in {"1", "2"}:
            return replace(draft, games=int(value))
        case DraftSetting.RATED if value in {ON, OFF}:
            return replace(draft, rated=value == ON)
        case DraftSetting.WEEKENDS if value in {ON, OFF}:
            return replace(draft, pace=replace(draft.pace, weekends=value == ON))
        case _:
            return draft
