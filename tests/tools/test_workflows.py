"""Workflows on the code's host: no known weakness, pinned, on every Python we support."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.every import for_every

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
USED = re.compile(r"uses: (?!\./|docker://)(\S+)@(\S+)(?: # (\S+))?")
JOB = re.compile(r"^  (\w+):\n((?: {4}.*\n|\n)+)", re.MULTILINE)
# What brings code of others to the job, which then has the job's rights.
INSTALLS = re.compile(r"\b(?:make|pip|pipx|uvx?|apt-get|npm|setup-python|build-push-action)\b")
PUBLISHES = re.compile(
    r"gh release create|gh-action-pypi-publish|skopeo copy --all|push: true"
)  # goes there


def jobs(name: str) -> dict[str, str]:
    """The lines of each job of a workflow, by its name."""
    text = (ROOT / f".github/workflows/{name}.yml").read_text("utf-8")
    return dict(JOB.findall(re.sub(r"(?:^|(?<=\s))#.*", "", text).partition("\njobs:\n")[2]))


def needed(of: dict[str, str], name: str) -> set[str]:
    """The job, those that it needs, and those that these need."""
    needs = re.search(r"^    needs: (.+)$", of[name], re.MULTILINE)
    names = re.findall(r"\w+", needs[1]) if needs else []
    return {name}.union(*(needed(of, other) for other in names))


def test_zizmor_finds_nothing() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    command = [zizmor, "--offline", "--no-progress", "--persona", "pedantic", ROOT / ".github"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@for_every("workflow", WORKFLOWS)
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
    """And every file of a release is tried on it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    said = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert project["requires-python"] == f">={said[0]}"
    for lines in (jobs("checks")["checks"], jobs("release")["try"]):
        (matrix,) = re.findall(r"python: \[(.+)\]", lines)
        assert re.findall(r"\d\.\d+", matrix)[: len(said)] == said


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


@for_every("workflow", WORKFLOWS)
def test_a_job_that_may_write_installs_nothing(workflow: Path) -> None:
    named = jobs(workflow.stem)
    assert named
    for name, lines in named.items():
        if ": write" in lines:
            assert not INSTALLS.search(lines), name


def test_nothing_leaves_before_the_checks_have_passed() -> None:
    """And the image has been started, and the files tried: only the release publishes."""
    texts = {path.stem: path.read_text("utf-8") for path in WORKFLOWS}
    assert [name for name, text in texts.items() if "\n    tags:" in text] == ["release"]
    assert [name for name, text in texts.items() if PUBLISHES.search(text)] == ["release"]
    release = jobs("release")
    assert "uses: ./.github/workflows/checks.yml" in release["checks"]
    assert [name for name, lines in jobs("checks").items() if "docker run" in lines] == ["image"]
    leaving = [name for name, lines in release.items() if PUBLISHES.search(lines)]
    assert leaving == ["image", "pypi", "here"]
    for name in leaving:
        assert {"checks", "build", "try"} < needed(release, name), name


def test_a_pull_request_for_the_locks_is_checked_as_any_other() -> None:
    """A workflow's push starts no other workflow, unless asked to."""
    started = re.findall(r"gh workflow run (\w+)\.yml", "".join(jobs("locks").values()))
    texts = {path.stem: path.read_text("utf-8") for path in WORKFLOWS}
    assert started == [name for name, text in texts.items() if "\n  pull_request:" in text]
    for name in started:
        assert "\n  workflow_dispatch:\n" in texts[name]
