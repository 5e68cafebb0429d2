"""/tablut ranks: a page of a server's table, as a picture and as lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.ratings import ESTABLISHED, Family, family_of
from bot.service.standings import season_of
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming, ratings
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Picture,
    Style,
    Text,
    text_page,
    turning,
)
from games import catalogue
from render.standings import Line, Standings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.model import Instant
    from bot.service.standings import Row, Standing, Table
    from bot.ui.pages.browse import Names
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_PICTURE = "ranks.png"
_LONGEST = 18  # characters of a name in the picture
_SPAN = 150.0  # points at least, from one end of the picture's scale to the other
_LONGEST_LABEL = 100  # of a menu's line


def standings(  # noqa: PLR0913  a table, who reads it, and what else may be asked for
    shown: Standing,
    table: Table,
    reader: Reader,
    now: Instant,
    names: Names,
    *,
    listed: bool = True,
    seasons: bool = False,
) -> Page:
    """A page of the table. `listed`: whether the reader stands in tables."""
    words = reader.words
    heading = Text(" · ".join([words("ranks.title"), *_titles(table, words)]))
    lines = "\n".join(_line(row, reader, now) for row in shown.rows)
    body = [_picture(shown, table, reader, now, names), Text(lines)] if shown.rows else []
    return Page(
        blocks=(
            heading,
            *body,
            Text(f"-# {_own(shown, words, listed=listed)}"),
            *turning(shown.page, shown.pages, words, lambda page: _press(table, page)),
            *_rules(table, words),
            Buttons(tuple(_families(table, words))),
            *(_seasons(table, now, words) if seasons or table.season else ()),
        ),
        accent=Accent.BOARD,
    )


def nowhere(reader: Reader) -> Page:
    """The answer where there is no server, and so no table."""
    return text_page(reader.words("ranks.nowhere"))


def season_name(season: int, words: Words) -> str:
    """The months of a season."""
    return words("ranks.season", first=_month(season, 0, words), last=_month(season, 2, words))


def _month(season: int, number: int, words: Words) -> str:
    year, quarter = divmod(season, 4)
    month = words.listed("date.months")[quarter * 3 + number]
    return month if number == 0 else f"{month} {year}"


def _titles(table: Table, words: Words) -> Iterator[str]:
    yield naming.title(table.rules, words) if table.rules else family_name(table.family, words)
    if table.season:
        yield season_name(table.season, words)


def family_name(family: Family, words: Words) -> str:
    """What a family of games is called."""
    return words(f"family.{family}.name")


def _line(row: Row, reader: Reader, now: Instant) -> str:
    words = reader.words
    own = row.rating.player == reader.player
    return words(
        "ranks.own-line" if own else "ranks.line",
        place=row.place,
        player=naming.person(row.rating.player),
        rating=ratings.points(row.rating.now(now)),
        games=words("ranks.games", count=row.games),
        form=form(row.rating.form, words),
    )


def form(results: str, words: Words) -> str:
    """The last results, a letter each, the newest last."""
    return "".join(words(f"ranks.form.{each}") for each in results)


def _own(shown: Standing, words: Words, *, listed: bool) -> str:
    """Where the reader stands, or how they come to stand there."""
    if not listed:
        return words("ranks.unlisted")
    if shown.own:
        return words("ranks.you", place=shown.own.place, count=shown.count)
    return words("ranks.not-yet" if shown.rows else "ranks.none", count=ESTABLISHED)


def _picture(shown: Standing, table: Table, reader: Reader, now: Instant, names: Names) -> Picture:
    """The same for those who like to look. Names only where they are known."""
    words = reader.words
    ends = [_ends(row, now) for row in shown.rows]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    span = max(_SPAN, high - low)

    def part(points: float) -> float:
        return (points - low) / span

    lines = tuple(
        Line(
            place=str(row.place),
            name=naming.plain(names.get(row.rating.player, ""))[:_LONGEST],
            rating=str(round(row.rating.strength.rating)),
            at=part(row.rating.strength.rating),
            low=part(start),
            high=part(end),
            form=row.rating.form,
            own=row.rating.player == reader.player,
        )
        for row, (start, end) in zip(shown.rows, ends, strict=True)
    )
    first, *rest = _titles(table, words)
    alt = words("ranks.alt", title=" · ".join([first, *rest]), count=len(lines))
    top = (first, rest[0] if rest else "")
    return Picture(_PICTURE, Standings(lines, top), alt, "", reader.show, reader.theme)


def _ends(row: Row, now: Instant) -> tuple[float, float]:
    """Between which ratings the player's surely is."""
    strength = row.rating.now(now)
    return strength.rating - strength.deviation, strength.rating + strength.deviation


def _press(table: Table, page: int = 0) -> Press:
    code = custom_ids.code(table.rules) if table.rules else ""
    return Press(Verb.RANKS, number=table.season, of=table.family, code=code, page=page)


def _families(table: Table, words: Words) -> Iterator[Button]:
    for each in Family:
        press = Press(Verb.RANKS, number=table.season, of=each)
        here = each is table.family
        style = Style.MAIN if here else Style.PLAIN
        off = here and not table.rules
        yield Button(family_name(each, words), custom_ids.write(press), style, off=off)


def _seasons(table: Table, now: Instant, words: Words) -> Iterator[Block]:
    """This season, the one before, and all time."""
    this = season_of(now)
    buttons = list[Button]()
    for season in (this, this - 1, 0):
        label = season_name(season, words) if season else words("ranks.all-time")
        press = replace(_press(table), number=season)
        here = season == table.season
        style = Style.MAIN if here else Style.PLAIN
        buttons.append(Button(label, custom_ids.write(press), style, off=here))
    yield Buttons(tuple(buttons))


def _rules(table: Table, words: Words) -> Iterator[Menu]:
    """The menu of the family's rule sets; none where there is but one."""
    presets = [each for each in catalogue.NAMES if family_of(each) is table.family]
    if len(presets) == 1:
        return
    chosen = [table.rules] if table.rules and table.rules not in presets else []
    everything = Press(Verb.RANKS, number=table.season, of=table.family)
    options = [Option(words("ranks.all-rules"), custom_ids.write(everything), "", not table.rules)]
    for each in (*presets, *chosen):
        press = replace(everything, code=custom_ids.code(each))
        label = naming.title(each, words)[:_LONGEST_LABEL]
        options.append(Option(label, custom_ids.write(press), "", each == table.rules))
    yield Menu(custom_ids.write(Press(Verb.WHICH)), words("ranks.by-rules"), tuple(options))
