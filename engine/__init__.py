"""Chooses moves and judges positions in every rule set of both games.

Law: the standard library, and games alone.

A Player keeps the tables of the rule sets used last (about 50 MB each when they have been searched
for long) and belongs to one thread. It takes positions of games, with those that came before, so
that repetitions count. Its SearchResult has the `move`, the `line` and the `score` for the side to
move:

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

Why not? The answer to a move, and its score for the opponent; beyond `limits.SURE` it wins by
force, in `limits.WIN - score` plies:

>>> after = bga.after(start, hint)
>>> answer = player.choose(bga, after, [start], Limits(nodes=2000))
>>> abs(answer.score) < 1000
True

Limits end a search at the first of: seconds on a clock, nodes, a depth, or `stop`, a function that
is asked every 256 nodes (about a millisecond) whether to end at once. There is always an answer. A
position that is decided must not be searched: ask `games.endings.ending` before.

What else there is: `engine.review.review` for a finished game, `engine.puzzles` for the stock of
puzzles, `engine.balance.balance_of` for how even a rule set is. All are pure functions of their
arguments; searches, reviews and answers to puzzles take up to seconds and belong in a process of
their own.
"""
