"""The attackers' node of the search in tafl.

They first look whether they can take the king and how many ways he has: two ways are lost, one must
be stopped. Scores are the mover's. The function is long, its names local, and much of it stands
alike in tafl_light and three times within: that is meant, since a call or an attribute more costs a
tenth of the speed. A change to one is a change to all.
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
    from engine.tafl_shared import DarkNode, DarkQuiet, LightQuiet, Shared


def make(
    board: TaflBoard, shared: Shared, dark_quiet: DarkQuiet, light_quiet: LightQuiet
) -> DarkNode:
    """The function of a rule set."""
    rules = board.rules
    values = board.values
    lane, hash_at = values.lane, values.hash
    ring, twice, tempo, count_twice = values.ring, values.twice, values.tempo, board.twice
    lost_value = board.values.defender
    king_tables, cross, around = board.king, board.cross, board.around
    attackers = board.attackers
    fatal_squares, arrivals = board.fatal, board.dark_arrivals
    captures, taken_by = board.dark_captures, board.taken_by_dark
    softened, imprisoned = board.softened, board.imprisoned
    two_off, forts, in_fort = board.two_off, rules.exit_fort, board.in_fort
    crush_king = rules.crush_king
    soft, prison = bool(board.soft), rules.imprisonment
    special_at = board.special
    mate_now = 0 if rules.no_way_out else 2  # plies until the king has walked out
    dark_seen, dark_memory, dark_killers = (
        shared.dark_seen,
        shared.dark_memory,
        shared.dark_killers,
    )
    limit, last = shared.quiet_limit, shared.dark_last
    reduce = reductions()
    by_order = attrgetter("order")

    def dark_node(
        dark: int,
        light: int,
        king: int,
        total: int,
        mob: int,
        ways: int,
        wayset: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet: int,
        nullable: bool,
    ) -> int:
        if depth <= 0:
            return dark_quiet(dark, light, king, total, mob, ways, wayset, alpha, beta, ply)
        shared.nodes += 1
        if shared.nodes >= shared.look_at:
            shared.look()
        # Two ways out: lost, unless the king is taken now.
        if ways > 1 and not special_at >> king & 1:
            left = around[king] & ~(dark | crush_king)
            if two_off or not left & (left - 1):
                fatal = fatal_squares(king, dark, light)
                if fatal and arrivals(fatal, dark, light):
                    return WIN - ply - 1
            return ply + mate_now - WIN
        # The same position on the way here: a repetition.
        key = total >> hash_at
        if key in dark_seen:
            if key in last:
                return WIN - ply
            return shared.level + shared.contempt
        if forts and in_fort(king, dark, light):
            return ply - WIN
        if quiet >= limit:
            return WIN - ply
        # What was found out here before.
        known = dark_memory.get(key)
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
        # The king is taken now.
        left = around[king] & ~(dark | crush_king)
        if two_off or not left & (left - 1):
            fatal = fatal_squares(king, dark, light)
            if fatal and arrivals(fatal, dark, light):
                return WIN - ply - 1
        occupied = dark | light
        worst = ply + mate_now - WIN
        best = worst
        static = (total >> lane[king] & MASK) - ZERO + mob + ring[left.bit_count()] + tempo
        static += twice[count_twice(king, dark, light)]
        forced: list[Move] | None = None
        # One way out: only what stops it is searched, and a ply deeper.
        if ways:
            if special_at >> king & 1:
                forced = board.special_moves(dark, light, king, wayset)
            else:
                forced = arrivals(wayset, dark, light)
            if not forced:
                return worst
            depth += 1
        # No exact score is asked for: a clear lead is enough.
        elif beta - alpha == 1:
            if depth <= LEAD_DEPTH and static - LEAD * depth >= beta and static < SURE:
                return static
            if nullable and depth >= PASS_DEPTH and static >= beta:
                dark_seen.add(key)
                score = -shared.light_node(
                    dark,
                    light,
                    king,
                    total,
                    mob,
                    depth - PASS_LESS - depth // 5,
                    -beta,
                    1 - beta,
                    ply + 1,
                    quiet + 1,
                    False,
                )
                dark_seen.discard(key)
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
        killer = dark_killers[ply]
        hopeless = static + QUIET_GAIN + QUIET_GAIN * depth <= alpha
        futile = not ways and depth <= QUIET_DEPTH and hopeless
        dark_seen.add(key)
        # Stages: 0 the move remembered, 1 captures, 2 all others, or what stops the king.
        batch: list[Move]
        if hinted is not None:
            batch = [hinted]
            stage = 0
        elif forced is not None:
            batch = forced
            stage = 2
        else:
            batch = arrivals(caps, dark, light) if caps else []
            stage = 1
        while True:
            for move in batch:
                if stage and move is hinted:
                    continue
                bit = move.bit
                captured = bit & caps
                if captured:
                    if stage == 2 and forced is None:
                        continue
                elif futile and stage:
                    continue
                number += 1
                shift = move.shift
                dark2 = dark ^ shift
                light2, total2, mob2 = light, total + move.delta, mob
                if captured:
                    taken = taken_by(bit, dark, light, king)
                    light2 = light ^ taken
                    while taken:
                        one = taken & -taken
                        taken ^= one
                        total2 -= lost_value[one.bit_length() - 1]
                if captured or ways or soft or shift & crossing:
                    blockers = dark2 | light2
                    if soft:
                        blockers |= softened(dark2)
                    one = line[blockers & mask]
                    other = line2[blockers & mask2]
                    # A move that leaves the king a way out loses.
                    if one[2] or other[2]:
                        if not (prison and imprisoned(king, dark2, light2)):
                            continue
                    mob2 = one[4] + other[4]
                quiet2 = 0 if captured else quiet + 1
                below = depth - 1
                # The first move is searched in full; each other one only for whether it is better,
                # less deep where it is quiet and late, and again in full where it is.
                if best == worst:
                    if below <= 0:
                        score = -light_quiet(
                            dark2, light2, king, total2, mob2, -beta, -alpha, ply + 1
                        )
                    else:
                        score = -shared.light_node(
                            dark2,
                            light2,
                            king,
                            total2,
                            mob2,
                            below,
                            -beta,
                            -alpha,
                            ply + 1,
                            quiet2,
                            True,
                        )
                else:
                    less = 0 if captured or ways else reduce[depth][number]
                    if less and move is killer:
                        less -= 1
                    if below - less <= 0:
                        score = -light_quiet(
                            dark2, light2, king, total2, mob2, -alpha - 1, -alpha, ply + 1
                        )
                    else:
                        score = -shared.light_node(
                            dark2,
                            light2,
                            king,
                            total2,
                            mob2,
                            below - less,
                            -alpha - 1,
                            -alpha,
                            ply + 1,
                            quiet2,
                            True,
                        )
                    if score > alpha and (less or score < beta) and below > 0:
                        score = -shared.light_node(
                            dark2,
                            light2,
                            king,
                            total2,
                            mob2,
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
                                dark_killers[ply] = move
                            break
            else:
                stage += 1
                if stage == 1 and forced is None:
                    batch = arrivals(caps, dark, light) if caps else []
                    continue
                if stage <= 2:
                    stage = 2
                    if forced is not None:
                        batch = forced
                        continue
                    if futile:
                        best = max(best, static)
                        break
                    batch = []
                    men = dark
                    while men:
                        one = men & -men
                        men ^= one
                        own, table, own2, table2 = attackers[one]
                        batch += table[occupied & own]
                        batch += table2[occupied & own2]
                    if killer is not None:
                        order, killer.order = killer.order, -FIRST
                        batch.sort(key=by_order)
                        killer.order = order
                    else:
                        batch.sort(key=by_order)
                    continue
            break
        dark_seen.discard(key)
        if not number and not futile and best == worst:
            best = ply - WIN  # no move is left
        stored = best
        if best > SURE:
            stored += ply
        elif best < -SURE:
            stored -= ply
        # Wins and losses are remembered as counted from here.
        if best <= alpha0:
            dark_memory[key] = (depth, AT_MOST, stored, hinted)
        else:
            dark_memory[key] = (depth, AT_LEAST if best >= beta else EXACT, stored, chosen)
        return best

    return dark_node
