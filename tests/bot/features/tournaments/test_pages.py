"""Cards, tables and brackets in every language, form and size; the hub; drafts and their form."""

# ruff: noqa: RUF001  dashes stand between scores

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.features.tournaments.form import SIZES
from bot.features.tournaments.forms import FORMS, state_of
from bot.features.tournaments.forms.knockout import through
from bot.features.tournaments.model import ROUND_DAYS, SIGN_UP_DAYS, Now, Setting, Status
from bot.features.tournaments.pages import (
    announcement,
    draft,
    hub,
    level,
    results,
    sheets,
)
from bot.features.tournaments.pages.bracket import Part
from bot.model.joinable import DAYS, LONGEST_NAME, pace_of
from bot.model.servers import Place
from bot.ui.components import TEXT, modal
from bot.ui.pages import hub as core
from bot.ui.pages import naming
from bot.ui.pages.games import DrawnNames
from bot.ui.pages.page import Button, Buttons, ChannelMenu, Menu, Picture, Style, Text
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Reason
from games.pace import DAY
from render.bracket import Bracket
from render.points import Points
from tests.bot.features.tournaments import world
from tests.bot.features.tournaments.world import (
    ABSENT,
    DARK,
    DRAW,
    FIRST,
    LATE_LIGHT,
    NOON,
    begun,
    better,
    by_chance,
    ended,
    step,
)
from tests.bot.listing import listing_of
from tests.bot.ui.model import ALL, CHANNEL, EN, FR, buttons, check, record, text
from tests.every import for_combinations, for_every

if TYPE_CHECKING:
    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Game, Tournament
    from bot.model.matches import Listing
    from bot.ui.pages.page import Page
    from tests.bot.features.tournaments.world import Ending

EVERY = for_every("form", world.SINGLE)
IN_WORDS = for_every("words", ALL)
ANNA = Reader(EN, FIRST)


class Names:
    """Discord's names of people: as they write them, or nothing."""

    @staticmethod
    def get(player: int, unknown: str) -> str:
        """One of them."""
        return {FIRST: "Anna", FIRST + 1: "\N{FIRE}"}.get(player, unknown or f"Nr {player}")


NAMES = DrawnNames(Names(), {FIRST + 1: "fire_7"})


def played(form: str, count: int = 6, rounds: int = 0, **changes: Any) -> State:  # noqa: ANN401  any of a tournament's fields
    """Return a tournament after some rounds, with the newest in progress."""
    state, now = world.new_state(form, count, **changes), NOON
    for number in range(rounds + 1):
        last = step(state, now)
        if last.over:
            break
        state = begun(state, last)
        state = replace(state, tournament=replace(state.tournament, due=last.due))
        if number < rounds:
            now += DAY
            state = ended(state, better(state), now)
    return state


def opened(count: int = 3, **changes: Any) -> State:  # noqa: ANN401  the same
    """A tournament that one may join."""
    state = world.new_state("groups", count, status=Status.OPEN, **changes)
    return replace(state, entries=tuple(replace(e, seed=None) for e in state.entries))


FAILED = replace(opened().tournament, status=Status.CALLED_OFF, began=None, lapses=1)


def is_over(state: State, *winners: int) -> State:
    """The same tournament when it is over, won by these."""
    over = replace(state.tournament, status=Status.OVER, due=None, ended=NOON)
    entries = (replace(entry, won=entry.seat in winners) for entry in state.entries)
    return replace(state, tournament=over, entries=tuple(entries))


def labels(page: Page) -> list[str]:
    return [
        button.label for row in page.blocks if isinstance(row, Buttons) for button in row.buttons
    ]


def undated(page: Page) -> list[str]:
    """Its lines, without the dates of a round."""
    return [line.split(" · until about ")[0] for line in text(page).splitlines()]


# The card


def test_a_card_says_what_it_is_until_when_and_who_is_in_it() -> None:
    page = announcement.announcement(opened(), CHANNEL, NAMES)
    check(page)
    facts = "La Rochelle · 3 days per move · two games, sides swapped · rated"
    assert text(page).splitlines() == [
        "### Spring",
        f"-# Groups, then a final group · {facts}",
        f"Join until <t:{NOON}:f> (<t:{NOON}:R>).",
        "With 8 players it takes about 14 weeks.",
        "3 of 64: <@101>, <@102>, <@103>",
    ]
    assert labels(page) == ["Join", "Leave"]
    assert page.pings == ()
    nobody = announcement.announcement(opened(0), CHANNEL, NAMES)
    assert labels(nobody) == ["Join"]


@IN_WORDS
def test_before_the_start_nobody_is_asked_about_games_in_progress(words: Any) -> None:  # noqa: ANN401  Words
    for state, key in ((opened(), "open"), (played("knockout", 4), "sure")):
        title = state.title(words)
        asked = words(f"tournament.call-off-{key}", tournament=title)
        assert text(announcement.calling_off(state, words)) == asked


@IN_WORDS
def test_that_the_first_move_has_less_time_is_said_before_one_joins_and_after(words: Any) -> None:  # noqa: ANN401  Words
    pages: dict[int, list[Page]] = {}
    for days in (2, 3, 5):
        state = opened(pace=pace_of(days))
        pages[days] = [
            announcement.announcement(state, Reader(words), NAMES),
            draft.draft(state.tournament, Reader(words)),
            announcement.done("joined", state, words),
        ]
    first, then = words("pace.first", count=3), words("hub.first-move", count=3)
    for days, shown in pages.items():
        for page in shown:
            check(page)
            assert (first in text(page) or then in text(page)) is (days > 3)


@IN_WORDS
def test_a_card_with_all_seats_taken_can_be_sent(words: Any) -> None:  # noqa: ANN401  Words
    rules = "copenhagen larochelle tawlbwrdd fetlar seabattle"
    check(
        announcement.announcement(
            opened(64, name="W" * LONGEST_NAME, rules=rules), Reader(words), NAMES
        )
    )
    check(announcement.announcement(opened(0), Reader(words), NAMES))


