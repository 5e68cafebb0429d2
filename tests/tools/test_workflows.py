"""What runs on the host of the code: no known weakness, pinned, on every Python we support."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.release.trying import SUPPORTED

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
USED = re.compile(r"uses: (?!\./|docker://)(\S+)@(\S+)(?: # (\S+))?")


def test_zizmor_finds_nothing() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    command = [zizmor, "--offline", "--no-progress", "--persona", "pedantic", ROOT / ".github"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_whatever_it_uses_is_a_commit_with_its_version_beside_it(workflow: Path) -> None:
    text = workflow.read_text("utf-8")
    uses = USED.findall(text)
    assert uses
    for action, commit, version in uses:
        assert re.fullmatch("[0-9a-f]{40}", commit), action
        assert re.fullmatch(r"v\d+\.\d+\.\d+", version), action


def test_an_action_is_the_same_commit_everywhere() -> None:
    texts = [path.read_text("utf-8") for path in WORKFLOWS]
    commits = {(action, commit) for text in texts for action, commit, _ in USED.findall(text)}
    assert len(commits) == len({action for action, _ in commits})


def test_every_supported_python_is_checked() -> None:
    names = [f"{major}.{minor}" for major, minor in SUPPORTED]
    checks = (ROOT / ".github/workflows/checks.yml").read_text("utf-8")
    (matrix,) = re.findall(r"python: \[(.+)\]", checks)
    assert matrix == ", ".join(f'"{name}"' for name in names)
    release = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    assert re.findall(r"^ {12}(3\.\d+)$", release, re.MULTILINE) == names
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={names[0]}"


def test_no_workflow_names_a_repository() -> None:
    """It is the one in which it runs."""
    for workflow in WORKFLOWS:
        code = re.sub(r"#.*", "", workflow.read_text("utf-8"))
        assert "github.com/" not in code
        for image in re.findall(r"ghcr\.io/\S+", code):
            assert image == "ghcr.io/${{"


def test_before_a_commit_the_checks_of_make_run() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (recipe,) = re.findall(r"^check:.*\n((?:\t.+\n)+)", makefile, re.MULTILINE)
    tools = set(re.findall(r"\$\(BIN\)/(\S+)", recipe))
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert tools
    assert tools <= set(re.findall(r"entry: \.venv/bin/(\S+)", hooks))
    assert re.findall("repo: (.+)", hooks) == ["local"]
