"""The repository as a release needs it: its state as values, and its files as committed.

Invariant: asks git and reads files, and changes nothing.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class State:
    """The repository at one moment."""

    version: str  # as pyproject.toml has it
    changelog: str
    changed: tuple[str, ...] = ()  # files that differ from what is committed, or are new
    commit: str = ""
    tagged: str = ""  # the commit that has this version's tag; empty where none has
    remote: str = ""  # where it was cloned from; empty where that is not known
    committed_at: int = 0  # seconds since 1970
    translated: bool = True  # whether every language is finished


def read(root: Path) -> State:
    """The state of the repository in this folder."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    version = project["version"]
    return State(
        version=version,
        changelog=(root / "CHANGELOG.md").read_text("utf-8"),
        changed=tuple(_git(root, "status", "--porcelain").splitlines()),
        commit=_git(root, "rev-parse", "HEAD"),
        tagged=_asked(root, "rev-parse", "--verify", "--quiet", f"v{version}^{{commit}}"),
        remote=_asked(root, "remote", "get-url", "origin"),
        committed_at=int(_git(root, "log", "-1", "--format=%ct")),
        translated=_is_translated(root),
    )


def export(root: Path, folder: Path) -> None:
    """Write all committed files to this folder, which is new."""
    archive = subprocess.run(
        ["git", "archive", "--format=tar", "HEAD"],  # noqa: S607  wherever git is
        cwd=root,
        check=True,
        capture_output=True,
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")


def _is_translated(root: Path) -> bool:
    command = [sys.executable, "-B", "-m", "bot.ui.words"]
    return not subprocess.run(command, cwd=root, check=False, capture_output=True).returncode  # noqa: S603  our own words


def _git(root: Path, *words: str) -> str:
    command = ["git", *words]
    done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)  # noqa: S603  our own words
    return done.stdout.rstrip()


def _asked(root: Path, *words: str) -> str:
    """The answer; empty where git has none."""
    try:
        return _git(root, *words)
    except subprocess.CalledProcessError:
        return ""
