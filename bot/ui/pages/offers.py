"""Offers and the menu *More*: draw, takeback, extra day, resigning; and their messages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.ui.buttons import Press
from bot.ui.pages import naming, panel, parts, result
from bot.ui.pages.differences import differences
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text
from bot.ui.pages.parts import InMatch, footer
from bot.ui.pages.replay import replay_button
from bot.ui.pages.rules import RulesOfMatch
from games.core import Ruling, Side
from games.events import Answered, Given, Offer, Offered, Withdrawn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.match import Match


class ShowMore(InMatch, verb="more"):
    """Open the menu *More*."""


class OfferDraw(InMatch, verb="draw"):
    """Offer a draw."""


class AskTakeback(InMatch, verb="takeback"):
    """Ask to take back the user's last move."""


class AcceptOffer(InMatch, verb="yes"):
    """Accept an offer."""


class DeclineOffer(InMatch, verb="no"):
    """Decline an offer."""


class WithdrawOffer(InMatch, verb="unask"):
    """Cancel the user's own offer."""


class GiveDay(InMatch, verb="give"):
    """Give the opponent an extra day."""


class NudgeOpponent(Press, verb="nudge"):
    """Nudge the opponent."""

    match: int


class Resign(InMatch, verb="resign"):
    """Ask to confirm resigning."""


class ConfirmResigning(InMatch, verb="resign-yes"):
    """Resign."""


class FlipBoard(Press, verb="flip"):
    """Show the board from the other side."""

    match: int
    near: Side  # the new side at the bottom


def kind(match: Match, what: Offer) -> str:
    """Return an offer's name in the catalogue: agree.draw, agree.count or takeback."""
    if what is Offer.TAKEBACK:
        return "takeback"
    return "agree.count" if match.game.endings.agreement is Ruling.COUNT else "agree.draw"


def line(match: Match, by: str, words: Words) -> str:
    """Return the open offer as a sentence about `by`, who made it."""
    assert match.offer
    return words(
        f"board.offered.{kind(match, match.offer.what)}",
        by=by,
        moves=_moves_to_go(match, match.offer, words),
    )


def _moves_to_go(match: Match, offer: Offered, words: Words) -> str:
    """Return the moves that a takeback would undo; `match`: as it was when asked."""
    if offer.what is not Offer.TAKEBACK:
        return ""
    plies = match.plies[-2:] if match.turn is offer.by else match.plies[-1:]
    return words.join([f"**{naming.move_text(ply)}**" for ply in plies])


def buttons(record: Record, words: Words) -> tuple[Buttons, ...]:
    """Return *Accept* and *Decline* for the opponent, and *Cancel* for the player who offers."""
    answers = _answers(record, words)
    return (Buttons((*answers.buttons, _withdraw(record, words))),)


def _answers(record: Record, words: Words) -> Buttons:
    at = record.id, len(record.match.log)
    accept = Button(words("notice.accept"), AcceptOffer(*at), Style.GOOD)
    return Buttons((accept, Button(words("notice.refuse"), DeclineOffer(*at))))


def _withdraw(record: Record, words: Words) -> Button:
    return Button(words("more.unask"), WithdrawOffer(record.id, len(record.match.log)))


def private_buttons(record: Record, reader: Reader) -> tuple[Buttons, ...]:
    """Return the buttons for one reader of an offer: answer or cancel it."""
    offer = record.match.offer
    if offer is None or reader.player is None:
        return ()
    if reader.player == record.player(offer.by.other):
        return (_answers(record, reader.words),)
    if reader.player == record.player(offer.by):
        return (Buttons((_withdraw(record, reader.words),)),)
    return ()


def standing(record: Record, reader: Reader) -> Page:
    """Return the open offer, shown to a player who tries to make another."""
    offer, words = record.match.offer, reader.words
    assert offer
    is_own = reader.player == record.player(offer.by)
    other = record.player(offer.by.other if is_own else offer.by)
    head = words("offer.yours" if is_own else "offer.theirs", other=naming.person(other))
    text = f"{head}\n{line(record.match, naming.person(record.player(offer.by)), words)}"
    return Page((Text(text), *private_buttons(record, reader)), Accent.OFFER)


def notice(record: Record, reader: Reader) -> Page:
    """Return the message about an offer, a refusal or an extra day. Pings only the other player.

    An extra day pings no one.
    """
    newest, words = record.match.log[-1], reader.words
    if isinstance(newest, Given):
        return _given_notice(record, newest, words)
    assert isinstance(newest, Offered | Answered)
    refused = isinstance(newest, Answered)
    lines = [_notice_sentence(record, newest, words)]
    if not refused:
        lines.append(_meanwhile(record, newest, words))
    lines.append(f"-# {footer(record, words)}")
    return Page(
        blocks=(Text("\n".join(lines)), *(() if refused else buttons(record, words))),
        accent=Accent.QUIET if refused else Accent.OFFER,
        pings=pinged(record),
    )


