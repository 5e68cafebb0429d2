"""Forged options and values: what Discord lets no user choose is refused before it is used."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest
from discord import app_commands

from bot.service.limits import Limits
from bot.service.pacing import Pacing
from bot.ui import router
from bot.ui.custom_ids import Verb
from bot.ui.router import options_are_bounded

if TYPE_CHECKING:
    from bot.ui.router import ButtonContext

Ply = app_commands.Range[int, 0, 9999]


async def _replay(
    interaction: discord.Interaction[Any], side: str = "", pace: int = 0, ply: Ply = 0
) -> None: ...


COMMAND = app_commands.Command[Any, ..., Any](
    name="replay",
    description="x",
    callback=app_commands.choices(side=[app_commands.Choice(name="Dark", value="d")])(_replay),
)


def bounded(**given: object) -> bool:
    """Whether these options pass."""
    asked = SimpleNamespace(command=COMMAND, namespace=given.items())
    return options_are_bounded(cast("Any", asked))


@pytest.mark.parametrize(
    "given", [{}, {"side": "d"}, {"pace": 2**53}, {"ply": 0}, {"ply": 9999}, {"other": "x"}]
)
def test_what_a_user_can_choose_passes(given: dict[str, object]) -> None:
    assert bounded(**given)


@pytest.mark.parametrize(
    "given",
    [
        {"side": "x"},
        {"side": 7},
        {"pace": 2**53 + 1},
        {"pace": -(2**63)},
        {"ply": -1},
        {"ply": 10**4},
    ],
)
def test_what_no_user_can_choose_is_refused(given: dict[str, object]) -> None:
    assert not bounded(**given)


def _pressed(**data: object) -> discord.Interaction[Any]:
    user = SimpleNamespace(id=1)
    pressed = SimpleNamespace(type=discord.InteractionType.modal_submit, data=data, user=user)
    return cast("Any", pressed)


@pytest.mark.parametrize(
    "data",
    [
        {"values": ["x" * 101]},
        {"values": ["x"] * 26},
        {"components": [{"custom_id": "rules", "value": "x" * 101}]},
        {"components": [{"custom_id": str(n), "value": "x"} for n in range(6)]},
        {"custom_id": "k:man:1:99999999999999999999"},
        {"custom_id": "k:dance:<@1200000000000000012>"},
    ],
)
async def test_values_that_are_too_long_or_too_many_reach_no_handler(
    data: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    refused, handled = list[str](), list[object]()

    async def refuse(_app: object, _interaction: object, key: str) -> None:
        refused.append(key)

    def answering(*_: object) -> nullcontext[None]:
        return nullcontext()

    async def handle(context: ButtonContext) -> None:
        handled.append(context)

    monkeypatch.setattr(router, "refuse", refuse)
    monkeypatch.setattr(router, "answering", answering)
    handlers = dict.fromkeys(Verb, handle)
    app = cast("Any", SimpleNamespace(pacing=Pacing(Limits().requests)))
    fine = {"custom_id": "k:customised:12:3", "values": ["x" * 100] * 25}
    await router.route(app, handlers, _pressed(**fine))
    assert (len(handled), refused) == (1, [])
    await router.route(app, handlers, _pressed(**{**fine, **data}))
    assert (len(handled), refused) == (1, ["fault.gone"])
    assert "1200000000000000012" not in caplog.text
