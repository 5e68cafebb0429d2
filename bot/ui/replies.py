"""A move written in reply to its board. Such a message reaches us only because it mentions us."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

import discord

from bot.service import play as cases
from bot.service.refusals import Refusal
from bot.ui.layout import message
from bot.ui.pages import say
from bot.ui.pages.reader import private
from games.errors import GameError

if TYPE_CHECKING:
    from bot.ui.app import App

log = logging.getLogger(__name__)

_LONGEST = 80
_POINT = re.compile(r"\b[a-i]\s?[1-9]", re.IGNORECASE)
_MENTION = re.compile(r"<@!?[0-9]+>")


async def move_by_reply(app: App, written: discord.Message) -> None:
    """Play what the reply says. Talk is left alone; a slip is explained privately."""
    text = _MENTION.sub("", written.content).strip()
    if len(text) > _LONGEST or not _POINT.search(text):
        return
    assert written.reference is not None
    record = await app.house.store.record_at(written.reference.message_id or 0)
    if record is None or record.side(written.author.id) is None:
        return
    try:
        await cases.play_text(app.house, record.id, written.author.id, text)
    except (GameError, Refusal) as error:
        await _explain(app, written, error)


async def _explain(app: App, written: discord.Message, error: GameError | Refusal) -> None:
    """In a private message; where those are closed, in one sentence under the reply."""
    person = await app.house.store.person(written.author.id)
    guild = written.guild
    who = private(person, str(guild.preferred_locale) if guild else "")
    sentence = say.refused(error, who.words)
    try:
        await written.author.send(**message(say.page(sentence), {}).sending())
    except discord.Forbidden:
        made = message(say.page(sentence), {})
        await written.reply(**made.sending(), mention_author=True)
