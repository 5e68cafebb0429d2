"""A short soak: what `python -m tests.soak` does for minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.soak.run import soak

if TYPE_CHECKING:
    from pathlib import Path


async def test_some_hundred_moves_while_everything_goes_wrong(tmp_path: Path) -> None:
    report = await soak(tmp_path / "konakis.db", moves=250, tables=12)
    assert report.wrong == []
    assert report.moves >= 250
    assert report.faults > 10
    assert report.attacks > 100
