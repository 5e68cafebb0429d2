"""The recursive search in tafl: alpha-beta, then quiescence until no man is hanging.

Scores are the mover's. The defenders never move with a way open, since they would have won. So
attackers first check whether they can capture the king, then count his ways: two are lost, one must
be stopped, and the moves that stop it are searched a ply deeper.

One function serves both sides, made once for each with its tables. It is long and uses local names,
since each extra call or attribute costs a tenth of the speed.

Items of a king's entry are accessed by number: see tafl_board.KingEntry.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.deepening import SideMemory, reductions
from engine.limits import AT_LEAST, AT_MOST, EXACT, SURE, WIN, Budget, Limits
from engine.tafl_values import MASK, ZERO
from games.core import Side

if TYPE_CHECKING:
    from engine.tafl_board import Move, TaflBoard

# Early ends and reductions of a node. Depths are in plies, the rest in points.
_LEAD_DEPTH, _LEAD = 3, 70  # up to this depth, a lead of so much per ply is enough
_PASS_DEPTH = 3  # from this depth, a leader can pass: if that does well enough, so does a move
_PASS_LESS = 3  # passing is searched this much less deep, plus a fifth of the depth
_UNKNOWN_DEPTH = 4  # from this depth, positions without a remembered move lose a ply
_QUIET_DEPTH, _QUIET_GAIN = 2, 60  # depth; the most that quiet moves gain, per ply plus once

_FIRST = 1 << 40  # better than any history
_PLIES = 512  # of the longest line

# dark, light, king, total, freedom, ways, the squares that stop them, depth, alpha, beta, ply,
# quiet plies, and whether a side can pass. Ways are 0 if the defenders are to move.
Node = Callable[[int, int, int, int, int, int, int, int, int, int, int, int, bool], int]
# The same parameters without depth, quiet plies and passing.
Quiescence = Callable[[int, int, int, int, int, int, int, int, int, int], int]


class SideState(SideMemory["Move"]):
    """A side's memory, killers and functions; attackers win if a position in `last` recurs."""

    node: Node
    quiescence: Quiescence

    def __init__(self) -> None:
        super().__init__()
        self.killers: list[Move | None] = [None] * _PLIES


class Shared:
    """One search's state; lives as long as its board."""

    def __init__(self, board: TaflBoard, quiet_limit: int | None) -> None:
        self.quiet_limit = quiet_limit or 1 << 30
        self.nodes = self.look_at = 0
        self.horizon = 0  # plies after which threats by the king are not followed
        self.level = 0  # the value of a repetition for dark
        self.contempt = 20  # its cost for the side that repeats
        self.budget = Budget(Limits())
        self.dark, self.light = SideState(), SideState()
        self.dark.quiescence, self.light.quiescence = _quiescence(board, self)
        self.dark.node = _node(board, self, Side.DARK)
        self.light.node = _node(board, self, Side.LIGHT)

    def of_side(self, side: Side) -> SideState:
        """The state for positions with this side to move."""
        return self.dark if side is Side.DARK else self.light

    def begin(self, budget: Budget) -> None:
        """Start a search; memory of earlier searches can stay."""
        self.nodes = self.look_at = 0
        self.budget = budget
        for state in (self.dark, self.light):
            state.killers[:] = [None] * _PLIES

    def forget(self) -> None:
        """Clear the memory of earlier searches."""
        self.dark.memory.clear()
        self.light.memory.clear()

    def look(self) -> None:
        """Enforce the limits of the search and of its memory."""
        self.look_at = self.budget.look(self.nodes)
        for state in (self.dark, self.light):
            state.drop_oldest()