@pytest.mark.slow
@for_combinations(words=ALL, form=world.SINGLE, count=[2, 5, 16, 33, 64])
def test_every_sheet_of_every_tournament_can_be_sent(form: str, count: int, words: Any) -> None:  # noqa: ANN401  Words
    count = min(count, 16) if form == "round-robin" else count
    for rounds in (0, 1, 3):
        state = played(form, count, rounds, name="W" * LONGEST_NAME, edition=12)
        check(announcement.announcement(state, Reader(words), NAMES))
        for sheet in range(len(state.form.sheets(state))):
            for player in (FIRST, FIRST + 1, 9):
                page = announcement.own(state, Reader(words, player), NAMES, sheet, may_manage=True)
                check(page)
                (picture,) = page.pictures
                assert picture.alt
                assert names_of(picture.scene) <= sheets.NAMES


def names_of(drawn: object) -> int:
    """How many names the picture has at most in one column."""
    if isinstance(drawn, Points):
        return sum(len(table.lines) for table in drawn.tables)
    assert isinstance(drawn, Bracket)
    return 2 * len(drawn.rounds[0])


def test_an_announcement_says_what_is_now_below_the_picture() -> None:
    state = played("knockout", 4)
    games = [game.match for game in state.games]
    now = Now(listings(state), {number: NOON + number * DAY for number in games})
    page = announcement.announcement(state, CHANNEL, NAMES, now)
    check(page)
    assert [type(block) for block in page.blocks] == [Text, Picture, Text, Buttons]
    assert undated(page)[2:] == [
        "**Semi-finals**",
        "<@101> – <@104>",
        *(f"-# {_played_until(now, number)}" for number in games[:2]),
        "<@103> – <@102>",
        *(f"-# {_played_until(now, number)}" for number in games[2:]),
        EN("tournament.ties.knockout"),
    ]
    (picture,) = page.pictures
    assert picture.alt == (
        "Spring, Semi-finals: Semi-finals; Anna – Nr 104; \N{FIRE} – Nr 103; Final; ? – ?"
    )
    assert "Standings" in labels(page)


def _played_until(now: Now, number: int) -> str:
    listing, day = now.running[number], f"<t:{now.deadlines[number]}:d>"
    game = f"[game {number}]({naming.link(listing.place, listing.message or 0)})"
    return f"{game}: <@{listing.player(listing.turn)}> to move by {day}"


def test_points_without_a_game_are_marked_and_explained_once() -> None:
    before = begun(state := world.new_state("swiss", 5), step(state, NOON))
    (lost,) = (pairing for pairing in before.pairings if pairing.board == 1)

    def ending(game: Game) -> Ending:
        absent = ABSENT if game.dark == lost.one else LATE_LIGHT
        return absent if game.board == 1 else DARK

    state = ended(before, ending)
    lines = text(announcement.own(state, CHANNEL, NAMES)).splitlines()
    free = [row for row in state.table(0) if row.free]
    assert len(free) == 2  # a forfeit and a bye
    for row in free:
        line = f"{row.place}\\. <@{state.player(row.entrant)}> **2** (0–0–0 +2)"
        assert line in lines
    assert lines[-1] == EN("tournament.free")
    assert EN("tournament.free") in text(announcement.announcement(state, CHANNEL, NAMES))
    assert EN("tournament.free") not in text(announcement.own(played("swiss", 4, 1), ANNA, NAMES))
    assert "**0–2+**" in "\n".join(results.of_pairing(state, lost, EN))


def test_a_table_is_the_same_in_words_and_as_a_picture() -> None:
    state = played("round-robin", 3, 1)
    page = announcement.own(state, ANNA, NAMES)
    (picture,) = page.pictures
    assert isinstance(picture.scene, Points)
    (table,) = picture.scene.tables
    told = [(line.place, line.name, line.cells, line.is_reader) for line in table.lines]
    assert told == [
        ("1", "\N{FIRE}", ("2–0–0", "0", "2"), False),
        ("2", "Nr 103", ("0–0–2", "0", "0"), False),
        ("3", "Anna", ("0–0–0", "0", "0"), True),
    ]
    assert [line.username for line in table.lines] == ["fire_7", "", ""]
    assert picture.scene.right == "Round 2 of 3"
    assert text(page).splitlines()[-3:] == [
        "1\\. <@102> **2** (2–0–0)",
        "2\\. <@103> **0** (0–0–2)",
        "3\\. **<@101> 0** (0–0–0) ← you",
    ]


@for_every(
    ("quarters", "said"),
    [(0, "0"), (1, "¼"), (2, "½"), (3, "¾"), (4, "1"), (14, "3½"), (49, "12¼")],
)
def test_points_are_written_with_fractions(quarters: int, said: str) -> None:
    assert naming.quarters(quarters) == said
    assert naming.halves(7) == "3½"


def test_groups_have_letters_and_a_line_below_who_goes_on() -> None:
    state = played("groups", 16)
    page = announcement.own(state, ANNA, NAMES)
    (picture,) = page.pictures
    assert isinstance(picture.scene, Points)
    assert [(table.title, table.through) for table in picture.scene.tables] == [
        ("Group A", 1),
        ("Group B", 1),
        ("Group C", 1),
    ]
    assert text(page).count("**Group ") == 3
    (whole,) = announcement.own(played("groups", 6), ANNA, NAMES).pictures
    assert isinstance(whole.scene, Points)
    assert [(table.title, table.through) for table in whole.scene.tables] == [("", 0)]


def test_the_final_group_is_on_the_card_once_it_is_played() -> None:
    state = played("groups", 16, 6)
    (picture,) = announcement.announcement(state, CHANNEL, NAMES).pictures
    assert isinstance(picture.scene, Points)
    assert [table.title for table in picture.scene.tables] == ["Final group"]
    assert "**Group A**" in text(announcement.own(state, ANNA, NAMES, 1))
    assert len(state.form.sheets(state)) == 2


