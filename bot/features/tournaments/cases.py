"""Use cases of tournaments: making, joining, leaving, starting, cancelling, and due steps.

Invariant: each change is decided on one version of the tournament and written with its games and
posts in one transaction. After a kill between two changes, the next look goes on from there.

A game that ends calls nothing here: `_match_written` in `tables.py` runs in the transaction that
ends the game, and sets the tournament's `due` to now. The clockwork wakes, and `process_due` asks
the form for its `step` and writes what follows.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments import tables as store
from bot.features.tournaments.forms import FORMS, form_of
from bot.features.tournaments.forms.league import LEAGUE
from bot.features.tournaments.length import hurries_after
from bot.features.tournaments.model import (
    DRAFT_DAYS,
    FEWEST,
    SHOWN_OVER,
    Award,
    FoldAnnouncement,
    Link,
    Now,
    Status,
    Tournament,
    TournamentResult,
    ended,
    next_edition,
    opened,
)
from bot.features.tournaments.refusals import TournamentNo
from bot.features.tournaments.tables import TournamentTables, announcement
from bot.model.joinable import MOST_OPEN, pace_of
from bot.model.moderation import Act, LogEntry
from bot.model.people import FORMER
from bot.model.servers import Place
from bot.service import pings
from bot.service.begin import Beginning, arranged, draws_lot
from bot.service.clocks import clock_states
from bot.service.due_in_features import LATER, at_once, process_each_due
from bot.service.limits import unless_barred
from bot.service.play import resign
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from bot.service.settings import server_of
from bot.service.strengths import strengths
from bot.service.usual import DEFAULT_RULES, usual_games, usual_rule_set
from bot.store.changes import Change, Stale
from games import catalogue
from games.core import Side
from games.errors import Illegal
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Entry, Pairing
    from bot.model.people import Person, Player
    from bot.model.posts import Post
    from bot.model.servers import Server
    from bot.model.times import Instant
    from bot.service.services import Services


def tables(services: Services) -> TournamentTables:
    """Return the tables of tournaments."""
    return TournamentTables(services.store.database)


async def state_of(
    services: Services, number: int, guild: int | None, player: Player | None = None
) -> State:
    """Return a tournament of this server, or one that this player is in; otherwise refuse."""
    state = await tables(services).state(number)
    if state is None or state.tournament.status is Status.DRAFT:
        raise Refusal(TournamentNo.NO_SUCH_TOURNAMENT)
    if state.tournament.guild != guild and (player is None or state.seat_of(player) is None):
        raise Refusal(TournamentNo.NO_SUCH_TOURNAMENT)
    return state


async def live_in(services: Services, guild: int) -> list[State]:
    """Return the tournaments of a server that are not over, oldest first."""
    live = await tables(services).live_in(guild)
    states = [await tables(services).state(tournament.id) for tournament in live]
    return [state for state in states if state]


def _logged(services: Services, tournament: Tournament, act: Act, by: Player) -> LogEntry:
    """Return the entry of the moderation log that says who started or cancelled a tournament."""
    name = " \N{EN DASH} ".join(filter(None, (tournament.name, tournament.versus)))
    return LogEntry(0, tournament.guild, services.now(), by, act, text=name)


def _change_to(
    after: Tournament,
    now: Instant,
    entries: Sequence[Entry] = (),
    pairings: Sequence[Pairing] = (),
    decided: Sequence[Pairing] = (),
) -> Change:
    """Return the change that writes a tournament and updates its announcement."""
    also = partial(
        store.keep_step, after=after, entries=entries, pairings=pairings, decided=decided
    )
    return Change(posts=(announcement(after, now),), also=also)


# Drafts, which only their makers see


async def usual_tournament(
    services: Services, server: Server, by: Player, form: str, channel: int | None = None
) -> Tournament:
    """Return a new tournament with a server's usual pace, and rules that are even.

    The server's usual rules if one game with them is fair; otherwise the house game.
    """
    channel = channel if channel is not None else server.news or 0
    if form not in FORMS:
        raise Refusal(TournamentNo.NO_SUCH_TOURNAMENT)
    rules, leans = usual_rule_set(server), await services.leans(server.id)
    return Tournament(
        guild=server.id,
        channel=channel,
        announced_in=channel,
        by=by,
        name="",
        form=form,
        rules=rules if usual_games(leans, rules) == 1 else DEFAULT_RULES,
        games=1,
        pace=pace_of(3, weekends=server.weekends),
        rated=server.rated,
        size=FORMS[form].usual_size,
        signup_days=FORMS[form].usual_sign_up,
        made=services.now(),
    )


async def _checked(
    services: Services, draft: Tournament, before: Tournament | None = None
) -> Tournament:
    """Return a draft with values that its form allows; refuse if there are none.

    `before`: the draft before its change; other rules have their own usual number of games.
    """
    rules = catalogue.game(draft.rules).name
    usual = usual_games(await services.leans(draft.guild), rules)
    keeps = usual == 1 and (before is None or before.rules == rules)
    games = draft.games if keeps else usual
    return form_of(draft).checked(replace(draft, rules=rules, games=games))


def _opened(draft: Tournament, now: Instant) -> Tournament:
    """Return a draft as a tournament that people can join from now on, as long as its form says."""
    return opened(draft, now, form_of(draft).closes(draft, now))


async def refuse_more(services: Services, guild: int, by: Player, most: int = MOST_OPEN) -> None:
    """Refuse a person who can't start another tournament, before they fill in a form."""
    await tables(services).refuse_more(guild, by, services.now(), most)