def _node(board: TaflBoard, shared: Shared, side: Side) -> Node:
    """The function that searches positions with this side to move."""
    attacking = side is Side.DARK
    sign = 1 if attacking else -1
    rules, values = board.rules, board.values
    lane, hash_at = values.lane, values.hash
    ring, twice, tempo, count_twice = values.ring, values.twice, values.tempo, board.twice
    upper = values.most if attacking else -values.least  # the most that `twice` adds to a move
    men_by = values.attacker_worth if attacking else values.defender_worth
    lost_value = values.defender if attacking else values.attacker
    king_tables, cross, around = board.king, board.cross, board.around
    slides = board.attackers if attacking else board.defenders
    fatal_squares, can_arrive = board.fatal, board.dark_can_arrive
    arrivals, soldier_arrivals = board.dark_arrivals, board.soldier_arrivals
    captures = board.dark_captures if attacking else board.light_captures
    taken_by = board.taken_by_dark if attacking else board.taken_by_light
    softened, imprisoned, shut_in, in_fort = (
        board.softened,
        board.imprisoned,
        board.shut_in,
        board.in_fort,
    )
    encircles = rules.encirclement
    shuts = not attacking and (rules.imprisonment or encircles)
    imprisons = rules.imprisonment
    prison = attacking and imprisons
    forts = attacking and rules.exit_fort
    two_off, armed, soft = board.two_off, board.armed, bool(board.soft)
    crush_king = rules.crush_king
    special_at = board.special
    # Plies until the king has walked out by an open way.
    mate = 2 if attacking and not rules.no_way_out else 0
    mine, theirs = shared.of_side(side), shared.of_side(side.other)
    quiescence, their_quiescence = mine.quiescence, theirs.quiescence
    seen, memory, killers, last = mine.seen, mine.memory, mine.killers, mine.last
    limit = shared.quiet_limit
    reduce = reductions()
    by_order = attrgetter("order")

    def node(
        dark: int,
        light: int,
        king: int,
        total: int,
        freedom: int,
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
            return quiescence(dark, light, king, total, freedom, ways, wayset, alpha, beta, ply)
        shared.nodes += 1
        if shared.nodes >= shared.look_at:
            shared.look()
        # Two ways out: lost, unless the king can be captured now.
        if ways > 1 and not special_at >> king & 1:
            left = around[king] & ~(dark | crush_king)
            if two_off or not left & (left - 1):
                fatal = fatal_squares(king, dark, light)
                if fatal and can_arrive(fatal, dark, dark | light):
                    return WIN - ply - 1
            return ply + mate - WIN
        # An enclosed king has lost.
        if shuts:
            left = around[king] & ~(dark | crush_king)
            if (encircles or not left & (left - 1)) and shut_in(king, dark, light):
                return ply - WIN
        # The same position on the way here: a repetition.
        key = total >> hash_at
        if key in seen:
            if key in last:
                return sign * (WIN - ply)
            return sign * shared.level + shared.contempt
        if forts and in_fort(king, dark, light):
            return ply - WIN
        if quiet >= limit:
            return sign * (WIN - ply)
        # Earlier results for this position.
        known = memory.get(key)
        if known is not None:
            searched, bound, score, hinted = known
            if searched >= depth and beta - alpha == 1:
                if score > SURE:
                    score -= ply
                elif score < -SURE:
                    score += ply
                if bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha):
                    return score
        else:
            hinted = None
        # The king can be captured. If attackers only threaten that, moves that save him are
        # searched a ply deeper.
        left = around[king] & ~(dark | crush_king)
        threatened, fatal = False, 0
        if two_off or not left & (left - 1):
            fatal = fatal_squares(king, dark, light)
            if fatal and can_arrive(fatal, dark, dark | light):
                if attacking:
                    return WIN - ply - 1
                threatened = True
                if nullable:
                    depth += 1
        worst = ply + mate - WIN
        best = worst
        static = (total >> lane[king] & MASK) - ZERO + freedom + ring[left.bit_count()]
        count = count_twice(king, dark, light)
        bare, static = static, static + twice[count]
        static = tempo + static if attacking else tempo - static
        forced: list[Move] | None = None
        # One way out: only moves that stop it are searched, a ply deeper.
        if ways:
            if special_at >> king & 1:
                forced = board.special_moves(dark, light, king, wayset)
            else:
                forced = arrivals(wayset, dark, dark | light)
            if not forced:
                return worst
            depth += 1
        # If no exact score is needed, a clear lead is enough.
        elif beta - alpha == 1 and not threatened:
            if depth <= _LEAD_DEPTH and static - _LEAD * depth >= beta and static < SURE:
                return static
            if nullable and depth >= _PASS_DEPTH and static >= beta:
                seen.add(key)
                score = -theirs.node(
                    dark,
                    light,
                    king,
                    total,
                    freedom,
                    0,
                    0,
                    depth - _PASS_LESS - depth // 5,
                    -beta,
                    1 - beta,
                    ply + 1,
                    quiet + 1,
                    False,
                )
                seen.discard(key)
                if score >= beta:
                    return beta if score > SURE else score
        if hinted is None and depth >= _UNKNOWN_DEPTH:
            depth -= 1
        targets = captures(dark, light, king)
        occupied = dark | light
        king_bit = 1 << king
        rank_mask, along_rank, file_mask, along_file = king_tables[king]
        crossing = cross[king]
        alpha0 = alpha
        chosen: Move | None = None
        number = 0
        killer = killers[ply]
        hopeless = static + _QUIET_GAIN + _QUIET_GAIN * depth <= alpha
        futile = hopeless and depth <= _QUIET_DEPTH and not (ways or threatened)
        # If no quiet move can be skipped (see below), every square concerns the king.
        near = further = -1
        unmoved = exact = 0
        by_square = men_by[king]
        reduced = reduce[depth]
        seen.add(key)
        # Stages: 0 the remembered move, 1 captures, 2 all others, or moves that stop the king.
        batch: list[Move] = [hinted] if hinted is not None else []
        king_moves: tuple[Move, ...] = ()
        stage = 0
        while True:
            for move in batch:
                if stage and move is hinted:
                    continue
                bit = move.bit
                walks = move.origin == king_bit
                captured = bit & targets and (armed or not walks)
                if captured and stage == 2 and forced is None:
                    continue
                number += 1
                shift = move.shift
                dark2, light2, king2, freedom2 = dark, light, king, freedom
                ways2 = wayset2 = taken = 0
                if attacking:
                    dark2 ^= shift
                else:
                    light2 ^= shift
                if captured:
                    taken = taken_by(bit, dark, light, king)
                    if attacking:
                        light2 ^= taken
                    else:
                        dark2 ^= taken
                if walks or captured or ways or soft or shift & crossing:
                    blockers = dark2 | light2
                    if soft:
                        blockers |= softened(dark2)
                    if walks:
                        king2 = move.to
                        tables = king_tables[king2]
                        rank = tables[1][blockers & tables[0]]
                        file = tables[3][blockers & tables[2]]
                    else:
                        rank = along_rank[blockers & rank_mask]
                        file = along_file[blockers & file_mask]
                    freedom2 = rank[4] + file[4]
                    if not attacking:
                        ways2 = rank[2] + file[2]
                        wayset2 = rank[3] | file[3]
                    # A move of the attackers that leaves the king a way out loses.
                    elif rank[2] or file[2]:
                        if not (prison and imprisoned(king, dark2, light2)):
                            continue
                if futile and stage == 2 and not ways2:
                    continue
                # Before a leaf, a quiet move far from the king is skipped if quiescence would
                # find it no better at once.
                less = reduced[number] if best != worst else 0
                if depth - less <= 1 and not (shift & near or ways2):
                    gained = by_square[move.to] - by_square[move.start] + freedom2 - freedom
                    at_most = unmoved + upper + (gained if attacking else -gained)
                    if at_most > alpha and not shift & further:
                        at_most += exact - upper
                    if at_most <= alpha and move is not killer:
                        shared.nodes += 1
                        if shared.nodes >= shared.look_at:
                            shared.look()
                        if at_most > best:  # noqa: PLR1730  faster than a call
                            best = at_most
                        continue
                total2 = total + move.delta
                while taken:
                    lowest = taken & -taken
                    taken ^= lowest
                    total2 -= lost_value[lowest.bit_length() - 1]
                quiet2 = 0 if captured else quiet + 1
                below = depth - 1
                # The first move is searched in full. Others are only tested for being better (late
                # quiet moves less deep), and searched again in full if so.
                low = -beta if best == worst else -alpha - 1
                if less:
                    if captured or ways or ways2 or threatened:
                        less = 0
                    elif move is killer:
                        less -= 1
                if below - less <= 0:
                    score = -their_quiescence(
                        dark2, light2, king2, total2, freedom2, ways2, wayset2, low, -alpha, ply + 1
                    )
                else:
                    score = -theirs.node(
                        dark2,
                        light2,
                        king2,
                        total2,
                        freedom2,
                        ways2,
                        wayset2,
                        below - less,
                        low,
                        -alpha,
                        ply + 1,
                        quiet2,
                        True,
                    )
                if score > alpha and best != worst and (less or score < beta) and below > 0:
                    score = -theirs.node(
                        dark2,
                        light2,
                        king2,
                        total2,
                        freedom2,
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
                            # A quiet move with a cutoff is tried early elsewhere.
                            if not captured:
                                move.order -= depth * depth
                                killers[ply] = move
                            break
            else:
                stage += 1
                if stage == 1 and forced is None:
                    if attacking:
                        batch = arrivals(targets, dark, dark | light) if targets else []
                        continue
                    blockers = occupied
                    if soft:
                        blockers |= softened(dark)
                    king_moves = (
                        along_rank[blockers & rank_mask][0] + along_file[blockers & file_mask][0]
                    )
                    batch = (
                        soldier_arrivals(targets, light ^ king_bit, dark | light) if targets else []
                    )
                    if armed and targets:
                        batch += [move for move in king_moves if move.bit & targets]
                    continue
                if stage <= 2:
                    stage = 2
                    if forced is not None:
                        batch = forced
                        continue
                    batch = []
                    if futile:
                        best = max(best, static)
                    else:
                        men = dark if attacking else light ^ king_bit
                        while men:
                            lowest = men & -men
                            men ^= lowest
                            mask, table, mask2, table2 = slides[lowest]
                            batch += table[occupied & mask]
                            batch += table2[occupied & mask2]
                    batch += king_moves
                    if not (soft or fatal or (imprisons and not left & (left - 1))):
                        near = king_bit | around[king]
                        # Beyond these squares, `twice` stays the same. If he has ways two moves
                        # off, attackers must examine his replies there.
                        if not (attacking and count):
                            further = crossing | along_rank[occupied & rank_mask][6]
                            further |= along_file[occupied & file_mask][6]
                        unmoved = bare - tempo if attacking else -bare - tempo
                        exact = twice[count] if attacking else -twice[count]
                    if killer is not None:
                        order, killer.order = killer.order, -_FIRST
                        batch.sort(key=by_order)
                        killer.order = order
                    else:
                        batch.sort(key=by_order)
                    continue
            break
        seen.discard(key)
        if not number and not futile and best == worst:
            best = ply - WIN  # no move is left
        # Wins and losses are stored as counted from here.
        stored = best
        if best > SURE:
            stored += ply
        elif best < -SURE:
            stored -= ply
        if best <= alpha0:
            memory[key] = (depth, AT_MOST, stored, hinted)
        else:
            memory[key] = (depth, AT_LEAST if best >= beta else EXACT, stored, chosen)
        return best

    return node


def _quiescence(board: TaflBoard, shared: Shared) -> tuple[Quiescence, Quiescence]:
    """Make a rule set's two functions: attackers to move, defenders to move.

    They follow captures and threats to the king.
    """
    rules, values = board.rules, board.values
    lane, ring, twice, tempo = values.lane, values.ring, values.twice, values.tempo
    least, most = values.least, values.most
    count_twice = board.twice
    attacker_value, defender_value = values.attacker, values.defender
    king_tables, cross, around = board.king, board.cross, board.around
    fatal_squares, can_arrive = board.fatal, board.dark_can_arrive
    arrivals, soldier_arrivals = board.dark_arrivals, board.soldier_arrivals
    dark_captures, taken_by_dark = board.dark_captures, board.taken_by_dark
    light_captures, taken_by_light = board.light_captures, board.taken_by_light
    softened, imprisoned = board.softened, board.imprisoned
    two_off, armed, crush_king = board.two_off, board.armed, rules.crush_king
    soft, prison = bool(board.soft), rules.imprisonment
    special_at = board.special
    mate = 0 if rules.no_way_out else 2  # plies until the king has walked out

    def dark_quiescence(
        dark: int,
        light: int,
        king: int,
        total: int,
        freedom: int,
        ways: int,
        wayset: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        shared.nodes += 1
        if shared.nodes >= shared.look_at:
            shared.look()
        left = around[king] & ~(dark | crush_king)
        if two_off or not left & (left - 1):
            fatal = fatal_squares(king, dark, light)
            if fatal and can_arrive(fatal, dark, dark | light):
                return WIN - ply - 1
        if ways:
            if special_at >> king & 1:
                moves = board.special_moves(dark, light, king, wayset)
            elif ways > 1:
                return ply + mate - WIN
            else:
                moves = arrivals(wayset, dark, dark | light)
            if not moves:
                return ply + mate - WIN
            if ply > shared.horizon:
                return (total >> lane[king] & MASK) - ZERO + freedom + ring[left.bit_count()]
            best = ply + mate - WIN
            targets = dark_captures(dark, light, king)
        else:
            best = (total >> lane[king] & MASK) - ZERO + freedom + ring[left.bit_count()] + tempo
            if best + least >= beta:
                return best + least
            if best + most > alpha:
                best += twice[count_twice(king, dark, light)]
            else:
                best += most
            if best > alpha:
                if best >= beta:
                    return best
                alpha = best
            targets = dark_captures(dark, light, king)
            if not targets:
                return best
            moves = arrivals(targets, dark, dark | light)
        rank_mask, along_rank, file_mask, along_file = king_tables[king]
        crossing = cross[king]
        for move in moves:
            dark2 = dark ^ move.shift
            light2, total2, freedom2 = light, total + move.delta, freedom
            captured = move.bit & targets
            if captured:
                taken = taken_by_dark(move.bit, dark, light, king)
                light2 = light ^ taken
                while taken:
                    lowest = taken & -taken
                    taken ^= lowest
                    total2 -= defender_value[lowest.bit_length() - 1]
            if captured or soft or move.shift & crossing:
                blockers = dark2 | light2
                if soft:
                    blockers |= softened(dark2)
                rank = along_rank[blockers & rank_mask]
                file = along_file[blockers & file_mask]
                if rank[2] or file[2]:
                    if not (prison and imprisoned(king, dark2, light2)):
                        continue
                freedom2 = rank[4] + file[4]
            score = -light_quiescence(
                dark2, light2, king, total2, freedom2, 0, 0, -beta, -alpha, ply + 1
            )
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        return score
                    alpha = score
        return best

    def light_quiescence(
        dark: int,
        light: int,
        king: int,
        total: int,
        freedom: int,
        ways: int,  # noqa: ARG001  always none
        wayset: int,  # noqa: ARG001
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        shared.nodes += 1
        if shared.nodes >= shared.look_at:
            shared.look()
        left = around[king] & ~(dark | crush_king)
        if two_off or not left & (left - 1):
            if prison and imprisoned(king, dark, light):
                return ply - WIN
            fatal = fatal_squares(king, dark, light)
            if fatal and ply <= shared.horizon and can_arrive(fatal, dark, dark | light):
                return shared.light.node(
                    dark, light, king, total, freedom, 0, 0, 1, alpha, beta, ply, 0, False
                )
        best = ZERO - (total >> lane[king] & MASK) - freedom - ring[left.bit_count()] + tempo
        if best - most >= beta:
            return best - most
        king_bit = 1 << king
        rank_mask, along_rank, file_mask, along_file = king_tables[king]
        bare = (dark | light) ^ king_bit
        if soft:
            bare |= softened(dark)
        rank = along_rank[bare & rank_mask]
        file = along_file[bare & file_mask]
        number = 0
        for probe, ways_at, move in rank[5] + file[5]:
            ways2 = ways_at[bare & probe]
            if ways2:
                number += 1
                if ways2 > 1:  # two ways: attackers can stop only one
                    king2 = move.to
                    tables = king_tables[king2]
                    rank2 = tables[1][bare & tables[0]]
                    file2 = tables[3][bare & tables[2]]
                    score = -dark_quiescence(
                        dark,
                        light ^ move.shift,
                        king2,
                        total + move.delta,
                        rank2[4] + file2[4],
                        rank2[2] + file2[2],
                        rank2[3] | file2[3],
                        -beta,
                        -alpha,
                        ply + 1,
                    )
                    if score > SURE:
                        return score
        best -= twice[number]
        if best > alpha:
            if best >= beta:
                return best
            alpha = best
        targets = light_captures(dark, light, king)
        if not targets:
            return best
        moves = soldier_arrivals(targets, light ^ king_bit, dark | light)
        if armed:
            for entry in (rank, file):
                if entry[1] & targets:
                    moves += [move for move in entry[0] if move.bit & targets]
        for move in moves:
            light2 = light ^ move.shift
            taken = taken_by_light(move.bit, dark, light, king)
            dark2, total2 = dark ^ taken, total + move.delta
            while taken:
                lowest = taken & -taken
                taken ^= lowest
                total2 -= attacker_value[lowest.bit_length() - 1]
            king2 = move.to if move.origin == king_bit else king
            tables = king_tables[king2]
            blockers = dark2 | light2
            if soft:
                blockers |= softened(dark2)
            rank = tables[1][blockers & tables[0]]
            file = tables[3][blockers & tables[2]]
            score = -dark_quiescence(
                dark2,
                light2,
                king2,
                total2,
                rank[4] + file[4],
                rank[2] + file[2],
                rank[3] | file[3],
                -beta,
                -alpha,
                ply + 1,
            )
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        return score
                    alpha = score
        return best

    return dark_quiescence, light_quiescence
