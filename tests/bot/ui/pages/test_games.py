"""The list of a person's games, the message of the day, and what is most urgent."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.matches import Listing
from bot.model.people import CHANNEL as VOTERS
from bot.model.servers import Place
from bot.ui.pages import games, naming, parts
from bot.ui.pages.challenge import AskWhom
from bot.ui.pages.page import Button, Page, Section, Style, sign
from bot.ui.pages.reader import Reader
from games.core import Side
from games.pace import Clock, Pace
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    DARK,
    FR,
    LIGHT,
    ONLOOKER,
    PLACE,
    buttons,
    challenge,
    check,
    clock_state,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


def listing(number: int, turn: Side, since: int, **changes: object) -> Listing:
    plain = Listing(
        id=number,
        place=PLACE,
        dark=DARK,
        light=LIGHT,
        message=99,
        version=5,
        rules="ludens",
        turn=turn,
        plies=4,
        since=since,
    )
    return replace(plain, **changes)  # pyright: ignore[reportArgumentType]  any of its fields


def entries(page: Page) -> list[str]:
    sections = [block for block in page.blocks if isinstance(block, Section)]
    return [entry.text for entry in sections if not isinstance(entry.button.press, parts.OpenNext)]


@for_every("words", ALL)
def test_a_digest_that_others_read_names_no_game_and_no_opponent(words: Words) -> None:
    page = games.public_digest(2, Reader(words, DARK))
    check(page)
    assert page.pings == (DARK,)
    assert f"<@{DARK}>" in text(page)
    assert "2" in text(page).replace(f"<@{DARK}>", "")
    assert f"<@{LIGHT}>" not in text(page)


def test_a_game_without_a_move_says_when_it_started_instead() -> None:
    page = games.games([listing(7, Side.DARK, 100, plies=0)], [], AS_DARK)
    assert "**your turn** · started <t:100:R>" in entries(page)[0]
    page = games.games([listing(7, Side.LIGHT, 100, plies=0)], [], AS_DARK)
    assert f"<@{LIGHT}> to move · started <t:100:R>" in entries(page)[0]


def test_what_waits_for_him_comes_first_and_longest_waiting_before() -> None:
    page = games.games(
        [
            listing(1, Side.LIGHT, 100),
            listing(2, Side.DARK, 300),
            listing(3, Side.DARK, 200),
            listing(4, Side.LIGHT, 250, offer_by=Side.LIGHT),
        ],
        [challenge(id=5), challenge(id=6, by=ONLOOKER, opponent=DARK)],
        AS_DARK,
    )
    assert [entry.split("**")[1] for entry in entries(page)] == [
        "Game 3",
        "Game 4",
        "Game 2",
        "Challenge 6",
        "Game 1",
        "Challenge 5",
    ]
    check(page)


def test_an_entry_names_the_opponent_the_state_and_the_way_there() -> None:
    page = games.games([listing(7, Side.DARK, 100)], [], AS_DARK)
    assert entries(page)[0].split("\n") == [
        "**Game 7** · Ludens",
        f"{sign(Side.DARK)}Attackers against <@{LIGHT}> · **your turn** · last move <t:100:R>",
        "[go to board](https://discord.com/channels/5/6/99)",
    ]
    button = buttons(page)["Open"]
    assert (button.id, button.style) == ("k:open:7", Style.MAIN)
    theirs = games.games([listing(7, Side.LIGHT, 100)], [], AS_DARK)
    assert f"<@{LIGHT}> to move" in entries(theirs)[0]
    assert buttons(theirs)["Open"].style is Style.PLAIN


@for_every("words", ALL)
def test_a_channel_has_no_capital_in_a_line(words: Words) -> None:
    """Its name begins none of these sentences: it is named after the opponent's own side."""
    ours = listing(1, Side.LIGHT, 0, light=VOTERS)
    (entry,) = entries(games.games([ours], [], Reader(words, DARK)))
    name = words.raw("person.channel")
    assert len(re.findall(rf"\b{name}\b", entry)) == 2  # against it, and it is to move
    assert name[:1].upper() + name[1:] not in entry or name[:1].isupper()


