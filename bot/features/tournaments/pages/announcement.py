"""A tournament's state: the announcement for everyone; for one person, with more buttons."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments.forms import form_of
from bot.features.tournaments.model import Now, Status
from bot.features.tournaments.pages import level, rounds, sheets
from bot.model.people import FORMER
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.hub import announcement_link
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Page,
    Section,
    Style,
    Text,
    clamped,
    done_page,
    in_rows,
    turning,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Tournament
    from bot.model.people import Player
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


_NO_GAMES = Now()


class OfTournament(Press):
    """A press about a tournament."""

    tournament: int


class Join(OfTournament, verb="tournament-join"):
    """Join a tournament; `pool`: the team, if there are teams."""

    pool: Small = 0


class Leave(OfTournament, verb="tournament-leave"):
    """Leave a tournament; after its start, ask first."""


class ConfirmLeaving(OfTournament, verb="tournament-leave-yes"):
    """Leave a tournament in progress, and resign the user's games in it."""


class ComeBack(OfTournament, verb="tournament-back"):
    """Get games again after sitting out."""


class ShowTournament(OfTournament, verb="tournament"):
    """Show a sheet of a tournament privately."""

    sheet: Small = 0


class ShowRound(OfTournament, verb="tournament-round"):
    """Show the current pairings privately; `sheet`: the page."""

    sheet: Small = 0


class ShowOwnGames(OfTournament, verb="tournament-games"):
    """Show the user's pairings in a tournament."""


class Remind(OfTournament, verb="tournament-remind"):
    """Remind the players that the user's pairing waits for; a manager: all late players."""


class PlayAgain(OfTournament, verb="tournament-play-again"):
    """Make a draft of the same tournament again."""


class BeginNow(OfTournament, verb="tournament-begin"):
    """End the sign-up now."""


class CallOff(OfTournament, verb="tournament-off"):
    """Ask whether to cancel a tournament."""


class ConfirmCallingOff(OfTournament, verb="tournament-off-yes"):
    """Cancel a tournament."""


class RepeatNoMore(OfTournament, verb="tournament-once"):
    """Stop a tournament from repeating."""


class AnnounceAgain(OfTournament, verb="tournament-again"):
    """Repost the announcement."""


def announcement(state: State, reader: Reader, names: DrawnNames, now: Now = _NO_GAMES) -> Page:
    """Return the message that everybody sees, edited as the tournament goes on.

    First what it is, then the standings as a picture, then what is played and who must move.
    One that was called off before its start is a line.
    """
    words, tournament = reader.words, state.tournament
    if not state.pairings and not tournament.is_live:
        off = words("tournament.done.called-off", tournament=state.title(words))
        return Page((Text(off),), Accent.QUIET)
    buttons: list[Button] = []
    if state.form.takes_in(tournament):
        buttons += _joining(state, words)
    if tournament.status is Status.OPEN and state.entries:
        buttons.append(Button(words("hub.leave"), Leave(tournament.id)))
    if tournament.status is Status.RUNNING and any(map(state.rests, state.entry)):
        buttons.append(Button(words("tournament.back"), ComeBack(tournament.id)))
    if state.pairings:
        buttons.append(table_button(tournament, words))
        if len(state.undecided) > rounds.WAITING:  # not all are in the announcement
            buttons += round_button(state, words)
        buttons.append(Button(words("hub.own-games"), ShowOwnGames(tournament.id)))
        buttons += level.buttons(state, words)
    accent = Accent.OPEN if tournament.status is Status.OPEN else Accent.BOARD
    blocks: list[Block] = [_head(state, reader)]
    if state.pairings:
        blocks.append(sheets.picture(state, state.form.sheets(state)[0], reader, names))
        blocks += [Text(text) for text in ["\n".join(_now(state, now, words))] if text]
    return Page((*blocks, *in_rows(buttons)), accent if tournament.is_live else Accent.QUIET)


def folded(state: State, reader: Reader) -> Page:
    """Return the line that the announcement of a finished tournament becomes after a week."""
    words, tournament = reader.words, state.tournament
    line = state.form.past(state, naming.day(tournament.ended or tournament.made), words)
    return Page((Section(line, table_button(tournament, words)),), Accent.QUIET, framed=False)


def _now(state: State, now: Now, words: Words) -> Iterator[str]:
    """Yield what is played now, who must move and until when, and how ties are broken."""
    if state.tournament.status is Status.RUNNING:
        yield from _so_far(state, now, words)
        yield from rounds.waiting(state, now, words)
        if resting := [seat for seat in state.entry if state.rests(seat)]:
            people = words.join([naming.person(state.player(seat)) for seat in resting])
            yield words("tournament.resting", people=people)
        if state.form.ties:
            yield words(state.form.ties)
    yield from sheets.free_points(state, words)


def _joining(state: State, words: Words) -> Iterator[Button]:
    tournament = state.tournament
    for pool, label in state.form.ways_in(tournament, words):
        yield Button(label, Join(tournament.id, pool), Style.MAIN)