async def fill_draft(
    services: Services, before: Tournament, by: Player, fill: Callable[[Tournament], Tournament]
) -> tuple[Tournament, Refusal | None]:
    """Make or change a draft from its modal; return the draft, and why it can't open yet.

    A draft that can't open is kept, for its maker to correct. A new draft replaces its maker's
    earlier ones in that server.
    """
    try:
        if before.id:
            return await change_draft(services, before.id, by, fill), None
        draft, refusal = await _checked(services, fill(before), before), None
    except Refusal as error:
        draft, refusal = fill(before), error
    until = services.now() + DRAFT_DAYS * DAY
    return await tables(services).new_draft(replace(draft, due=until)), refusal


async def draft_of(services: Services, number: int, by: Player) -> Tournament:
    """Return this person's draft; refuse if they have none with that number."""
    draft = await draft_or_open(services, number, by)
    if draft.status is not Status.DRAFT:
        raise Refusal(TournamentNo.NO_SUCH_TOURNAMENT)
    return draft


async def draft_or_open(services: Services, number: int, by: Player) -> Tournament:
    """Return this person's draft, or their tournament that people can join; refuse otherwise."""
    tournament = await tables(services).one(number)
    mine = tournament and tournament.by == by
    if not tournament or not mine or tournament.status not in {Status.DRAFT, Status.OPEN}:
        raise Refusal(TournamentNo.NO_SUCH_TOURNAMENT)
    return tournament


@retry_if_stale
async def change_draft(
    services: Services, number: int, by: Player, change: Callable[[Tournament], Tournament]
) -> Tournament:
    """Change a draft, as stored at that moment."""
    before = await draft_of(services, number, by)
    after = await _checked(services, change(before), before)
    if after != before:
        await tables(services).change(after)
        after = replace(after, version=after.version + 1)
    return after


async def discard(services: Services, number: int, by: Player) -> None:
    """Delete a draft."""
    await tables(services).delete_draft((await draft_of(services, number, by)).id)


@retry_if_stale
async def open_draft(
    services: Services, number: int, by: Player, announced_in: int, most: int = MOST_OPEN
) -> Tournament:
    """Open a draft for people to join, and announce it in a channel. Harmless if repeated.

    `most`: how many this person can have there at a time.
    """
    draft, now = await draft_or_open(services, number, by), services.now()
    if draft.status is Status.OPEN:
        return draft
    ready = replace(await _checked(services, draft), announced_in=announced_in)
    after = _opened(ready, now)
    also = partial(store.open_draft, after=after, most=most)
    limits = unless_barred(by, after.guild, Refusal(No.BARRED))
    entry = _logged(services, after, Act.OPEN, by)
    change = Change(posts=(announcement(after, now),), entry=entry, also=also, limits=limits)
    await services.commit(change)
    return replace(after, version=after.version + 1)


# Joining and leaving


