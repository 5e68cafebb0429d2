"""The node of the king's side in the search in tafl.

Its king has no way here: he would have won. Scores are the mover's. The function is long, its names
local, and much of it stands alike in tafl_dark and three times within: that is meant, since a call
or an attribute more costs a tenth of the speed. A change to one is a change to all.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from engine.limits import AT_LEAST, AT_MOST, EXACT, SURE, WIN
from engine.tafl_shared import (
    FIRST,
    LEAD,
    LEAD_DEPTH,
    PASS_DEPTH,
    PASS_LESS,
    QUIET_DEPTH,
    QUIET_GAIN,
    UNKNOWN_DEPTH,
    reductions,
)
from engine.tafl_values import MASK, ZERO

if TYPE_CHECKING:
    from engine.tafl_board import Move, TaflBoard
    from engine.tafl_shared import DarkQuiet, LightNode, LightQuiet, Shared


def make(
    board: TaflBoard, shared: Shared, dark_quiet: DarkQuiet, light_quiet: LightQuiet
) -> LightNode:
    """The function of a rule set."""
    rules = board.rules
    values = board.values
    lane, hash_at = values.lane, values.hash
    ring, twice, tempo, count_twice = values.ring, values.twice, values.tempo, board.twice
    lost_value = board.values.attacker
    king_tables, cross, around = board.king, board.cross, board.around
    defenders = board.defenders
    fatal_squares, arrivals = board.fatal, board.dark_arrivals
    soldier_arrivals = board.soldier_arrivals
    captures, taken_by = board.light_captures, board.taken_by_light
    softened, shut_in = board.softened, board.shut_in
    shuts, circled = rules.imprisonment or rules.encirclement, rules.encirclement
    two_off = board.two_off
    crush_king = rules.crush_king
    armed = board.armed
    soft = bool(board.soft)
    light_seen, light_memory, light_killers = (
        shared.light_seen,
        shared.light_memory,
        shared.light_killers,
    )
    limit, last = shared.quiet_limit, shared.light_last
    reduce = reductions()
    by_order = attrgetter("order")

    def light_node(
        dark: int,
        light: int,
        king: int,
        total: int,
        mob: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet: int,
        nullable: bool,
    ) -> int:
        if depth <= 0:
            return light_quiet(dark, light, king, total, mob, alpha, beta, ply)
        shared.nodes += 1
        if shared.nodes >= shared.look_at:
            shared.look()
        left = around[king] & ~(dark | crush_king)
        # Shut in, the king has lost.
        if shuts and (circled or not left & (left - 1)) and shut_in(king, dark, light):
            return ply - WIN
        # The same position on the way here: a repetition.
        key = total >> hash_at
        if key in light_seen:
            if key in last:
                return ply - WIN
            return shared.contempt - shared.level
        if quiet >= limit:
            return ply - WIN
        # What was found out here before.
        known = light_memory.get(key)
        if known is not None:
            deep, bound, score, hinted = known
            if deep >= depth and beta - alpha == 1:
                if score > SURE:
                    score -= ply
                elif score < -SURE:
                    score += ply
                if bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha):
                    return score
        else:
            hinted = None
        occupied = dark | light
        kbit = 1 << king
        # The attackers threaten to take the king: what saves him is searched a ply deeper.
        threatened = False
        if two_off or not left & (left - 1):
            fatal = fatal_squares(king, dark, light)
            if fatal and arrivals(fatal, dark, light):
                threatened = True
                if nullable:
                    depth += 1
        worst = ply - WIN
        best = worst
        static = ZERO - (total >> lane[king] & MASK) - mob - ring[left.bit_count()] + tempo
        static -= twice[count_twice(king, dark, light)]
        # No exact score is asked for: a clear lead is enough.
        if beta - alpha == 1 and not threatened:
            if depth <= LEAD_DEPTH and static - LEAD * depth >= beta and static < SURE:
                return static
            if nullable and depth >= PASS_DEPTH and static >= beta:
                light_seen.add(key)
                score = -shared.dark_node(
                    dark,
                    light,
                    king,
                    total,
                    mob,
                    0,
                    0,
                    depth - PASS_LESS - depth // 5,
                    -beta,
                    1 - beta,
                    ply + 1,
                    quiet + 1,
                    False,
                )
                light_seen.discard(key)
                if score >= beta:
                    return beta if score > SURE else score
        if hinted is None and depth >= UNKNOWN_DEPTH:
            depth -= 1
        caps = captures(dark, light, king)
        mask, line, mask2, line2 = king_tables[king]
        crossing = cross[king]
        alpha0 = alpha
        chosen: Move | None = None
        number = 0
        killer = light_killers[ply]
        hopeless = static + QUIET_GAIN + QUIET_GAIN * depth <= alpha
        futile = not threatened and depth <= QUIET_DEPTH and hopeless
        light_seen.add(key)
        # Stages: 0 the move remembered, 1 captures, 2 all others.
        batch: list[Move] = [hinted] if hinted is not None else []
        king_moves: tuple[Move, ...] = ()
        stage = 0
        while True:
            for move in batch:
                if stage and move is hinted:
                    continue
                bit = move.bit
                walks = move.origin == kbit
                captured = bit & caps and (armed or not walks)
                if captured and stage == 2:
                    continue
                if futile and stage == 2 and not walks:
                    continue
                number += 1
                shift = move.shift
                light2 = light ^ shift
                dark2, total2, mob2 = dark, total + move.delta, mob
                ways2 = wayset2 = 0
                if captured:
                    taken = taken_by(bit, dark, light, king)
                    dark2 = dark ^ taken
                    while taken:
                        one = taken & -taken
                        taken ^= one
                        total2 -= lost_value[one.bit_length() - 1]
                king2 = king
                if walks:
                    king2 = move.to
                    tables = king_tables[king2]
                    blockers = dark2 | light2
                    if soft:
                        blockers |= softened(dark2)
                    one = tables[1][blockers & tables[0]]
                    other = tables[3][blockers & tables[2]]
                    ways2 = one[2] + other[2]
                    wayset2 = one[3] | other[3]
                    mob2 = one[4] + other[4]
                elif captured or soft or shift & crossing:
                    blockers = dark2 | light2
                    if soft:
                        blockers |= softened(dark2)
                    one = line[blockers & mask]
                    other = line2[blockers & mask2]
                    ways2 = one[2] + other[2]
                    wayset2 = one[3] | other[3]
                    mob2 = one[4] + other[4]
                if futile and stage == 2 and not ways2:
                    continue
                quiet2 = 0 if captured else quiet + 1
                below = depth - 1
                # The first move is searched in full; each other one only for whether it is better,
                # less deep where it is quiet and late, and again in full where it is.
                if best == worst:
                    score = -shared.dark_node(
                        dark2,
                        light2,
                        king2,
                        total2,
                        mob2,
                        ways2,
                        wayset2,
                        below,
                        -beta,
                        -alpha,
                        ply + 1,
                        quiet2,
                        True,
                    )
                else:
                    less = 0 if captured or ways2 or threatened else reduce[depth][number]
                    if less and move is killer:
                        less -= 1
                    if below - less <= 0:
                        score = -dark_quiet(
                            dark2,
                            light2,
                            king2,
                            total2,
                            mob2,
                            ways2,
                            wayset2,
                            -alpha - 1,
                            -alpha,
                            ply + 1,
                        )
                    else:
                        score = -shared.dark_node(
                            dark2,
                            light2,
                            king2,
                            total2,
                            mob2,
                            ways2,
                            wayset2,
                            below - less,
                            -alpha - 1,
                            -alpha,
                            ply + 1,
                            quiet2,
                            True,
                        )
                    if score > alpha and (less or score < beta) and below > 0:
                        score = -shared.dark_node(
                            dark2,
                            light2,
                            king2,
                            total2,
                            mob2,
                            ways2,
                            wayset2,
                            below,
                            -beta,
                            -alpha,
                            ply + 1,
                            quiet2,
                            True,
                        )
                if score > best:
                    best = score
                    if score > alpha:
                        chosen = move
                        alpha = score
                        if score >= beta:
                            # A quiet move that is too good here is tried early elsewhere.
                            if not captured:
                                move.order -= depth * depth
                                light_killers[ply] = move
                            break
            else:
                stage += 1
                if stage == 1:
                    blockers = occupied
                    if soft:
                        blockers |= softened(dark)
                    king_moves = line[blockers & mask][0] + line2[blockers & mask2][0]
                    batch = soldier_arrivals(caps, dark, light, king) if caps else []
                    if armed and caps:
                        batch += [move for move in king_moves if move.bit & caps]
                    continue
                if stage == 2:
                    batch = []
                    men = light ^ kbit
                    if futile:
                        men = 0
                        best = max(best, static)
                    while men:
                        one = men & -men
                        men ^= one
                        own, table, own2, table2 = defenders[one]
                        batch += table[occupied & own]
                        batch += table2[occupied & own2]
                    batch += king_moves
                    if killer is not None:
                        order, killer.order = killer.order, -FIRST
                        batch.sort(key=by_order)
                        killer.order = order
                    else:
                        batch.sort(key=by_order)
                    continue
            break
        light_seen.discard(key)
        stored = best
        if best > SURE:
            stored += ply
        elif best < -SURE:
            stored -= ply
        # Wins and losses are remembered as counted from here.
        if best <= alpha0:
            light_memory[key] = (depth, AT_MOST, stored, hinted)
        else:
            light_memory[key] = (depth, AT_LEAST if best >= beta else EXACT, stored, chosen)
        return best

    return light_node
