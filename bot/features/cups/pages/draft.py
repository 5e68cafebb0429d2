"""A new cup: its form, and the draft that only its maker sees."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.cups.model import (
    LARGEST_ROBIN,
    ROUNDS,
    RULE_SETS,
    SIZES,
    Cup,
    Form,
    Repeat,
)
from bot.features.cups.pages.cup import OfCup, facts
from bot.model.club import DAYS, LONGEST_NAME, SIGN_UPS, pace_of
from bot.ui.buttons import Press
from bot.ui.pages import drafts, naming
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
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class SubmitCup(Press, verb="cup-form"):
    """The form of a new cup (0), or of a draft that is changed."""

    cup: int


class ChangeCup(OfCup, verb="cup-set"):
    """Change a draft: to the value, or to what a menu says."""

    setting: DraftSetting
    value: str = ""


class FillIn(OfCup, verb="cup-fill"):
    """Fill in the form of a draft again."""


class OpenCup(OfCup, verb="cup-open"):
    """Post its card, so that people join."""


class DiscardCup(OfCup, verb="cup-discard"):
    """Forget the draft."""


def form(reader: Reader, rules: str, draft: Cup | None = None) -> blocks.Form:
    """The questions without which there is no cup. `rules`: what is usual in the server."""
    words = reader.words
    chosen = draft.rule_sets if draft else (rules,)
    kind, days = (draft.form, draft.pace.days) if draft else (Form.GROUPS, 3)
    sign_up = draft.signup_days if draft else 7
    kinds = [(form, f"cup.form.{form}", f"cup.about-short.{form}") for form in Form]
    return blocks.Form(
        press=SubmitCup(draft.id if draft else 0),
        title=words("cup.form-title"),
        lines=(_name_field(draft.name if draft else "", words),),
        fields=(
            _field("form", kinds, kind, words),
            _rules_field(chosen, words),
            days_field("pace", DAYS, days or 0, words),
            days_field("sign-up", SIGN_UPS, sign_up, words),
        ),
    )


def _name_field(name: str, words: Words) -> TextField:
    about = words("cup.form-name-about")
    return TextField("name", words("cup.form-name"), LONGEST_NAME, name[:LONGEST_NAME], about)


def _rules_field(chosen: Sequence[str], words: Words) -> Field:
    options = (
        Option(naming.title(name, words), name, chosen=name in chosen) for name in catalogue.NAMES
    )
    label, about = words("club.ask-rules"), words("cup.form-rules-about")
    return Field("rules", label, tuple(options), about, many=True, most=RULE_SETS)


def _field(name: str, options: Sequence[tuple[str, str, str]], chosen: str, words: Words) -> Field:
    return Field(
        name,
        words(f"cup.ask.{name}"),
        tuple(
            Option(words(label), value, words(about), chosen=value == chosen)
            for value, label, about in options
        ),
    )


def filled(before: Cup, answers: Mapping[str, Sequence[str]]) -> Cup:
    """The draft as the form says; what it leaves out, or what no form offers, stays as it was."""
    days = answered(answers, "pace", [str(count) for count in DAYS])
    sign_up = answered(answers, "sign-up", [str(count) for count in SIGN_UPS])
    kind = answered(answers, "form", list(Form))
    pace = before.pace if days is None else pace_of(int(days), weekends=before.pace.weekends)
    return replace(
        before,
        name=next(iter(answers.get("name", ())), ""),
        form=before.form if kind is None else Form(kind),
        rules=" ".join(answers.get("rules", before.rule_sets)),
        pace=pace,
        signup_days=before.signup_days if sign_up is None else int(sign_up),
    )


def draft(cup: Cup, reader: Reader, *, may_be_one: bool, wall: int | None = None) -> Page:
    """The cup before others see it.

    `may_be_one`: a pairing may be one game. `wall`: the forum to which its games go.
    """
    words = reader.words
    change = partial(ChangeCup, cup.id)
    lines = [
        f"### {cup.name}",
        f"-# {facts(cup, words)}",
        words(f"cup.about.{cup.form}"),
        words("cup.sign-up-for", count=cup.signup_days),
    ]
    return Page(
        (
            Text("\n".join(lines)),
            *_menus(cup, change, words),
            *place_and_terms(cup, change, words, may_be_one=may_be_one, wall=wall),
            what_to_do(OpenCup(cup.id), FillIn(cup.id), DiscardCup(cup.id), words),
        ),
        Accent.OPEN,
    )


def _menus(cup: Cup, change: Callable[..., Press], words: Words) -> Iterator[Block]:
    """How many may join, how long a round takes, how often it is repeated: what a form has."""
    once = cup.form is not Form.LEAGUE
    if once:
        most = LARGEST_ROBIN if cup.form is Form.ROBIN else max(SIZES)
        sizes = [(str(size), words("cup.at-most", count=size)) for size in SIZES if size <= most]
        prompt = words("cup.size-prompt")
        yield from menu(change(DraftSetting.SIZE), prompt, sizes, str(cup.size))
    if cup.form in {Form.ROBIN, Form.GROUPS, Form.LEAGUE}:
        rounds = [(str(days), words("club.days", count=days)) for days in ROUNDS]
        prompt = words("cup.round-prompt")
        yield from menu(change(DraftSetting.ROUND), prompt, rounds, str(cup.round_days))
    if once:
        repeats = [(repeat.value, words(f"cup.repeats.{repeat}")) for repeat in Repeat]
        prompt = words("cup.repeats-prompt")
        yield from menu(change(DraftSetting.REPEATS), prompt, repeats, cup.repeats)


def changed(cup: Cup, setting: DraftSetting, values: Sequence[str]) -> Cup:
    """The draft with this setting. What no menu offers changes nothing."""
    value = values[0] if values else ""
    match setting:
        case DraftSetting.SIZE if value in map(str, SIZES):
            return replace(cup, size=int(value))
        case DraftSetting.ROUND if value in map(str, ROUNDS):
            return replace(cup, round_days=int(value))
        case DraftSetting.REPEATS if value in [*Repeat]:
            return replace(cup, repeats=Repeat(value))
        case _:
            return drafts.changed(cup, setting, values)