def _parts(state: State) -> list[tuple[int, int, int]]:
    """The sheets of a bracket."""
    parts = [sheet for sheet in state.form.sheets(state) if isinstance(sheet, Part)]
    return [(part.first, part.block, part.blocks) for part in parts]


def test_a_bracket_of_many_has_its_last_rounds_on_the_card_and_the_others_in_parts() -> None:
    state = played("knockout", 64)
    parts = [(0, block, 4) for block in range(4)]
    shown = _parts(state)
    assert shown == [*parts, (2, 0, 1)]  # of the last rounds nothing is known
    assert "not decided yet" in text(announcement.own(state, ANNA, NAMES, 4))
    later = _parts(played("knockout", 64, 2))
    assert later == [(2, 0, 1), *parts]
    (picture,) = announcement.own(state, ANNA, NAMES, 2).pictures
    assert isinstance(picture.scene, Bracket)
    assert [len(ties) for ties in picture.scene.rounds] == [8, 4, 2, 1]
    assert picture.scene.heads == ("Round of 64", "Round of 32", "Round of 16", "Quarter-finals")
    assert len(_parts(played("knockout", 16))) == 1


def test_a_bracket_in_words_names_seeds_and_scores_the_newest_round_first() -> None:
    state = played("knockout", 5, 1)
    assert undated(announcement.own(state, Reader(EN, 9), NAMES))[2:] == [
        "**Semi-finals**",
        "<@101> (1) – <@104> (4)",
        "<@102> (2) **2–0** <@103> (3)",
        "**Quarter-finals**",
        "<@104> (4) **2–0** <@105> (5)",
        "Bye this round: <@101> (1), <@102> (2), <@103> (3)",
    ]


def test_a_bracket_in_words_has_the_round_in_progress_before_one_that_started_early() -> None:
    state = played("knockout", 8)
    quick = {game.match for game in state.games if min(game.dark, game.light) in {1, 4}}
    state = ended(state, lambda game: better(state)(game) if game.match in quick else None)
    state = begun(state, step(state, NOON + DAY))
    lines = undated(announcement.own(state, Reader(EN, 9), NAMES))
    headings = [line for line in lines if line in {"**Semi-finals**", "**Quarter-finals**"}]
    assert headings == ["**Quarter-finals**", "**Semi-finals**"]


def test_a_bracket_says_who_goes_on_after_equal_points() -> None:
    state = ended(played("knockout", 4), lambda _: DARK)
    state = begun(state, step(state, NOON + 4 * DAY))  # the higher seeds go through
    lines = text(announcement.own(state, CHANNEL, NAMES)).splitlines()
    assert "**<@101> (1)** **1–1** <@104> (4)" in lines


def test_who_has_no_opponent_in_a_round_of_a_knock_out_is_told_so() -> None:
    state = played("knockout", 3)
    assert undated(announcement.own(state, CHANNEL, NAMES))[2:] == [
        "**Semi-finals**",
        "<@102> (2) – <@103> (3)",
        "Bye this round: <@101> (1)",
    ]
    line = "Semi-final: bye, you're through"
    assert line in text(hub.own_games(state, {}, ANNA))
    assert line not in text(hub.own_games(state, {}, Reader(EN, FIRST + 1)))
    final = played("knockout", 3, 1)
    assert text(hub.own_games(final, {}, ANNA)).splitlines()[2] == line
    absent = ended(played("knockout", 4), lambda g: ABSENT if g.board == 1 else better(state)(g))
    assert "Bye this round: <@102> (2)" in text(announcement.own(absent, CHANNEL, NAMES))


@EVERY
def test_a_tournament_that_is_over_names_who_has_won(form: str) -> None:
    before = world.new_state(form, 6)
    state, last = world.played_out(before, by_chance(4))
    over = is_over(state, *last.winners)
    page = announcement.announcement(over, CHANNEL, NAMES)
    prize = "league" if form == "league" else "tournament"
    (winner,) = over.winners
    assert f"**<@{winner}> wins the {prize}!**" in text(page)
    assert labels(page) == ["Standings", "My games"]
    assert "Nobody won." in text(announcement.announcement(is_over(state), CHANNEL, NAMES))
    check(page)


@IN_WORDS
@EVERY
def test_who_has_won_is_told_once_in_a_post_of_its_own(form: str, words: Any) -> None:  # noqa: ANN401  Words
    state = played(form, 6, name="W" * LONGEST_NAME, edition=12)
    one = is_over(state, 1)
    told = announcement.result(one, Reader(words), (FIRST,))
    check(told)
    assert told.pings == (FIRST,)
    assert "https://discord.com/channels/5/51/9" in text(told)
    key = "tournament.won-league" if form == "league" else "tournament.won"
    assert words(key, player="<@101>") in text(told)
    again = [] if form == "league" else [words("tournament.again")]
    assert labels(told) == again
    assert words("tournament.won-by-nobody") in text(
        announcement.result(is_over(state), Reader(words))
    )


@IN_WORDS
def test_that_too_few_joined_is_told_to_those_who_did(words: Any) -> None:  # noqa: ANN401  Words
    alone = replace(opened(1), tournament=FAILED)
    told = announcement.result(alone, Reader(words), (FIRST,))
    check(told)
    assert words("tournament.too-few", count=2) in text(told)
    assert "<@101>" in text(told)


@pytest.mark.parametrize(("most", "why"), [(5, "more captures, 10 to 6"), (3, "higher seed")])
def test_of_two_who_are_equal_it_is_said_who_goes_on_and_why(most: int, why: str) -> None:
    def taken(game: Game) -> tuple[int, int]:
        return (most, 3) if game.leg == 1 else (3, most)

    state = played("knockout", 4)
    state = ended(state, lambda _: DRAW, taken=taken)
    state = begun(state, step(state, NOON + 4 * DAY))
    tie = state.pairings[0]
    winner = state.player(through(state, tie))
    assert winner == (FIRST + tie.one - 1 if "men" in why else FIRST)
    *_, last = results.of_pairing(state, tie, EN)
    assert last == f"<@{winner}> goes through: {why}"
    mine = text(hub.own_games(state, {}, ANNA))
    assert f"Semi-final against <@104>: **1–1** · <@{winner}> goes through: {why}" in mine
    final = ended(begun(state, step(state, NOON + DAY)), lambda _: DRAW, taken=taken)
    final = begun(final, step(final, NOON + 4 * DAY))
    *_, last = results.of_pairing(final, final.pairings[-1], EN)
    winner = final.player(through(final, final.pairings[-1]))
    assert last == f"**<@{winner}> wins the tournament!** ({why})"