@pytest.mark.parametrize("page", [0, 1])
def test_beside_the_title_of_every_page_is_the_way_to_the_next_game(page: int) -> None:
    mine = [listing(number, Side.DARK, number) for number in range(1, 10)]
    theirs = [listing(number, Side.LIGHT, number) for number in range(10, 20)]
    shown = games.games([*mine, *theirs], [], AS_DARK, page)
    assert buttons(shown)["Next (9)"].id == "k:next:0"
    check(shown)


def test_where_nothing_waits_there_is_no_next_game() -> None:
    theirs, aside = listing(1, Side.LIGHT, 1), listing(3, Side.DARK, 3, shelved=True)
    shown = games.games([theirs, aside], [], AS_DARK)
    assert "k:next" not in {button.id for button in buttons(shown).values()}


def test_a_game_shows_its_clock_and_warns_by_word_and_colour() -> None:
    def shown(turn: Side, **changes: object) -> tuple[str, Style]:
        page = games.games(
            [listing(7, turn, 100)], [], AS_DARK, 0, {7: clock_state(turn, **changes)}
        )
        check(page)
        return entries(page)[0].split("\n")[2], buttons(page)["Open"].style

    assert shown(Side.DARK) == ("time runs out <t:900000:R>", Style.MAIN)
    hurry = ("⚠ **hurry**, your time runs out <t:900000:R>", Style.GRAVE)
    assert shown(Side.DARK, hurry=True) == hurry
    assert shown(Side.LIGHT, hurry=True) == ("time runs out <t:900000:R>", Style.PLAIN)
    still = ("⏸ weekend; the clock resumes <t:345600:R>", Style.MAIN)
    assert shown(Side.DARK, hurry=True, goes_on=345_600) == still
    away: dict[str, object] = {"away": {Side.LIGHT: 345_600}}
    runs = "time runs out <t:900000:R>"
    assert shown(Side.LIGHT, goes_on=345_600, **away) == (
        f"⏸ <@{LIGHT}> is away until <t:302400:D>; the clock is stopped · {runs}",
        Style.PLAIN,
    )
    assert shown(Side.LIGHT, goes_on=259_200, **away)[0] == (
        f"⏸ <@{LIGHT}> is away until <t:302400:D>; the clock resumes <t:259200:R> · {runs}"
    )
    assert shown(Side.DARK, **away)[0] == (
        f"time runs out <t:900000:R> · <@{LIGHT}> is away until <t:302400:D>"
    )


def test_the_time_that_is_really_left_says_what_is_most_urgent() -> None:
    clock = Clock(Side.DARK, 0, 100, 0, ())
    four = [listing(n, Side.DARK, 900 - n, clock=clock) for n in (1, 2, 3)]
    four.append(listing(4, Side.DARK, 1))  # longest waiting, but without a clock
    clock_states = {
        1: clock_state(deadline=300),
        2: clock_state(deadline=100),
        3: clock_state(deadline=200),
    }
    page = games.games(four, [], AS_DARK, 0, clock_states)
    assert [entry.split("**")[1] for entry in entries(page)] == [
        "Game 2",
        "Game 3",
        "Game 1",
        "Game 4",
    ]


def test_games_put_aside_come_last_and_say_how_to_go_on() -> None:
    aside = listing(1, Side.DARK, 100, shelved=True)
    page = games.games([aside, listing(2, Side.LIGHT, 200)], [challenge(id=5)], AS_DARK)
    assert [entry.split("**")[1] for entry in entries(page)] == ["Game 2", "Challenge 5", "Game 1"]
    assert "**paused** · last move <t:100:R>. *Open* resumes it" in entries(page)[2]
    assert [button.style for button in buttons(page).values()][-1] is Style.PLAIN
    check(page)


