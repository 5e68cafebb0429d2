"""Fairness in words: every page says the same, in every language, or nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from bot.features.tournaments.model import Tournament
from bot.features.tournaments.pages import draft as draft_pages
from bot.model.challenges import Terms
from bot.model.servers import Server
from bot.service.balance import Leans, Measured, all_counted, evening_handicaps
from bot.service.usual import DEFAULT_RULES, usual_games
from bot.ui import components
from bot.ui.actions import completion
from bot.ui.pages import balance
from bot.ui.pages import challenge as pages
from bot.ui.pages import practice as practice_pages
from bot.ui.pages import rules as rules_pages
from bot.ui.pages import server as server_pages
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
    menus,
    text,
)
from tests.bot.ui.pages.test_challenge import check_form
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.challenges import Challenge
    from bot.ui.words import Words

EVEN, KING, FAR = Measured(0.48, 0.06, 60), Measured(0.78, 0.05, 60), Measured(0.98, 0.03, 60)
DARKS = Measured(0.34, 0.05, 100)
LEANS = Leans(
    engine={"larochelle": FAR, "larochelle+king-four": KING, "larochelle+goal-corners": EVEN}
)
COUNTED = replace(  # everything that is known, and the games of a server
    all_counted(), here={"copenhagen": Measured(0.4, 0.05, 125), "bga": Measured(0.3, 0.05, 100)}
)


def said(leans: Leans, rules: str, words: Words) -> str:
    return " ".join(balance.sentence(leans, rules, words))


@for_every(
    ("rules", "leans", "words", "sentence"),
    [
        ("ludens", Leans(engine={"ludens": EVEN}), EN, "Konakis against itself: about even."),
        (
            "ludens",
            Leans(engine={"ludens": KING}),
            EN,
            "Konakis against itself: about 8 games in 10 go to the defenders.",
        ),
        (
            "ludens",
            Leans(engine={"ludens": FAR}),
            EN,
            "Konakis against itself: nearly every game goes to the defenders.",
        ),
        (
            "ludens",
            Leans(here={"ludens": DARKS}),
            EN,
            "This server: about 7 games in 10 go to the attackers.",
        ),
        ("tabal", Leans({"tabal": DARKS}), EN, "People: about 7 games in 10 go to Dark."),
        ("copenhagen", COUNTED, EN, "People: about 6 games in 10 go to the defenders."),
        ("saami", COUNTED, EN, "People, similar rules: about even."),
        (
            "copenhagen",
            COUNTED,
            FR,
            (
                "Entre humains\N{NO-BREAK SPACE}: environ 6 parties sur 10 "
                "sont gagnées par les défenseurs."
            ),
        ),
    ],
)
def test_a_lean_is_said_in_a_few_words_by_the_first_who_speaks(
    rules: str, leans: Leans, words: Words, sentence: str
) -> None:
    assert said(leans, rules, words) == sentence


@for_every(
    ("rules", "figures"),
    [
        (
            "copenhagen",
            (
                "people 58% of 1,441 games (hnefatafl-rs)",
                "this server 40% of 125 games",
                "Konakis against itself 91% of 34 games",
            ),
        ),
        (
            "fetlar",
            ("people 59% (aagenielsen.dk)", "Konakis against itself 94% of 31 games"),
        ),
        (
            "saami",
            (
                "people, similar rules 46% (dashstofsk.net)",
                "Konakis against itself 57% of 146 games",
            ),
        ),
    ],
)
def test_all_figures_have_a_count_and_a_source_if_known(
    rules: str, figures: tuple[str, ...]
) -> None:
    shown = f"-# Score for the defenders: {' · '.join(figures)}."
    assert [*balance.figures(COUNTED, rules, EN)] == [shown]


def test_a_challenge_says_how_its_rules_lean_and_nothing_if_that_is_not_known() -> None:
    page = pages.details(challenge(), LOOKING_ON, LEANS)
    (differs,) = differences("larochelle", EN)
    assert f"{differs} {said(LEANS, 'larochelle', EN)}" in text(page)
    check(page)
    for terms in (
        Terms("ludens", None, Pace()),
        Terms("larochelle", None, Pace(), start="4K4/9/9/9/9/9/9/9/4t4 l 0"),
    ):
        unknown = challenge(terms=terms)
        assert pages.details(unknown, LOOKING_ON, LEANS) == pages.details(unknown, LOOKING_ON)


# Every page, for every rule set


def statements(shown: str, words: Words) -> list[str]:
    """Return everything that a text says about fairness, with who says so, if anybody does."""
    leans, pattern = vocabulary(words)
    folded = shown.casefold()
    return pattern.findall(folded) if any(lean in folded for lean in leans) else []


@cache
def vocabulary(words: Words) -> tuple[list[str], re.Pattern[str]]:
    """Return all that can be said, and its pattern with or without a speaker."""
    sides = [words(f"leans.to.{family}.{side}") for family in ("tablut", "tabal") for side in Side]
    leans = [
        words("leans.even"),
        *(words("leans.most", side=side) for side in sides),
        *(words("leans.some", side=side, won=won) for side in sides for won in range(11)),
    ]
    who = [words(f"leans.who.{who}") for who in ("similar", "people", "here", "engine")]
    lean, speaker = ("|".join(map(re.escape, parts)).casefold() for parts in (leans, who))
    colon = re.escape(words("leans.says", who="", lean=""))
    return [lean.casefold() for lean in leans], re.compile(f"(?:(?:{speaker}){colon})?(?:{lean})")


def texts(rules: str, words: Words) -> Iterator[tuple[str, str, str]]:
    """Yield every text that could speak of a rule set's fairness: its page, the rules, the text."""
    reader, games = Reader(words, DARK), usual_games(COUNTED, rules)
    offered = challenge(terms=Terms(rules, Side.DARK, Pace(), games=games))
    yield "message", rules, text(pages.challenge(offered, reader))
    yield "more", rules, text(pages.details(offered, reader, COUNTED))
    yield "boards", rules, text(pages.boards(offered, reader, COUNTED))
    yield from of_rules(rules, reader)
    yield "rules list", rules, dict(completion.rule_sets(words)).get(rules, "")
    drafted = Tournament(
        guild=1,
        channel=2,
        announced_in=2,
        by=DARK,
        name="",
        form="league",
        rules=rules,
        games=games,
        pace=Pace(3),
        made=0,
    )
    yield "draft", rules, text(draft_pages.draft(drafted, reader))
    press, may_be_one = draft_pages.ShowChanges(drafted.id), games == 1
    changes = draft_pages.changes(press, drafted, reader, may_be_one=may_be_one)
    yield "draft", rules, text(changes)
    for menu in menus(changes):
        yield (
            "draft",
            rules,
            "\n".join(f"{option.label}\n{option.about}" for option in menu.options),
        )
    yield "server", rules, text(server_pages.games(Server(1), reader))
    forms = [
        pages.customise(offered, reader, rules, COUNTED),
        pages.correct(offered, reader, COUNTED),
        pages.counter(offered, reader, COUNTED),
        practice_pages.public_game_modal(rules, games, None, 1, reader),
    ]
    for option in (option for form in forms for field in form.fields for option in field.options):
        named = option.value if option.value in catalogue.NAMES else rules
        yield "form", named, f"{option.label}\n{option.about}"


