"""The gains of an owner who farms with several accounts for a season, and the cost to newcomers.

A club of twenty, whose strengths differ by 150 points (the standard deviation), has played a
season; in the next one, each plays sixty games against others of it. One of them also has ten
accounts. As a star, each of these loses to the owner again and again. As a tower, each first beats
all those below it, so that the last one seems strong; then all lose to the owner. The rule set is
even, and the result of an honest game is drawn by the chances that its two strengths give.

Tables ask less on a server of three friends, so a farm may be there too: the owner plays with two
friends on a server of their own, and the accounts lose there. The measurement is of what all
servers see of the owner.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import TYPE_CHECKING

from bot.features.ratings.glicko import EVEN, NEW, expected
from bot.features.ratings.model import EVERYWHERE, Game, counts, family_of, settle
from bot.features.ratings.tables import Ledger
from bot.model.seasons import season_of, starts
from games.core import Side
from tests.bench.verdicts import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.ratings.glicko import Strength
    from bot.features.ratings.model import Family, Meeting

Row = tuple[str, str, str, str]
Pair = tuple[int, int]  # who wins, who loses

RULES = "bga"
CLUB, ACCOUNTS, ROUNDS, BEFORE = range(1, 21), range(901, 911), 60, 20
OWNER = 20
FRIENDS, HOME = (OWNER, 31, 32), 5  # three people, and their server
SEASON = season_of(1_700_000_000)
MOST = 60  # points that a farm may bring
NEWCOMERS = 10  # points that newcomers may lose
SEEDS = 12


@dataclass
class Club:
    """People with strengths that the bot does not know, and the books of their games."""

    chance: random.Random
    strengths: dict[int, float]
    books: Ledger = field(default_factory=Ledger)

    def play(self, winner: int, loser: int, at: int, guild: int | None = None) -> None:
        """Count a game; by turns, the winner has the attackers."""
        number = len(self.books.lessons) + 1
        dark, light = (winner, loser) if number % 2 else (loser, winner)
        side = Side.DARK if dark == winner else Side.LIGHT
        game = Game(number, guild, RULES, dark, light, winner=side, at=at, start=EVEN)
        assert counts(game, self.books)
        self.books.add(number, game, settle(game, self.books))

    def honest(self, one: int, other: int) -> Pair:
        """Return the winner and the loser of a game by chance."""
        strengths = [replace(NEW, rating=self.strengths[x], deviation=0.0) for x in (one, other)]
        wins = self.chance.random() < expected(strengths[0], strengths[1])
        return (one, other) if wins else (other, one)

    def rounds(self, players: Sequence[int], count: int) -> Iterator[Pair]:
        """So many rounds in which everybody meets somebody."""
        for _ in range(count):
            order = self.chance.sample(players, len(players))
            for one, other in zip(order[::2], order[1::2], strict=False):
                yield self.honest(one, other)

    def season(
        self, number: int, *series: Sequence[Pair], at_home: Sequence[Sequence[Pair]] = ()
    ) -> None:
        """Play these, each series spread over the season; some on the server of the friends."""
        start, length = starts(number), starts(number + 1) - starts(number)
        placed = [(None, pairs) for pairs in series] + [(HOME, pairs) for pairs in at_home]
        timed = (
            (start + index * length // len(pairs), *pair, guild)
            for guild, pairs in placed
            for index, pair in enumerate(pairs)
        )
        for at, winner, loser, guild in sorted(timed, key=lambda game: game[:3]):
            self.play(winner, loser, at, guild)

    def strength(self, player: int) -> Strength:
        """How the player stands."""
        rating = self.books.rating(EVERYWHERE, family_of(RULES), player)
        return rating.strength if rating else NEW


def star(times: int) -> list[Pair]:
    """Each account loses to the owner."""
    return [(OWNER, account) for _ in range(times) for account in ACCOUNTS]


def tower(times: int) -> list[Pair]:
    """Each account beats all below it, then loses to the owner."""
    below = [
        (upper, lower)
        for upper in ACCOUNTS
        for _ in range(times)
        for lower in ACCOUNTS
        if lower < upper
    ]
    return [*below, *star(times)]


def club(seed: int, books: Ledger | None = None) -> Club:
    """The club after a season."""
    chance = random.Random(seed)
    strengths = {player: chance.gauss(1500, 150) for player in CLUB}
    known = Club(chance, strengths, books or Ledger())
    known.season(SEASON, [*known.rounds(CLUB, BEFORE)])
    return known


def known_of(strength: Strength) -> float:
    """Return the value by which tables are sorted."""
    return strength.rating - 2 * strength.deviation


def gain(farm: Sequence[Pair], seeds: int, *, at_home: bool = False) -> float:
    """The points by which the farm lifts its owner, on average.

    `at_home`: the owner has a server with two friends too, where the accounts lose.
    """
    gains: list[float] = []
    for seed in range(seeds):
        stood: list[float] = []
        for farmed in (False, True):
            played, lost = club(seed), farm if farmed else ()
            games = [*played.rounds(CLUB, ROUNDS)]
            if at_home:
                played.strengths.update(dict.fromkeys(FRIENDS[1:], NEW.rating))
                friendly = [*played.rounds(FRIENDS, ROUNDS)]
                played.season(SEASON + 1, games, at_home=(friendly, lost))
            else:
                played.season(SEASON + 1, games, lost)
            stood.append(known_of(played.strength(OWNER)))
        gains.append(stood[1] - stood[0])
    return mean(gains)


class Plain(Ledger):
    """Books in which every game counts whole."""

    def met(self, guild: int, game: Game) -> dict[Meeting, int]:  # noqa: ARG002  as there
        """As if no two met twice."""
        return {}

    def is_known_server(self, guild: int, family: Family) -> bool:  # noqa: ARG002  the same
        """As if all were new."""
        return False


def newcomers(strength: float, games: int, seeds: int) -> float:
    """How much lower five who join are rated after so many games than if all counted whole.

    Lower than they are, that is: where they are weak, how much higher.
    """
    fresh, losses = range(51, 56), list[float]()
    for seed in range(seeds):
        ratings: list[float] = []
        for books in (Plain(), Ledger()):
            played = club(seed, books)
            played.strengths.update(dict.fromkeys(fresh, strength))
            played.season(SEASON + 1, [*played.rounds((*CLUB, *fresh), games)])
            ratings.append(mean(played.strength(player).rating for player in fresh))
        losses.append(ratings[0] - ratings[1])
    return mean(losses) if strength > NEW.rating else -mean(losses)


def run() -> Iterator[Row]:
    """Yield the gains of farms, and the losses of newcomers."""
    for name, farm in (("star", star), ("tower", tower)):
        for at_home in (False, True):
            for times in (1, 3, 10):
                points = gain(farm(times), SEEDS, at_home=at_home)
                limit = kept(f"below {MOST}", holds=points < MOST)
                where = ", among three friends" if at_home else ""
                row = f"a {name} of ten accounts, {times} times{where}"
                yield row, f"{points:+.0f} points", "", limit
    for strength in (1350.0, 1500.0, 1650.0):
        for games in (15, 40):
            points = newcomers(strength, games, SEEDS)
            limit = kept(f"below {NEWCOMERS}", holds=points < NEWCOMERS)
            name = f"newcomers of {strength:.0f} lose in {games} games"
            yield name, f"{points:.0f} points", "", limit
