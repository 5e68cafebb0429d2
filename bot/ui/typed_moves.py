"""Moves typed as a reply to one of our messages. Discord sends us replies that mention us.

A refused move is explained below it; a reply to that explanation is the next try, and all
explanations are deleted when one succeeds. If a move fits several games, a menu plays it in the
chosen one. In vote games, the move is a vote. A server can have replies deleted whose move was
played.

Invariant: of a text, only a move is understood; nothing of it is kept.
"""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.metrics import Asked
from bot.model.people import CHANNEL
from bot.service import play as cases
from bot.service.lookup import readable_records
from bot.service.rate_limit import Admission
from bot.service.refusals import No, Refusal
from bot.ui.answers import fault_page, trouble_of
from bot.ui.buttons import read_presses
from bot.ui.components import ids_of, is_line, message, shows_board
from bot.ui.pages import errors, naming, panel
from bot.ui.pages.games import which_game
from bot.ui.pages.offers import AcceptOffer, ShowMore
from bot.ui.pages.page import text_page
from bot.ui.pages.panel import PlayMove
from bot.ui.pages.parts import OpenGame, OpenPanel
from bot.ui.pages.reader import private
from bot.ui.slots import TYPED_VOTES
from bot.ui.words import words_of
from games import catalogue
from games.errors import GameError
from games.notation import JOINER, move_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.model.matches import Listing, Record
    from bot.model.people import Player
    from bot.ui.app import App
    from bot.ui.buttons import Press
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from games.core import Game, Move

log = logging.getLogger(__name__)

