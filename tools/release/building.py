"""Builds the two files of a version: the source, and from that source the wheel.

Invariant: only committed files go in, and the same commit gives the same names and times.
"""

from __future__ import annotations

import os
import subprocess
import tarfile
from typing import TYPE_CHECKING

from tools.release import addresses, repository

if TYPE_CHECKING:
    from pathlib import Path

    from tools.release.repository import State

_BUILD = "import sys, setuptools.build_meta as build; build.{hook}(sys.argv[1])"


def prepare(root: Path, state: State, source: Path) -> None:
    """Write the committed files to `source`, with the addresses that the remote tells."""
    repository.export(root, source)
    project, readme = source / "pyproject.toml", source / "README.md"
    told = addresses.urls(state.remote, state.version)
    project.write_text(addresses.with_urls(project.read_text("utf-8"), told), "utf-8")
    page = addresses.absolute(readme.read_text("utf-8"), state.remote, state.version)
    readme.write_text(page, "utf-8")


def build(source: Path, python: Path, built_at: int, out: Path) -> list[Path]:
    """The source and the wheel, in `out`. `python` has setuptools."""
    out.mkdir(parents=True, exist_ok=True)
    _call(python, "build_sdist", source, out, built_at)
    (sdist,) = out.glob("*.tar.gz")
    with tarfile.open(sdist) as files:
        files.extractall(source.parent / "unpacked", filter="data")
    (unpacked,) = (source.parent / "unpacked").iterdir()
    _call(python, "build_wheel", unpacked, out, built_at)
    (wheel,) = out.glob("*.whl")
    return [sdist, wheel]


def _call(python: Path, hook: str, source: Path, out: Path, built_at: int) -> None:
    done = subprocess.run(  # noqa: S603  our own words
        [python, "-c", _BUILD.format(hook=hook), out.resolve()],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(built_at)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{hook} failed:\n{done.stderr}")
