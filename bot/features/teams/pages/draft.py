"""A new team match: its form, and the draft that only its maker sees."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.teams.model import BOARDS, LONGEST_TEAM, Team, TeamMatch
from bot.features.teams.pages.contest import OfContest, facts, title
from bot.model.club import DAYS, SIGN_UPS
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages import page as blocks
from bot.ui.pages.club import answered, days_field
from bot.ui.pages.drafts import DraftSetting, place_and_terms, what_to_do
from bot.ui.pages.page import (
    Accent,
    Field,
    Option,
    Page,
    Text,
    TextField,
)
from bot.ui.pages.settings import menu
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.ui.pages.reader import Reader


class SubmitContest(Press, verb="team-form"):
    """The form of a new team match (0), or of a draft that is changed."""

    contest: int


class ChangeContest(OfContest, verb="team-set"):
    """Change a draft: to the value, or to what a menu says."""

    setting: DraftSetting
    value: str = ""


class FillInContest(OfContest, verb="team-fill"):
    """Fill in the form of a draft again."""


class OpenContest(OfContest, verb="team-open"):
    """Post its card, so that people join."""


class DiscardContest(OfContest, verb="team-discard"):
    """Forget the draft."""


def form(reader: Reader, rules: str, draft: TeamMatch | None = None) -> blocks.Form:
    """The questions without which there is none. `rules`: what is usual in the server."""
    words = reader.words
    names = {team: draft.name(team) if draft else words(f"team.usual.{team}") for team in Team}
    rules, boards, sign_up = (
        (draft.rules, draft.boards, draft.signup_days) if draft else (rules, 4, 3)
    )
    sizes = (
        Option(words("team.boards", count=count), str(count), chosen=count == boards)
        for count in BOARDS
    )
    sets = (
        Option(naming.title(name, words), name, chosen=name == rules) for name in catalogue.NAMES
    )
    return blocks.Form(
        press=SubmitContest(draft.id if draft else 0),
        title=words("team.form-title"),
        lines=tuple(
            TextField(
                team, words(f"team.ask-name.{team}"), LONGEST_TEAM, names[team][:LONGEST_TEAM]
            )
            for team in Team
        ),
        fields=(
            Field("boards", words("team.ask-boards"), tuple(sizes), words("team.ask-boards-about")),
            Field("rules", words("club.ask-rules"), tuple(sets)),
            days_field("sign-up", SIGN_UPS, sign_up, words),
        ),
    )


def filled(before: TeamMatch, answers: Mapping[str, Sequence[str]]) -> TeamMatch:
    """The draft as the form says; what it leaves out, or what no form offers, stays as it was."""
    boards = answered(answers, "boards", [str(count) for count in BOARDS])
    sign_up = answered(answers, "sign-up", [str(count) for count in SIGN_UPS])
    return replace(
        before,
        red=next(iter(answers.get(Team.RED, ())), ""),
        blue=next(iter(answers.get(Team.BLUE, ())), ""),
        rules=answered(answers, "rules", catalogue.NAMES) or before.rules,
        boards=before.boards if boards is None else int(boards),
        signup_days=before.signup_days if sign_up is None else int(sign_up),
    )


def draft(contest: TeamMatch, reader: Reader, *, may_be_one: bool, wall: int | None = None) -> Page:
    """The team match before others see it.

    `may_be_one`: a board may be one game. `wall`: the forum to which its games go.
    """
    words = reader.words
    change = partial(ChangeContest, contest.id)
    lines = [
        f"### {title(contest, words)}",
        f"-# {facts(contest, words)}",
        words("team.about"),
        words("team.sign-up-for", count=contest.signup_days),
    ]
    paces = [(str(days), words("pace.days", count=days)) for days in DAYS]
    pace = change(DraftSetting.PACE), words("club.ask.pace"), paces, str(contest.pace.days)
    presses = OpenContest(contest.id), FillInContest(contest.id), DiscardContest(contest.id)
    return Page(
        (
            Text("\n".join(lines)),
            *menu(*pace),
            *place_and_terms(contest, change, words, may_be_one=may_be_one, wall=wall),
            what_to_do(*presses, words),
        ),
        Accent.OPEN,
    )