@retry_if_stale
async def join(
    services: Services, number: int, guild: int | None, player: Player, pool: int = 0
) -> State:
    """Give a person a seat, in a team if there are teams; refuse if there is none to have.

    In a league, a player who is sitting out comes back instead.
    """
    state, now = await state_of(services, number, guild), services.now()
    tournament, seat = state.tournament, state.seat_of(player)
    closed = tournament.status is Status.OPEN and now >= tournament.closes
    if closed or not state.form.takes_in(tournament):
        raise Refusal(TournamentNo.SIGN_UP_IS_OVER)
    if tournament.status is Status.RUNNING and seat is not None and state.rests(seat):
        return await come_back(services, number, guild, player)
    also = partial(store.join, seen=tournament, player=player, pool=pool, now=now)
    limits = unless_barred(player, tournament.guild, Refusal(No.BARRED))
    change = Change(posts=(announcement(tournament, now),), also=also, limits=limits)
    await services.commit(change)
    return await state_of(services, number, guild)


def has_league(server: Server) -> bool:
    """Whether a server has a league to join: it needs a news channel, with seasons."""
    return server.news is not None


@retry_if_stale
async def join_league(services: Services, guild: int | None, player: Player, name: str) -> State:
    """Join a server's league; if none is in progress, open one."""
    server = await server_of(services, Place(guild, 0))
    if guild is None or not has_league(server):
        raise Refusal(TournamentNo.NO_LEAGUE)
    if league := await tables(services).league_in(guild):
        return await join(services, league.id, guild, player)
    await _open_league(services, server, player, name)
    league = await tables(services).league_in(guild)
    if league is None:  # cancelled in the meantime
        raise Stale
    return await state_of(services, league.id, guild)


async def _open_league(services: Services, server: Server, player: Player, name: str) -> None:
    """Open a league with this player in it, without a maker: only moderators manage it."""
    now = services.now()
    blank = replace(await usual_tournament(services, server, FORMER, LEAGUE), name=name)
    ready = await _checked(services, blank)
    league = _opened(ready, now)
    also = partial(store.open_league, league=league, player=player)
    limits = unless_barred(player, server.id, Refusal(No.BARRED))
    entry = _logged(services, league, Act.OPEN, player)
    await services.commit(Change(entry=entry, also=also, limits=limits))


async def leave(services: Services, number: int, guild: int | None, player: Player) -> State:
    """Give up a seat; after the start, also resign its games in progress."""
    state = await _give_up_seat(services, number, guild, player)
    for game in state.running(state.seat_of(player)):
        with suppress(Illegal):  # the game has ended in the meantime
            await resign(services, game.match, player)
    return await tables(services).state(number) or state


@retry_if_stale
async def _give_up_seat(
    services: Services, number: int, guild: int | None, player: Player
) -> State:
    """Give up a person's seat, and return the tournament as it was before."""
    state, now = await state_of(services, number, guild, player), services.now()
    seat = state.seat_of(player)
    if seat is None or not state.may_leave(seat):
        out = seat is not None and not state.has_left(seat)
        raise Refusal(TournamentNo.NOTHING_TO_LEAVE if out else TournamentNo.NOT_IN_TOURNAMENT)
    if not state.has_left(seat):  # otherwise a kill came before their games were resigned
        await _leave(services, state, {player}, now)
    return state


async def _leave(
    services: Services, state: State, players: Collection[Player], now: Instant
) -> None:
    """Take players out: before the start, free their seats; later, leave them empty."""
    entries = [entry for entry in state.entries if entry.player in players]
    if state.tournament.status is Status.OPEN:
        posts = (announcement(state.tournament, now),)
        given_up = partial(store.give_up_seat, before=state.tournament)
        also = [partial(given_up, entry=entry) for entry in entries]
        await services.commit(*(Change(posts=posts, also=write) for write in also))
    elif state.tournament.status is Status.RUNNING:
        left = [replace(entry, left=now) for entry in entries]
        await services.commit(_change_to(replace(state.tournament, due=now), now, left))
    else:
        raise Refusal(TournamentNo.TOURNAMENT_IS_OVER)


