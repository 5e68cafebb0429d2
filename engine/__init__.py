"""Choose moves and judge positions in every rule set of both games.

Invariant: imports only the standard library and games.

A Player keeps the tables of recent rule sets (about 50 MB each after long searches) and belongs to
one thread. It takes positions of games together with the earlier positions, so repetitions count.
Its SearchResult has the `move`, the `line` and the `score` for the side to move:

>>> from engine.limits import Limits
>>> from engine.player import Player
>>> from games.catalogue import game
>>> bga, player = game("bga"), Player()
>>> start = bga.start()
>>> result = player.choose_at(bga, start, [], level=1)  # an opponent of level 1 to 8 moves
>>> result.move in bga.moves(start)
True

A hint is the best move of a short search, the man first and then the whole move:

>>> hint = player.choose(bga, start, [], Limits(nodes=2000, seconds=1)).line[0]
>>> hint[0] in bga.choices(start)
True

Why not? The best reply to a move, with its score for the opponent. A score beyond `limits.SURE` is
a forced win, in `limits.WIN - score` plies:

>>> after = bga.after(start, hint)
>>> answer = player.choose(bga, after, [start], Limits(nodes=2000))
>>> abs(answer.score) < 1000
True

Limits end a search at the first of: seconds on a clock, nodes, a depth, or `stop`, a function that
is called every 256 nodes (about a millisecond) and can end the search at once. There is always an
answer. Never search a decided position: ask `games.endings.ending` first.

See also `engine.review.review` for a finished game, `engine.puzzles` for the stock of puzzles, and
`engine.balance.balance_of` for a rule set's balance. All are pure functions of their arguments;
searches, reviews and puzzle replies can take seconds and belong in a process of their own.
"""
