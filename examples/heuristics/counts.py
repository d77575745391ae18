"""Discs, moves and corners of Othello, as a process: plyscope judge othello --heuristic "process:cmd=(python3 counts.py)"

Plain Python, 8×8. A board is two whole numbers of 64 bits; the first cell is the highest bit.
"""

import json
import sys

INNER = 0x7E7E7E7E7E7E7E7E  # all columns but the outer two: no line runs over an edge
ALL = (1 << 64) - 1
CORNERS = 0x8100000000000081
DISCS, MOVES, CORNER = 1, 10, 100
OF_FIRST = str.maketrans("xo.", "100")
OF_SECOND = str.maketrans("xo.", "010")


def lines(own, theirs, shift):
    """Cells behind lines of their discs that begin next to ours, both ways."""
    left, right = theirs & (own << shift), theirs & (own >> shift)
    for _ in range(5):
        left |= theirs & (left << shift)
        right |= theirs & (right >> shift)
    return left << shift | right >> shift


def moves(own, theirs):
    """How many cells are open to a disc."""
    inner = theirs & INNER
    cells = lines(own, theirs, 8) | lines(own, inner, 1) | lines(own, inner, 7) | lines(own, inner, 9)
    return (cells & ~(own | theirs) & ALL).bit_count()


def value(cells, player):
    """What a board is worth to a player: 0 began, with the discs `x`."""
    own, theirs = int(cells.translate(OF_FIRST), 2), int(cells.translate(OF_SECOND), 2)
    if player == 1:
        own, theirs = theirs, own
    return (
        DISCS * (own.bit_count() - theirs.bit_count())
        + MOVES * (moves(own, theirs) - moves(theirs, own))
        + CORNER * ((own & CORNERS).bit_count() - (theirs & CORNERS).bit_count())
    )


def say(answer):
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    question = json.loads(line)
    if "plyscope" in question:
        if question["game"] != "othello" or question["rows"] != 8:
            say({"error": "only Othello on 8x8 cells"})
        say({"plyscope": 1, "name": "counts.py", "gives": "states", "wants": ["cells"]})
    elif "cells" in question:
        values = [value(*pair) for pair in zip(question["cells"], question["players"])]
        say({"id": question["id"], "values": values})
    elif "goodbye" in question:
        break
