"""*Follow* under a board, and the news that followers get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.onlookers.model import is_public
from bot.ui.buttons import ChosenPress, Press
from bot.ui.pages import naming, parts, result
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Text,
    done_page,
    text_page,
)
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.model.matches import Record
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.match import Match

_SHOWN = 10  # games in one message


class Follow(Press, verb="follow"):
    """Get news about other people's game."""

    match: int


class Unfollow(Press, verb="unfollow"):
    """Get no more news about a game."""

    match: int


@dataclass(frozen=True, slots=True)
class GameNews:
    """The news about a game: the game now, and as it was at each event."""

    record: Record
    then: tuple[Match, ...]


def buttons(record: Record, words: Words) -> Sequence[Button]:
    """Return the button beside *Move*, if the game can be followed."""
    return (Button(words("onlookers.follow"), Follow(record.id)),) if is_public(record) else ()


def followed(match: int, reader: Reader) -> Page:
    """Say that the person follows the game, and how to stop."""
    stop = Button(reader.words("onlookers.unfollow"), Unfollow(match))
    return done_page(reader.words("onlookers.followed", number=match), (stop,))


def unfollowed(match: int, reader: Reader) -> Page:
    """Say that the person no longer follows the game."""
    return text_page(reader.words("onlookers.unfollowed", number=match))


def told(news: Sequence[GameNews], reader: Reader) -> Page:
    """Return the message to a follower of these games."""
    return Page((Text(_lines(news, reader.words)), *_ways_out(news, reader.words)), Accent.BOARD)


def in_digest(news: Sequence[GameNews], reader: Reader) -> Sequence[Block]:
    """Return the news of followed games as a part of the person's digest."""
    if not news:
        return ()
    title = reader.words("onlookers.title")
    return (Text(f"{title}\n{_lines(news, reader.words)}"), *_ways_out(news, reader.words))


def _lines(news: Sequence[GameNews], words: Words) -> str:
    lines = [_line(of_game, words) for of_game in news[:_SHOWN]]
    if more := len(news) - _SHOWN:
        lines += [words("onlookers.more", count=more)] if more > 0 else []
    return "\n".join(lines)


def _line(news: GameNews, words: Words) -> str:
    """Return a followed game as a line: its players with a link to the board, and its news."""
    record = news.record
    game = words("line.game", number=record.id)
    if record.message is not None:
        game = f"[{game}]({naming.link(record.place, record.message)})"
    happened = " · ".join(_events(news, words))
    if news.then[-1].verdict:  # the verdict names the players
        return words("onlookers.over", game=game, news=happened)
    dark, light = (naming.players(record, side) for side in Side)
    return words("onlookers.line", dark=dark, light=light, game=game, news=happened)


def _events(news: GameNews, words: Words) -> Iterator[str]:
    """Yield a line for each callout and for the end in a game's news."""
    for match in news.then:
        if match.verdict:
            yield result.headline(news.record, words)
        elif (callout := match.callout) and match.last:
            move = naming.move_text(match.last)
            line = words("line.move", ply=len(match.plies), move=move)
            yield f"{line} {parts.called(callout, words)}"


def _ways_out(news: Sequence[GameNews], words: Words) -> Iterator[Block]:
    """Yield the button or menu to stop following these games."""
    running = [of_game.record for of_game in news if not of_game.record.match.verdict]
    if len(running) == 1:
        label = words("onlookers.unfollow")
        yield Buttons((Button(label, Unfollow(running[0].id)),))
    elif running:
        options = tuple(
            Option(
                words(
                    "board.footer",
                    rules=naming.brief(record.match.game.name, words),
                    number=record.id,
                ),
                Unfollow(record.id).custom_id,
            )
            for record in running[:_SHOWN]
        )
        yield Menu(ChosenPress(), words("onlookers.which"), options)
