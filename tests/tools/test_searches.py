"""Searching known positions again changes the lines whose answers are others now, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TAKEN = "larochelle | 9/9/3t5/2tKt4/9/9/9/9/3t5 d 0 |  | 2 | d1d5 | 99999 | 17"
OTHER = "larochelle | 9/9/3t5/2tKt4/9/9/9/9/3t5 d 0 |  | 2 | d1d4 | 12 | 345"


def test_a_line_is_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "searches.txt"
    file.write_text(f"# Known\n{OTHER}\n{TAKEN}\n", "utf-8")
    assert main(["searches", "--file", str(file)]) == 0
    assert file.read_text("utf-8") == f"# Known\n{TAKEN}\n{TAKEN}\n"
    assert capsys.readouterr().out.startswith("1 of its lines")