def pinged(record: Record) -> tuple[Player, ...]:
    """Return the players to ping about the newest event."""
    newest = record.match.log[-1]
    if isinstance(newest, Given) or newest.by is None:
        return ()
    return (record.player(newest.by.other),)


def is_refusal(record: Record) -> bool:
    """Whether the newest event refuses an offer."""
    newest = record.match.log[-1]
    return isinstance(newest, Answered) and not newest.accepted


def _given_notice(record: Record, given: Given, words: Words) -> Page:
    """Say that a day was given; the board shows the new deadline."""
    key = "waiting" if record.match.turn is given.by else "mover"
    sentence = words(
        f"notice.given.{key}",
        by=naming.person(record.player(given.by)),
        to=naming.person(record.player(given.by.other)),
    )
    return Page((Text(f"{sentence}\n-# {footer(record, words)}"),), Accent.QUIET)


def _meanwhile(record: Record, offered: Offered | Answered, words: Words) -> str:
    """Say how a move affects the offer, depending on whose turn it is."""
    if record.match.turn is not offered.by:
        key = "asked"
    else:
        key = "asker" if _offered(record).what is Offer.TAKEBACK else "offerer"
    return words(f"notice.moves-{key}", by=naming.person(record.player(offered.by)))


def answered(record: Record, reader: Reader, *, accepted: bool) -> Page:
    """Return an offer's message once it is answered: no buttons, no ping."""
    words = reader.words
    lines = [
        _notice_sentence(record, _offered(record), words),
        words("notice.accepted" if accepted else "notice.refused-it"),
        f"-# {footer(record, words)}",
    ]
    return Page((Text("\n".join(lines)),), Accent.QUIET)


def closed(record: Record, reader: Reader) -> Page:
    """Return the message of an offer that the newest event ended."""
    newest, words = record.match.log[-1], reader.words
    if isinstance(newest, Answered):
        return answered(record, reader, accepted=newest.accepted)
    key = "withdrawn" if isinstance(newest, Withdrawn) else "over"
    lines = [_notice_sentence(record, _offered(record), words), words(f"notice.{key}")]
    return Page((Text("\n".join([*lines, f"-# {footer(record, words)}"])),), Accent.QUIET)


def offered_at(record: Record) -> int:
    """Return the number of events up to the newest offer."""
    return len(record.match.log) - record.match.log[::-1].index(_offered(record))


def _offered(record: Record) -> Offered:
    return next(event for event in reversed(record.match.log) if isinstance(event, Offered))


def _when_offered(record: Record) -> Match:
    """Return the match as of the newest offer, since moves may have been made or undone since."""
    return record.match if record.match.offer else record.match.as_of(offered_at(record))


def _notice_sentence(record: Record, event: Offered | Answered, words: Words) -> str:
    """Say who offered or refused what."""
    offered, then = _offered(record), replace(record, match=_when_offered(record))
    named = kind(record.match, offered.what)
    values = {
        "by": naming.person(then.player(event.by)),
        "to": naming.person(then.player(event.by.other)),
        "moves": _moves_to_go(then.match, offered, words),
    }
    refused = isinstance(event, Answered)
    return words(f"notice.refused.{named}" if refused else f"notice.{named}", **values)


def more(  # noqa: PLR0913  what the menu shows
    record: Record,
    reader: Reader,
    others: tuple[Button, ...] = (),
    beside: tuple[Button, ...] = (),
    *,
    may_nudge: bool = False,
    over_board: bool = False,
) -> Page:
    """Return the menu for a player or spectator; `others`: practice's buttons.

    `beside`: features' buttons for a player; `over_board`: it replaces a private board, so that
    *Back* leads there.
    """
    words = reader.words
    side = record.side(reader.player) if reader.player is not None else None
    rules = naming.title(record.match.game.name, words)
    differs = (f"-# {line}" for line in differences(record.match.game.name, words))
    lines = [words("more.title", rules=rules, number=record.id), *differs]
    offer = record.match.offer
    back = (Button(words("panel.back"), parts.ShowBoard(record.id)),) if over_board else ()
    nudge = (Button(words("nudge.button"), NudgeOpponent(record.id)),) if may_nudge else ()
    rows = [*panel.packed(*looking_buttons(record, reader), *beside, *nudge, *back)]
    if side and not record.match.verdict:
        if offer:
            lines.append(line(record.match, naming.person(record.player(offer.by)), words))
        rows += _playing(record, side, words)
        rows += _hint(record, side, words)
        rows += [Buttons(others)] if others else []
    elif record.of_partners:
        lines += _partner_lines(record, reader)
        rows += _undoing(record, reader)
    elif record.match.verdict and side and (onward := result.onward(record, words)):
        rows.append(Buttons(onward))
    return Page((Text("\n".join(lines)), *rows))