def test_with_few_joined_it_says_how_long_it_takes_for_eight_and_then_for_those() -> None:
    for joined, players in ((0, 8), (3, 8), (4, 4), (6, 6)):
        assert f"With {players} players" in text(announcement.own(opened(joined), CHANNEL, NAMES))


@IN_WORDS
def test_who_joins_a_league_or_is_back_reads_when_the_next_round_starts(words: Any) -> None:  # noqa: ANN401  Words
    league = played("league", 6)
    assert league.next_date is not None
    before = state_of(replace(opened().tournament, form="league"), opened().entries)
    for key, state, day in (
        ("joined", league, league.next_date),
        ("back", league, league.next_date),
        ("joined", before, before.tournament.closes),
    ):
        said = words("tournament.next-round", day=f"<t:{day}:d>")
        assert said in text(announcement.done(key, state, words))
        assert said not in text(announcement.done("left", state, words))


@IN_WORDS
def test_two_who_are_level_are_told_what_they_can_do_until_when(words: Any) -> None:  # noqa: ANN401  Words
    state = ended(played("knockout", 4, games=1), lambda _: DRAW, taken=lambda _: (2, 2))
    page = announcement.announcement(state, Reader(words), NAMES)
    check(page)
    assert words("tournament.one-more") in buttons(page)
    tie = state.pairings[0]
    until = f"<t:{NOON + 4 * DAY}"
    result = "\n".join(results.of_pairing(state, tie, words))  # whose line above names both
    for told, named in ((text(page), True), (result, False)):
        said = level.line(state, tie, words, named=named)
        assert (said if named else naming.capitalised(said)) in told
        assert until in told
    decided = begun(state, step(state, NOON + 4 * DAY))
    again = announcement.announcement(decided, Reader(words), NAMES)
    assert words("tournament.one-more") not in buttons(again)
    assert until not in text(again)
    for asked in (state, decided):
        check(level.asked(asked, FIRST, words))


def test_where_the_points_say_who_goes_on_nothing_else_does() -> None:
    state = played("knockout", 4, 1)
    said = [line for pairing in state.pairings for line in results.of_pairing(state, pairing, EN)]
    assert not any("goes on" in line for line in said)


def test_of_a_game_that_was_not_begun_it_is_said_who_was_absent() -> None:
    state = played("knockout", 2)
    (tie,) = state.pairings

    def said(first: Any, second: Any) -> list[str]:  # noqa: ANN401  Ending
        over = ended(state, lambda game: first if game.leg == 1 else second)
        games = over.games_of[tie.key]  # <@101> begins the first, <@102> the second
        absent = (game for game in games if game.reason is Reason.NOT_BEGUN)
        return [results.forfeited(over, game, EN) for game in absent]

    first = "**<@102> wins by forfeit**: <@101> didn't start in time."
    second = "**<@101> wins by forfeit**: <@102> didn't start in time."
    assert said(ABSENT, ABSENT) == [first, second]
    assert said(ABSENT, LATE_LIGHT) == [first, first]  # who did not answer in the second


@IN_WORDS
def test_a_tournament_that_did_not_begin_says_why(words: Any) -> None:  # noqa: ANN401  Words
    alone = replace(opened(1), tournament=FAILED)
    page = announcement.own(alone, Reader(words), NAMES)
    check(page)
    assert words("tournament.too-few", count=2) in text(page)
    off = replace(opened(4), tournament=replace(opened().tournament, status=Status.CALLED_OFF))
    line = words("tournament.done.called-off", tournament="Spring")
    assert text(announcement.announcement(off, Reader(words), NAMES)) == line
    assert labels(page) == []


def test_an_erased_entrant_is_a_former_player() -> None:
    state = played("knockout", 4)
    entries = tuple(replace(e, player=0 if e.seat == 2 else e.player) for e in state.entries)
    page = announcement.own(replace(state, entries=entries), ANNA, NAMES)
    assert "A former player (2) – <@103> (3)" in text(page)
    (picture,) = page.pictures
    assert isinstance(picture.scene, Bracket)
    assert [tie.first.name for tie in picture.scene.rounds[0] if tie] == ["Anna", "Former player"]
    assert "<@0>" not in text(announcement.announcement(played("round-robin", 3), CHANNEL, NAMES))


def test_the_date_of_a_round_stands_where_it_is_fixed() -> None:
    until = NOON + 14 * DAY
    waiting = played("round-robin", 4)
    for due in (until, NOON + DAY):  # it is looked at sooner where a card is posted again
        waiting = replace(waiting, tournament=replace(waiting.tournament, due=due))
        said = text(announcement.announcement(waiting, CHANNEL, NAMES))
        assert f"**Round 1 of 3** · next round by <t:{until}:d>" in said
    league = played("league", 4)
    between = ended(league, better(league), NOON + DAY)
    said = text(announcement.announcement(between, CHANNEL, NAMES))
    assert f"**In progress** · next round by <t:{until}:d>" in said
    last = replace(
        played("round-robin", 4, 2), tournament=replace(waiting.tournament, due=NOON + 3 * DAY)
    )
    assert "**Round 3 of 3** · until about" in text(announcement.announcement(last, CHANNEL, NAMES))
    assert "next round" not in text(announcement.announcement(played("swiss", 4), CHANNEL, NAMES))


