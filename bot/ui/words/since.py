"""Finds sentences that English has changed since a version while a translation hasn't.

Git has both as they were then, so nothing is stored for this.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bot.ui.words import FOLDER, sentences
from bot.ui.words.checks import CARDINAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.ui.words import Words


def changed(words: Words, base: Words, version: str, folder: Path = FOLDER) -> list[str]:
    """Return the keys of sentences that only English has changed. `version`: a tag or commit."""
    command = ["git", "archive", "--format=tar", version]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603  our own words
    with tempfile.TemporaryDirectory() as then:
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as files:
            files.extractall(then, filter="data")
        differ, touched = (_differing(one, Path(then) / one.locale) for one in (base, words))
    return sorted((differ - touched) & {_sentence(key) for key in words})


def _differing(words: Words, then: Path) -> set[str]:
    """Return the keys of sentences that were changed, added or removed since."""
    now: Mapping[str, str] = {key: words.raw(key) for key in words}
    return {_sentence(key) for key, _ in now.items() ^ sentences(then).items()}


def _sentence(key: str) -> str:
    stem, _, form = key.rpartition(".")
    return stem if form in CARDINAL else key
