"""A server's leaderboards as pictures and lines, with those of past seasons."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.ratings.model import ESTABLISHED, Family, family_of
from bot.model.seasons import season_of
from bot.ui.app import no_buttons
from bot.ui.buttons import ChosenPress, Press, RuleSet, Small
from bot.ui.pages import naming
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Picture,
    Text,
    text_page,
    turning,
)
from games import catalogue
from render.standings import Line, Standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.ratings.standings import Row, Standing, Table
    from bot.model.times import Instant
    from bot.ui.app import ViewButtons
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class ShowLeaderboard(Press, verb="leaderboard"):
    """Show a page of a server's leaderboard."""

    season: int  # 0: all time
    family: Family
    rules: RuleSet | None = None
    page: Small = 0


class ShowProfile(Press, verb="profile"):
    """Show a player's profile in a family of games."""

    player: int
    family: Family


_PICTURE = "leaderboard.png"
_SPAN = 150.0  # the least points from one end of the picture's scale to the other
_LONGEST_LABEL = 100  # characters of a menu's option


def standings(  # noqa: PLR0913  a leaderboard, its reader, and all else on the page
    shown: Standing,
    table: Table,
    reader: Reader,
    now: Instant,
    names: DrawnNames,
    *,
    listed: bool = True,
    seasons: bool = False,
    view_buttons: ViewButtons = no_buttons,
) -> Page:
    """Return a page of a leaderboard. `listed`: whether the reader can be in leaderboards."""
    words = reader.words
    others = view_buttons(show_table(table, shown.page), words) if shown.rows else ()
    return Page(
        blocks=(
            *_table(shown, table, reader, names),
            Text(f"-# {_own(shown, words, listed=listed)}"),
            *turning(shown.page, shown.pages, words, partial(show_table, table)),
            *_rules(table, words),
            Buttons((*_families(table, words), *own_profile(table.family, reader), *others)),
            *(_seasons(table, now, words) if seasons or table.season else ()),
        ),
        accent=Accent.BOARD,
    )


def standings_for_all(shown: Standing, table: Table, reader: Reader, names: DrawnNames) -> Page:
    """Return the standings as a channel sees them, with a button to the user's own."""
    own = Button(reader.words("games.open"), show_table(table, shown.page))
    return Page((*_table(shown, table, reader, names), Buttons((own,))), Accent.BOARD)


def _table(shown: Standing, table: Table, reader: Reader, names: DrawnNames) -> Iterator[Block]:
    """Yield a leaderboard's title, picture and lines."""
    titles = [*_titles(table, reader.words)]
    yield Text(" · ".join([reader.words("ranks.title"), *titles]))
    if shown.rows:
        yield _picture(shown, titles, _PICTURE, reader, names)
        yield Text("\n".join(_line(row, reader) for row in shown.rows))


def nowhere(family: Family, reader: Reader) -> Page:
    """Return the answer outside of servers, where there is no leaderboard."""
    profile = Buttons((*own_profile(family, reader),))
    return text_page(reader.words("ranks.nowhere"), (profile,))


def own_profile(family: Family, reader: Reader) -> Iterator[Button]:
    """Yield the button to the reader's profile."""
    if reader.player is not None:
        yield Button(reader.words("profile.button"), ShowProfile(reader.player, family))


def season_name(season: int, words: Words) -> str:
    """Return a season's name, by its months."""
    return words("ranks.season", first=_month(season, 0, words), last=_month(season, 2, words))


def _month(season: int, number: int, words: Words) -> str:
    """Return the name of a season's month 0, 1 or 2; the last two with the year."""
    year, quarter = divmod(season, 4)
    month = words.listed("date.months")[quarter * 3 + number]
    return month if number == 0 else f"{month} {year}"


def _titles(table: Table, words: Words) -> Iterator[str]:
    yield naming.title(table.rules, words) if table.rules else family_name(table.family, words)
    if table.season:
        yield season_name(table.season, words)


def family_name(family: Family, words: Words) -> str:
    """Return the name of a family of games."""
    return words(f"family.{family}.name")


def _line(row: Row, reader: Reader) -> str:
    """Return a player's line in the standings."""
    words = reader.words
    is_own = row.rating.player == reader.player
    return words(
        "ranks.own-line" if is_own else "ranks.line",
        place=row.place,
        player=naming.person(row.rating.player),
        rating=round(row.rating.strength.rating),
        sure=round(row.rating.strength.deviation),
        games=words("ranks.games", count=row.games),
        form=form(row.form, words),
    )


def form(results: str, words: Words) -> str:
    """Return the last results, a letter each, newest last."""
    return "".join(words(f"ranks.form.{result}") for result in results)


def _own(shown: Standing, words: Words, *, listed: bool) -> str:
    """Say the reader's place, or what they need to get one."""
    if not listed:
        return words("ranks.unlisted")
    if shown.own:
        own = {"place": shown.own.place, "count": shown.count}
        return words("ranks.you", order=words("ranks.order"), **own)
    key = "ranks.not-yet" if shown.rows else "ranks.none"
    return words(key, games=ESTABLISHED, count=shown.opponents)


