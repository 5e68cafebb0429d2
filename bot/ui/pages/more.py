"""What else one can do in a game: turn the board, read the rules, offer, take back, resign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming, offers, pair
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text
from games.core import Ruling
from games.events import Offer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.model import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Side


def more(record: Record, reader: Reader) -> Page:
    """The menu, for a player or for somebody who looks on."""
    words = reader.words
    side = record.side(reader.player) if reader.player is not None else None
    rules = naming.title(record.match.game.name, words)
    lines = [words("more.title", rules=rules, number=record.id)]
    offer = record.match.offer
    rows = [Buttons(_looking(record, reader))]
    if side and not record.match.verdict:
        if offer:
            by = naming.person(record.player(offer.by))
            lines.append(words(f"board.offered.{offers.kind(record.match, offer.what)}", by=by))
        rows += _playing(record, side, words)
    elif record.match.verdict and not pair.begins(record):
        rematch = Press(Verb.REMATCH, number=record.id)
        rows += (
            [Buttons((Button(words("result.rematch"), custom_ids.write(rematch)),))] if side else []
        )
    return Page((Text("\n".join(lines)), *rows))


def _looking(record: Record, reader: Reader) -> tuple[Button, ...]:
    words = reader.words
    flip = Press(Verb.FLIP, number=record.id, of=reader.near(record).other)
    rules = Press(Verb.RULES, of="m", number=record.id)
    replay = Press(Verb.REPLAY, number=record.id)
    return (
        Button(words("more.flip"), custom_ids.write(flip)),
        Button(words("more.rules"), custom_ids.write(rules)),
        Button(words("result.replay"), custom_ids.write(replay), off=not record.match.plies),
    )


def _playing(record: Record, side: Side, words: Words) -> Iterator[Buttons]:
    match = record.match

    def button(verb: Verb, key: str, style: Style = Style.PLAIN) -> Button:
        press = Press(verb, number=record.id, seen=len(match.log))
        return Button(words(key), custom_ids.write(press), style)

    give = [button(Verb.GIVE, "give.button")] if record.pace.days is not None else []
    last = (*give, button(Verb.RESIGN, "more.resign", Style.GRAVE))  # the gravest
    if match.offer and match.offer.by is not side:
        yield from offers.buttons(record, words)
        yield Buttons(last)
    elif match.offer:
        yield Buttons((button(Verb.UNASK, "more.unask"), *last))
    else:
        agree = "more.count" if match.game.endings.agreement is Ruling.COUNT else "more.draw"
        yield Buttons(
            (
                *([button(Verb.DRAW, agree)] if _may(record, side, Offer.AGREE) else []),
                *(
                    [button(Verb.TAKEBACK, "more.takeback")]
                    if _may(record, side, Offer.TAKEBACK)
                    else []
                ),
                *last,
            )
        )


def _may(record: Record, side: Side, what: Offer) -> bool:
    """Whether this can be offered now, so that no button only leads to a refusal."""
    match = record.match
    if (side, what) in match.refused:
        return False
    if what is Offer.AGREE:
        return match.game.endings.agreement is not None
    return any(ply.side is side for ply in match.plies)


def resigning(record: Record, reader: Reader) -> Page:
    """The question before it is final."""
    words = reader.words
    side = record.side(reader.player) if reader.player is not None else None
    assert side is not None
    seen = len(record.match.log)
    yes = Press(Verb.RESIGN_YES, number=record.id, seen=seen)
    board = Press(Verb.BOARD, number=record.id)
    other = naming.person(record.player(side.other))
    return Page(
        blocks=(
            Text(words("more.resigning", number=record.id, other=other)),
            Buttons(
                (
                    Button(words("more.resign-yes"), custom_ids.write(yes), Style.GRAVE),
                    Button(words("more.resign-no"), custom_ids.write(board)),
                )
            ),
        ),
        accent=Accent.STOP,
    )
