"""The list of features: whole, and read by hosts' commands without Discord's library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.feature_list import EXTENSIONS, NAMES, load_features

FOLDER = Path(__file__).parents[2] / "bot" / "features"


def test_every_folder_of_a_feature_is_listed_once() -> None:
    folders = [folder.name for folder in FOLDER.iterdir() if (folder / "feature.py").is_file()]
    assert sorted(folders) == sorted(NAMES)
    assert [feature.name for feature in load_features().all] == [*NAMES]


def test_what_every_file_of_tables_declares_is_added() -> None:
    files = [*FOLDER.glob("*/*tables.py")]
    assert len(EXTENSIONS) == len(files) > 5
    assert len({id(extension) for extension in EXTENSIONS}) == len(files)


@pytest.mark.slow
def test_the_tables_are_known_without_discord() -> None:
    code = "import sys, bot.feature_list; sys.exit('discord' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
