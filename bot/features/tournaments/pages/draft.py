"""A new tournament: its form, and the draft that only its maker sees."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments.forms import FORMS, form_of
from bot.features.tournaments.forms.teams import TEAMS, team_name
from bot.features.tournaments.model import ROUNDS, SIGN_UPS, Form, Tournament
from bot.features.tournaments.pages import sheets
from bot.features.tournaments.pages.announcement import OfTournament, facts
from bot.model.club import DAYS, pace_of
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages import page as blocks
from bot.ui.pages.club import OFF, ON
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
    done_page,
)
from bot.ui.pages.settings import menu, switch
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_TEAMS = ("name", "versus")  # the questions for the teams' names


class Setting(StrEnum):
    """What a draft's menus and switches change; not every form has each of them."""

    SIZE = "size"
    ROUND = "round"
    PACE = "pace"
    GAMES = "games"
    RATED = "rated"
    WEEKENDS = "weekends"
    CHANNEL = "channel"


class SubmitTournament(Press, verb="tournament-form"):
    """The form of a new tournament (0), or of a draft that is changed."""

    tournament: int


class SubmitTeamMatch(Press, verb="team-form"):
    """The same of a team match."""

    tournament: int


class ChangeTournament(OfTournament, verb="tournament-set"):
    """Change a draft: to the value, or to what a menu says."""

    setting: Setting
    value: str = ""


class FillIn(OfTournament, verb="tournament-fill"):
    """Fill in the form of a draft again."""


class OpenTournament(OfTournament, verb="tournament-open"):
    """Announce it, so that people join."""


class DiscardTournament(OfTournament, verb="tournament-discard"):
    """Forget the draft."""


def form(draft: Tournament, reader: Reader) -> blocks.Form:
    """The questions without which there is no tournament, as they are answered so far."""
    words = reader.words
    if form_of(draft).teams:
        return _team_form(draft, words)
    kinds = [
        Option(
            words(f"tournament.form.{kind.form}"),
            kind.form,
            words(f"tournament.about-short.{kind.form}"),
            chosen=kind.form is draft.form,
        )
        for kind in FORMS
        if not kind.teams
    ]
    about = words("tournament.form-name-about")
    longest = form_of(draft).longest_name
    name = TextField("name", words("tournament.form-name"), longest, draft.name[:longest], about)
    return blocks.Form(
        press=SubmitTournament(draft.id),
        title=words("tournament.form-title"),
        lines=(name,),
        fields=(
            Field("form", words("tournament.ask.form"), tuple(kinds)),
            _rules_field(draft, words),
            _days_field("pace", DAYS, draft.pace.days or 0, words),
            _days_field("sign-up", SIGN_UPS, draft.signup_days, words),
        ),
    )


