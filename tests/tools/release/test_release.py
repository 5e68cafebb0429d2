"""The command: what it refuses in a real repository, and what it builds of the project."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tools.release import trying
from tools.release.__main__ import described, main
from tools.release.building import build, prepare
from tools.release.repository import State, read

ROOT = Path(__file__).parents[3]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
TODAY = datetime.now(UTC).date()
SECTION = f"## 1.2.0 ({TODAY})\n\n- Cups.\n"
AUTHOR = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")


def git(root: Path, *words: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", *AUTHOR, *words]
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository whose version can be released."""
    root = tmp_path / "repository"
    root.mkdir()
    (root / "pyproject.toml").write_text('[project]\nname = "konakis"\nversion = "1.2.0"\n')
    (root / "CHANGELOG.md").write_text(SECTION)
    (root / "bot/ui").mkdir(parents=True)
    (root / "bot/__init__.py").touch()
    (root / "bot/ui/__init__.py").touch()
    (root / "bot/ui/words.py").touch()
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Begin")
    return root


def commit(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text)
    git(root, "commit", "--quiet", "--all", "--message", "Change")


def refused(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence."""
    assert main(["--check"], root) == 1
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line


def test_a_clean_tree_with_a_dated_section_can_be_released(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--check"], root) == 0
    assert capsys.readouterr().out == "1.2.0 can be released.\n"
    git(root, "tag", "v1.2.0")
    assert main(["--check"], root) == 0


def test_a_dirty_tree_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "new.txt").touch()
    assert "Not all is committed (new.txt)" in refused(root, capsys)
    (root / "new.txt").unlink()
    (root / "CHANGELOG.md").write_text(SECTION + "- More.\n")
    assert "Not all is committed (CHANGELOG.md)" in refused(root, capsys)


def test_a_version_without_a_section_or_its_date_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(root, "CHANGELOG.md", "## Unreleased\n\n- Cups.\n")
    assert "no section of 1.2.0" in refused(root, capsys)
    commit(root, "CHANGELOG.md", "## 1.2.0\n\n- Cups.\n")
    assert "gives 1.2.0 no date" in refused(root, capsys)
    commit(root, "CHANGELOG.md", f"## 1.2.0 ({TODAY + timedelta(2)})\n\n- Cups.\n")
    assert "a date to come" in refused(root, capsys)


def test_a_version_with_a_language_that_is_not_finished_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(root, "bot/ui/words.py", "raise SystemExit(1)\n")
    assert "Not every language is finished" in refused(root, capsys)


def test_a_version_that_is_out_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(root, "tag", "--annotate", "v1.2.0", "--message", "Out")
    commit(root, "CHANGELOG.md", SECTION + "- More.\n")
    assert "v1.2.0 is the tag of another commit" in refused(root, capsys)


def test_the_remote_is_the_one_that_it_was_cloned_from(root: Path) -> None:
    assert read(root).remote == ""
    git(root, "remote", "add", "origin", "git@github.com:someone/konakis.git")
    assert read(root).remote == "git@github.com:someone/konakis.git"


def test_an_interpreter_that_does_not_run_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, body in (
        ("python3.11", "exit 127"),
        ("python3.12", "echo 3 11"),
        ("python3.13", "echo 3 13"),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert trying.pythons() == {(3, 13): str(tmp_path / "python3.13")}


def test_checksums_are_those_of_every_file() -> None:
    state = State("1.2.0", "", committed_at=1)
    files = described({"a.whl": b"wheel", "a.tar.gz": b"source"}, ROOT, state)
    assert [*files] == ["a.whl", "a.tar.gz", "konakis-1.2.0.cdx.json", "SHA256SUMS"]
    sums = files.pop("SHA256SUMS").decode()
    assert sums == "".join(
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()
    )


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no repository")
def test_the_source_builds_the_wheel_and_both_name_where_they_come_from(tmp_path: Path) -> None:
    remote = "https://someone:secret@github.com/someone/konakis.git"
    state = State(VERSION, "", remote=remote, committed_at=1_777_777_777)
    prepare(ROOT, state, tmp_path / "source")
    sdist, wheel = build(
        tmp_path / "source", Path(sys.executable), state.committed_at, tmp_path / "out"
    )
    assert [file.name for file in (sdist, wheel)] == [
        f"konakis-{VERSION}.tar.gz",
        f"konakis-{VERSION}-py3-none-any.whl",
    ]
    with zipfile.ZipFile(wheel) as files:
        (told,) = [name for name in files.namelist() if name.endswith("/METADATA")]
        metadata = files.read(told).decode()
        names = {name.partition("/")[0] for name in files.namelist()}
    page = "https://github.com/someone/konakis"
    assert f"Project-URL: Source, {page}\n" in metadata
    assert f"{page}/raw/v{VERSION}/docs/gallery/replay.gif" in metadata
    assert "secret" not in metadata
    assert "tools" not in names
    with tarfile.open(sdist) as files:
        assert f"konakis-{VERSION}/.env.example" in files.getnames()
    first = sdist.read_bytes(), wheel.read_bytes()
    shutil.rmtree(tmp_path / "out")
    shutil.rmtree(tmp_path / "unpacked")
    again = build(tmp_path / "source", Path(sys.executable), state.committed_at, tmp_path / "out")
    assert (wheel.read_bytes(), [*again]) == (first[1], [sdist, wheel])