def test_a_league_gives_the_date_of_its_next_round_once() -> None:
    state = played("league", 4)
    date = f"<t:{NOON + 14 * DAY}:d>"
    said = text(announcement.announcement(state, CHANNEL, NAMES))
    assert said.count(date) == 1
    assert f"next round by {date}; from then on, 36 hours per move" in said


def test_a_round_lasts_until_all_have_had_time_and_hurries_as_its_games_do() -> None:
    state = played("swiss", 4)
    (first, *_), late, from_then = state.games, NOON + 300 * DAY, NOON + 290 * DAY
    state = replace(state, games=(replace(first, hurry_from=from_then), *state.games[1:]))
    now = Now(deadlines={first.match: late})
    said = f"until about <t:{late}:d> · from <t:{from_then}:d> on, 36 hours per move"
    for page in (
        announcement.announcement(state, CHANNEL, NAMES, now),
        announcement.own(state, ANNA, NAMES, 0, now),
        announcement.this_round(state, now, ANNA),
    ):
        assert said in text(page)
    over = tuple(replace(game, reason=Reason.NO_MOVE) for game in state.games[:1])
    ended_early = replace(state, games=(*over, *state.games[1:]))
    assert f"from <t:{from_then}:d> on" not in text(announcement.own(ended_early, ANNA, NAMES))


# The round

FAR = 10**18  # ids as long as Discord's


def listings(state: State) -> dict[int, Listing]:
    """The games of a tournament that are under way, with boards."""
    return {
        game.match: listing_of(
            replace(
                record("larochelle"),
                id=game.match,
                message=FAR,
                place=Place(FAR, FAR),
                dark=state.player(game.dark),
                light=state.player(game.light),
            )
        )
        for game in state.games
        if game.reason is None
    }


def round_lines(state: State, sheet: int = 0) -> list[str]:
    """Return the lines of the round's page below its heading."""
    page = announcement.this_round(state, Now(listings(state)), ANNA, sheet)
    check(page)
    assert page.pings == ()
    return text(page).splitlines()[2:]


def waits(game: Game, player: int) -> str:
    """The game, with the way to its board, and who is to move."""
    board = f"https://discord.com/channels/{FAR}/{FAR}/{FAR}"
    return f"[game {game.match}]({board}): <@{player}> to move"


def test_a_round_says_who_meets_whom_and_whose_move_each_game_waits_for() -> None:
    state = played("swiss", 7, 1)
    assert undated(announcement.this_round(state, Now(), ANNA))[:2] == [
        "### Spring",
        "**Round 2 of 3**",
    ]
    one, other = state.games_of[state.pairings[4].key]
    half = ended(state, lambda game: DARK if game is one else None)
    whole = ended(half, lambda game: DARK if half.pairings[5].key == game.key else None)
    third, last = whole.pairings[6:]
    names = [[f"<@{whole.player(seat)}>" for seat in (p.one, p.other)] for p in whole.pairings[4:]]
    assert round_lines(whole) == [
        f"{names[0][0]} 1–0 {names[0][1]}",
        f"-# {waits(other, whole.player(other.dark))}",
        f"{names[2][0]} – {names[2][1]}",
        *(f"-# {waits(game, whole.player(game.dark))}" for game in whole.games_of[third.key]),
        f"{names[1][0]} **1–1** {names[1][1]}",
        f"{names[3][0]}: bye, full points",
    ]
    assert last.other is None


def test_a_round_names_what_is_still_played_of_those_before() -> None:
    state = played("round-robin", 5)
    late = state.pairings[0].key
    state = ended(state, lambda game: None if game.key == late else DARK)
    now = NOON + state.tournament.round_days * DAY
    lines = round_lines(begun(state, step(state, now)))
    assert [line for line in lines if not line.startswith("-#")] == [
        "**Round 1**",
        "<@102> – <@105>",
        "**Round 2**",
        "<@105> – <@103>",
        "<@101> – <@102>",
        "Bye this round: <@104>",
    ]


def test_a_round_of_groups_and_divisions_is_told_by_group() -> None:
    state = played("groups", 16)
    lines = round_lines(state)
    headings = [line for line in lines if line.startswith("**")]
    assert headings == [f"**Group {letter} · Round 1**" for letter in "ABC"]
    assert sum(line.startswith("-# ") for line in lines) == 14
    assert [line for line in lines if line.startswith("Bye ")] == [
        f"Bye this round: <@{player}>" for player in (102, 103)
    ]
    final = played("groups", 16, 6)
    assert not any("Group" in line for line in round_lines(final))
    assert round_lines(played("league", 12))[0] == "**Division 1 · Round 1**"


def test_a_round_of_a_knock_out_has_its_ties_and_who_waits_for_an_opponent() -> None:
    state = played("knockout", 5)
    lines = undated(announcement.this_round(state, Now(listings(state)), ANNA))
    assert [line for line in lines if not line.startswith(("#", "-#"))] == [
        "**Quarter-finals**",
        "<@105> – <@104>",
        "**Semi-finals**",
        "<@102> – <@103>",
        "Waiting for an opponent: <@101>",
    ]


def test_a_pairing_without_a_game_says_why() -> None:
    before = world.new_state("round-robin", 4)
    gone = replace(
        before, entries=tuple(replace(e, left=NOON if e.seat > 2 else None) for e in before.entries)
    )
    lines = round_lines(begun(gone, step(gone, NOON)))
    assert lines == [
        "<@101>: full points, <@104> isn't playing",
        "<@102>: full points, <@103> isn't playing",
    ]
    gone = replace(
        before,
        entries=tuple(replace(e, left=NOON if e.seat in {1, 4} else None) for e in before.entries),
    )
    assert "<@101> – <@104>: not played" in round_lines(begun(gone, step(gone, NOON)))