@retry_if_stale
async def come_back(services: Services, number: int, guild: int | None, player: Player) -> State:
    """Have a player sitting out get games again."""
    state, now = await state_of(services, number, guild, player), services.now()
    seat = state.seat_of(player)
    if seat is None or state.has_left(seat):
        raise Refusal(TournamentNo.NOT_IN_TOURNAMENT)
    if state.tournament.status is not Status.RUNNING or not state.rests(seat):
        raise Refusal(TournamentNo.NOT_RESTING)
    entry = replace(state.entry[seat], back=now)
    change = _change_to(replace(state.tournament, due=now), now, [entry])
    limits = unless_barred(player, state.tournament.guild, Refusal(No.BARRED))
    await services.commit(replace(change, limits=limits))
    return await state_of(services, number, guild, player)


@retry_if_stale
async def ask_for_more(services: Services, number: int, guild: int | None, player: Player) -> State:
    """Ask for one more game in the player's level pairing; it starts once both have asked."""
    state, now = await state_of(services, number, guild, player), services.now()
    seat = state.seat_of(player) or 0
    own = [p for p in state.pairings if seat in p.seats and now < state.level.get(p.key, now)]
    if not own or state.is_out(seat) or state.tournament.status is not Status.RUNNING:
        raise Refusal(TournamentNo.NOT_LEVEL)
    asked = [after for before in own if (after := before.asked_by(seat)) != before]
    if asked:
        after = replace(state.tournament, due=now)
        await services.commit(_change_to(after, now, decided=asked))
    await at_once(process_due(services, number))
    return await state_of(services, number, guild, player)


# Managed by the maker and moderators


@retry_if_stale
async def close_sign_up(services: Services, number: int, guild: int | None) -> State:
    """End the sign-up now, so that the tournament starts."""
    state, now = await state_of(services, number, guild), services.now()
    if state.tournament.status is Status.OPEN:
        if not state.can_start:
            raise state.form.too_few()
        if (start := state.form.starts(now)) > now:
            raise Refusal(TournamentNo.STARTS_WITH_SEASON, at=start)
        await tables(services).change(replace(state.tournament, closes=now, due=now))
    await at_once(process_due(services, number))
    return await state_of(services, number, guild)


@retry_if_stale
async def call_off(services: Services, number: int, guild: int | None, by: Player) -> State:
    """Cancel a tournament; its games in progress go on. Harmless if repeated."""
    state, now = await state_of(services, number, guild), services.now()
    if state.tournament.is_live:
        last = replace(state.tournament, repeats=False, lapses=0)
        change = _change_to(ended(last, Status.CALLED_OFF, now), now)
        entry = _logged(services, state.tournament, Act.CALL_OFF, by)
        await services.commit(replace(change, entry=entry))
    return await state_of(services, number, guild)


@retry_if_stale
async def repeat_no_more(services: Services, number: int, guild: int | None) -> State:
    """Stop a tournament from repeating with another season."""
    state, now = await state_of(services, number, guild), services.now()
    if state.tournament.repeats:
        due = state.tournament.due if state.tournament.is_live else None
        last = replace(state.tournament, repeats=False, due=due)
        await services.commit(_change_to(last, now))
    return await state_of(services, number, guild)


async def announce_again(services: Services, seen: Tournament, announced_in: int) -> None:
    """Post a deleted announcement again, in that channel."""
    await tables(services).announce_again(seen, announced_in, services.now())


async def announcement_is_gone(services: Services, seen: Tournament) -> None:
    """Note that a person deleted the announcement, so that the bot doesn't post it again."""
    await tables(services).announcement_is_gone(seen)


# Due work


async def process_due_tournaments(services: Services) -> None:
    """Process all due tournaments; a failing one doesn't delay the others."""
    await process_each_due(services, tables(services), process_due)


async def process_due(services: Services, number: int) -> None:
    """Start, pair, end or repeat a tournament, as far as possible now."""
    while await _take_step(services, number):
        pass


@retry_if_stale
async def _take_step(services: Services, number: int) -> bool:
    """Take a step; return whether another may follow at once."""
    state, now = await tables(services).state(number), services.now()
    if state is None:  # can't be read
        await tables(services).put_off(number, now, now + LATER)
        return False
    tournament = state.tournament
    is_due = tournament.due is not None and tournament.due <= now
    if not (tournament.is_live or is_due):
        return False
    if tournament.status is Status.DRAFT:
        await tables(services).delete_draft(number)
        return False
    if await services.store.servers.has_departed(tournament.guild):
        await tables(services).change(replace(tournament, due=now + LATER))
        return False
    steps = {Status.OPEN: _start_if_due, Status.RUNNING: _start_pairings_or_end}
    return await steps.get(tournament.status, _repeat)(services, state, now)


