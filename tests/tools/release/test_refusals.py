"""Reasons against a release, and the sentences that say why and what to do."""

from __future__ import annotations

from datetime import date

import pytest

from tests.every import for_every
from tools.release.refusals import refusals
from tools.release.repository import State

TODAY = date(2026, 5, 4)
GOOD = """
# Changelog

## Unreleased

## 1.2.0 (2026-05-03)

- Cups.

## 1.1.0 (2026-04-01)

- More.
"""


@pytest.mark.parametrize(
    "changelog",
    [
        GOOD,
        "## 1.2.0 - 2026-05-04\n\n- Today's.\n",
        "## [1.2.0] 2026-05-03\n- Cups.",
        "## v1.2.0, 2026-05-03\n\n### Hosts\n\n- Cups.\n",
    ],
)
def test_a_version_with_its_section_can_be_released(changelog: str) -> None:
    assert refusals(State("1.2.0", changelog), TODAY) == []


@for_every(
    ("changelog", "sentence"),
    [
        ("", "no section of 1.2.0: call *Unreleased* `## 1.2.0 (2026-05-04)`."),
        ("## Unreleased\n\n- Cups.\n", "no section of 1.2.0"),
        ("## 1.2.0.1 (2026-05-03)\n\n- Cups.\n", "no section of 1.2.0"),
        ("## 11.2.0 (2026-05-03)\n\n- Cups.\n", "no section of 1.2.0"),
        ("## 1.2.0-rc1 (2026-05-03)\n\n- Cups.\n", "no section of 1.2.0"),
        ("## 1.2.0\n\n- Cups.\n", "gives 1.2.0 no date: write `## 1.2.0 (2026-05-04)`."),
        ("## 1.2.0 (May 2026)\n\n- Cups.\n", "gives 1.2.0 no date"),
        ("## 1.2.0 (2026-02-30)\n\n- Cups.\n", "gives 1.2.0 a date that there is not: 2026-02-30."),
        ("## 1.2.0 (2026-05-05)\n\n- Cups.\n", "a date to come, 2026-05-05: today is 2026-05-04."),
        (
            "## 1.2.0 (2026-05-03)\n\n## 1.1.0 (2026-04-01)\n\n- More.\n",
            "says nothing about 1.2.0.",
        ),
    ],
)
def test_a_version_that_the_changelog_does_not_tell_of_is_refused(
    changelog: str, sentence: str
) -> None:
    (fault,) = refusals(State("1.2.0", changelog), TODAY)
    assert fault.startswith("CHANGELOG.md ")
    assert fault.endswith(sentence) or sentence in fault


def test_a_tree_that_is_not_committed_is_refused_and_its_files_are_named() -> None:
    changed = (" M README.md", "?? notes.txt")
    (fault,) = refusals(State("1.2.0", GOOD, changed), TODAY)
    assert fault.startswith("Not all is committed (README.md, notes.txt): commit it")
    (fault,) = refusals(State("1.2.0", GOOD, tuple(f" M {n}.py" for n in range(9))), TODAY)
    assert "(0.py, 1.py, 2.py, 3.py, 4.py, …)" in fault


def test_a_version_that_is_out_is_refused_unless_it_is_this_very_commit() -> None:
    assert refusals(State("1.2.0", GOOD, commit="a", tagged="a"), TODAY) == []
    (fault,) = refusals(State("1.2.0", GOOD, commit="b", tagged="a"), TODAY)
    assert fault == "v1.2.0 is the tag of another commit: give pyproject.toml the next version."


def test_all_that_is_wrong_is_said_at_once() -> None:
    state = State("1.2.0", "## 1.2.0 (2026-05-05)\n", (" M a",), "b", "a")
    assert len(refusals(state, TODAY)) == 4