def of_rules(rules: str, reader: Reader) -> Iterator[tuple[str, str, str]]:
    """Yield each line of a rule set's pages; some are about the rules with handicaps."""
    words, number, last = reader.words, 0, False
    others = {
        f"{balance.even_out(name, words, near=near)}.": name
        for name in evening_handicaps(COUNTED, rules.partition("+")[0])
        for near in (True, False)
    }
    while not last:
        press = rules_pages.RulesOfSet(rules, number)
        page = rules_pages.rules(catalogue.game(rules), reader, press, COUNTED)
        for line in text(page).splitlines():
            other = (name for start, name in others.items() if line.startswith(start))
            yield "rules", next(other, rules), line
        last = buttons(page)[words("turn.next")].off
        number += 1


SPEAKING = {"more", "rules", "form"}


@for_every("name", catalogue.every_name())
def test_no_two_pages_disagree_about_fairness(name: str) -> None:
    """Each page says it in the same words, with the same side and speaker, or says nothing."""
    spoke: set[str] = set()
    for page, rules, shown in texts(name, EN):
        expected = [told.casefold() for told in balance.briefly(COUNTED, rules, EN)]
        assert statements(shown, EN) in (expected, []), page
        if rules == name and statements(shown, EN):
            spoke.add(page)
    preset, counted = name in catalogue.NAMES, COUNTED.first(name) is not None
    wanted = SPEAKING if preset else SPEAKING - {"form"}
    assert wanted <= spoke if counted else not spoke


