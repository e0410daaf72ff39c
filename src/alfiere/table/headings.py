"""Headings: whole tenths of a degree, clockwise from north, with sines that are the same integers on every machine.

The plane has x to the east and y to the south, as a screen has. Sines are made once in fixed point from the
digits of pi, never by the machine's floating point.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from alfiere.table.swift import compiled, swift

FULL_TURN: Final = 3600
SCALE: Final = 1 << 30  # what a sine of one is

_DIGITS: Final = 10**40
_PI: Final = 31415926535897932384626433832795028841972  # pi in units of _DIGITS


def _sine_table() -> tuple[int, ...]:
    """Sines of 0.0 to 90.0 degrees: the series for one tenth of a degree, then the sums of angles."""
    angle = _PI // 1800
    sine, cosine, term, order = 0, 0, _DIGITS, 0
    while term:
        if order % 2:
            sine += term if order % 4 == 1 else -term
        else:
            cosine += term if order % 4 == 0 else -term
        order += 1
        term = term * angle // (_DIGITS * order)
    table, s, c = [], 0, _DIGITS
    for _ in range(901):
        table.append((s * SCALE + _DIGITS // 2) // _DIGITS)
        s, c = (s * cosine + c * sine) // _DIGITS, (c * cosine - s * sine) // _DIGITS
    return tuple(table)


_QUARTER: Final = _sine_table()
if compiled is not None:
    compiled.use_sines(_QUARTER, SCALE)


def sine(heading: int) -> int:
    """The sine of a heading, times SCALE."""
    heading %= FULL_TURN
    if heading >= 1800:
        return -sine(heading - 1800)
    return _QUARTER[heading] if heading <= 900 else _QUARTER[1800 - heading]


def cosine(heading: int) -> int:
    """The cosine of a heading, times SCALE."""
    return sine(heading + 900)


@swift
def divided(number: int, by: int, /) -> int:
    """The nearest whole number, halves away from zero, so that what is symmetric stays symmetric."""
    if number < 0:
        return -((-2 * number + by) // (2 * by))
    return (2 * number + by) // (2 * by)


@lru_cache(maxsize=4096)
def ray(heading: int) -> tuple[int, int]:
    """The direction of a heading as (x, y), times SCALE."""
    return sine(heading), -cosine(heading)


@swift
def offset(heading: int, ahead: int, right: int = 0, /) -> tuple[int, int]:
    """How far east and south something lies that is so far ahead and to the right of one who faces this way."""
    x, y = ray(heading)
    return divided(ahead * x - right * y, SCALE), divided(ahead * y + right * x, SCALE)


@swift
def heading_of(x: int, y: int, /) -> int:
    """The heading that points best along (x, y); north when there is no direction at all."""
    low, high = (0, 1800) if x > 0 or (x == 0 and y <= 0) else (1800, FULL_TURN)
    if x == 0:
        return low if y <= 0 else 1800
    while high - low > 1:  # the ray of ``low`` is not clockwise of (x, y), that of ``high`` is
        middle = (low + high) // 2
        rx, ry = ray(middle)
        if rx * y - ry * x >= 0:
            low = middle
        else:
            high = middle
    (lx, ly), (hx, hy) = ray(low), ray(high)
    return low if lx * x + ly * y >= hx * x + hy * y else high % FULL_TURN


def turn_between(one: int, other: int) -> int:
    """The lesser angle between two headings, 0 to 1800."""
    turn = (other - one) % FULL_TURN
    return min(turn, FULL_TURN - turn)
