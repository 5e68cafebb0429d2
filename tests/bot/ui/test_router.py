"""Forged options and values: what Discord lets no user choose is refused before it is used."""

from __future__ import annotations

from contextlib import nullcontext
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest
from discord import app_commands

from bot.service.limits import Limits
from bot.service.rate_limit import RateLimit
from bot.ui import router
from bot.ui.pages.challenge import SubmitRules
from bot.ui.pages.parts import OpenPanel
from bot.ui.router import (
    ButtonContext,
    Handler,
    Handlers,
    handles,
    options_are_bounded,
    press_handlers,
)

if TYPE_CHECKING:
    from bot.ui.app import ButtonContext
    from bot.ui.buttons import Press

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


@pytest.mark.parametrize("given", [{}, {"side": "d"}, {"pace": 2**53}, {"ply": 0}, {"ply": 9999}])
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
        {"other": "x"},  # an option that there is no longer
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
        {"components": [{"custom_id": "rules", "value": "x" * 201}]},
        {"components": [{"custom_id": str(n), "value": "x"} for n in range(6)]},
        {"custom_id": "k:move:1:99999999999999999999"},
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

    async def handle(_: ButtonContext, press: Press) -> None:
        handled.append(press)

    monkeypatch.setattr(router, "refuse", refuse)
    monkeypatch.setattr(router, "answering", answering)
    handlers: Handlers = {SubmitRules: Handler((SubmitRules,), handle)}
    handlers[OpenPanel] = Handler((OpenPanel,), handle)
    app = cast("Any", SimpleNamespace(rate_limit=RateLimit(Limits().requests)))
    fine = {"custom_id": "k:customised:12:3", "values": ["x" * 100] * 25}
    await router.route(app, handlers, _pressed(**fine))
    assert (len(handled), refused) == (1, [])
    await router.route(app, handlers, _pressed(**{**fine, **data}))
    assert (len(handled), refused) == (1, ["fault.gone"])
    assert "1200000000000000012" not in caplog.text


@handles(SubmitRules)
async def first(context: ButtonContext, press: SubmitRules) -> None: ...


@handles(SubmitRules, OpenPanel)
async def second(context: ButtonContext, press: SubmitRules | OpenPanel) -> None: ...


def _module(name: str, **contents: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(contents)
    return module


def test_the_handlers_of_modules_are_those_that_they_declare_themselves() -> None:
    assert press_handlers(_module(__name__, a=second)) == {SubmitRules: second, OpenPanel: second}
    assert press_handlers(_module("elsewhere", a=second)) == {}


def test_two_handlers_of_one_kind_of_press_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"SubmitRules is handled by .*\.first and .*\.second"):
        press_handlers(_module(__name__, a=first, b=second))