@for_every("name", catalogue.every_name())
def test_the_number_of_games_follows_from_what_is_said(name: str) -> None:
    games, first = usual_games(COUNTED, name), COUNTED.first(name)
    if first and name != DEFAULT_RULES:
        assert (games == 2) is (abs(first[1].share - 0.5) > 0.167)
    offered = challenge(terms=Terms(name, None, Pace(), games=games))
    for page in (pages.challenge(offered, LOOKING_ON), pages.details(offered, LOOKING_ON, COUNTED)):
        assert (EN("pair.terms") in text(page)) is (games == 2)


@for_every("words", ALL)
def test_in_every_language_each_speaker_says_it_in_one_sentence(words: Words) -> None:
    for name in catalogue.NAMES:
        (sentence,) = balance.sentence(COUNTED, name, words)
        assert statements(sentence, words) == [sentence.removesuffix(".").casefold()]
        assert len(statements(text(pages.details(of(name), Reader(words), COUNTED)), words)) == 1


def of(rules: str) -> Challenge:
    return challenge(terms=Terms(rules, None, Pace()))


# Handicaps


@for_every("words", ALL)
def test_what_evens_it_out_is_one_tap_away(words: Words) -> None:
    page = pages.boards(challenge(), Reader(words, DARK), LEANS)
    option = words("module.goal-corners.name")
    button = buttons(page)[words("leans.even-out", rules=option)]
    assert button.press == pages.UseRules(3, "larochelle+goal-corners")
    assert said(LEANS, "larochelle", words) in text(page)
    check(page)


@for_every("words", ALL)
def test_for_players_far_apart_it_says_why_other_rules_are_proposed(words: Words) -> None:
    even = challenge(terms=Terms("larochelle+goal-corners", Side.DARK, Pace()))
    page = pages.boards(even, Reader(words, DARK), LEANS, 0.98)
    plain = words("leans.even-out", rules=words("ruleset.larochelle.name"))
    four = words("leans.even-out", rules=words("module.king-four.name"))
    assert plain in buttons(page)
    assert four not in buttons(page)
    assert words("leans.between") in text(page)
    check(page)
    nearly = pages.boards(challenge(), Reader(words, DARK), LEANS, 0.51)
    assert words("leans.between") not in text(nearly)


@for_every("words", ALL)
def test_every_pair_of_handicaps_fits_on_a_button(words: Words) -> None:
    for one, other in combinations(MODULES, 2):
        assert len(balance.even_out(f"larochelle+{one}+{other}", words)) <= 80


@for_every("words", ALL)
def test_what_is_only_more_even_says_no_more_than_that(words: Words) -> None:
    more_even = {"larochelle": FAR, "larochelle+king-steps": Measured(0.64, 0.05, 60)}
    page = pages.boards(challenge(), Reader(words, DARK), Leans(engine=more_even))
    option = words("module.king-steps.name")
    assert words("leans.more-even", rules=option) in buttons(page)
    assert words("leans.even-out", rules=option) not in buttons(page)
    check(page)