async def _start_if_due(services: Services, state: State, now: Instant) -> bool:
    """Start a tournament if it is full or sign-up is over; cancel it if too few joined."""
    tournament, present = state.tournament, state.present
    players = [entry.player for entry in present]
    start = state.form.starts(now)
    if len(state.entries) < tournament.size:
        start = max(start, tournament.closes)
    if now < start:
        if start > tournament.closes:
            later = replace(tournament, closes=start, due=start)
            await services.commit(_change_to(later, now))
        elif tournament.due != start:
            await tables(services).change(replace(tournament, due=start))
        return False
    if gone := await services.left(tournament.guild, players):
        await _leave(services, state, gone, now)
        return True
    ratings = await strengths(services, tournament.guild, tournament.rules, players)
    places = state.form.started(state, ratings)
    if not places:
        lapsed = replace(tournament, lapses=tournament.lapses + 1)
        told = (_result_post(tournament),) if state.entries else ()
        after = ended(lapsed, Status.CALLED_OFF, now)
        await services.commit(_change_to(after, now), Change(posts=told))
        return True
    out = [replace(e, left=e.left or now) for e in state.entries if state.is_out(e.seat)]
    begun = replace(tournament, status=Status.RUNNING, began=now, lapses=0)
    after = replace(begun, closes=min(now, tournament.closes), due=now)
    await services.commit(_change_to(after, now, [*places, *out]))
    return True


def _result_post(tournament: Tournament) -> TournamentResult:
    """Return the post that says how the tournament ended."""
    return TournamentResult(tournament.id, place=tournament.announcement_place)


def _posts_of_end(tournament: Tournament, now: Instant) -> tuple[Post, ...]:
    """Return the post that says who has won, and the one that folds the announcement later."""
    place = tournament.announcement_place
    fold = FoldAnnouncement(tournament.id, due=now + SHOWN_OVER, place=place)
    return (_result_post(tournament), fold)


async def _start_pairings_or_end(services: Services, state: State, now: Instant) -> bool:
    """Do the form's next step: start pairings, end with winners, or wait."""
    step, tournament = state.form.step(state, now), state.tournament
    if step.is_nothing:
        if step.due != tournament.due:
            await tables(services).change(replace(tournament, due=step.due))
        return False
    starting = (*step.pairings, *step.one_more)
    met = {seat for pairing in starting for seat in pairing.seats if not state.is_out(seat)}
    if gone := await services.left(tournament.guild, [state.player(seat) for seat in met]):
        await _leave(services, state, gone, now)
        return True
    after = replace(tournament, due=now)  # after a kill here, the next look sets the right time
    if step.over:
        after = ended(after, Status.OVER, now)
    entries = [
        replace(e, finalist=e.finalist or e.seat in step.finalists, won=e.seat in step.winners)
        for e in state.entries
        if e.seat in {*step.finalists, *step.winners}
    ]
    told = Change(posts=_posts_of_end(tournament, now) if step.over else ())
    games = [game for pairing in starting for game in _new_games(services, state, pairing, now)]
    change = _change_to(after, now, entries, step.pairings, step.decided)
    await services.commit(change, told, *games)
    return True


def _new_games(
    services: Services, state: State, pairing: Pairing, now: Instant
) -> Iterator[Change]:
    """Return the change that starts a pairing's games: both at once, so each player starts one.

    In a pairing that has had its games, one more starts, with sides at random.
    """
    tournament, other = state.tournament, pairing.other
    if pairing.award is not Award.BY_GAMES or other is None:
        return
    thread = state.form.in_thread(state, pairing)
    lot = services.draw_lot() if draws_lot(tournament.rules) else None
    orders = (pairing.one, other), (other, pairing.one)
    legs = [*enumerate(orders[: tournament.games], 1)]
    if pairing.key in state.games_of:
        legs = [(tournament.games + 1, orders[services.draw_lot() is Side.LIGHT])]
    for leg, (dark, light) in legs:
        beginning = Beginning(
            place=tournament.announcement_place
            if thread
            else Place(tournament.guild, tournament.channel),
            dark=state.player(dark),
            light=state.player(light),
            rules=tournament.rules,
            pace=replace(tournament.pace, hurry_from=now + hurries_after(tournament) * DAY),
            lot=lot,
            rated=tournament.rated,
            thread=thread,
        )
        link = Link(
            match=0,  # no number yet
            tournament=tournament.id,
            pool=pairing.pool,
            round=pairing.round,
            board=pairing.board,
            leg=leg,
            dark=dark,
            light=light,
        )
        yield arranged(beginning, now, partial(store.link_game, link=link))


