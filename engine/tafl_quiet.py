"""Quiescence in tafl: captures, and what threatens the king, until nothing is hanging.

The functions are long and their names local: a call or an attribute more costs a tenth of
the speed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.limits import SURE, WIN
from engine.tafl_values import MASK, ZERO

if TYPE_CHECKING:
    from engine.tafl_board import TaflBoard
    from engine.tafl_shared import DarkQuiet, LightQuiet, Shared


def make(board: TaflBoard, shared: Shared) -> tuple[DarkQuiet, LightQuiet]:
    """The two functions of a rule set: attackers to move, king's side to move."""
    rules = board.rules
    values = board.values
    lane, ring, twice, tempo = values.lane, values.ring, values.twice, values.tempo
    least, most = values.least, values.most
    count_twice = board.twice
    attacker_value, defender_value = board.values.attacker, board.values.defender
    king_tables, cross, around = board.king, board.cross, board.around
    fatal_squares, arrivals, soldier_arrivals = (
        board.fatal,
        board.dark_arrivals,
        board.soldier_arrivals,
    )
    dark_captures, taken_by_dark = board.dark_captures, board.taken_by_dark
    light_captures, taken_by_light = board.light_captures, board.taken_by_light
    softened, imprisoned = board.softened, board.imprisoned
    two_off = board.two_off
    crush_king = rules.crush_king
    armed = board.armed
    soft, prison = bool(board.soft), rules.imprisonment
    special_at = board.special
    mate_now = 0 if rules.no_way_out else 2  # plies until the king has walked out

    def dark_quiet(
        dark: int,
        light: int,
        king: int,
        total: int,
        mob: int,
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
            if fatal and arrivals(fatal, dark, light):
                return WIN - ply - 1
        if ways:
            if special_at >> king & 1:
                moves = board.special_moves(dark, light, king, wayset)
            elif ways > 1:
                return ply + mate_now - WIN
            else:
                moves = arrivals(wayset, dark, light)
            if not moves:
                return ply + mate_now - WIN
            if ply > shared.horizon:
                return (total >> lane[king] & MASK) - ZERO + mob + ring[left.bit_count()]
            best = ply + mate_now - WIN
            caps = dark_captures(dark, light, king)
        else:
            best = (total >> lane[king] & MASK) - ZERO + mob + ring[left.bit_count()] + tempo
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
            caps = dark_captures(dark, light, king)
            if not caps:
                return best
            moves = arrivals(caps, dark, light)
        mask, line, mask2, line2 = king_tables[king]
        crossing = cross[king]
        for move in moves:
            dark2 = dark ^ move.shift
            light2, total2, mob2 = light, total + move.delta, mob
            if move.bit & caps:
                taken = taken_by_dark(move.bit, dark, light, king)
                light2 = light ^ taken
                while taken:
                    one = taken & -taken
                    taken ^= one
                    total2 -= defender_value[one.bit_length() - 1]
                changed = True
            else:
                changed = False
            if changed or soft or move.shift & crossing:
                blockers = dark2 | light2
                if soft:
                    blockers |= softened(dark2)
                one = line[blockers & mask]
                other = line2[blockers & mask2]
                if one[2] or other[2]:
                    if not (prison and imprisoned(king, dark2, light2)):
                        continue
                mob2 = one[4] + other[4]
            score = -light_quiet(dark2, light2, king, total2, mob2, -beta, -alpha, ply + 1)
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        return score
                    alpha = score
        return best

    def light_quiet(
        dark: int, light: int, king: int, total: int, mob: int, alpha: int, beta: int, ply: int
    ) -> int:
        shared.nodes += 1
        if shared.nodes >= shared.look_at:
            shared.look()
        left = around[king] & ~(dark | crush_king)
        if two_off or not left & (left - 1):
            if prison and imprisoned(king, dark, light):
                return ply - WIN
            fatal = fatal_squares(king, dark, light)
            if fatal and ply <= shared.horizon and arrivals(fatal, dark, light):
                return shared.light_node(
                    dark, light, king, total, mob, 1, alpha, beta, ply, 0, False
                )
        best = ZERO - (total >> lane[king] & MASK) - mob - ring[left.bit_count()] + tempo
        if best - most >= beta:
            return best - most
        occupied = dark | light
        kbit = 1 << king
        mask, line, mask2, line2 = king_tables[king]
        bare = occupied ^ kbit
        if soft:
            bare |= softened(dark)
        one = line[bare & mask]
        other = line2[bare & mask2]
        number = 0
        for probe, openings, move in one[5] + other[5]:
            found = openings[bare & probe]
            if found:
                number += 1
                if found > 1:  # two ways: attackers can stop one at most
                    to = move.to
                    tables = king_tables[to]
                    first = tables[1][bare & tables[0]]
                    second = tables[3][bare & tables[2]]
                    score = -dark_quiet(
                        dark,
                        light ^ move.shift,
                        to,
                        total + move.delta,
                        first[4] + second[4],
                        first[2] + second[2],
                        first[3] | second[3],
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
        caps = light_captures(dark, light, king)
        if not caps:
            return best
        moves = soldier_arrivals(caps, dark, light, king)
        if armed:
            for entry in (one, other):
                if entry[1] & caps:
                    moves += [move for move in entry[0] if move.bit & caps]
        for move in moves:
            light2 = light ^ move.shift
            taken = taken_by_light(move.bit, dark, light, king)
            dark2, total2 = dark ^ taken, total + move.delta
            while taken:
                one = taken & -taken
                taken ^= one
                total2 -= attacker_value[one.bit_length() - 1]
            king2 = move.to if move.origin == kbit else king
            tables = king_tables[king2]
            blockers2 = dark2 | light2
            if soft:
                blockers2 |= softened(dark2)
            one = tables[1][blockers2 & tables[0]]
            other = tables[3][blockers2 & tables[2]]
            score = -dark_quiet(
                dark2,
                light2,
                king2,
                total2,
                one[4] + other[4],
                one[2] + other[2],
                one[3] | other[3],
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

    return dark_quiet, light_quiet