def table_button(tournament: Tournament, words: Words) -> Button:
    """Return the button to the standings."""
    return Button(words("tournament.table"), ShowTournament(tournament.id))


def round_button(state: State, words: Words) -> tuple[Button, ...]:
    """Return a button that shows the current pairings, while the tournament is in progress."""
    if not state.pairings or not state.tournament.is_live:
        return ()
    return (Button(words("tournament.this-round"), ShowRound(state.tournament.id)),)


def remind_button(tournament: Tournament, words: Words) -> tuple[Button]:
    """Return the button that reminds late players."""
    return (Button(words("tournament.remind"), Remind(tournament.id)),)


def this_round(
    state: State, now: Now, reader: Reader, sheet: int = 0, *, may_remind: bool = False
) -> Page:
    """Return the pairings of the current rounds. `may_remind`: somebody can be reminded."""
    words, tournament = reader.words, state.tournament
    texts = rounds.texts(state, now, words)
    reminding = remind_button(tournament, words) if may_remind else ()
    sheet = clamped(sheet, len(texts))
    shown = "".join(texts[sheet : sheet + 1])
    so_far, shown = _without_twice(_so_far(state, now, words), shown)
    return Page(
        (
            Text("\n".join((f"### {state.title(words)}", *so_far))),
            *([Text(shown)] if shown else ()),
            *turning(sheet, max(1, len(texts)), words, partial(ShowRound, tournament.id)),
            Buttons((*reminding, table_button(tournament, words))),
        ),
        Accent.BOARD if tournament.is_live else Accent.QUIET,
    )


def own(  # noqa: PLR0913  everything shown, and its reader
    state: State,
    reader: Reader,
    names: DrawnNames,
    sheet: int = 0,
    now: Now = _NO_GAMES,
    *,
    may_manage: bool = False,
) -> Page:
    """Return a tournament for one person: where they stand, and what they can do."""
    words, tournament = reader.words, state.tournament
    count = len(state.form.sheets(state)) if state.pairings else 1
    sheet, managing = clamped(sheet, count), _manager_buttons(state, words) if may_manage else ()
    starting = _start_button(state, words) if may_manage else ()
    return Page(
        (
            *_body(state, reader, names, sheet, now),
            *turning(sheet, count, words, partial(ShowTournament, tournament.id)),
            *in_rows((*starting, *_own_buttons(state, reader), *managing)),
        ),
        Accent.BOARD if tournament.is_live else Accent.QUIET,
    )


def _head(state: State, reader: Reader) -> Text:
    """Return the title and the facts; before the start who has joined, after the end who won."""
    words, tournament = reader.words, state.tournament
    lines = [f"### {state.title(words)}", f"-# {facts(tournament, words, state)}"]
    if not state.pairings:
        lines += _joined(state, words)
    elif tournament.status is not Status.RUNNING:
        lines += _so_far(state, _NO_GAMES, words)
    return Text("\n".join(lines))


def _body(state: State, reader: Reader, names: DrawnNames, sheet: int, now: Now) -> Iterator[Block]:
    """Yield the title and the facts, and a sheet of standings, the state above it."""
    yield _head(state, reader)
    if not state.pairings:
        return
    shown = state.form.sheets(state)[sheet]
    yield sheets.picture(state, shown, reader, names)
    told = sheets.in_words(state, shown, reader).text
    above = _so_far(state, now, reader.words) if state.tournament.status is Status.RUNNING else ()
    first, told = _without_twice(above, told)
    yield Text("\n".join((*first, told)))


def _without_twice(lines: Iterable[str], text: str) -> tuple[list[str], str]:
    """Return lines and the text below; a line that begins as a heading there takes its place."""
    above: list[str] = []
    for line in lines:
        headings = [told for told in text.splitlines() if told.startswith("**")]
        twice = next((heading for heading in headings if line.startswith(heading)), None)
        if twice is None:
            above.append(line)
        else:
            text = "\n".join(line if told == twice else told for told in text.splitlines())
    return above, text


def facts(tournament: Tournament, words: Words, state: State | None = None) -> str:
    """Return the facts to know before joining, in a line: form, rules, time per move and so on."""
    parts = [
        form_of(tournament).what(tournament, words, state),
        naming.title(tournament.rules, words),
        naming.pace(tournament.pace, words),
        words(f"hub.games.{tournament.games}"),
        words("hub.rated" if tournament.rated else "hub.friendly"),
    ]
    return " · ".join(parts)


def _joined(state: State, words: Words) -> Iterator[str]:
    """Yield the end of sign-up and who has joined, or why the tournament was cancelled."""
    tournament = state.tournament
    if tournament.status is Status.OPEN:
        yield state.form.opening(tournament, words)
        yield from state.form.lasts(tournament, len(state.present), words)
    elif state.can_start:
        yield words(f"tournament.status.{tournament.status}")
    else:
        yield state.form.not_started(words)
    yield from state.form.joined(state, words)
    if state.invited:
        people = ", ".join(map(naming.person, state.invited))
        yield words("tournament.invited", people=people)