def test_nothing_is_proposed_where_it_is_even_or_unknown() -> None:
    for rules in ("larochelle+goal-corners", "ludens", "tabal"):
        offered = challenge(terms=Terms(rules, Side.DARK, Pace()))
        who = Reader(EN, DARK)
        assert pages.boards(offered, who, LEANS) == pages.boards(offered, who)


@for_every("words", ALL)
@for_every(
    "lean", [EVEN, KING, FAR, DARKS, Measured(0.0, 0.01, 60, "aagenielsen.dk", similar=True)]
)
async def test_the_form_says_it_of_each_and_stays_one_that_discord_takes(
    lean: Measured, words: Words
) -> None:
    every = dict.fromkeys([*catalogue.NAMES, *(f"larochelle+{module}" for module in MODULES)], lean)
    leans = Leans(every) if lean.source else Leans(engine=every)
    for names in catalogue.boards().values():
        form = pages.customise(challenge(), Reader(words, DARK), names[0], leans)
        check_form(components.modal(form))
        shown = [option for field in form.fields for option in field.options]
        for name in names:
            (option,) = (option for option in shown if option.value == name)
            assert option.label.startswith(f"{words(f'ruleset.{name}.name')} · ")
        offered = challenge(terms=Terms(names[0], None, Pace()))
        check_form(components.modal(pages.counter(offered, Reader(words), leans)))


def test_the_form_offers_only_handicaps_that_change_something() -> None:
    still = Leans(engine={**LEANS.engine, "larochelle+king-steps": FAR})
    form = pages.customise(challenge(), CHANNEL, "larochelle", still)
    shown = {option.value: option for field in form.fields for option in field.options}
    label = "La Rochelle · Konakis against itself: nearly every game goes to the defenders"
    assert shown["larochelle"].label == label
    assert shown["ludens"].label == "Ludens"
    assert shown["goal-corners"].about == EN("module.goal-corners.short")
    assert "king-steps" not in shown
    ticked = pages.customise(challenge(), CHANNEL, "larochelle+king-steps", still)
    assert "king-steps" in [option.value for field in ticked.fields for option in field.options]


def test_the_forms_handicaps_begin_with_those_that_help_these_two() -> None:
    weak_light = pages.customise(challenge(), CHANNEL, "larochelle", LEANS, 0.8)
    handicaps = [option.value for field in weak_light.fields for option in field.options]
    assert next(value for value in handicaps if value in MODULES) == "king-four"


def read(rules: str, page: int, words: Words) -> str:
    press = rules_pages.RulesOfSet(rules, page)
    page_of_rules = rules_pages.rules(catalogue.game(rules), Reader(words), press, LEANS)
    check(page_of_rules)
    return text(page_of_rules)


def test_the_rules_say_who_wins_and_which_handicaps_even_that_out() -> None:
    lines = "\n".join(balance.lines(LEANS, "larochelle", EN))
    assert f"{lines}\n-# La Rochelle · page 7 of 8" in read("larochelle", 6, EN)
    handicaps = read("larochelle", 7, EN)
    assert f"Make it even: king to a corner. {said(LEANS, 'larochelle+goal-corners', EN)}" in (
        handicaps
    )


@for_every("words", ALL)
def test_every_rule_set_has_room_for_it(words: Words) -> None:
    for name in catalogue.NAMES:
        game, leans = catalogue.game(name), Leans(engine={name: KING})
        presses = [rules_pages.RulesOfSet(name, number) for number in range(10)]
        pages = [rules_pages.rules(game, Reader(words), press, leans) for press in presses]
        assert said(leans, name, words) in "".join(map(text, pages))
        for page in pages:
            check(page)