_ASKED = Asked("reply", "move")  # its name in the log and the metrics
_LONGEST = 80
_WRONG_FORM = 50035
_TAKES = "x\u00d7:/*"
_BETWEEN = rf"(?:[\s,.>\u2192\u2010-\u2015\u2212{_TAKES}-]|to\b|vers\b|\u00e0)*"
_LIKE_A_POINT = re.compile(r"(?<![a-z])[ktn]?[a-z]\s?[0-9]{1,2}(?![0-9])", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_MENTION = re.compile(r"<@!?[0-9]+>")
_UNBROKEN = str.maketrans({JOINER: None, "\u2011": "-"})  # signs that keep a move on one line
_OF_A_MATCH = (OpenPanel, AcceptOffer, ShowMore)


@cache
def _point() -> re.Pattern[str]:
    """Return the pattern of a point on any board as players type it, such as "e4" or "K 11"."""
    points = {point for name in catalogue.NAMES for point in catalogue.game(name).board.points}
    files = "".join(sorted({point[0] for point in points}))
    ranks = "|".join(sorted({point[1:] for point in points}))
    return re.compile(rf"[{files}]\s?(?:{ranks})(?![0-9])", re.IGNORECASE)


@cache
def _move() -> re.Pattern[str]:
    """Return the pattern of a move as players type it, with its points as one group."""
    point = _point().pattern
    return re.compile(rf"\b[ktn]?({point}(?:{_BETWEEN}{point})+)", re.IGNORECASE)


def as_typed(text: str) -> str:
    """Return a text without the invisible signs of moves copied from our messages."""
    return text.translate(_UNBROKEN).strip()


def plain_move(text: str, game: Game) -> str:
    """Return the move in a text that holds only a move, in plain notation; else the text itself.

    Forgives arrows, words between the points, a piece's letter before them, signs around them.
    """
    written = _move().search(text)
    if written is None or not is_a_move(text):
        return text
    points = ["".join(point.split()).lower() for point in _point().findall(written[1])]
    signs = [_sign(between) for between in _point().split(written[1])[1:-1]]
    if len(points) == 2 and naming.family_of(game) == "tablut":  # noqa: PLR2004  a slide, with any sign
        signs = ["-"]
    return points[0] + "".join(sign + point for sign, point in zip(signs, points[1:], strict=True))


def is_a_move(text: str) -> bool:
    """Whether a text is a move and nothing else."""
    written = _move().search(text)
    return written is not None and not any(
        map(str.isalnum, text[: written.start()] + text[written.end() :])
    )


def is_nearly_a_move(text: str) -> bool:
    """Whether a text is meant as a move: only points, or two points and at most one more word.

    >>> [is_nearly_a_move(text) for text in ("e4", "play e4-f4", "e4 was nice", "I like e4")]
    [True, True, False, False]
    """
    points = len(_point().findall(text))
    beside = _WORD.findall(_LIKE_A_POINT.sub(" ", _move().sub(" ", text)))
    return bool(points) and len(beside) <= (points > 1)


def _sign(between: str) -> str:
    return "x" if any(letter in _TAKES for letter in between.lower()) else "-"


async def fitting(
    app: App, by: Player, text: str, games: Iterable[Listing]
) -> list[tuple[Listing, Move]]:
    """Return a player's waiting games in which a text is a legal move, with the move."""
    fits: list[tuple[Listing, Move]] = []
    theirs = (
        listing for listing in games if listing.turn is listing.side(by) and not listing.shelved
    )
    async for listing, record in readable_records(app.services, theirs):
        game, position = record.match.game, record.match.position
        with suppress(GameError):
            fits.append((listing, move_at(game, position, plain_move(text, game))))
    return fits


def ask_which(
    app: App, reader: Reader, listings: Sequence[Listing], fits: Sequence[tuple[Listing, Move]]
) -> Page:
    """Return a page asking which game is meant: each option plays the move in that game.

    If the move fits no game, the options open the games.
    """
    moves = {listing.id: move for listing, move in fits}

    def press(listing: Listing) -> Press:
        if listing.id not in moves:
            return OpenGame(listing.id)
        return PlayMove(listing.id, listing.version, moves[listing.id])

    return which_game([listing for listing, _ in fits] or listings, reader, app.names, press)


class TypedMoves:
    """Plays the moves in replies, and explains refusals."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def reply(self, written: discord.Message, me: int) -> None:
        """Play the move in a reply to us, or explain why not. Ignore replies without a move.

        Failures are logged and answered as for commands.
        """
        try:
            await self._understand(written, me)
        except Exception as error:  # noqa: BLE001  logged
            words = words_of(self._locale(written))
            page = fault_page(self._app, _ASKED, error, words)
            try:
                await self._explain(written, page)
            except (discord.HTTPException, aiohttp.ClientError) as failed:
                log.warning("could not send the error message: %s", failed)

    async def _understand(self, written: discord.Message, me: int) -> None:
        """Play or vote for the move in a reply, if it is meant as one."""
        replied = written.reference and written.reference.resolved
        if isinstance(replied, discord.Message) and replied.author.id != me:
            return  # its buttons, if any, aren't ours
        text = as_typed(_MENTION.sub("", written.content))
        if len(text) > _LONGEST or not is_nearly_a_move(text):
            return
        admission = self._app.rate_limit.admit(written.author.id)
        if admission is Admission.IGNORED:
            return
        reader = await self._reader(written)
        if admission is Admission.REFUSED:
            await self._explain(written, text_page(reader.words("fault.pace")))
        elif (record := await self._find_match(written)) is None:
            await self._play_here(written, text, reader)
        elif record.team(written.author.id):
            await self._play(written, text, reader, record)
        elif record.by_vote and record.place.channel == written.channel.id:
            await self._vote(written, text, reader, record)

    async def _play_here(self, written: discord.Message, text: str, reader: Reader) -> None:
        """Play a move in the author's game here; among several, in the game where it's legal."""
        games = await self._games_here(written)
        if not games or not _move().search(text):
            return
        replied = written.reference and written.reference.resolved
        if not isinstance(replied, discord.Message) or _is_old_board(replied):
            sentence = errors.refused(Refusal(No.MOVED_ON), reader.words)
            await self._explain(written, text_page(sentence))
            return
        fits = await fitting(self._app, written.author.id, text, games)
        meant = games if len(games) == 1 else [game for game, _ in fits]
        if len(meant) == 1:
            record = await self._app.services.record(meant[0].id)
            await self._play(written, text, reader, record)
        else:
            await self._explain(written, ask_which(self._app, reader, games, fits))

    async def _games_here(self, written: discord.Message) -> list[Listing]:
        """Return the author's games in this channel; in DMs, all their games."""
        running = await self._app.services.store.matches.running(written.author.id)
        private = written.guild is None
        return [game for game in running if private or game.place.channel == written.channel.id]

    async def _play(
        self, written: discord.Message, text: str, reader: Reader, record: Record
    ) -> None:
        """Play a move; explain why it's refused, or why its board couldn't be posted."""
        by, move = written.author.id, plain_move(text, record.match.game)
        try:
            reply = written.id if await self._goes(written, record) else None
            played = await cases.make_typed_move(self._app.services, record, by, move, reply)
        except (GameError, Refusal) as error:
            sentence = errors.refused(error, reader.words, record.match)
            await self._explain(written, panel.explained(sentence, record, reader), record)
            return
        await self._app.explained.delete(by, written.channel.id)
        await self._app.turns.delete(by, written.channel.id, played.id)
        if trouble := await trouble_of(self._app, reader, played):
            await self._explain(written, text_page(trouble))

    async def _vote(
        self, written: discord.Message, text: str, reader: Reader, record: Record
    ) -> None:
        """Vote for a move, if the text is a move and nothing else; explain a refusal.

        The answer is the board, which shows the number of votes.
        """
        by = written.author.id
        if not is_a_move(text):
            return
        try:
            move = _typed_vote(record, text)
            reply = written.id if await self._goes(written, record) else None
            for count in self._app.features.at(TYPED_VOTES):
                await count(self._app.services, record, by, move, reply)
        except (GameError, Refusal) as error:
            sentence = errors.refused(error, reader.words, record.match)
            await self._explain(written, text_page(sentence), record)
            return
        await self._app.explained.delete(by, written.channel.id)

    async def _goes(self, written: discord.Message, record: Record) -> bool:
        """Whether to delete the reply: its server wants that, and gives us the permission."""
        if written.guild is None or record.place.channel != written.channel.id:
            return False
        server = await self._app.services.store.servers.guild(written.guild.id)
        there = written.guild.get_channel_or_thread(written.channel.id)
        return bool(
            server.tidy and there and there.permissions_for(written.guild.me).manage_messages
        )

    async def _reader(self, written: discord.Message) -> Reader:
        """Return the author as a reader, in their last known language, else the server's."""
        person = await self._app.services.store.people.person(written.author.id)
        return private(person, self._locale(written, person.heard)).later

    def _locale(self, written: discord.Message, heard: str = "") -> str:
        """Return the author's language as Discord last gave it, or `heard`, or the server's."""
        server = str(written.guild.preferred_locale) if written.guild else ""
        return self._app.locales.get(written.author.id, heard or server)

    async def _find_match(self, written: discord.Message) -> Record | None:
        """Return the match of the message replied to, by its buttons or by the stored message."""
        assert written.reference is not None
        replied = written.reference.resolved
        if isinstance(replied, discord.Message):
            for press in read_presses(ids_of(replied.components)):
                if isinstance(press, _OF_A_MATCH):
                    with suppress(Refusal):  # the match no longer exists
                        return await self._app.services.record(press.match)
                    return None
        return await self._app.services.store.matches.record_at(written.reference.message_id or 0)

    async def _explain(
        self, written: discord.Message, page: Page, record: Record | None = None
    ) -> None:
        """Answer a typed move with a page: as a reply or, if the bot can't write there, as a DM.

        `record`: the match whose next board deletes the answer, in case the bot restarts before the
        next try.
        """
        answer = message(page, {}).sending()
        with suppress(discord.NotFound):  # the channel was deleted
            try:
                sent = await written.reply(**answer, mention_author=False)
            except discord.Forbidden:
                with suppress(discord.Forbidden):  # DMs are closed too
                    await written.author.send(**answer)
                return
            except discord.HTTPException as error:
                if _replies_to_deleted_message(error):
                    return
                raise
            self._app.explained.note(written.author.id, sent)
            if record and record.place.channel == sent.channel.id:
                await cases.note_explanation(self._app.services, record, sent.id)


def _typed_vote(record: Record, text: str) -> Move:
    """Return the move of a typed vote; refuse if it isn't the channel's turn."""
    match = record.match
    if record.player(match.turn) != CHANNEL:
        raise Refusal(No.VOTE_IS_OVER)
    return move_at(match.game, match.position, plain_move(text, match.game))


def _replies_to_deleted_message(error: discord.HTTPException) -> bool:
    """Whether Discord refused a reply because the message it replies to was deleted."""
    return error.code == _WRONG_FORM and "message_reference" in error.text


def _is_old_board(replied: discord.Message) -> bool:
    """Whether a message is a board, or the line that replaces an old board."""
    return shows_board(replied.components) or is_line(replied.components)