def _picture(
    shown: Standing,
    titles: Sequence[str],
    name: str,
    reader: Reader,
    names: DrawnNames,
) -> Picture:
    """Return the standings as a picture."""
    ends = [_ends(row) for row in shown.rows]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    span = max(_SPAN, high - low)

    def part(points: float) -> float:
        return round((points - low) / span, 3)  # the same picture a second later

    lines = tuple(
        Line(
            place=str(row.place),
            name=called,
            username=username,
            rating=str(round(row.rating.strength.rating)),
            at=part(row.rating.strength.rating),
            low=part(start),
            high=part(end),
            form=form(row.form, reader.words),
            is_reader=row.rating.player == reader.player,
        )
        for row, (start, end) in zip(shown.rows, ends, strict=True)
        for called, username in [names.of(row.rating.player, reader.words)]
    )
    alt = reader.words("ranks.alt", title=" · ".join(titles), count=len(lines))
    top = (titles[0], titles[1] if titles[1:] else "")
    table = Standings(lines, top, (str(round(low)), str(round(low + span))))
    return Picture(name, table, alt, "", reader.show, reader.theme)


def _ends(row: Row) -> tuple[float, float]:
    """Return the range that surely holds a rating: leaderboards are sorted by its lower end."""
    strength = row.rating.strength
    return strength.rating - 2 * strength.deviation, strength.rating + 2 * strength.deviation


def show_table(table: Table, page: int = 0) -> ShowLeaderboard:
    """Return the press that opens a page of a leaderboard."""
    return ShowLeaderboard(table.season, table.family, table.rules or None, page)


def _families(table: Table, words: Words) -> Iterator[Button]:
    """Yield buttons to this season's other leaderboards; not to the one shown: IDs must differ."""
    for family in Family:
        if family is not table.family or table.rules:
            yield Button(family_name(family, words), ShowLeaderboard(table.season, family))


def _seasons(table: Table, now: Instant, words: Words) -> Iterator[Block]:
    """Yield buttons to this season, the one before, and all time."""
    this = season_of(now)
    yield Buttons(
        tuple(
            Button(
                season_name(season, words) if season else words("ranks.all-time"),
                replace(show_table(table), season=season),
            )
            for season in (this, this - 1, 0)
            if season != table.season
        )
    )


def _rules(table: Table, words: Words) -> Iterator[Menu]:
    """Yield the menu of the family's rule sets; nothing if there is only one."""
    presets = [preset for preset in catalogue.NAMES if family_of(preset) is table.family]
    if len(presets) == 1:
        return
    chosen = [table.rules] if table.rules and table.rules not in presets else []
    everything = ShowLeaderboard(table.season, table.family)
    options = [Option(words("ranks.all-rules"), everything.custom_id, "", not table.rules)]
    for rules in (*presets, *chosen):
        press = replace(everything, rules=rules)
        label = naming.brief(rules, words)[:_LONGEST_LABEL]
        options.append(Option(label, press.custom_id, "", rules == table.rules))
    yield Menu(ChosenPress(), words("ranks.by-rules"), tuple(options))


def season(  # noqa: PLR0913  the leaderboards, their reader, and what came after
    number: int,
    tables: Mapping[Family, Standing],
    reader: Reader,
    names: DrawnNames,
    *,
    begun: bool,
    more: Sequence[Button] = (),
) -> Page:
    """Return the tables of a season that is over.

    `begun`: the next season has started, with `more` to press.
    """
    words = reader.words
    blocks: list[Block] = []
    if any(table.rows for table in tables.values()):
        blocks.append(Text(words("season.over", season=season_name(number, words))))
    for family, table in tables.items():
        if table.rows:
            titles = [family_name(family, words), season_name(number, words)]
            blocks += (
                Text("\n".join(_of_season(family, table, words))),
                _picture(table, titles, f"{family}.png", reader, names),
            )
    if blocks:
        blocks.append(Text(f"-# {words('ranks.order')}"))
    if begun:
        blocks += _begun(number + 1, tables, words, more)
    return Page(tuple(blocks), Accent.QUIET)


def _begun(
    number: int, before: Mapping[Family, Standing], words: Words, more: Sequence[Button]
) -> tuple[Text, Buttons]:
    """Say that a season has started, with a button to the busiest leaderboard."""
    family = max(before, key=lambda family: before[family].count)
    button = Button(words("season.table"), ShowLeaderboard(number, family))
    text = Text(words("season.begun", season=season_name(number, words)))
    return text, Buttons((button, *more))


def _of_season(family: Family, table: Standing, words: Words) -> Iterator[str]:
    """Yield the winner of a season and its best players, one line each."""
    yield words(f"season.{family}-won", player=naming.person(table.rows[0].rating.player))
    for row in table.rows:
        yield words(
            "season.line",
            place=row.place,
            player=naming.person(row.rating.player),
            rating=round(row.rating.strength.rating),
            sure=round(row.rating.strength.deviation),
            count=row.games,
        )
