"""The sentence about a rule set's lean, in every language, and none if there is nothing to say."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from bot.model.challenges import Terms
from bot.service.balance import Measured, Pairing
from bot.ui import components
from bot.ui.pages import balance
from bot.ui.pages import challenge as pages
from bot.ui.pages import rules as rules_pages
from bot.ui.pages.differences import differences
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Side
from games.pace import Pace
from games.tafl.presets import MODULES
from tests.bot.ui.model import (
    ALL,
    CHANNEL,
    DARK,
    EN,
    FR,
    LOOKING_ON,
    buttons,
    challenge,
    check,
    text,
)
from tests.bot.ui.pages.test_challenge import check_form
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words

EVEN, KING, FAR = Measured(0.48, 0.06, 60), Measured(0.78, 0.05, 60), Measured(0.98, 0.03, 60)
DARKS = Measured(0.34, 0.05, 60)


def trend(weak: float, strong: float) -> Measured:
    """Measured at 500 and at 20,000 nodes."""
    rows = Measured(weak, 0.04, 120, 500), Measured(strong, 0.03, 200, 20_000)
    return Measured(strong, 0.03, 200, 20_000, rows)


TABLE = {"larochelle": FAR, "larochelle+king-four": KING, "larochelle+goal-corners": EVEN}


def said(lean: Measured, rules: str, words: Words) -> str:
    return " ".join(balance.sentence({rules: lean}, rules, words))


@for_every(
    ("rules", "lean", "words", "sentence"),
    [
        ("ludens", EVEN, EN, "About even."),
        ("ludens", KING, EN, "Favours the defenders, about 4 games in 5."),
        ("ludens", FAR, EN, "Strongly favours the defenders, more than 9 games in 10."),
        ("ludens", DARKS, EN, "Favours the attackers, about 2 games in 3."),
        ("tabal", DARKS, EN, "Favours Dark, about 2 games in 3."),
        ("tabal", KING, EN, "Favours Light, about 4 games in 5."),
        ("bga", Measured(0.58, 0.02, 400), EN, "Favours the defenders, about 3 games in 5."),
        ("bga", Measured(0.92, 0.02, 400), EN, "Favours the defenders, about 9 games in 10."),
        (
            "bga",
            trend(0.7, 0.5),
            EN,
            "About even among strong players, favours the defenders among beginners.",
        ),
        (
            "bga",
            trend(0.62, 0.28),
            EN,
            "Favours the attackers among strong players, favours the defenders among beginners.",
        ),
        (
            "tabal",
            trend(0.5, 0.97),
            EN,
            "Strongly favours Light among strong players, about even among beginners.",
        ),
        ("brandubh", trend(0.7, 0.8), EN, "Favours the defenders, about 4 games in 5."),
        (
            "bga",
            trend(0.7, 0.5),
            FR,
            "À peu près égal à haut niveau, avantage au roi pour qui débute.",
        ),
        ("ludens", EVEN, FR, "À peu près égal."),
        ("ludens", KING, FR, "Avantage au roi, environ 4 parties sur 5."),
        ("ludens", FAR, FR, "Net avantage au roi, plus de 9 parties sur 10."),
        ("ludens", DARKS, FR, "Avantage aux attaquants, environ 2 parties sur 3."),
        ("tabal", DARKS, FR, "Avantage aux Noirs, environ 2 parties sur 3."),
        ("tabal", KING, FR, "Avantage aux Blancs, environ 4 parties sur 5."),
    ],
)
def test_a_lean_is_said_in_a_few_words(
    rules: str, lean: Measured, words: Words, sentence: str
) -> None:
    assert said(lean, rules, words) == sentence


def test_a_challenge_says_how_its_rules_lean_and_nothing_where_that_is_not_known() -> None:
    page = pages.details(challenge(), LOOKING_ON, TABLE)
    (differs,) = differences("larochelle", EN)
    assert f"{differs} Strongly favours the defenders, more than 9 games in 10.\n" in text(page)
    check(page)
    for terms in (
        Terms("ludens", None, Pace()),
        Terms("larochelle", None, Pace(), start="4K4/9/9/9/9/9/9/9/4t4 l 0"),
    ):
        unknown = challenge(terms=terms)
        assert pages.details(unknown, LOOKING_ON, TABLE) == pages.details(unknown, LOOKING_ON)


@for_every("words", ALL)
def test_what_evens_it_out_is_one_tap_away(words: Words) -> None:
    page = pages.boards(challenge(), Reader(words, DARK), TABLE)
    option = words("module.goal-corners.name")
    button = buttons(page)[words("leans.even-out", rules=option)]
    assert button.press == pages.EvenOut(3, "larochelle+goal-corners")
    assert said(FAR, "larochelle", words) in text(page)
    check(page)


@for_every("words", ALL)
def test_for_players_far_apart_it_says_why_other_rules_are_proposed(words: Words) -> None:
    even = challenge(terms=Terms("larochelle+goal-corners", Side.DARK, Pace()))
    page = pages.boards(even, Reader(words, DARK), TABLE, Pairing(0.98))
    plain = words("leans.even-out", rules=words("ruleset.larochelle.name"))
    four = words("leans.even-out", rules=words("module.king-four.name"))
    assert plain in buttons(page)
    assert four not in buttons(page)
    assert words("leans.between") in text(page)
    check(page)
    nearly = pages.boards(challenge(), Reader(words, DARK), TABLE, Pairing(0.51))
    assert words("leans.between") not in text(nearly)


@for_every("words", ALL)
def test_every_pair_of_handicaps_fits_on_a_button(words: Words) -> None:
    for one, other in combinations(MODULES, 2):
        assert len(balance.even_out(f"larochelle+{one}+{other}", words)) <= 80


@for_every("words", ALL)
def test_what_is_only_more_even_says_no_more_than_that(words: Words) -> None:
    table = {"larochelle": FAR, "larochelle+king-steps": Measured(0.64, 0.05, 60)}
    page = pages.boards(challenge(), Reader(words, DARK), table)
    option = words("module.king-steps.name")
    assert words("leans.more-even", rules=option) in buttons(page)
    assert words("leans.even-out", rules=option) not in buttons(page)
    check(page)


def test_nothing_is_proposed_where_it_is_even_or_unknown() -> None:
    for rules in ("larochelle+goal-corners", "ludens", "tabal"):
        offered = challenge(terms=Terms(rules, Side.DARK, Pace()))
        who = Reader(EN, DARK)
        assert pages.boards(offered, who, TABLE) == pages.boards(offered, who)


@for_every("words", ALL)
@for_every("lean", [EVEN, KING, FAR, DARKS, Measured(0.0, 0.01, 60), trend(0.9, 0.1)])
async def test_the_form_says_it_of_each_and_stays_one_that_discord_takes(
    lean: Measured, words: Words
) -> None:
    table = dict.fromkeys([*catalogue.NAMES, *(f"larochelle+{module}" for module in MODULES)], lean)
    for names in catalogue.boards().values():
        form = pages.customise(challenge(), Reader(words, DARK), names[0], table)
        check_form(components.modal(form))
        shown = [option for field in form.fields for option in field.options]
        for name in names:
            (option,) = (option for option in shown if option.value == name)
            assert option.label.startswith(f"{words(f'ruleset.{name}.name')} · ")
        offered = challenge(terms=Terms(names[0], None, Pace()))
        check_form(components.modal(pages.counter(offered, Reader(words), table)))


def test_the_form_says_how_a_handicap_changes_it() -> None:
    form = pages.customise(challenge(), CHANNEL, "larochelle", TABLE)
    shown = {option.value: option for field in form.fields for option in field.options}
    assert shown["larochelle"].label == "La Rochelle · strongly favours the defenders"
    assert shown["ludens"].label == "Ludens"
    assert shown["goal-corners"].about == "The king must reach a corner. With it: about even."
    assert shown["king-steps"].about == EN("module.king-steps.short")
    assert shown["diamond"].about == EN("module.diamond.short")


def read(rules: str, page: int, words: Words) -> str:
    press = rules_pages.RulesOfSet(rules, page)
    page_of_rules = rules_pages.rules(catalogue.game(rules), Reader(words), press, TABLE)
    check(page_of_rules)
    return text(page_of_rules)


def test_the_rules_say_what_was_counted_and_how_sure_that_is() -> None:
    first, end = read("larochelle", 0, EN), read("larochelle", 8, EN)
    assert first.endswith(
        "Strongly favours the defenders, more than 9 games in 10.\n-# La Rochelle · page 1 of 10"
    )
    assert "-# In 60 games against myself: 98% for the defenders (± 3)." in end
    assert "(± 3)" in read("larochelle", 8, FR)
    assert "against myself" not in read("tabal", 6, EN)
    handicaps = read("larochelle", 9, EN)
    assert re.search(r"king moves up to four\*\*: .+ With it: favours the defenders\.", handicaps)
    assert handicaps.count("With it: ") == 2


@for_every("words", ALL)
def test_where_strength_turns_it_every_depth_is_counted(words: Words) -> None:
    last = rules_pages.RulesOfSet("bga", page=99)
    table = {"bga": trend(0.7, 0.5)}
    shown = text(rules_pages.rules(catalogue.game("bga"), Reader(words), last, table))
    side = words("leans.for.tablut")
    rows = [
        words("leans.counted-row", share=70, error=4, count=500),
        words("leans.counted-row", share=50, error=3, count=20_000),
    ]
    assert words("leans.counted-trend", side=side, rows="; ".join(rows)) in shown
    form = pages.customise(challenge(), Reader(words), "bga", table)
    labels = [option.label for field in form.fields for option in field.options]
    assert f"{words('ruleset.bga.name')} · {words('leans.depends')}" in labels


@for_every("words", ALL)
def test_every_rule_set_has_room_for_it(words: Words) -> None:
    for name in catalogue.NAMES:
        game = catalogue.game(name)
        press = rules_pages.RulesOfSet(name)
        page = rules_pages.rules(game, Reader(words), press, {name: KING})
        assert said(KING, name, words) in text(page)
        check(page)
