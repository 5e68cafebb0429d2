"""The completions of a command, also those that fail."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
from discord import app_commands

from bot.metrics import Metrics
from bot.ui.localised_commands import command

if TYPE_CHECKING:
    from bot.ui.answers import Interaction

ANNA = 111_222_333
OPTION = app_commands.Choice[Any](name="e4-e7", value="e4e7")
LATE = discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), {"code": 10062})
FAILURES = "konakis_interaction_failures_total"


def typed(metrics: Metrics, answer: AsyncMock) -> Interaction:
    asked = SimpleNamespace(
        type=discord.InteractionType.autocomplete,
        user=SimpleNamespace(id=ANNA),
        command=SimpleNamespace(qualified_name="tablut move"),
        data={},
        client=SimpleNamespace(app=SimpleNamespace(metrics=metrics)),
        response=SimpleNamespace(autocomplete=answer),
    )
    return cast("Any", asked)


async def complete(metrics: Metrics, options: AsyncMock, answer: AsyncMock) -> None:
    """Type into an option that has these completions; `answer`: sends them to Discord."""

    async def play(_: Interaction, move: str) -> None:
        raise AssertionError(move)

    async def complete_move(interaction: Interaction, text: str) -> Any:  # noqa: ANN401  its choices
        return await options(interaction, text)

    completing = command("move", "move")(play).autocomplete("move")(complete_move)
    await cast("Any", completing)(typed(metrics, answer), "e4")


async def test_what_is_typed_is_answered_with_its_completions() -> None:
    answer = AsyncMock()
    await complete(Metrics(), AsyncMock(return_value=[OPTION]), answer)
    answer.assert_awaited_once_with([OPTION])


@pytest.mark.parametrize(
    ("options", "answer", "why"),
    [
        (AsyncMock(side_effect=KeyError), AsyncMock(), "fault"),
        (AsyncMock(return_value=[OPTION]), AsyncMock(side_effect=LATE), "late"),
        (AsyncMock(return_value=[OPTION]), AsyncMock(side_effect=OSError), "fault"),
    ],
)
async def test_a_completion_that_fails_is_counted(
    options: AsyncMock, answer: AsyncMock, why: str
) -> None:
    metrics = Metrics()
    with pytest.raises((KeyError, discord.NotFound, OSError)):
        await complete(metrics, options, answer)
    labels = {"kind": "completion", "name": "tablut move", "why": why}
    assert metrics.registry.get_sample_value(FAILURES, labels) == 1
