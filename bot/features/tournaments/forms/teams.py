"""Two teams meet, board by board: the strongest of each, then the second, all at once.

A team is a pool: 1 is the first, 2 the second. A board is a pairing, and a seed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.tournaments.entries import new_entry, seeded
from bot.features.tournaments.form import TournamentForm
from bot.features.tournaments.length import days_of_games
from bot.features.tournaments.model import Entry, Setting, Status, Step
from bot.features.tournaments.pages.boards import TEAMS, Boards, board_line, score, team_name
from bot.features.tournaments.refusals import TournamentNo
from bot.service.refusals import Refusal
from bot.ui.pages import naming
from bot.ui.pages.page import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Now, Pairing, Tournament
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.words import Words

FEWEST_BOARDS = 2
BOARDS = (2, 3, 4, 5, 6, 8, 10)  # choices for the most boards


class Teams(TournamentForm):
    """A team match."""

    name = "teams"
    ties = ""
    begun = is_rare = True
    asks_title = "team.form-title"
    asks = (Setting.SIGN_UP,)
    menus = (Setting.RULES, Setting.PACE, Setting.SIZE)
    asks_channel = False  # all are in a thread
    sizes = tuple(2 * count for count in BOARDS)
    longest_name = 24
    usual_size, usual_sign_up = 8, 3

    # The maker's choices

    def names(self, draft: Tournament, words: Words) -> Sequence[TextField]:
        """Return the questions for both teams' names."""
        usual = [words(f"team.usual.{team}") if not draft.id else "" for team in TEAMS]
        longest, now = self.longest_name, (draft.name or usual[0], draft.versus or usual[1])
        return [
            TextField(field, words(f"team.ask-name.{team}"), longest, name[:longest])
            for field, team, name in zip(("name", "versus"), TEAMS, now, strict=True)
        ]

    def asked_size(self, words: Words) -> tuple[str, str]:
        """Return the question about the size, asked as a number of boards."""
        return words("team.ask-boards"), words("team.ask-boards-about")

    def size_label(self, size: int, words: Words) -> str:
        """Return a size as a number of boards."""
        return words("team.boards", count=size // 2)

    def checked(self, tournament: Tournament) -> Tournament:
        """Return a draft with a number of boards and two names; refuse if the names are alike."""
        name, versus = self.read_name(tournament.name), self.read_name(tournament.versus)
        if name.casefold() == versus.casefold():
            raise Refusal(TournamentNo.SAME_TEAM_NAMES)
        boards = min(max(tournament.size // 2, FEWEST_BOARDS), max(BOARDS))
        return replace(tournament, name=name, versus=versus, size=2 * boards, repeats=False)

    # Joining

    def ways_in(self, tournament: Tournament, words: Words) -> Sequence[tuple[int, str]]:
        """Return the buttons to join either team."""
        names = [(team, naming.isolated(team_name(tournament, team))) for team in TEAMS]
        return [(team, words("team.join", team=name)) for team, name in names]

    def seat(
        self,
        tournament: Tournament,
        known: Sequence[Entry],
        player: Player,
        pool: int,
        now: Instant,
    ) -> Entry:
        """Return a seat in a team; refuse if the team is full or would be two players ahead."""
        names = {"team": team_name(tournament, pool), "other": team_name(tournament, 3 - pool)}
        own = next((entry for entry in known if entry.player == player), None)
        if own:
            same = own.pool == pool
            raise Refusal(
                TournamentNo.IN_THIS_TEAM if same else TournamentNo.IN_THE_OTHER_TEAM, **names
            )
        members = sum(entry.pool == pool for entry in known)
        if members >= tournament.size // 2:
            raise Refusal(TournamentNo.TEAM_IS_FULL, **names)
        if members > len(known) - members:
            raise Refusal(TournamentNo.TEAM_IS_AHEAD, **names)
        return replace(new_entry(tournament, known, player, now), pool=pool)

    def too_few(self) -> Refusal:
        """Return the refusal if a team has too few players."""
        return Refusal(TournamentNo.TEAMS_TOO_SMALL, limit=FEWEST_BOARDS)

    def started(self, state: State, ratings: Mapping[Player, float]) -> Sequence[Entry]:
        """Seat the first to join, equally many per team, by rating; the others are substitutes."""
        teams = [[entry for entry in state.present if entry.pool == team] for team in TEAMS]
        count = min(state.tournament.size // 2, *map(len, teams))
        if count < FEWEST_BOARDS:
            return ()
        placed = (entry for team in teams for entry in seeded(team[:count], ratings))
        return [*placed, *(entry for team in teams for entry in team[count:])]

    def may_meet(self, one: Entry, other: Entry) -> bool:
        """Whether two players are in different teams."""
        return one.pool != other.pool

    # Pairings

    def expected_days(self, tournament: Tournament, entrants: int) -> float:
        """Return how long the boards usually take."""
        return days_of_games(tournament, entrants // 2 * tournament.games)

    def step(self, state: State, now: Instant) -> Step:
        """Start all boards at once; end after the last."""
        if state.pairings:
            return Step(over=not state.undecided)
        red, blue = (
            {entry.seed: entry.seat for entry in state.entries if entry.pool == team and entry.seed}
            for team in TEAMS
        )
        pairs = [(red[board], blue[board]) for board in sorted({*red} & {*blue}) if board]
        sides = [
            (one, other) if board % 2 else (other, one)
            for board, (one, other) in enumerate(pairs, 1)
        ]
        return Step(state.round_of(0, 1, sides, now), over=not sides)

    def has_thread(self, tournament: Tournament) -> bool:
        """Return True: all boards are in a thread of the announcement."""
        del tournament
        return True

    # Texts

    def title(self, tournament: Tournament, words: Words) -> str:
        """Return both teams' names."""
        red, blue = (naming.isolated(team_name(tournament, team)) for team in TEAMS)
        return words("team.title", red=red, blue=blue)

    def what(self, tournament: Tournament, words: Words, state: State | None = None) -> str:
        """Say the number of boards."""
        played = len(state.pairings) if state else 0
        return words("team.boards", count=played or tournament.size // 2)

    def joined(self, state: State, words: Words) -> Iterator[str]:
        """Yield the players of each team."""
        size = state.tournament.size // 2
        for team in TEAMS:
            people = [naming.person(e.player) for e in state.entries if e.pool == team]
            called = {"team": naming.isolated(team_name(state.tournament, team))}
            key = "team.members" if people else "team.nobody"
            yield words(key, count=len(people), size=size, people=", ".join(people), **called)

    def not_started(self, words: Words) -> str:
        """Say that a team had too few players."""
        return words("team.too-few", count=FEWEST_BOARDS)

    def sheets(self, state: State) -> tuple[Boards, ...]:
        """Return the one sheet with all boards."""
        del state
        return (Boards(),)

    def standing(self, state: State, words: Words) -> str:
        """Say the score, and how many boards are left."""
        if state.tournament.status is Status.OVER:
            return self.ending(state, words)
        to_go = words("team.to-go", count=len(state.undecided))
        if state.tournament.status is Status.CALLED_OFF:
            to_go = words("team.called-off")
        return words("team.standing", score=score_line(state, words), boards=to_go)

    def progress(self, state: State, now: Now, words: Words) -> str:
        """Say the score, how many boards are still being played, and until when."""
        return self.dated(self.standing(state, words), state, now, words)

    def ending(self, state: State, words: Words) -> str:
        """Say which team has won."""
        said, (first, second) = score_line(state, words), score(state)
        if first == second:
            return words("team.drawn", score=said)
        winner = team_name(state.tournament, 1 if first > second else 2)
        return words("team.won", score=said, team=naming.isolated(winner))

    def ends(self, state: State, words: Words) -> Iterator[str]:
        """Yield which team has won, and the result of each board."""
        yield self.ending(state, words)
        yield from (board_line(state, pairing, words) for pairing in state.pairings)

    def past(self, state: State, day: str, words: Words) -> str:
        """Say which team has won, with the day."""
        return f"{self.ending(state, words)} · {day}"

    def told(self, state: State) -> Iterable[Player]:
        """Players to notify of the result, except the two whose game ended it."""
        last = max(state.games, key=lambda game: game.since, default=None)
        heard = {last.dark, last.light} if last else set[int]()
        seats = {seat for pairing in state.pairings for seat in pairing.seats}
        return [state.player(seat) for seat in sorted(seats - heard)]

    def round_name(self, state: State, pairing: Pairing, words: Words) -> str:
        """Return a board's number as its name."""
        del state
        return words("team.of-board", board=pairing.board)

    def after(self, state: State, pairing: Pairing, words: Words) -> Iterator[str]:
        """Yield the score of the teams, or which has won."""
        del pairing
        yield self.standing(state, words) if state.undecided else self.ending(state, words)


FORM = Teams()


def score_line(state: State, words: Words) -> str:
    """Return the score with both teams' names."""
    first, second = map(naming.halves, score(state))
    red, blue = (naming.isolated(team_name(state.tournament, team)) for team in TEAMS)
    return words("team.score", red=red, blue=blue, first=first, second=second)
