"""Tabal once more, from the text of its rules alone: points in a dict, nothing of games.

Slow and plain on purpose: where it and games.tabal agree, neither has a clever mistake.
"""

from __future__ import annotations

Men = dict[str, str]  # point -> m, q dark man and dame; M, Q light
Chain = tuple[tuple[str, ...], frozenset[str]]  # the points touched, the men taken

FILES = "c1c2c3c4c5c6c7c8c9 a3a4a5a6a7 b3b4b5b6b7 d3d4d5d6d7 e3e4e5e6e7"
RANKS = "a1c1e1 b2c2d2 a3b3c3d3e3 a4b4c4d4e4 a5b5c5d5e5 a6b6c6d6e6 a7b7c7d7e7 b8c8d8 a9c9e9"
DIAGONALS = "a1b2c3d4e5 e1d2c3b4a5 a3b4c5d6e7 e3d4c5b6a7 a5b6c7d8e9 e5d6c7b8a9"
LINES = [
    [line[k : k + 2] for k in range(0, len(line), 2)]
    for line in f"{FILES} {RANKS} {DIAGONALS}".split()
]
RAYS = [ray for line in LINES for ray in (line, line[::-1])]


def side_of(man: str) -> str:
    """Whose man it is."""
    return "d" if man.islower() else "l"


def ahead(point: str) -> list[list[str]]:
    """Return the points ahead, in each direction in which a line leaves this point."""
    rays = (ray[ray.index(point) + 1 :] for ray in RAYS if point in ray)
    return [ray for ray in rays if ray]


def quiet(men: Men, origin: str) -> list[str]:
    """Return the points to which the man there steps or slides."""
    reached: list[str] = []
    for ray in ahead(origin):
        for distance, point in enumerate(ray, start=1):
            up = int(point[1]) - int(origin[1])
            backward = up < 0 if men[origin] == "M" else up > 0
            if point in men or (men[origin] in "mM" and (distance > 1 or backward)):
                break
            reached.append(point)
    return reached


def jumps(men: Men, man: str, here: str, taken: frozenset[str]) -> list[tuple[str, str]]:
    """Each man who can be jumped from here, with each landing. The jumper is not among the men."""
    pairs: list[tuple[str, str]] = []
    for ray in ahead(here):
        for k, over in enumerate(ray):
            prey = over in men and side_of(men[over]) != side_of(man) and over not in taken
            if not prey or any(point in men for point in ray[:k]):
                continue
            if man in "mM":
                near = k == 0 and len(ray) > 1 and ray[1] not in men
                pairs += [(over, ray[1])] if near else []
                continue
            for n in range(k + 1, len(ray)):
                if not any(point in men for point in ray[k + 1 : n + 1]):
                    pairs.append((over, ray[n]))
    return pairs


def chains(men: Men, origin: str) -> list[Chain]:
    """Each way of the man there to take until he can take no more."""
    others = {point: man for point, man in men.items() if point != origin}

    def on(path: tuple[str, ...], taken: frozenset[str]) -> list[Chain]:
        further = jumps(others, men[origin], path[-1], taken)
        if not further:
            return [(path, taken)]
        return [
            chain for over, landing in further for chain in on((*path, landing), taken | {over})
        ]

    return [chain for chain in on((origin,), frozenset()) if chain[1]]


def moves(men: Men, turn: str) -> list[Chain]:
    """Every legal move, with what it takes."""
    if "d" not in map(side_of, men.values()) or "l" not in map(side_of, men.values()):
        return []
    origins = [point for point in men if side_of(men[point]) == turn]
    taking = [chain for point in origins for chain in chains(men, point)]
    return taking or [((p, to), frozenset[str]()) for p in origins for to in quiet(men, p)]


def after(men: Men, chain: Chain) -> Men:
    """The men once the move is made."""
    path, taken = chain
    man, end = men[path[0]], path[-1]
    rest = {point: other for point, other in men.items() if point not in {path[0], *taken}}
    crowned = {"m1": "q", "M9": "Q"}.get(man + end[1], man)
    return {**rest, end: crowned}