def test_an_offer_to_him_is_more_than_a_turn() -> None:
    page = games.games([listing(7, Side.LIGHT, 100, offer_by=Side.LIGHT)], [], AS_DARK)
    assert "**an offer needs your answer**" in entries(page)[0]
    own = games.games([listing(7, Side.DARK, 100, offer_by=Side.DARK)], [], AS_DARK)
    assert "**your turn**" in entries(own)[0]


def test_a_board_in_private_messages_and_one_not_yet_posted() -> None:
    private = listing(7, Side.DARK, 100, place=Place(None, 8))
    assert (
        "https://discord.com/channels/@me/8/99" in entries(games.games([private], [], AS_DARK))[0]
    )
    unposted = games.games([listing(7, Side.DARK, 100, message=None)], [], AS_DARK)
    assert entries(unposted)[0].endswith("no board posted yet")


def test_challenges_can_be_accepted_or_withdrawn_from_the_list() -> None:
    theirs = games.games([], [challenge(by=LIGHT, opponent=DARK)], AS_DARK)
    assert f"<@{LIGHT}> is waiting for **your answer**" in entries(theirs)[0]
    assert buttons(theirs)["Accept"].id == "k:accept:3:0"
    own = games.games([], [challenge(), challenge(id=4, opponent=None, message=None)], AS_DARK)
    assert f"Waiting for <@{LIGHT}>" in entries(own)[0]
    assert "Open to anyone" in entries(own)[1]
    assert "https://" not in entries(own)[1]
    assert buttons(own)["Cancel"].id == "k:withdraw:4"
    check(own)


def test_a_list_pings_no_player() -> None:
    assert games.games([listing(7, Side.DARK, 100)], [challenge()], AS_DARK).pings == ()


def test_nothing_under_way_says_how_to_begin() -> None:
    page = games.games([], [], Reader(FR, DARK))
    assert "`/tablut défier`" in text(page)
    check(page)
    friend = Button("Challenge a friend", AskWhom())
    page = games.games([], [], AS_DARK, first=[friend])
    check(page)
    assert [*buttons(page)] == ["Challenge a friend"]
    assert "Challenge a friend" not in buttons(
        games.games([], [challenge()], AS_DARK, first=[friend])
    )


@for_every("words", ALL)
def test_many_games_turn_page_by_page_within_the_limits(words: Words) -> None:
    reader = Reader(words, DARK)
    rules = "larochelle+goal-off-camps+king-not-through-camps+camps-open-when-empty+king-four"
    many = [listing(n, Side.DARK, n, rules=rules) for n in range(10**9, 10**9 + 30)]
    both = dict.fromkeys(Side, 10**9)
    clock_states = {game.id: clock_state(Side.DARK, away=both, goes_on=10**9 - 1) for game in many}
    open_ones = [challenge(id=n, terms=Terms(rules, None, Pace())) for n in range(10)]
    seen: list[str] = []
    for number in range(5):
        page = games.games(many, open_ones, reader, number, clock_states)
        check(page)
        seen += entries(page)
    assert len(set(seen)) == len(seen) == 40
    first, last = games.games(many, [], reader), games.games(many, [], reader, 99)
    assert [button.off for button in buttons(first).values() if "k:games" in button.id] == [
        True,
        False,
    ]
    assert [button.off for button in buttons(last).values() if "k:games" in button.id] == [
        False,
        True,
    ]


def test_only_the_games_that_are_shown_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of hundreds takes no longer than its page."""
    written = list[str]()

    def title(rules: str, _: Words) -> str:
        written.append(rules)
        return rules

    monkeypatch.setattr(naming, "title", title)
    page = games.games([listing(k, Side.DARK, k) for k in range(1, 301)], [], AS_DARK, 1)
    assert len(written) == len(entries(page)) < 10
