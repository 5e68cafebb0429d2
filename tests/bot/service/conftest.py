"""Each test has a parlour of its own: use cases with an empty store."""

from __future__ import annotations

import pytest

from tests.bot.service.parlour import Parlour


@pytest.fixture
def parlour() -> Parlour:
    """An empty one, at noon."""
    return Parlour()
