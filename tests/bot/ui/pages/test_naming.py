"""Names of people in Discord's plain text; short names of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.balance import Leans
from bot.service.usual import evenest_rules_and_games
from bot.ui.pages import naming
from bot.ui.pages.naming import plain
from bot.ui.words import languages, words_of
from engine.balance import people, table
from games import catalogue
from tests.every import for_every
from tests.render.names import UNWRITTEN, WRITTEN

if TYPE_CHECKING:
    from bot.ui.words import Words


@for_every("language", [*WRITTEN, *UNWRITTEN])
def test_names_of_all_scripts_stay_whole(language: str) -> None:
    for name in (WRITTEN | UNWRITTEN)[language]:
        assert plain(name) == name.replace("\N{ZERO WIDTH NON-JOINER}", " ")


@for_every(
    ("name", "shown"),
    [
        ("*Birch*\n<@1> `x` https://a.b", "Birch 1 x https a b"),
        ("\N{FIRE}Anna\N{FIRE}", "Anna"),
        ("\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}", ""),
        ("\N{COMBINING ACUTE ACCENT}", ""),
        ("", ""),
    ],
)
def test_what_could_be_markup_or_is_not_seen_is_left_out(name: str, shown: str) -> None:
    assert plain(name) == shown


@for_every("words", languages().values())
def test_every_default_has_a_name_in_few_words(words: Words) -> None:
    leans = Leans(people(), engine=table())
    forms = {evenest_rules_and_games(leans, name) for name in catalogue.NAMES}
    assert len(forms) == len(catalogue.NAMES)
    names = {form: naming.rules_and_games(form.rules, form.games, words) for form in forms}
    assert len(set(names.values())) == len(forms)
    for form, name in names.items():
        assert words(f"ruleset.{form.rules.partition('+')[0]}.name") in name
        assert len(name) <= 40
        assert "+" not in name  # a default is one that has a name of its own
        assert name != naming.title(form.rules, words) or form.games == 1


@for_every("words", languages().values())
def test_every_rule_set_is_short_where_there_is_little_room(words: Words) -> None:
    named = {key.removeprefix("combination.") for key in words if key.startswith("combination.")}
    assert named <= {name for name in table() if name.count("+") > 1}  # those that are usual
    briefs = {name: naming.brief(name, words) for name in catalogue.every_name()}
    assert max(map(len, briefs.values())) <= 50
    of_names = [briefs[name] for name in named]
    assert len(set(of_names)) == len(of_names) == 6


def test_options_without_a_name_are_counted() -> None:
    english, french = words_of("en"), words_of("fr")
    long = "larochelle+attackers-first+goal-off-camps+king-not-through-camps"
    assert naming.brief(long, english) == "La Rochelle +3"
    assert naming.brief(long, french) == "La Rochelle +3"
    assert naming.brief("larochelle+king-four", english) == "La Rochelle + king moves up to four"
    closed = "larochelle+goal-off-camps+king-not-through-camps"
    assert naming.brief(closed, english) == "La Rochelle, closed camps"
    assert naming.brief(closed, french) == "La Rochelle, camps fermés"


def test_two_games_are_even() -> None:
    assert naming.rules_and_games("larochelle", 2, words_of("en")) == "La Rochelle, both sides"
    assert naming.rules_and_games("larochelle", 2, words_of("fr")) == "La Rochelle, les deux côtés"
    assert naming.rules_and_games("larochelle", 1, words_of("en")) == "La Rochelle"


@for_every("name", ["Spring Cup", "Wölfe 2", "太陽", "Кубок", "", "หมาป่า"])
def test_a_name_from_left_to_right_is_put_into_sentences_as_it_is(name: str) -> None:
    assert naming.isolated(name) == name


@pytest.mark.parametrize("name", ["אריות", "فريق الشمال", "Team אריות 2", "٣"])
def test_a_name_from_right_to_left_is_set_apart_in_sentences(name: str) -> None:
    assert naming.isolated(name) == f"\u2068{name}\u2069"
    assert naming.unmarked(f"{naming.isolated(name)} 2") == f"{name} 2"
