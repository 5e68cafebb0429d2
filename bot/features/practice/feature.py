"""Practice: a person plays against the engine, alone or where all can watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.practice import actions, cases, pages
from bot.features.practice.answers import Answers
from bot.ui.app import EngineGames, Feature
from bot.ui.slots import MORE_BUTTONS, PROFILE_LINES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.people import Player
    from bot.service.services import Services
    from bot.ui.app import Lines
    from bot.ui.words import Words


async def _answer(services: Services) -> None:
    """Have the engine move wherever it is its turn."""
    if isinstance(services.opponent, Answers):
        await services.opponent.run(services)


async def _profile_lines(services: Services, player: Player) -> Lines:
    levels = await services.store.matches.levels_beaten(player)
    wins, most_wins = await cases.wins_in_a_row(services, player)

    def lines(words: Words) -> Iterator[str]:
        if levels:
            yield words("profile.levels", levels=words.join([*map(str, levels)]))
        if wins > 1:
            yield words("profile.wins", count=wins)
        if most_wins > max(1, wins):
            yield words("profile.most-wins", count=most_wins)

    return lines


FEATURE = Feature(
    name="practice",
    commands=(actions.commands,),
    actions=(actions,),
    opponent=Answers,
    tasks=(_answer,),
    engine_games=EngineGames(
        ask=actions.ask,
        challenge=actions.challenge,
        rematch=actions.rematch,
        show=actions.show_game,
        page=pages.game,
        play_button=pages.play_button,
        first_rules=cases.first_rules,
        refused=pages.refused,
        offer=cases.offer,
        play_from=cases.play_from,
    ),
    adds=(
        PROFILE_LINES.by(_profile_lines),
        MORE_BUTTONS.by(pages.more_buttons),
    ),
)
