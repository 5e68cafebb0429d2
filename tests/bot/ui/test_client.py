"""What discord.py logs of completions: late ones not at all, others without numbers of persons."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.client import without_ids

ASKED = ("tablut move", 1200000000000000110, 1200000000000000012)
MESSAGE = "Ignoring exception in autocomplete for %r (Guild: %s, User: %s)"


def record(error: Exception) -> logging.LogRecord:
    return logging.LogRecord(
        "discord.app_commands.tree", 40, __file__, 1, MESSAGE, ASKED, (type(error), error, None)
    )


@pytest.mark.parametrize("code", [10062, 40060])
def test_a_late_completion_is_not_logged(code: int) -> None:
    answer = cast("Any", SimpleNamespace(status=404, reason="Not Found"))
    assert not without_ids(record(discord.NotFound(answer, {"code": code, "message": "late"})))


def test_another_fault_is_logged_without_numbers() -> None:
    made = record(ValueError("no"))
    assert without_ids(made)
    assert made.getMessage() == "could not complete 'tablut move'"


def test_other_complaints_stay_as_they_are() -> None:
    made = logging.LogRecord("discord", 40, __file__, 1, "no such %s", ("thing",), None)
    assert without_ids(made)
    assert made.getMessage() == "no such thing"
