"""The engine finds what it found before, in as many nodes.

A change meant to alter its play changes searches.txt: `python -m tools searches` rewrites the file,
and a match against the version before tells whether it plays better.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.every import for_every
from tools.searches import read_known

TEXT = (Path(__file__).parent / "searches.txt").read_text("utf-8")
LINES = [line for line in TEXT.splitlines() if not line.startswith("#")]


@pytest.mark.nightly
@for_every("line", LINES)
def test_a_known_position_is_searched_as_before(line: str) -> None:
    assert read_known(line).searched() == line
