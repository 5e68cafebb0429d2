"""A new tournament: its form, and the draft that only its maker sees."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.features.tournaments.forms import FORMS, form_of
from bot.features.tournaments.model import ROUND_DAYS, SIGN_UP_DAYS, Setting, Tournament
from bot.features.tournaments.pages.announcement import OfTournament, facts
from bot.model.joinable import DAYS, pace_of
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    ChannelMenu,
    Field,
    Modal,
    Option,
    Page,
    Style,
    Text,
    done_page,
)
from bot.ui.pages.settings import menu, switch
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.model.times import Instant
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

ON, OFF = "on", "off"


class SubmitTournament(Press, verb="tournament-form"):
    """Submit the questions for a new tournament (number 0), or for a draft."""

    tournament: int
    form: str


class ChangeTournament(OfTournament, verb="tournament-set"):
    """Change a draft: to the value, or to a menu's choice."""

    setting: Setting
    value: str = ""


class FillIn(OfTournament, verb="tournament-fill"):
    """Answer the questions for a draft again."""


class ShowDraft(OfTournament, verb="tournament-draft"):
    """Show a draft."""


class ShowChanges(OfTournament, verb="tournament-change"):
    """Show what can be changed of a draft, on one of two pages."""

    page: Small = 0


class OpenTournament(OfTournament, verb="tournament-open"):
    """Announce a draft, so that people can join."""


class DiscardTournament(OfTournament, verb="tournament-discard"):
    """Delete a draft."""


# The choices


def offered(draft: Tournament, setting: Setting) -> Sequence[str]:
    """Return the choices of a setting; for the channel, Discord lists them."""
    numbers = {
        Setting.PACE: DAYS,
        Setting.SIGN_UP: SIGN_UP_DAYS,
        Setting.SIZE: form_of(draft).sizes,
        Setting.ROUND_DAYS: ROUND_DAYS,
        Setting.GAMES: (2, 1),
    }
    if setting in numbers:
        return [str(number) for number in numbers[setting]]
    if setting is Setting.FORM:
        forms = [form for form in FORMS.values() if Setting.FORM in form.asks]
        return [form.name for form in sorted(forms, key=lambda form: form.order)]
    return catalogue.NAMES if setting is Setting.RULES else (ON, OFF)


def _chosen(draft: Tournament, setting: Setting) -> str:
    """Return a draft's value of a setting."""
    values = {
        Setting.FORM: draft.form,
        Setting.RULES: draft.rules,
        Setting.PACE: draft.pace.days,
        Setting.SIGN_UP: draft.signup_days,
        Setting.SIZE: draft.size,
        Setting.ROUND_DAYS: draft.round_days,
        Setting.GAMES: draft.games,
        Setting.RATED: ON if draft.rated else OFF,
        Setting.WEEKENDS: ON if draft.pace.weekends else OFF,
        Setting.CHANNEL: draft.channel,
    }
    return str(values[setting])


def changed(draft: Tournament, setting: Setting, value: str) -> Tournament:
    """Return the draft with a changed setting. Values that aren't offered change nothing."""
    if setting is not Setting.CHANNEL and value not in offered(draft, setting):
        return draft
    change: Mapping[str, Any]
    match setting:
        case Setting.FORM | Setting.RULES:
            change = {setting: value}
        case Setting.PACE:
            change = {"pace": pace_of(int(value), weekends=draft.pace.weekends)}
        case Setting.WEEKENDS:
            change = {"pace": replace(draft.pace, weekends=value == ON)}
        case Setting.RATED:
            change = {"rated": value == ON}
        case _:
            change = {_NUMBERS[setting]: int(value)}
    return replace(draft, **change)


_NUMBERS = {
    Setting.SIGN_UP: "signup_days",
    Setting.SIZE: "size",
    Setting.ROUND_DAYS: "round_days",
    Setting.GAMES: "games",
    Setting.CHANNEL: "channel",
}


def _question(draft: Tournament, setting: Setting, words: Words) -> tuple[str, str]:
    """Return the question about a setting, and a hint."""
    if setting is Setting.SIZE:
        return form_of(draft).asked_size(words)
    return words(f"hub.ask.{setting}"), ""


def _label(draft: Tournament, setting: Setting, value: str, words: Words) -> str:
    """Return the label of a value of a draft's setting."""
    match setting:
        case Setting.RULES:
            return naming.title(value, words)
        case Setting.SIZE:
            return form_of(draft).size_label(int(value), words)
        case Setting.PACE | Setting.SIGN_UP | Setting.ROUND_DAYS:
            days = int(value)
            per_move = setting is Setting.PACE
            return naming.days_per_move(days, words) if per_move else words("hub.days", count=days)
        case Setting.FORM:
            return words(f"tournament.form.{value}")
        case Setting.GAMES:
            return naming.capitalised(words(f"hub.games.{value}"))
        case _:
            return words(f"server.{setting}-{value}")


def _labelled(draft: Tournament, setting: Setting, words: Words) -> list[tuple[str, str]]:
    values = offered(draft, setting)
    return [(value, _label(draft, setting, value, words)) for value in values]


# The questions