def _partner_lines(record: Record, reader: Reader) -> Iterator[str]:
    """Say to a waiting player that it's their partner's turn."""
    partner = record.partner(reader.player or FORMER)
    if partner is None or record.match.verdict:
        return
    if record.engine_to_move:
        yield reader.words("no.ENGINE_MOVES")
    else:
        yield reader.words("no.PARTNER_ACTS", player=naming.person(partner))


def _undoing(record: Record, reader: Reader) -> Iterator[Buttons]:
    """Yield the button to take back for a player whose partner is on turn against the engine."""
    side = record.side_to_undo(reader.player or FORMER)
    if side and not record.match.verdict and _may(record, side, Offer.TAKEBACK):
        yield Buttons((_takeback(record, reader.words),))


def _takeback(record: Record, words: Words) -> Button:
    return Button(words("more.takeback"), AskTakeback(record.id, len(record.match.log)))


def _hint(record: Record, side: Side, words: Words) -> Iterator[Buttons]:
    """Yield the button for a hint, if the reader is to move against the engine in public."""
    if record.level and not record.alone and record.match.turn is side:
        press = panel.GiveHint(record.id, len(record.match.log), ())
        yield Buttons((Button(words("practice.hint"), press),))


def looking_buttons(record: Record, reader: Reader) -> tuple[Button, ...]:
    """Return a spectator's buttons: flip the board, read the rules, replay the game."""
    words = reader.words
    return (
        flip_button(record, reader),
        Button(words("more.rules"), RulesOfMatch(record.id)),
        replay_button(record, words),
    )


def flip_button(record: Record, reader: Reader) -> Button:
    """Return *Flip*, which shows the board from the other side."""
    return Button(reader.words("more.flip"), FlipBoard(record.id, reader.near(record).other))


def more_button(record: Record, words: Words) -> Button:
    """Return *More*, which opens this menu."""
    return Button(words("board.more"), ShowMore(record.id, len(record.match.log)))


def _playing(record: Record, side: Side, words: Words) -> Iterator[Buttons]:
    """Yield a player's buttons: offers, an extra day, resigning."""
    match = record.match
    at = record.id, len(match.log)
    timed = record.pace.days is not None and not (record.by_vote or record.level)
    give = [Button(words("give.button"), GiveDay(*at))] if timed else []
    last = (*give, Button(words("more.resign"), Resign(*at), Style.GRAVE))  # the gravest last
    if match.offer and match.offer.by is not side:
        yield _answers(record, words)
        yield Buttons(last)
    elif match.offer:
        yield Buttons((_withdraw(record, words), *last))
    else:
        by_count = match.game.endings.agreement is Ruling.COUNT
        draw = Button(words("more.count" if by_count else "more.draw"), OfferDraw(*at))
        offered = {Offer.AGREE: draw, Offer.TAKEBACK: _takeback(record, words)}
        possible = (button for what, button in offered.items() if _may(record, side, what))
        yield Buttons((*possible, *last))


def _may(record: Record, side: Side, what: Offer) -> bool:
    """Whether this can be offered now, so that no button only leads to a refusal."""
    match = record.match
    if record.by_vote or (side, what) in match.refused:
        return False
    if what is Offer.AGREE:
        return match.game.endings.agreement is not None
    if record.alone:  # practice has its own button below the board
        return False
    return any(ply.side is side for ply in match.plies)


def resigning(record: Record, reader: Reader) -> Page:
    """Return the question before resigning."""
    words = reader.words
    side = record.side(reader.player) if reader.player is not None else None
    assert side is not None
    yes = ConfirmResigning(record.id, len(record.match.log))
    moved = any(ply.side is side for ply in record.match.plies)
    key = "more.resigning"
    if record.of_partners:
        key = "more.resigning-together" if record.level else "more.resigning-partners"
    elif record.alone and moved:  # the end of practice has *Undo*
        key = "more.resigning-alone"
    other = naming.players(record, side.other)
    return Page(
        blocks=(
            Text(words(key, number=record.id, other=other)),
            Buttons(
                (
                    Button(words("more.resign-yes"), yes, Style.GRAVE),
                    Button(words("more.resign-no"), parts.ShowBoard(record.id)),
                )
            ),
        ),
        accent=Accent.STOP,
    )