def _so_far(state: State, now: Now, words: Words) -> Iterator[str]:
    """Yield the winner, or the current round and its date."""
    match state.tournament.status:
        case Status.OVER:
            yield state.form.ending(state, words)
        case Status.CALLED_OFF:
            yield words("tournament.status.called-off")
        case _:
            yield state.form.progress(state, now, words)
            yield from level.lines(state, words)


def result(state: State, reader: Reader, pinged: tuple[Player, ...] = ()) -> Page:
    """Return the post about the end: who has won, or that the tournament didn't start."""
    words = reader.words
    over = state.tournament.status is Status.OVER
    if state.has_failed:
        people = ", ".join(naming.person(entry.player) for entry in state.present)
        lines = [f"**{state.title(words)}** · {state.form.not_started(words)}", f"-# {people}"]
        return Page((Text("\n".join(lines)),), Accent.QUIET, pings=pinged)
    told = state.form.ends(state, words) if over else _joined(state, words)
    lines = [f"### {state.title(words)}", *told]
    if over and (link := announcement_link(state.tournament)):
        lines.append(words("hub.to-card", link=link))
    again = Button(words("tournament.again"), PlayAgain(state.tournament.id))
    goes_on = not over or state.form.goes_on
    buttons = () if goes_on else (Buttons((again,)),)
    accent = Accent.OVER if over else Accent.QUIET
    return Page((Text("\n".join(lines)), *buttons), accent, pings=pinged)


def season_call(state: State, players: tuple[Player, ...], reader: Reader) -> Page:
    """Tell those who sat out a league's last season that the next one has started."""
    words = reader.words
    people = words.join([naming.person(player) for player in players])
    told = words("tournament.season-call", people=people, tournament=state.title(words))
    return Page((Text(told), *in_rows([*_joining(state, words)])), Accent.OPEN, pings=players)


def _own_buttons(state: State, reader: Reader) -> Iterator[Button]:
    """Yield the buttons of a person who is in the tournament or can join."""
    words, tournament = reader.words, state.tournament
    seat = None if reader.player in {None, FORMER} else state.seat_of(reader.player or 0)
    entry = None if seat is None else state.entry[seat]
    if state.form.takes_in(tournament) and (entry is None or entry.left is not None):
        yield from _joining(state, words)
    yield from round_button(state, words)
    if entry is None:
        return
    if state.pairings:
        yield Button(words("hub.own-games"), ShowOwnGames(tournament.id))
    if not tournament.is_live:
        return
    if state.rests(entry.seat):
        yield Button(words("tournament.back"), ComeBack(tournament.id), Style.MAIN)
    if state.may_leave(entry.seat):
        yield Button(words("hub.leave"), Leave(tournament.id))


def _start_button(state: State, words: Words) -> Iterator[Button]:
    """Yield *Start now*, for the maker and moderators, once enough people have joined."""
    tournament = state.tournament
    if tournament.status is Status.OPEN and state.can_start:
        yield Button(words("hub.begin-now"), BeginNow(tournament.id))


def _manager_buttons(state: State, words: Words) -> Iterator[Button]:
    """Yield the other buttons for the maker and moderators."""
    tournament = state.tournament
    yield Button(words("hub.post-card"), AnnounceAgain(tournament.id))
    if tournament.is_live:
        yield Button(words("hub.call-off"), CallOff(tournament.id))
    if tournament.repeats:
        yield Button(words("tournament.repeat-no-more"), RepeatNoMore(tournament.id))


def leaving(state: State, words: Words) -> Page:
    """Return the question before leaving a tournament in progress."""
    yes = Button(words("hub.leave-yes"), ConfirmLeaving(state.tournament.id), Style.GRAVE)
    return _sure("tournament.leave-sure", yes, "hub.stay", state, words)


def calling_off(state: State, words: Words) -> Page:
    """Return the question before cancelling a tournament."""
    yes = Button(words("hub.call-off"), ConfirmCallingOff(state.tournament.id), Style.GRAVE)
    is_open = state.tournament.status is Status.OPEN
    question = f"tournament.call-off-{'open' if is_open else 'sure'}"
    return _sure(question, yes, "hub.go-on", state, words)


def _sure(question: str, yes: Button, no: str, state: State, words: Words) -> Page:
    back = Button(words(no), ShowTournament(state.tournament.id))
    asked = words(question, tournament=state.title(words))
    return Page((Text(asked), Buttons((yes, back))), Accent.STOP)


def done(key: str, state: State, words: Words, *, blocked: bool = False) -> Page:
    """Say what was done, with a button to the tournament. `blocked`: they blocked someone in it."""
    title, channel = state.title(words), naming.channel(state.tournament.announced_in)
    sentence = words(f"tournament.done.{key}", tournament=title, channel=channel)
    first = state.tournament.pace.fewer_first_days
    if key == "joined" and first is not None:
        sentence = " ".join((sentence, words("hub.first-move", count=first)))
    if key in {"joined", "back"}:
        sentence = " ".join((sentence, *state.form.next_round(state, words)))
    if blocked:
        sentence += "\n" + words("hub.blocked-in-it")
    return done_page(sentence, (Button(words("hub.show"), ShowTournament(state.tournament.id)),))
