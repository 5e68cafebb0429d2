"""A challenge posted as the answer to the command or button that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.values import Kind, Post
from bot.ui.layout import message
from bot.ui.pages import challenge as pages
from bot.ui.pages.reader import public

if TYPE_CHECKING:
    from bot.service.values import Challenge
    from bot.ui.answers import Interaction
    from bot.ui.app import App


async def post_challenge(
    app: App, interaction: Interaction, challenge: Challenge, post: int
) -> None:
    """Answer with it. Should that fail half-way, the outbox sees to it."""
    page = pages.challenge(challenge, public(str(interaction.guild_locale or "")))
    made = message(page, await app.pictures.paint(page), mark=post)
    answer = await interaction.response.send_message(**made.sending())
    said = Post(Kind.CHALLENGE, challenge=challenge.id, id=post)
    await app.house.store.done(said, answer.message_id)
