"""Practice: a person plays against the engine, alone or where all can watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.practice import actions, cases, pages
from bot.features.practice.answers import Answers
from bot.ui.app import EngineGames, Feature

if TYPE_CHECKING:
    from bot.service.services import Services


async def _answer(services: Services) -> None:
    """Have the engine move wherever it is its turn."""
    if isinstance(services.opponent, Answers):
        await services.opponent.run(services)


FEATURE = Feature(
    name="practice",
    commands=(actions.commands,),
    actions=(actions,),
    opponent=Answers,
    tasks=(_answer,),
    more_buttons=pages.coach_button,
    engine_games=EngineGames(
        challenge=actions.challenge,
        rematch=actions.rematch,
        show=actions.show_game,
        page=pages.game,
        play_button=pages.play_button,
        refused=pages.refused,
        offer=cases.offer,
        play_from=cases.play_from,
    ),
)
