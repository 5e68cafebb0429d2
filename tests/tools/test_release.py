"""`make release`: what it refuses in a real repository, and how it tries a file."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.every import for_every
from tools import release

ROOT = Path(__file__).parents[2]
ADDRESS = 'urls.Source = "https://github.com/{}/konakis"\n'
PROJECT = '[project]\nname = "konakis"\nversion = "1.2.0"\n'
SECTION = "## 1.2.0 (2026-05-03)\n\n- Leagues.\n"
CHANGELOG = f"# Changelog\n\n{SECTION}\n### Hosts\n\n- Cups.\n\n## 1.1.0 (2026-04-01)\n\n- More.\n"
AUTHOR = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")


def git(root: Path, *words: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", *AUTHOR, *words]
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)


def commit(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text)
    git(root, "add", name)
    git(root, "commit", "--quiet", "--message", "Change")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository whose version can be released."""
    git(tmp_path, "init", "--quiet")
    commit(tmp_path, "pyproject.toml", PROJECT + ADDRESS.format("someone"))
    commit(tmp_path, "CHANGELOG.md", CHANGELOG)
    return tmp_path


def refused(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert release.main(["check"], root) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_what_is_committed_and_described_can_be_released(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main(["check"], root) == 0
    git(root, "tag", "v1.2.0")
    assert release.main(["check"], root) == 0
    assert release.main(["notes"], root) == 0
    assert capsys.readouterr().out == "- Leagues.\n\n### Hosts\n\n- Cups.\n"


def test_all_that_is_wrong_is_said_at_once(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(root, "tag", "--annotate", "v1.2.0", "--message", "Out")
    commit(root, "pyproject.toml", PROJECT + ADDRESS.format("OWNER"))
    commit(root, "CHANGELOG.md", "## Unreleased\n\n- Leagues.\n")
    (root / "new.txt").touch()
    said = refused(root, capsys)
    assert "Not everything is committed" in said
    assert "No one owns the address in pyproject.toml" in said
    assert "no section `## 1.2.0 (YEAR-MONTH-DAY)`" in said
    assert "v1.2.0 is another commit" in said


@for_every(
    "changelog",
    [
        "",
        "## 1.2.0\n\n- No date.\n",
        "## 1.2.0.1 (2026-05-03)\n\n- Another.\n",
        "## 11.2.0 (2026-05-03)\n\n- Another.\n",
        "## 1.2.0 (2026-05-03)\n\n## 1.1.0 (2026-04-01)\n\n- Empty.\n",
    ],
)
def test_a_version_without_a_section_is_refused(tmp_path: Path, changelog: str) -> None:
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    with pytest.raises(release.Failed, match="has no section"):
        release.notes(tmp_path, "1.2.0")


def test_the_command_that_it_names_fills_in_the_address_everywhere(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(root, "pyproject.toml", PROJECT + ADDRESS.format("OWNER"))
    image = "image: ghcr.io/{}/konakis:latest\n"
    commit(root, "compose.yaml", image.format("OWNER"))
    command = refused(root, capsys).splitlines()[-1].replace("YOU", "someone")
    subprocess.run(command, shell=True, cwd=root, check=True)  # noqa: S602  our own line
    git(root, "commit", "--quiet", "--all", "--message", "Ours")
    assert release.main(["check"], root) == 0
    assert (root / "compose.yaml").read_text() == image.format("someone")


def test_a_file_that_cannot_be_installed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "requirements.lock").touch()
    broken = tmp_path / "konakis-1.2.0-py3-none-any.whl"
    broken.write_bytes(b"no wheel")
    assert release.main(["try", str(broken)], tmp_path) == 1
    assert f"{broken} failed:" in capsys.readouterr().err


def test_every_address_is_the_projects() -> None:
    """Its owner stands in several files, before and after it has been filled in."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (address,) = project["urls"].values()
    owner = address.removeprefix("https://github.com/")
    assert f"image: ghcr.io/{owner}:" in (ROOT / "compose.yaml").read_text("utf-8")
