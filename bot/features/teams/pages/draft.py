"""A new team match: its form, and the draft that only its maker sees."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from bot.features.teams.model import BOARDS, LONGEST_TEAM, Team, TeamMatch
from bot.features.teams.pages.contest import OfContest, facts, title
from bot.model.club import DAYS, SIGN_UPS, pace_of
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages import page as blocks
from bot.ui.pages.club import OFF, ON, answered, days_field
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    ChannelMenu,
    Field,
    Option,
    Page,
    Style,
    Text,
    TextField,
)
from bot.ui.pages.settings import menu, switch
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.ui.pages.reader import Reader


class ContestSetting(StrEnum):
    """What a draft's menus and switches change."""

    PACE = "pace"
    GAMES = "games"
    RATED = "rated"
    WEEKENDS = "weekends"
    CHANNEL = "channel"


class SubmitContest(Press, verb="team-form"):
    """The form of a new team match (0), or of a draft that is changed."""

    contest: int


class ChangeContest(OfContest, verb="team-set"):
    """Change a draft: to the value, or to what a menu says."""

    setting: ContestSetting
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
            TextField(team, words(f"team.ask-name.{team}"), LONGEST_TEAM, names[team])
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


def draft(contest: TeamMatch, reader: Reader, *, may_be_one: bool) -> Page:
    """The team match before others see it. `may_be_one`: a board may be one game."""
    words = reader.words
    change = partial(ChangeContest, contest.id)
    lines = [
        f"### {title(contest, words)}",
        f"-# {facts(contest, words)}",
        words("team.about"),
        words("team.sign-up-for", count=contest.signup_days),
    ]
    paces = [(str(days), words("pace.days", count=days)) for days in DAYS]
    one_or_two = [(str(games), naming.sentence(words(f"club.games.{games}"))) for games in (2, 1)]
    rated = [(ON, words("server.rated-on")), (OFF, words("server.rated-off"))]
    weekends = [(ON, words("server.weekends-on")), (OFF, words("server.weekends-off"))]
    games = switch(partial(change, ContestSetting.GAMES), one_or_two, str(contest.games))
    channel = ChannelMenu(
        change(ContestSetting.CHANNEL),
        words("club.channel-none"),
        (contest.channel,) if contest.channel else (),
        most=1,
    )
    return Page(
        (
            Text("\n".join(lines)),
            *menu(
                change(ContestSetting.PACE), words("club.ask.pace"), paces, str(contest.pace.days)
            ),
            Text("-# " + words("club.channel-prompt")),
            channel,
            *((games,) if may_be_one else ()),
            switch(partial(change, ContestSetting.RATED), rated, ON if contest.rated else OFF),
            switch(
                partial(change, ContestSetting.WEEKENDS),
                weekends,
                ON if contest.pace.weekends else OFF,
            ),
            Buttons(
                (
                    Button(words("club.open-sign-up"), OpenContest(contest.id), Style.GOOD),
                    Button(words("club.fill-in"), FillInContest(contest.id)),
                    Button(words("club.discard"), DiscardContest(contest.id)),
                )
            ),
        ),
        Accent.OPEN,
    )


def changed(contest: TeamMatch, setting: ContestSetting, values: Sequence[str]) -> TeamMatch:
    """The draft with this setting. What no menu offers changes nothing."""
    value = values[0] if values else ""
    match setting:
        case ContestSetting.CHANNEL:
            return replace(contest, channel=int(value) if value else 0)
        case ContestSetting.PACE if value in map(str, DAYS):
            return replace(contest, pace=pace_of(int(value), weekends=contest.pace.weekends))
        case ContestSetting.GAMES if value in {"1", "2"}:
            return replace(contest, games=int(value))
        case ContestSetting.RATED if value in {ON, OFF}:
            return replace(contest, rated=value == ON)
        case ContestSetting.WEEKENDS if value in {ON, OFF}:
            return replace(contest, pace=replace(contest.pace, weekends=value == ON))
        case _:
            return contest
