"""The parlour is empty at the beginning of each test."""

from __future__ import annotations

import pytest

from tests.bot.service.parlour import Parlour


@pytest.fixture
def parlour() -> Parlour:
    """An empty one, at noon."""
    return Parlour()