@pytest.mark.slow
@for_combinations(words=ALL, form=world.SINGLE, count=[2, 5, 16, 33, 48, 64])
def test_every_sheet_of_a_round_can_be_sent_whole(form: str, count: int, words: Any) -> None:  # noqa: ANN401  Words
    count = min(count, 16) if form == "round-robin" else count
    for rounds in (0, 1, 3):
        state = played(form, count, rounds, name="W" * LONGEST_NAME, edition=12)
        entries = tuple(replace(entry, player=FAR + entry.seat) for entry in state.entries)
        state = replace(state, entries=entries)
        running, told = listings(state), 0
        for sheet in range(9):
            page = announcement.this_round(state, Now(running), Reader(words, FIRST), sheet)
            check(page)
            assert len(text(page)) < TEXT - 40  # so nothing of it is cut
            told += text(page).count("-# [")
            if not any(
                b.press == announcement.ShowRound(1, sheet + 1) and not b.off
                for b in buttons(page).values()
            ):
                break
        assert told == sum(game.reason is None for game in state.games)


def test_the_round_is_reached_from_the_card_the_table_and_ones_own_games() -> None:
    state = played("swiss", 4)
    for page in (
        announcement.announcement(played("swiss", 10), CHANNEL, NAMES),  # not all are on it
        announcement.own(state, Reader(EN, 9), NAMES),
        announcement.own(state, ANNA, NAMES),
        hub.own_games(state, {}, ANNA),
    ):
        check(page)
        assert "This round" in labels(page)
    over = replace(state, tournament=replace(state.tournament, status=Status.OVER))
    assert "This round" not in labels(announcement.announcement(over, CHANNEL, NAMES))
    check(announcement.this_round(over, Now(), ANNA))
    check(announcement.this_round(opened(), Now(), ANNA))
    assert labels(announcement.this_round(state, Now(), ANNA)) == ["Standings"]


# What one may do


def test_what_is_offered_depends_on_who_looks() -> None:
    state = opened()
    assert labels(announcement.own(state, Reader(EN, 9), NAMES)) == ["Join"]
    assert labels(announcement.own(state, ANNA, NAMES)) == ["Leave"]
    assert labels(announcement.own(state, Reader(EN, 9), NAMES, may_manage=True)) == [
        *("Start now", "Join", "Repost", "Call it off")
    ]
    often = replace(state, tournament=replace(state.tournament, repeats=True))
    assert (
        labels(announcement.own(often, Reader(EN, 9), NAMES, may_manage=True))[-1]
        == "Don't repeat it"
    )
    running = played("round-robin", 4)
    assert labels(announcement.own(running, ANNA, NAMES)) == ["This round", "My games", "Leave"]
    assert labels(announcement.own(running, Reader(EN, 9), NAMES)) == ["This round"]
    gone = tuple(replace(e, left=NOON if e.seat == 1 else None) for e in running.entries)
    left = replace(running, entries=gone)
    assert labels(announcement.own(left, ANNA, NAMES))[1:] == [
        "My games",
        "Leave",
    ]  # their games go on
    assert labels(announcement.own(ended(left, lambda _: DARK), ANNA, NAMES))[1:] == ["My games"]


def test_who_rests_is_offered_to_come_back() -> None:
    state, now = world.new_state("round-robin", 4), NOON
    while not state.rests(1):
        now += DAY
        state = ended(begun(state, step(state, now)), by_chance(1, 1), now)
    assert "I'm back" in labels(announcement.own(state, ANNA, NAMES))
    card = announcement.announcement(state, CHANNEL, NAMES)
    assert "I'm back" in labels(card)
    assert "-# Sitting out: <@101>" in text(card)
    assert "I'm back" not in labels(announcement.announcement(played("league"), CHANNEL, NAMES))
    assert "· sitting out" in text(announcement.own(state, ANNA, NAMES))
    own = [pairing for pairing in state.pairings if 1 in pairing.seats]
    *_, last = results.of_pairing(state, own[-1], EN)
    assert last.startswith("<@101> sits out until they press *I'm back*")


@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_that_somebody_rests_is_not_said_where_no_round_follows(form: str) -> None:
    absent = by_chance(1, 1)
    state, _ = world.played_out(
        world.new_state(form, 4), lambda game: absent(game) if game.round > 1 else DRAW
    )
    own = [pairing for pairing in state.pairings if 1 in pairing.seats]
    assert [pairing.round for pairing in own] == [1, 2, 3]
    assert state.rests(1)
    said = ["\n".join(results.of_pairing(state, pairing, EN)) for pairing in own]
    assert ["sits out until" in lines for lines in said] == [True, True, False]


@IN_WORDS
def test_what_is_asked_first_and_what_was_done_can_be_sent(words: Any) -> None:  # noqa: ANN401  Words
    state = played("round-robin")
    for page in (
        announcement.leaving(state, words),
        announcement.calling_off(state, words),
        core.announcement_is_there(replace(state.tournament, message=9), words),
        core.announced_again("Spring", Button("View", announcement.ShowTournament(1)), words),
        *(
            announcement.done(key, state, words)
            for key in ("opened", "joined", "left", "back", "begun", "called-off", "once")
        ),
        announcement.done("joined", state, words, blocked=True),
        draft.unfit("No such name.", state.tournament, words),
    ):
        check(page)
        assert page.pings == ()


@IN_WORDS
def test_who_sat_out_a_season_can_join_the_next_one(words: Any) -> None:  # noqa: ANN401  Words
    page = announcement.season_call(played("league"), (FIRST, 9), Reader(words))
    check(page)
    assert page.pings == (FIRST, 9)
    assert labels(page) == [words("tournament.join")]


@IN_WORDS
def test_who_played_last_time_is_named_while_people_can_join(words: Any) -> None:  # noqa: ANN401
    state = replace(opened(), before=(FIRST, 9))
    page = announcement.announcement(state, Reader(words), NAMES)
    check(page)
    assert words("tournament.invited", people="<@9>") in text(page)
    assert page.pings == ()


def test_who_opens_one_reads_where_its_card_is() -> None:
    state = opened()
    page = announcement.done(
        "opened", replace(state, tournament=replace(state.tournament, announced_in=77)), EN
    )
    assert "It's posted in <#77>." in text(page)


