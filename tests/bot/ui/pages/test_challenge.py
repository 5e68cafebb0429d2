"""Challenges: what they propose, who may accept, what became of them, and the form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing, Terms
from bot.model.servers import Place
from bot.service.balance import Leans, Measured
from bot.service.challenges import swapped_terms
from bot.service.usual import DEFAULT_RULES, offered_beside
from bot.ui import components
from bot.ui.pages import challenge as pages
from bot.ui.pages.challenge import UseRules
from bot.ui.pages.differences import differences
from bot.ui.pages.page import Accent, Additions, Style, UserMenu
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Side
from games.errors import Unreadable
from games.pace import Pace
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    AS_LIGHT,
    CHANNEL,
    DARK,
    EN,
    FR,
    LIGHT,
    LOOKING_ON,
    ONLOOKER,
    buttons,
    challenge,
    check,
    menus,
    text,
)
from tests.every import for_combinations, for_every

HOW = "\n-# Answer with a button: I can't see replies to this message."
START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0"

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord import ui

    from bot.ui.pages.page import Modal
    from bot.ui.words import Words


def differs(rules: str) -> str:
    """Return the line about these rules as the message has it."""
    return "".join(f"\n-# {line}" for line in differences(rules, EN))


def test_a_challenge_is_a_line_with_its_answers() -> None:
    terms = Terms("larochelle+king-four", Side.DARK, Pace(days=2, reserve=3))
    page = pages.challenge(challenge(terms=terms), CHANNEL)
    assert text(page) == (
        f"<@{LIGHT}>, <@{DARK}> challenges you · **La Rochelle + king moves up to four**"
        f" · 2 days per move, 3 extra · <@{DARK}> plays the attackers · rated"
        f"{differs(terms.rules)}{HOW}"
    )
    assert page.pings == (LIGHT,)
    assert page.accent is Accent.OPEN
    assert page.pictures == ()
    assert {label: button.id for label, button in buttons(page).items()} == {
        "Accept": "k:accept:3:0",
        "Suggest changes": "k:counter:3",
        "Decline": "k:decline:3",
        "More": "k:about:3",
    }
    check(page)


def test_the_lot_is_the_usual_and_needs_no_word() -> None:
    page = pages.challenge(challenge(terms=Terms("saami", None, Pace(3))), CHANNEL)
    line = text(page).removesuffix(HOW)
    assert line.endswith(" challenges you · **Saami Tablut** · 3 days per move · rated")


@pytest.mark.parametrize(
    "terms",
    [
        Terms("larochelle+diamond", None, Pace()),
        Terms("larochelle", None, Pace(), start=START),
    ],
)
def test_an_unusual_start_is_shown(terms: Terms) -> None:
    for words in ALL:
        page = pages.challenge(challenge(terms=terms), Reader(words))
        assert [picture.name for picture in page.pictures] == ["board.png"]
        check(page)


def test_what_features_say_of_the_stakes_stands_behind_the_rating() -> None:
    rated = challenge(terms=Terms("saami", None, Pace()))
    page = pages.challenge(rated, CHANNEL, lambda _: ["±30"])
    assert text(page).endswith(f" · rated (±30){HOW}")
    friendly = challenge(terms=Terms("saami", None, Pace(), rated=False))
    page = pages.challenge(friendly, CHANNEL, lambda _: ["±30"])
    assert text(page).endswith(f" · friendly{HOW}")


def test_more_says_all_and_what_each_reader_may_do() -> None:
    terms = Terms("larochelle+king-four", None, Pace(days=2))
    offered = challenge(terms=terms)
    additions = Additions(lambda _: ["Win +32, loss \N{MINUS SIGN}30"])
    page = pages.details(offered, AS_LIGHT, additions=additions)
    assert text(page).split("\n") == [
        (
            f"<@{LIGHT}>, <@{DARK}> challenges you · "
            "**La Rochelle + king moves up to four** · 2 days per move · rated"
        ),
        *differences(terms.rules, EN),
        "Sides are random.",
        f"Waiting for <@{LIGHT}>. Expires <t:604800:R>.",
        "Win +32, loss \N{MINUS SIGN}30",
    ]
    assert page.pictures == ()  # the rules show the usual start
    assert page.pings == ()
    shown = {
        reader.player: [*buttons(pages.details(offered, reader))]
        for reader in (AS_DARK, AS_LIGHT, LOOKING_ON)
    }
    assert shown == {
        DARK: ["Change", "Customise rules", "Cancel", "Rules"],
        LIGHT: ["Accept", "Suggest changes", "Decline", "Rules"],
        ONLOOKER: ["Rules"],
    }
    assert [*buttons(pages.details(replace(offered, opponent=None), LOOKING_ON))] == [
        "Accept",
        "Rules",
    ]


def test_a_press_under_more_changes_to_the_house_game_or_the_historical_one() -> None:
    def offered(rules: str, reader: Reader = AS_DARK, start: str | None = None) -> list[str]:
        asked = challenge(terms=Terms(rules, None, Pace(), start=start))
        beside = offered_beside(Leans(nearest=lambda _: Measured(0.9)), rules)
        shown = buttons(pages.details(asked, reader, beside=beside))
        return [label for label, shown in shown.items() if isinstance(shown.press, UseRules)]

    assert offered("saami") == ["La Rochelle, both sides"]
    assert offered("larochelle+king-four") == ["Saami Tablut"]
    assert offered("bga") == ["Saami Tablut", "La Rochelle, both sides"]
    assert not offered("saami", AS_LIGHT)
    assert not offered("saami", start=START)


def test_more_can_be_sent_in_every_language() -> None:
    terms = Terms("larochelle", Side.LIGHT, Pace(3), start=START)
    for words in ALL:
        for player in (DARK, LIGHT, ONLOOKER):
            check(pages.details(challenge(terms=terms), Reader(words, player), changed=True))
    assert "Customise rules" not in buttons(pages.details(challenge(terms=terms), AS_DARK))


def test_the_pace_is_said_in_words() -> None:
    terms = Terms("ludens", None, Pace(3, 7, weekends=False))
    page = pages.challenge(challenge(terms=terms), CHANNEL)
    assert "3 days per move, 7 extra, weekends off" in text(page)
    assert "3 jours par coup, 7 en bonus, week-ends libres" in text(
        pages.challenge(challenge(terms=terms), Reader(FR))
    )


def test_an_open_challenge_pings_no_person_and_cannot_be_declined() -> None:
    terms = Terms("tabal", None, Pace(), thread=True)
    page = pages.challenge(challenge(opponent=None, terms=terms), CHANNEL)
    assert text(page) == (
        f"<@{DARK}> is looking for an opponent · **Tabal** · no time limit"
        f" · in its own thread · rated{HOW}"
    )
    details = pages.details(challenge(opponent=None, terms=terms), LOOKING_ON)
    assert "Sides are random.\nFirst to accept plays." in text(details)
    assert page.pings == ()
    assert "Decline" not in buttons(page)
    check(page)


def test_a_guest_asks_to_be_added_only_where_there_is_a_server() -> None:
    here, between_two = (
        text(pages.challenge(replace(challenge(), place=Place(guild, 6, remote=True)), CHANNEL))
        for guild in (5, None)
    )
    assert "I'm a guest here" in here
    assert "Add me to the server" in here
    assert "I'm a guest here" in between_two
    assert "server" not in between_two


def test_a_rematch_says_that_the_sides_change() -> None:
    page = pages.challenge(challenge(rematch_of=12), CHANNEL)
    assert "would like a rematch, sides swapped · **La Rochelle**" in text(page)


def test_a_rematch_of_two_games_says_once_that_sides_are_swapped() -> None:
    two = challenge(terms=replace(challenge().terms, games=2), rematch_of=12)
    shown = text(pages.challenge(two, CHANNEL))
    assert "would like a rematch · **La Rochelle" in shown
    assert shown.count("sides swapped") == 1


def test_french_speaks_french() -> None:
    terms = Terms("ludens", Side.LIGHT, Pace(days=1, weekends=False))
    page = pages.challenge(challenge(terms=terms), Reader(FR))
    assert "1 jour (36 heures) par coup, week-ends libres" in text(page)
    assert f"<@{DARK}> joue les défenseurs" in text(page)
    check(page)


def test_an_answer_with_other_terms_says_what_changed_old_and_new() -> None:
    before = Terms("larochelle", Side.LIGHT, Pace(3), games=2)
    after = Terms("bga", None, Pace(7), rated=False)
    back = challenge(counter_of=2, terms=after)
    page = pages.challenge(back, CHANNEL, answered=before)
    bga = EN("ruleset.bga.name")
    assert text(page).removesuffix(HOW).split("\n") == [
        f"<@{LIGHT}>, <@{DARK}> suggests some changes · **{bga}** · 7 days per move · friendly",
        *(f"-# {line}" for line in differences("bga", EN)),
        (
            f"-# Changed: **{bga}** (was: La Rochelle) · **7 days per move** (was: 3 days per move)"
            f" · **random sides** (was: <@{DARK}> plays the defenders)"
            " · **one game** (was: two games, sides swapped) · **friendly** (was: rated)"
        ),
    ]
    same_but_pace = replace(before, pace=Pace())
    page = pages.challenge(replace(back, terms=same_but_pace), CHANNEL, answered=before)
    assert text(page).endswith(f"-# Changed: **no time limit** (was: 3 days per move){HOW}")
    for words in ALL:
        check(pages.challenge(back, Reader(words), answered=before))


@for_every(
    ("standing", "says"),
    [
        (Standing.ACCEPTED, f"<@{LIGHT}> accepted <@{DARK}>'s challenge."),
        (Standing.DECLINED, f"<@{LIGHT}> declined <@{DARK}>'s challenge."),
        (Standing.COUNTERED, f"<@{LIGHT}> suggested changes to <@{DARK}>'s challenge."),
        (Standing.WITHDRAWN, f"<@{DARK}> cancelled the challenge."),
        (Standing.EXPIRED, f"Nobody accepted <@{DARK}>'s challenge in time."),
    ],
)
def test_what_became_of_it_is_said_and_nothing_is_left_to_press(
    standing: Standing, says: str
) -> None:
    page = pages.challenge(challenge(standing=standing), CHANNEL)
    assert text(page).startswith(says)
    assert buttons(page) == {}
    assert page.pings == ()
    check(page)


@pytest.mark.parametrize(
    ("standing", "says"),
    [
        (Standing.DECLINED, f"<@{DARK}>, <@{LIGHT}> would rather not play this time."),
        (Standing.EXPIRED, f"<@{DARK}>, nobody accepted your challenge in time"),
    ],
)
def test_the_challenger_alone_is_called_to_hear_how_it_ended(standing: Standing, says: str) -> None:
    page = pages.over(challenge(standing=standing), CHANNEL)
    assert text(page).startswith(says)
    assert page.pings == (DARK,)
    check(page)


@pytest.mark.slow
@for_combinations(rules=catalogue.every_name(), words=ALL)
def test_a_challenge_by_any_rule_set_keeps_the_limits(rules: str, words: Words) -> None:
    page = pages.challenge(challenge(terms=Terms(rules, None, Pace())), Reader(words))
    assert "`" not in text(page)  # every part of it has its name
    check(page)


def test_the_form_holds_the_challenge_as_it_is() -> None:
    terms = Terms("larochelle+king-four+diamond", None, Pace())
    form = pages.customise(challenge(terms=terms, version=4), AS_DARK, terms.rules)
    assert form.id == "k:customised:3:4"
    chosen = {field.id: [o.value for o in field.options if o.chosen] for field in form.fields}
    assert chosen == {"preset": ["larochelle"], "modules": ["king-four"], "setup": ["diamond"]}
    offered = {field.id: {option.value for option in field.options} for field in form.fields}
    assert offered["preset"] == set(catalogue.boards()["tafl-9"])
    assert offered["modules"] | offered["setup"] == set(catalogue.options("larochelle"))
    assert pages.chosen(challenge(), *(chosen.values())) == terms.rules


def test_the_board_is_asked_first_and_its_form_lists_few_rule_sets() -> None:
    terms = Terms("larochelle+king-four", None, Pace())
    page = pages.boards(challenge(terms=terms), AS_DARK)
    check(page)
    asked = buttons(page)
    assert [*asked] == ["Tablut", "Tafl 7\u00d77", "Tafl 11\u00d711", "Tabal"]
    assert [label for label, button in asked.items() if button.style is Style.MAIN] == ["Tablut"]
    presses = [button.press for button in asked.values()]
    rules = [pages.ticked(press) for press in presses if isinstance(press, pages.ChooseRules)]
    assert rules == ["larochelle+king-four", "brandubh", "copenhagen", "tabal"]
    assert [pages.asks(preset) for preset in rules] == [True, False, True, False]
    press = buttons(pages.boards(challenge(terms=Terms("brandubh", None, Pace())), AS_DARK))[
        "Tablut"
    ].press
    assert isinstance(press, pages.ChooseRules)
    assert pages.ticked(press) == DEFAULT_RULES
    form = pages.customise(challenge(terms=terms), AS_DARK, "copenhagen")
    (presets,) = form.fields
    assert tuple(option.value for option in presets.options) == catalogue.boards()["tafl-11"]
    assert [option.value for option in presets.options if option.chosen] == ["copenhagen"]


def test_what_the_form_leaves_out_stays_the_preset() -> None:
    terms = Terms("ludens+diamond", None, Pace())
    assert pages.chosen(challenge(terms=terms), (), (), ()) == "ludens"


def test_other_terms_begin_with_those_that_were_offered() -> None:
    terms = Terms("ludens+diamond", Side.DARK, Pace(3, 7, weekends=False), games=2)
    offered = challenge(terms=terms, version=4)
    form = pages.counter(offered, AS_LIGHT)
    assert form.id == "k:countered:3:4"
    chosen = {field.id: [o.value for o in field.options if o.chosen] for field in form.fields}
    assert chosen == {
        "preset": ["ludens"],
        "side": ["l"],
        "pace": ["3"],
        "reserve": ["7"],
        "more": ["two", "free", "rated"],
    }
    assert pages.asked(swapped_terms(offered.terms), chosen) == replace(terms, side=Side.LIGHT)
    forged = {
        "side": ["x"],
        "pace": ["4"],
        "reserve": ["99"],
        "preset": ["chess"],
        "more": ["two", "rated"],
    }
    assert pages.asked(swapped_terms(offered.terms), forged) == replace(
        terms, side=Side.LIGHT, pace=Pace(3, 7, weekends=True)
    )
    other = {"side": ["lot"], "pace": ["0"], "reserve": ["7"], "preset": ["bga"], "more": []}
    assert pages.asked(swapped_terms(offered.terms), other) == Terms(
        "bga", None, Pace(), rated=False
    )
    (presets, *_) = form.fields
    assert tuple(option.value for option in presets.options) == catalogue.NAMES
    assert "Copenhagen · Tafl 11\u00d711" in [option.label for option in presets.options]
    placed = replace(terms, start="4k4/9 l 0")
    form = pages.counter(challenge(terms=placed), AS_LIGHT)
    assert [field.id for field in form.fields] == ["side", "pace", "reserve", "more"]
    assert pages.asked(placed, {"more": ["two", "free"]}) == placed  # rated or not, it never counts


def test_the_challenger_changes_the_terms_as_they_proposed_them() -> None:
    terms = Terms("ludens+diamond", Side.DARK, Pace(3, 7, weekends=False), games=2)
    form = pages.correct(challenge(terms=terms, version=4), AS_DARK)
    assert (form.id, form.title) == ("k:corrected:3:4", "Change the challenge")
    chosen = {field.id: [o.value for o in field.options if o.chosen] for field in form.fields}
    assert chosen["side"] == ["d"]
    assert pages.asked(terms, chosen) == terms
    assert pages.asked(terms, chosen | {"pace": ["7"]}) == replace(
        terms, pace=Pace(7, 7, weekends=False)
    )


@for_every("words", ALL)
@for_every("form", [pages.counter, pages.correct])
def test_a_thread_is_among_the_terms_where_one_can_be_opened(
    form: Callable[..., Modal], words: Words
) -> None:
    def boxes(*, thread: bool, threads: bool) -> dict[str, bool]:
        terms = Terms("ludens", None, Pace(3), thread=thread)
        shown = form(challenge(terms=terms), Reader(words, DARK), threads=threads)
        return {option.value: option.chosen for option in shown.fields[-1].options}

    assert "thread" not in boxes(thread=False, threads=False)
    assert boxes(thread=False, threads=True)["thread"] is False
    assert boxes(thread=True, threads=True)["thread"] is True
    assert boxes(thread=True, threads=False)["thread"] is True  # to be taken out


def test_a_thread_is_answered_like_all_else() -> None:
    here, apart = Terms("ludens", None, Pace(3)), Terms("ludens", None, Pace(3), thread=True)
    assert pages.asked(here, {"more": ["rated", "thread"]}) == apart
    assert pages.asked(apart, {"more": ["rated"]}) == here
    page = pages.challenge(challenge(counter_of=2, terms=apart), CHANNEL, answered=here)
    assert f"\n-# Changed: **in its own thread** (was: in this channel){HOW}" in text(page)


def test_other_terms_are_asked_for_by_the_person_challenged_and_say_so() -> None:
    for words in ALL:
        page = pages.challenge(challenge(), Reader(words))
        assert buttons(page)[words("challenge.counter")].id == "k:counter:3"
        everyone = pages.challenge(challenge(opponent=None), Reader(words))
        assert words("challenge.counter") not in buttons(everyone)
        back = pages.challenge(challenge(counter_of=2), Reader(words))
        assert back.pings == (LIGHT,)
        check(back)
        mine = pages.details(challenge(), Reader(words, DARK))
        assert buttons(mine)[words("challenge.correct")].id == "k:correct:3"
    assert "suggests some changes" in text(pages.challenge(challenge(counter_of=2), CHANNEL))


@for_every("words", ALL)
async def test_the_form_is_one_that_discord_takes(words: Words) -> None:
    for names in catalogue.boards().values():
        form = pages.customise(challenge(), Reader(words, DARK), names[0])
        check_form(components.modal(form))
        offered = challenge(terms=Terms(names[0], None, Pace()))
        check_form(components.modal(pages.counter(offered, Reader(words, LIGHT))))
        check_form(components.modal(pages.correct(offered, Reader(words, DARK))))


@pytest.mark.parametrize(
    ("rules", "words", "sides"),
    [
        ("bga", EN, ["Random", "Attackers", "Defenders"]),
        ("bga", FR, ["Au hasard", "Attaquants", "Défenseurs"]),
        ("tabal", EN, ["Random", "Dark", "Light"]),
        ("tabal", FR, ["Au hasard", "Noirs", "Blancs"]),
    ],
)
def test_the_form_calls_the_sides_as_its_game_does_or_as_any_does(
    rules: str, words: Words, sides: list[str]
) -> None:
    def labels(terms: Terms) -> list[str]:
        form = pages.counter(challenge(terms=terms), Reader(words, LIGHT))
        (shown,) = (field for field in form.fields if field.id == "side")
        return [option.label for option in shown.options]

    assert labels(Terms(rules, None, Pace(), start="9 d 0")) == sides
    assert labels(Terms(rules, None, Pace())) == [
        words(f"choice.side.{side}") for side in pages.SIDES
    ]


@for_every("words", ALL)
def test_whom_to_challenge_is_asked_with_the_rules_and_posted_by_a_button(words: Words) -> None:
    terms, reader = Terms("saami", None, Pace(3), games=2), Reader(words, DARK)
    page = pages.whom(pages.PostInvitation(None, "saami"), terms, reader)
    check(page)
    anyone = pages.PostInvitation(None, "saami")
    assert [button.press for button in buttons(page).values()] == [anyone]
    (person,) = (block for block in page.blocks if isinstance(block, UserMenu))
    assert person == UserMenu(
        pages.ChooseOpponent(None, "saami"), words("challenge.whom-prompt"), None
    )
    usual = "larochelle+king-four"
    page = pages.whom(pages.PostInvitation(LIGHT, usual), terms, reader)
    check(page)
    invited, anyone = pages.PostInvitation(LIGHT, usual), pages.PostInvitation(None, usual)
    assert [button.press for button in buttons(page).values()] == [invited, anyone]
    (menu,) = menus(page)
    assert [option.value for option in menu.options] == [usual, *catalogue.NAMES]
    assert [option.value for option in menu.options if option.chosen] == [usual]
    (person,) = (block for block in page.blocks if isinstance(block, UserMenu))
    assert person.chosen == LIGHT
    assert words("pair.terms") in text(page)


def check_form(window: ui.Modal) -> None:
    """Hold it against Discord's limits."""
    assert window.is_finished()
    payload = window.to_dict()
    assert 1 <= len(payload["title"]) <= 45
    assert 1 <= len(payload["components"]) <= 5
    for label in payload["components"]:
        assert label["type"] == 18
        assert 1 <= len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
        group = label["component"]
        several, few = ("modules", "setup", "more"), len(group["options"]) <= 3
        one = 21 if few else 3  # more than three ways are a menu, so that the form stays short
        assert group["type"] == (22 if group["custom_id"] in several else one)
        assert 1 <= len(group["options"]) <= (25 if group["type"] == 3 else 10)
        for option in group["options"]:
            assert 1 <= len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
        if group["type"] == 22:
            assert group["required"] is False
            assert group["min_values"] == 0
            assert group.get("max_values") in (None, len(group["options"]))


@for_every("length", [1, 40, 86, 100, 4000])
def test_a_rule_set_that_nobody_named_is_refused_with_the_form_as_it_was(length: int) -> None:
    with pytest.raises(Unreadable) as error:
        catalogue.game("x" * length)
    page = pages.refused(challenge(), CHANNEL, "x" * length, error.value)
    check(page)
    (again,) = buttons(page).values()
    assert isinstance(again.press, pages.ChooseRules)
    assert pages.ticked(again.press) == challenge().terms.rules


@for_every("words", ALL)
def test_a_channel_that_challenges_has_no_capital_in_the_line(words: Words) -> None:
    vote = Terms("bga", Side.DARK, Pace(3), by_vote=True, rated=False)
    line = text(pages.challenge(challenge(terms=vote), Reader(words)))
    side = words.mid_line("challenge.plays", by="<@2>", side="").strip()
    assert f" · {side}" in line
