"""Moves typed as a reply to one of our messages. Discord sends us a reply because it mentions us.

A refused move is explained under it, with a button; a reply to that explanation is the next try.
Law: of what was written, only a move is understood; nothing of it is kept.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.service import play as cases
from bot.service.lookup import find
from bot.service.model import Place
from bot.service.pacing import Admission
from bot.service.refusals import No, Refusal
from bot.ui import custom_ids
from bot.ui.answers import trouble_of
from bot.ui.components import ids_of, message, parts_of
from bot.ui.custom_ids import Verb
from bot.ui.pages import errors, naming
from bot.ui.pages.reader import private
from games.errors import GameError

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.answers import App
    from bot.ui.pages.reader import Reader
    from games.core import Game

_LONGEST = 80
_REMEMBERED = 1000  # explanations that go when the next try succeeds
_POINT = re.compile(r"[a-k]\s?(?:1[01]|[1-9])(?![0-9])", re.IGNORECASE)  # of the largest board
_TAKES = "x\u00d7:/*"
_BETWEEN = rf"(?:[\s,.>\u2192\u2010-\u2015\u2212{_TAKES}-]|to\b|vers\b|\u00e0)*"
_MOVE = re.compile(rf"\b[ktn]?({_POINT.pattern}(?:{_BETWEEN}{_POINT.pattern})+)", re.IGNORECASE)
_MENTION = re.compile(r"<@!?[0-9]+>")
_OF_A_MATCH = (Verb.MOVE, Verb.YES, Verb.MORE)


def plain_move(text: str, game: Game) -> str:
    """The move in a text of nothing else, as a player would write it; else the text as it is.

    Forgives arrows, words between the points, a man's letter before them, signs around them.
    """
    found = _MOVE.search(text)
    if found is None or any(each.isalnum() for each in text[: found.start()] + text[found.end() :]):
        return text
    points = ["".join(each.split()).lower() for each in _POINT.findall(found[1])]
    signs = [_sign(each) for each in _POINT.split(found[1])[1:-1]]
    if len(points) == 2 and naming.family_of(game) == "tablut":  # noqa: PLR2004  a slide, whatever it takes
        signs = ["-"]
    return points[0] + "".join(sign + point for sign, point in zip(signs, points[1:], strict=True))


def _sign(between: str) -> str:
    return "x" if any(each in _TAKES for each in between.lower()) else "-"


class TypedMoves:
    """Plays replies. Remembers the newest explanations, only to delete them."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._explained: OrderedDict[tuple[int, int], discord.Message] = OrderedDict()

    async def reply(self, written: discord.Message, me: int) -> None:
        """Play the move in a reply to us. Other talk is ignored; a refused move is explained."""
        replied = written.reference and written.reference.resolved
        if isinstance(replied, discord.Message) and replied.author.id != me:
            return  # whose buttons, if any, are not ours
        text = _MENTION.sub("", written.content).strip()
        if len(text) > _LONGEST or not _POINT.search(text):
            return
        admission = self._app.pacing.admit(written.author.id)
        if admission is Admission.IGNORED:
            return
        who = await self._reader(written)
        if admission is Admission.REFUSED:
            await self._explain(written, who.words("fault.pace"), who, None)
            return
        sentence, record = await self._try_move(written, text, who)
        await self._delete_explanation(written)
        if sentence:
            await self._explain(written, sentence, who, record)

    async def _try_move(
        self, written: discord.Message, text: str, who: Reader
    ) -> tuple[str | None, Record | None]:
        """Play it; returns why it was refused, or why the board could not be posted."""
        by, record = written.author.id, await self._find_match(written)
        try:
            if record is None:
                record = await self._find_by_place(written, text)
            if record is None or record.side(by) is None:
                return None, None
            move = plain_move(text, record.match.game)
            played = await cases.make_typed_move(self._app.house, record.id, by, move)
            return await trouble_of(self._app, who, played), None
        except (GameError, Refusal) as error:
            return errors.refused(error, who.words, record and record.match), record

    async def _reader(self, written: discord.Message) -> Reader:
        """The author, in the language that Discord last named as theirs; else in the server's."""
        person = await self._app.store.person(written.author.id)
        server = str(written.guild.preferred_locale) if written.guild else ""
        return private(person, self._app.locales.get(person.id, server))

    async def _find_match(self, written: discord.Message) -> Record | None:
        """The match of the message that was replied to, by its buttons or by the stored message."""
        assert written.reference is not None
        replied = written.reference.resolved
        if isinstance(replied, discord.Message):
            for press in map(custom_ids.read, ids_of(replied.components)):
                if press and press.verb in _OF_A_MATCH:
                    return await self._app.store.record(press.number)
        return await self._app.store.record_at(written.reference.message_id or 0)

    async def _find_by_place(self, written: discord.Message, text: str) -> Record | None:
        """The author's only game here, in reply to a notice; but refuse a move on an old board."""
        channel, by = written.channel.id, written.author.id
        running = await self._app.store.running(by)
        here = any(each.place.channel == channel for each in running)
        if not here or not _MOVE.search(text):
            return None
        assert written.reference is not None
        replied = written.reference.resolved
        if not isinstance(replied, discord.Message) or _has_picture(replied):
            raise Refusal(No.MOVED_ON)
        guild = written.guild and written.guild.id
        return await find(self._app.house, by, None, Place(guild, channel))

    async def _explain(
        self, written: discord.Message, sentence: str, who: Reader, record: Record | None
    ) -> None:
        """Under the reply; where we may not write there, in a direct message."""
        made = message(errors.explained(sentence, record, who), {}).sending()
        with suppress(discord.NotFound):  # it has been deleted
            try:
                sent = await written.reply(**made, mention_author=False)
            except discord.Forbidden:
                with suppress(discord.Forbidden):  # nor there
                    await written.author.send(**made)
                return
            self._explained[written.channel.id, written.author.id] = sent
            while len(self._explained) > _REMEMBERED:
                self._explained.popitem(last=False)

    async def _delete_explanation(self, written: discord.Message) -> None:
        """Whether the next try succeeds or not, the explanation of the last one is over."""
        old = self._explained.pop((written.channel.id, written.author.id), None)
        if old is not None:
            with suppress(discord.HTTPException):
                await old.delete()


def _has_picture(replied: discord.Message) -> bool:
    """Whether it is a board, which stands there as a picture or as a block of text."""
    return any(
        isinstance(each, discord.MediaGalleryComponent)
        or (isinstance(each, discord.TextDisplay) and "```" in each.content)
        for each in parts_of(replied.components)
    )