def test_who_joins_reads_that_somebody_is_in_it_whom_they_have_blocked() -> None:
    told = "Someone you've blocked is taking part"
    assert told in text(announcement.done("joined", opened(), EN, blocked=True))
    assert told not in text(announcement.done("joined", opened(), EN))


# The hub, and one's own games


@IN_WORDS
def test_the_club_has_ones_games_and_the_servers_tournaments(words: Any) -> None:  # noqa: ANN401  Words
    mine = played("round-robin", 4)
    game = mine.games_of[mine.pairings[0].key][0]
    listing = listing_of(replace(record("larochelle"), id=game.match, dark=FIRST, light=FIRST + 3))
    over = replace(mine.tournament, id=2, status=Status.OVER, ended=NOON)
    won = [replace(entry, won=entry.seat == 2) for entry in mine.entries]
    shown = hub.Hub(
        mine=[mine],
        here=[mine, replace(opened(), tournament=replace(opened().tournament, id=4))],
        over=[
            replace(mine, tournament=over, entries=tuple(won)),
            replace(mine, tournament=replace(over, id=3)),
        ],
        running={game.match: listing},
        may_begin=True,
    )
    reader = Reader(words, FIRST)
    page = core.hub([hub.hub(shown, reader)], reader)
    check(page)
    assert f"[{words('hub.game', number=game.match)}](https://discord.com/channels/" in text(page)
    assert words(
        "tournament.hub-over", tournament="Spring", player="<@102>", day=f"<t:{NOON}:d>"
    ) in text(page)
    later = hub.hub(replace(shown, now=NOON + 7 * DAY), reader)
    assert (later.over, len(later.ways)) == ([], 4)  # over for a week: only the way to it is left
    empty = core.hub([hub.hub(hub.Hub(), reader)], reader)
    check(empty)
    assert words("hub.none") in text(empty)
    assert labels(empty) == []
    league = hub.hub(hub.Hub(may_join_league=True), ANNA)
    assert labels(core.hub([league], ANNA)) == ["Join the league"]


@IN_WORDS
def test_a_league_says_before_it_begins_what_it_is(words: Any) -> None:  # noqa: ANN401  Words
    before = opened()
    open_ = state_of(replace(before.tournament, form="league"), before.entries)
    page = announcement.announcement(open_, Reader(words), NAMES)
    check(page)
    assert words("tournament.about.league") in text(page)
    assert words("tournament.about.league") not in text(
        announcement.announcement(played("league"), ANNA, NAMES)
    )


def test_ones_own_games_say_how_each_round_went() -> None:
    state = played("round-robin", 3, 2)
    lines = text(hub.own_games(state, {}, ANNA)).splitlines()
    assert lines[0] == "**Your games in Spring**"
    assert lines[1].startswith("Round 3 against <@103>: game ")
    assert lines[2:] == ["Round 2 against <@102>: **2–0**"]
    check(hub.own_games(state, {}, ANNA))
    nothing = replace(state, pairings=())
    assert "You haven't had a game in it yet." in text(hub.own_games(nothing, {}, ANNA))


@IN_WORDS
def test_points_without_a_game_are_explained(words: Any) -> None:  # noqa: ANN401  Words
    before = world.new_state("swiss", 5)
    gone = tuple(replace(e, left=NOON if e.seat == 2 else None) for e in before.entries)
    state, _ = world.played_out(
        replace(world.new_state("round-robin", 3), entries=gone[:3]), better(before)
    )
    for player in (FIRST, FIRST + 1):
        check(hub.own_games(state, {}, Reader(words, player)))
    assert words(
        "tournament.own-given", round=words("tournament.round", number=1), other="<@102>"
    ).partition("1")[2] in text(hub.own_games(state, {}, Reader(words, FIRST)))


# A draft, and its form


def new(**changes: Any) -> Tournament:  # noqa: ANN401  any of its fields
    return replace(world.tournament("groups", status=Status.DRAFT, size=16), **changes)


@IN_WORDS
@EVERY
@for_every("may_be_one", [True, False])
def test_a_draft_can_be_sent(form: str, words: Any, *, may_be_one: bool) -> None:  # noqa: ANN401  Words
    for starts in (None, NOON):
        page = draft.draft(new(form=form), Reader(words, FIRST), starts)
        check(page)
        assert words(f"tournament.about.{form}") in text(page)
        assert (f"<t:{NOON}:" in text(page)) is (starts is not None)
    drafted, reader = new(form=form), Reader(words, FIRST)

    def changes(number: int, wall: int | None = None) -> Page:
        press = draft.ShowChanges(drafted.id, number)
        page = draft.changes(press, drafted, reader, may_be_one=may_be_one, wall=wall)
        check(page)
        return page

    assert "<#77>" in text(changes(1, wall=77))
    page = changes(1)
    assert words("hub.channel-prompt") in text(page)
    (channel,) = [block for block in page.blocks if isinstance(block, ChannelMenu)]
    assert (channel.chosen, channel.most) == ((50,), 1)
    switches = [b for b in buttons(page).values() if b.style is Style.MAIN]
    assert len(switches) == (3 if may_be_one else 2)
    page = changes(0)
    chosen = {
        menu.press.setting: [option.value for option in menu.options if option.chosen]
        for menu in page.blocks
        if isinstance(menu, Menu) and isinstance(menu.press, draft.ChangeTournament)
    }
    offered = {"size": ["16"] if 16 in FORMS[form].sizes else [], "round": ["14"]}
    offered |= {"rules": ["larochelle"], "pace": ["3"]}
    assert chosen == {setting: offered[setting] for setting in FORMS[form].menus}
    assert all(draft.page_of(drafted, setting) == 0 for setting in chosen)
    assert draft.page_of(drafted, Setting.CHANNEL) == draft.page_of(drafted, Setting.RATED) == 1


