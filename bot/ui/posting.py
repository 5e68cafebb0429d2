"""A challenge posted as the answer to the command or button that made it, or by the outbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.model import Kind, Post
from bot.ui.channels import reader_here
from bot.ui.pages import challenge as pages
from bot.ui.sending import send

if TYPE_CHECKING:
    from bot.service.model import Challenge
    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.components import Message


async def post_challenge(
    app: App, interaction: Interaction, challenge: Challenge, post: int
) -> None:
    """Answer with it. Should it be unknown whether that arrived, the outbox looks at once."""
    page = pages.challenge(challenge, await reader_here(app.house, interaction))

    async def how(made: Message) -> int | None:
        answer = await interaction.response.send_message(**made.sending())
        return answer.message_id

    try:
        sent = await send(app.pictures, page, how, mark=post)
    except Exception:
        await post_now(app, post)
        raise
    said = Post(Kind.CHALLENGE, challenge=challenge.id, id=post)
    await app.house.store.post_done(said, sent.answer)


async def post_now(app: App, post: int) -> None:
    """Have the outbox post it where it belongs, unless it is out already."""
    await app.house.store.retry_post(post, app.house.now())
    app.outbox.ring()