def modal(draft: Tournament, reader: Reader) -> Modal:
    """Return the questions that every tournament needs, with the answers so far."""
    words, form = reader.words, form_of(draft)
    return Modal(
        press=SubmitTournament(draft.id, draft.form),
        title=words(form.asks_title),
        lines=tuple(form.names(draft, words)),
        fields=tuple(_field(draft, setting, words) for setting in form.asks),
    )


def _field(draft: Tournament, setting: Setting, words: Words) -> Field:
    """Return the question of the modal about a setting, with the draft's value chosen."""
    question, about = _question(draft, setting, words)
    options = [
        Option(label, value, chosen=value == _chosen(draft, setting))
        for value, label in _labelled(draft, setting, words)
    ]
    if setting is Setting.FORM:
        key = "tournament.about-short"
        options = [replace(form, about=words(f"{key}.{form.value}")) for form in options]
    return Field(setting, question, tuple(options), about)


def filled(before: Tournament, answers: Mapping[str, Sequence[str]]) -> Tournament:
    """Return the draft with the modal's answers; missing or invalid ones change nothing."""
    name, versus = (next(iter(answers.get(field, ())), "") for field in ("name", "versus"))
    draft = replace(before, name=name, versus=versus)
    for setting in form_of(before).asks:
        draft = changed(draft, setting, next(iter(answers.get(setting, ())), ""))
    return draft


# The draft


def draft(tournament: Tournament, reader: Reader, starts: Instant | None = None) -> Page:
    """Return the tournament before others see it. `starts`: when, if that is after the sign-up."""
    words = reader.words
    lines = [
        f"### {form_of(tournament).title(tournament, words)}",
        f"-# {facts(tournament, words)}",
        words(f"tournament.about.{tournament.form}"),
    ]
    todo = (
        Button(words("hub.open-sign-up"), OpenTournament(tournament.id), Style.GOOD),
        Button(words("hub.fill-in"), ShowChanges(tournament.id)),
        Button(words("hub.discard"), DiscardTournament(tournament.id)),
    )
    if starts is None:
        lines.append(words("tournament.sign-up-for", count=tournament.signup_days))
    else:
        when, day = naming.when(starts, words), naming.moment(starts)
        lines.append(words("tournament.begins", when=when, day=day))
    lines += form_of(tournament).lasts(tournament, 0, words)
    return Page((Text("\n".join(lines)), Buttons(todo)), Accent.OPEN)


def page_of(draft: Tournament, setting: Setting) -> int:
    """Return the page on which a setting can be changed."""
    return 0 if setting in form_of(draft).menus else 1


def changes(
    press: ShowChanges,
    tournament: Tournament,
    reader: Reader,
    *,
    may_be_one: bool,
    wall: int | None = None,
) -> Page:
    """Return what can be changed of a draft besides its name, its format and its sign-up.

    The second page has the channel and the switches. `may_be_one`: a pairing can be one game.
    `wall`: the forum for its games.
    """
    words, number = reader.words, tournament.id
    told = Text(f"-# {facts(tournament, words)}")
    if press.page == 0:
        back = Button(words("panel.back"), ShowDraft(number), Style.MAIN)
        fill_in = Button(words("tournament.fill-in"), FillIn(number))
        more = Button(words("turn.next"), ShowChanges(number, 1))
        return Page((told, *_menus(tournament, words), Buttons((back, fill_in, more))), Accent.OPEN)
    games = (Setting.GAMES,) if may_be_one else ()
    channel = _channel(tournament, wall, words) if form_of(tournament).asks_channel else ()
    return Page(
        (
            told,
            *channel,
            *_switches(tournament, (*games, Setting.RATED, Setting.WEEKENDS), words),
            Buttons((Button(words("turn.back"), ShowChanges(number)),)),
        ),
        Accent.OPEN,
    )


def _menus(draft: Tournament, words: Words) -> Iterator[Block]:
    """Return the menus for settings that aren't in the modal."""
    for setting in form_of(draft).menus:
        prompt, _ = _question(draft, setting, words)
        press, now = ChangeTournament(draft.id, setting), _chosen(draft, setting)
        yield from menu(press, prompt, _labelled(draft, setting, words), now)


def _channel(draft: Tournament, wall: int | None, words: Words) -> Iterator[Block]:
    """Say in which channel the tournament will be played."""
    prompt = words("hub.channel-prompt")
    if wall is not None:
        prompt = words("hub.channel-prompt-wall", forum=naming.channel(wall))
    yield Text(f"-# {prompt}")
    channels = (draft.channel,) if draft.channel else ()
    press = ChangeTournament(draft.id, Setting.CHANNEL)
    yield ChannelMenu(press, words("hub.channel-none"), channels, most=1)


def _switches(draft: Tournament, settings: Sequence[Setting], words: Words) -> Iterator[Block]:
    """Yield the switches for these settings."""
    for setting in settings:
        press = partial(ChangeTournament, draft.id, setting)
        yield switch(press, _labelled(draft, setting, words), _chosen(draft, setting))


def unfit(sentence: str, draft: Tournament, words: Words) -> Page:
    """Say why the modal's answers can't be used, with a button back to them."""
    return done_page(sentence, (Button(words("hub.fill-in"), FillIn(draft.id), Style.MAIN),))
