"""Moves typed as a reply to a board. Discord sends us such a message because it mentions us."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.service import play as cases
from bot.service.refusals import No, Refusal
from bot.ui import custom_ids
from bot.ui.answers import trouble_of
from bot.ui.components import ids_of, message
from bot.ui.pages import errors
from bot.ui.pages.reader import private
from games.errors import GameError

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.answers import App
    from bot.ui.pages.reader import Reader

_LONGEST = 80
_POINT = re.compile(r"\b[a-i]\s?[1-9]", re.IGNORECASE)
_MOVE = re.compile(r"[a-i]\s?[1-9](?:[\s,x-]*[a-i]\s?[1-9])+", re.IGNORECASE)
_MENTION = re.compile(r"<@!?[0-9]+>")


async def move_by_reply(app: App, written: discord.Message, me: int) -> None:
    """Play the move in the reply. Other talk is ignored; a refused move is explained privately."""
    replied = written.reference and written.reference.resolved
    if isinstance(replied, discord.Message) and replied.author.id != me:
        return  # whose buttons, if any, are not ours
    text = _MENTION.sub("", written.content).strip()
    if len(text) > _LONGEST or not _POINT.search(text):
        return
    who = await _reader(app, written)
    if sentence := await _try_move(app, written, text, who):
        await _explain(written, sentence, who)


async def _try_move(app: App, written: discord.Message, text: str, who: Reader) -> str | None:
    """Play it; returns why it was refused, or why the board could not be posted."""
    by = written.author.id
    record = await _find_match(app, written)
    try:
        if record is None:
            await _refuse_old(app, written, text)
        elif record.side(by) is not None:
            played = await cases.make_typed_move(app.house, record.id, by, text)
            return await trouble_of(app, who, played)
    except (GameError, Refusal) as error:
        return errors.refused(error, who.words)
    return None


async def _reader(app: App, written: discord.Message) -> Reader:
    person = await app.store.person(written.author.id)
    return private(person, str(written.guild.preferred_locale) if written.guild else "")


async def _find_match(app: App, written: discord.Message) -> Record | None:
    """The match whose newest board was replied to, by its buttons or by the stored message."""
    assert written.reference is not None
    replied = written.reference.resolved
    if isinstance(replied, discord.Message):
        for press in map(custom_ids.read, ids_of(replied.components)):
            if press and press.verb in (custom_ids.Verb.MOVE, custom_ids.Verb.YES):
                return await app.store.record(press.number)
    return await app.store.record_at(written.reference.message_id or 0)


async def _refuse_old(app: App, written: discord.Message, text: str) -> None:
    """Refuse a move in reply to an old board, if its author plays in this channel."""
    running = await app.store.running(written.author.id)
    here = any(each.place.channel == written.channel.id for each in running)
    if here and _MOVE.fullmatch(text):
        raise Refusal(No.MOVED_ON)


async def _explain(written: discord.Message, sentence: str, who: Reader) -> None:
    """In a direct message; where those are closed, in one sentence under the reply."""
    assert written.reference is not None
    jump = who.words("games.jump", link=written.reference.jump_url)
    try:
        await written.author.send(**message(errors.page(f"{sentence}\n-# {jump}"), {}).sending())
    except discord.Forbidden:
        with suppress(discord.Forbidden):  # nor there
            made = message(errors.page(sentence), {})
            await written.reply(**made.sending(), mention_author=True)
