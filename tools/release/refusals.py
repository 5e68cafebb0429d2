"""Why a version cannot be released as it stands, as sentences that say what to do."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.release.repository import State

_SHOWN = 5  # changed files that are named
_HEADING = re.compile(r"^## +(?P<title>.+?) *$", re.MULTILINE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def refusals(state: State, today: date) -> list[str]:
    """All that stands in the way; empty where the version can be released."""
    return [*_unclean(state), *_undescribed(state, today), *_released(state), *_untranslated(state)]


def _unclean(state: State) -> list[str]:
    if not state.changed:
        return []
    names = ", ".join(line[3:] for line in state.changed[:_SHOWN])
    more = ", …" if len(state.changed) > _SHOWN else ""
    return [
        f"Not all is committed ({names}{more}): commit it, or put it aside with `git stash -u`."
    ]


def _undescribed(state: State, today: date) -> list[str]:
    """Return the changelog's gaps: this version, its date, or its news."""
    version = state.version
    section = _section(state.changelog, version)
    if section is None:
        heading = f"## {version} ({today})"
        return [f"CHANGELOG.md has no section of {version}: call *Unreleased* `{heading}`."]
    title, text = section
    written = _DATE.search(title)
    if not written:
        return [f"CHANGELOG.md gives {version} no date: write `## {version} ({today})`."]
    faults = [] if text else [f"CHANGELOG.md says nothing about {version}."]
    try:
        day = date.fromisoformat(written[0])
    except ValueError:
        return [f"CHANGELOG.md gives {version} a date that there is not: {written[0]}.", *faults]
    if day > today:
        faults.append(f"CHANGELOG.md gives {version} a date to come, {day}: today is {today}.")
    return faults


def _released(state: State) -> list[str]:
    if state.tagged in {"", state.commit}:
        return []
    tag = f"v{state.version}"
    return [f"{tag} is the tag of another commit: give pyproject.toml the next version."]


def _untranslated(state: State) -> list[str]:
    if state.translated:
        return []
    return [
        "Not every language is finished: `python -m bot.ui.words` shows which, and what is left."
    ]


def _section(changelog: str, version: str) -> tuple[str, str] | None:
    """The title of that version's section and what stands in it."""
    for heading in _HEADING.finditer(changelog):
        title = heading["title"]
        if re.match(rf"\[?v?{re.escape(version)}(?![\w.-])", title):
            following = _HEADING.search(changelog, heading.end())
            end = following.start() if following else len(changelog)
            return title, changelog[heading.end() : end].strip()
    return None