def _team_form(draft: Tournament, words: Words) -> blocks.Form:
    longest = form_of(draft).longest_name
    names = [
        team_name(draft, team) or ("" if draft.id else words(f"team.usual.{team}"))
        for team in TEAMS
    ]
    sizes = [
        Option(words("team.boards", count=size // 2), str(size), chosen=size == draft.size)
        for size in form_of(draft).sizes
    ]
    return blocks.Form(
        press=SubmitTeamMatch(draft.id),
        title=words("team.form-title"),
        lines=tuple(
            TextField(_TEAMS[team - 1], words(f"team.ask-name.{team}"), longest, name[:longest])
            for team, name in zip(TEAMS, names, strict=True)
        ),
        fields=(
            Field("size", words("team.ask-boards"), tuple(sizes), words("team.ask-boards-about")),
            _rules_field(draft, words),
            _days_field("sign-up", SIGN_UPS, draft.signup_days, words),
        ),
    )


def _rules_field(draft: Tournament, words: Words) -> Field:
    options = (
        Option(naming.title(name, words), name, chosen=name == draft.rules)
        for name in catalogue.NAMES
    )
    return Field("rules", words("club.ask-rules"), tuple(options))


def _days_field(name: str, days: Sequence[int], chosen: int, words: Words) -> Field:
    """The question for a number of days: of the sign-up, or for a move."""
    key = "pace.days" if name == "pace" else "club.days"
    options = (
        Option(words(key, count=count), str(count), chosen=count == chosen) for count in days
    )
    return Field(name, words(f"club.ask.{name}"), tuple(options))


def filled(before: Tournament, answers: Mapping[str, Sequence[str]]) -> Tournament:
    """The draft as the form says; what it leaves out, or does not offer, stays as it was."""

    def answer(name: str, known: Collection[str], now: str) -> str:
        value = next(iter(answers.get(name, ())), None)
        return value if value is not None and value in known else now

    def number(name: str, known: Sequence[int], now: int) -> int:
        return int(answer(name, [str(count) for count in known], str(now)))

    kinds = [kind.form for kind in FORMS if not kind.teams]
    days = number("pace", DAYS, before.pace.days or 0)
    new = replace(
        before,
        name=next(iter(answers.get("name", ())), ""),
        versus=next(iter(answers.get("versus", ())), ""),
        rules=answer("rules", catalogue.NAMES, before.rules),
        pace=pace_of(days, weekends=before.pace.weekends) if "pace" in answers else before.pace,
        signup_days=number("sign-up", SIGN_UPS, before.signup_days),
    )
    if form_of(before).teams:
        return replace(new, size=number("size", form_of(before).sizes, before.size))
    return replace(new, form=Form(answer("form", kinds, before.form)))


def draft(
    tournament: Tournament, reader: Reader, *, may_be_one: bool, wall: int | None = None
) -> Page:
    """The tournament before others see it.

    `may_be_one`: a pairing may be one game. `wall`: the forum to which its games go.
    """
    words = reader.words
    lines = [
        f"### {sheets.name(tournament, words)}",
        f"-# {facts(tournament, words)}",
        words(f"tournament.about.{tournament.form}"),
        words("tournament.sign-up-for", count=tournament.signup_days),
    ]
    todo = (
        Button(words("club.open-sign-up"), OpenTournament(tournament.id), Style.GOOD),
        Button(words("club.fill-in"), FillIn(tournament.id)),
        Button(words("club.discard"), DiscardTournament(tournament.id)),
    )
    return Page(
        (
            Text("\n".join(lines)),
            *_menus(tournament, words),
            *_place_and_terms(tournament, words, may_be_one=may_be_one, wall=wall),
            Buttons(todo),
        ),
        Accent.OPEN,
    )


def _menus(tournament: Tournament, words: Words) -> Iterator[Block]:
    """How many may join, how long a round or a move takes: what its form has no question for."""
    form, change = form_of(tournament), partial(ChangeTournament, tournament.id)
    if form.teams:
        paces = [(str(days), words("pace.days", count=days)) for days in DAYS]
        asked = words("club.ask.pace")
        yield from menu(change(Setting.PACE), asked, paces, str(tournament.pace.days))
    elif form.sizes:
        sizes = [(str(size), words("tournament.at-most", count=size)) for size in form.sizes]
        prompt = words("tournament.size-prompt")
        yield from menu(change(Setting.SIZE), prompt, sizes, str(tournament.size))
    if form.dated:
        rounds = [(str(days), words("club.days", count=days)) for days in ROUNDS]
        prompt = words("tournament.round-prompt")
        yield from menu(change(Setting.ROUND), prompt, rounds, str(tournament.round_days))


def _place_and_terms(
    draft: Tournament, words: Words, *, may_be_one: bool, wall: int | None = None
) -> Iterator[Block]:
    """In which channel it is played, and on which terms."""
    change = partial(ChangeTournament, draft.id)
    prompt = words("club.channel-prompt")
    if wall is not None:
        prompt = words("club.channel-prompt-wall", forum=naming.channel(wall))
    yield Text(f"-# {prompt}")
    channels = (draft.channel,) if draft.channel else ()
    yield ChannelMenu(change(Setting.CHANNEL), words("club.channel-none"), channels, most=1)
    if may_be_one:
        games = [(str(count), naming.sentence(words(f"club.games.{count}"))) for count in (2, 1)]
        yield switch(partial(change, Setting.GAMES), games, str(draft.games))
    for setting, on in (
        (Setting.RATED, draft.rated),
        (Setting.WEEKENDS, draft.pace.weekends),
    ):
        values = [(value, words(f"server.{setting}-{value}")) for value in (ON, OFF)]
        yield switch(partial(change, setting), values, ON if on else OFF)


def changed(  # noqa: PLR0911  one for each setting
    draft: Tournament, setting: Setting, values: Sequence[str]
) -> Tournament:
    """The draft with this setting. What no menu offers changes nothing."""
    value = values[0] if values else ""
    match setting:
        case Setting.CHANNEL:
            return replace(draft, channel=int(value) if value else 0)
        case Setting.SIZE if value in map(str, form_of(draft).sizes):
            return replace(draft, size=int(value))
        case Setting.ROUND if value in map(str, ROUNDS):
            return replace(draft, round_days=int(value))
        case Setting.PACE if value in map(str, DAYS):
            return replace(draft, pace=pace_of(int(value), weekends=draft.pace.weekends))
        case Setting.GAMES if value in {"1", "2"}:
            return replace(draft, games=int(value))
        case Setting.RATED if value in {ON, OFF}:
            return replace(draft, rated=value == ON)
        case Setting.WEEKENDS if value in {ON, OFF}:
            return replace(draft, pace=replace(draft.pace, weekends=value == ON))
        case _:
            return draft


def unfit(sentence: str, draft: Tournament, words: Words) -> Page:
    """Why what was filled in may not be so, with the way back to it."""
    return done_page(sentence, (Button(words("club.fill-in"), FillIn(draft.id), Style.MAIN),))