@IN_WORDS
def test_the_form_asks_three_questions(words: Any) -> None:  # noqa: ANN401  Words
    for shown in (draft.modal(new(id=0), Reader(words)), draft.modal(new(), Reader(words))):
        options = [option for field in shown.fields for option in field.options]
        assert all(len(option.about) <= 100 for option in options)  # none is cut
        form = modal(shown).to_dict()
        labelled = form["components"]
        assert len(labelled) == 3
        assert all(0 < len(field["label"]) <= 45 for field in labelled)
        assert all(len(field.get("description") or "") <= 100 for field in labelled)
        name, kind, _ = (field["component"] for field in labelled)
        assert (name["type"], name["max_length"]) == (4, LONGEST_NAME)
        kinds = ["league", "knockout", "swiss", "round-robin", "groups"]  # in order of use
        assert [option["value"] for option in kind["options"]] == kinds
        assert kind["max_values"] == 1


def test_the_form_makes_a_draft_and_what_it_does_not_offer_is_left_out() -> None:
    answers = {
        "name": ("Autumn",),
        "form": ("swiss",),
        "rules": ("bga",),
        "sign-up": ("14",),
    }
    filled_in = draft.filled(new(), answers)
    assert (filled_in.name, filled_in.form, filled_in.rules) == ("Autumn", "swiss", new().rules)
    assert filled_in.signup_days == 14
    forged = {"form": ("chess",), "sign-up": ("-1",)}
    assert draft.filled(new(), forged) == replace(new(), name="")
    for days in SIGN_UP_DAYS:
        assert draft.filled(new(), {"sign-up": (str(days),)}).signup_days == days


@for_every(
    ("setting", "value", "after"),
    [
        *((Setting.SIZE, str(size), {"size": size}) for size in SIZES),
        *((Setting.ROUND_DAYS, str(days), {"round_days": days}) for days in ROUND_DAYS),
        *((Setting.PACE, str(days), {"pace": pace_of(days)}) for days in DAYS),
        *((Setting.RULES, rules, {"rules": rules}) for rules in catalogue.NAMES),
        (Setting.PACE, "99", {}),
        (Setting.GAMES, "1", {"games": 1}),
        (Setting.RATED, "off", {"rated": False}),
        (Setting.WEEKENDS, "off", {"pace": pace_of(3, weekends=False)}),
        (Setting.CHANNEL, "77", {"channel": 77}),
        (Setting.CHANNEL, "0", {"channel": 0}),
        (Setting.SIZE, "1", {}),
        (Setting.SIZE, "65", {}),
        (Setting.SIZE, "x", {}),
        (Setting.ROUND_DAYS, "0", {}),
        (Setting.GAMES, "3", {}),
        (Setting.RATED, "", {}),
    ],
)
def test_a_setting_of_a_draft(setting: Setting, value: str, after: dict[str, Any]) -> None:
    assert draft.changed(new(), setting, value) == new(**after)


# Elsewhere


@IN_WORDS
def test_under_a_result_stands_how_the_pairing_goes(words: Any) -> None:  # noqa: ANN401  Words
    before = begun(world.new_state("round-robin", 2), step(world.new_state("round-robin", 2), NOON))
    half = ended(before, lambda game: DARK if game.leg == 1 else None)
    (line,) = results.of_pairing(half, half.pairings[0], words)
    assert line == results.of_game(half, half.pairings[0], words)
    whole = ended(half, lambda _: DRAW)
    (line,) = results.of_pairing(whole, whole.pairings[0], words)
    assert "<@101> **1½–½** <@102>" in line


def test_under_the_result_of_a_final_stands_who_wins_the_tournament() -> None:
    semis = begun(world.new_state("knockout", 4), step(world.new_state("knockout", 4), NOON))
    semis = ended(semis, world.better(semis))
    assert [len([*results.of_pairing(semis, tie, EN)]) for tie in semis.pairings] == [1, 1]
    final = ended(begun(semis, step(semis, NOON)), lambda _: DARK)  # 1-1, and as many men taken
    final = begun(final, step(final, NOON + 4 * DAY))
    _, last = results.of_pairing(final, final.pairings[-1], EN)
    assert last == "**<@101> wins the tournament!** (higher seed)"


@IN_WORDS
def test_a_profile_has_the_newest_titles(words: Any) -> None:  # noqa: ANN401  Words
    won = [new(id=number, edition=number, ended=NOON) for number in range(1, 8)]
    lines = [*results.titles(won, words)]
    assert len(lines) == 6
    assert words("tournament.titles-more", count=2) == lines[-1]
    assert [*results.titles([], words)] == []


def test_the_thread_of_a_league_is_called_as_it_is() -> None:
    state = played("league", 4, name="League", channel=51, edition=2)
    assert results.thread(state, EN) == "League · 2"


@IN_WORDS
def test_a_league_that_nobody_named_is_called_in_the_readers_language(words: Any) -> None:  # noqa: ANN401  Words
    for name in ("League", "Championnat"):
        assert played("league", 4, name=name).title(words) == words("league.name")
    assert played("league", 4, name="Tundra").title(words) == "Tundra"


def test_the_thread_of_a_final_names_no_person() -> None:
    state = played("knockout", 2, edition=3)
    assert results.thread(state, EN) == "Spring · 3: the final"
    assert results.thread(state, FR).startswith("Spring · 3")
    assert Reason.TIME not in state.games


def test_a_name_from_right_to_left_is_set_apart_in_sentences_alone() -> None:
    state = played("knockout", 4, name="כוס", edition=2)
    page = announcement.announcement(state, CHANNEL, NAMES)
    check(page)
    assert text(page).splitlines()[0] == "### \u2068כוס\u2069 · 2"
    assert "**\u2068כוס\u2069 · 2**: " in hub.line(state, EN)
    (picture,) = page.pictures
    assert isinstance(picture.scene, Bracket)
    assert picture.scene.top == "כוס · 2"
    assert results.thread(state, EN) == "כוס · 2: the final"
    (table,) = announcement.announcement(
        played("round-robin", 4, name="כוס"), CHANNEL, NAMES
    ).pictures
    assert isinstance(table.scene, Points)
    assert table.scene.top == "כוס"