async def _repeat(services: Services, state: State, now: Instant) -> bool:
    """Open the next season; start it at once if at least two players are still in it.

    If the server has too many tournaments, retry a day later. Always False: no step follows.
    """
    tournament = state.tournament
    server = await services.store.servers.guild(tournament.guild)
    blank = next_edition(tournament, server.news or tournament.announced_in)
    again = _opened(blank, now)
    entries = state.form.next_season(state)
    if len(entries) >= FEWEST and state.form.starts(now) == now:
        again = replace(again, status=Status.RUNNING, began=now, closes=now, due=now, lapses=0)
    else:
        entries = [replace(entry, seed=None, pool=0) for entry in entries]
    before = replace(tournament, due=None, repeats=False)
    calls = {at for _, at in await _calls(services, state, now)}
    try:
        also = partial(store.repeat, before=before, again=again, entries=entries, calls=calls)
        await services.commit(Change(also=also))
    except Refusal:
        await tables(services).change(replace(tournament, due=now + DAY))
        return False
    return False


async def _calls(services: Services, state: State, now: Instant) -> list[tuple[Player, Instant]]:
    """Return those who sat out a season, each with when they can be pinged about the next one.

    Without those who have left the server, are suspended, or have turned reminders off.
    """
    seats = [e for e in state.entries if state.rests(e.seat) and e.player not in state.barred]
    resting = [entry.player for entry in seats]
    gone = await services.left(state.tournament.guild, resting) if resting else ()
    persons = [
        await services.store.people.person(player) for player in resting if player not in gone
    ]
    return [(person.id, _call_time(person, now)) for person in persons if person.remind]


def _call_time(person: Person, now: Instant) -> Instant:
    """Return when a person can be pinged: with their digest, or after their quiet hours."""
    at = now if person.digest is None else pings.next_hour(person, person.digest, now)
    return pings.ping_at(person, at)


async def called(services: Services, number: int, before: int, at: Instant) -> Sequence[Player]:
    """Return whom a post tells at that time that a season has started, unless they are in it."""
    new, old = await tables(services).state(number), await tables(services).state(before)
    if new is None or old is None or not new.tournament.is_live:
        return ()
    calls = await _calls(services, old, new.tournament.made)
    return [p for p, when in calls if when == at and new.seat_of(p) is None]


async def play_again(services: Services, number: int, guild: int, by: Player) -> Tournament:
    """Return a new draft of the same tournament, to which the same people are invited."""
    state = await state_of(services, number, guild)
    if state.tournament.status is not Status.OVER or state.tournament.guild != guild:
        raise Refusal(TournamentNo.NO_SUCH_TOURNAMENT)
    now, old = services.now(), state.tournament
    blank = next_edition(old, old.announced_in)
    due = now + DRAFT_DAYS * DAY
    draft = replace(blank, by=by, made=now, closes=0, due=due, again=old.id)
    return await tables(services).new_draft(await _checked(services, draft))


# Questions


async def now_in(services: Services, state: State) -> Now:
    """Return the games in progress of a tournament, and until when their players must move."""
    running = await tables(services).running(state.tournament.id)
    clocks = await clock_states(services, [*running.values()])
    deadlines = {number: clock.deadline for number, clock in clocks.items()}
    halfway = {
        number: listing.clock.total // 2 for number, listing in running.items() if listing.clock
    }
    late = {
        number
        for number, clock in clocks.items()
        if clock.side not in clock.away and clock.deadline - services.now() < halfway[number]
    }
    return Now(running, deadlines, frozenset(late))


async def state_with(services: Services, match: int) -> tuple[State, Pairing] | None:
    """Return the tournament and the pairing of a match; None if it belongs to none."""
    link = await tables(services).link(match)
    state = link and await tables(services).state(link.tournament)
    if not link or not state:
        return None
    pairing = next((pairing for pairing in state.pairings if pairing.key == link.key), None)
    return pairing and (state, pairing)
