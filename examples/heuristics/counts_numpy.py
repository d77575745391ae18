"""The same as counts.py for many boards at once: plyscope judge othello --heuristic "process:cmd=(python3 counts_numpy.py)"

All boards of a question are two arrays of 64-bit numbers, so that Python's own
slowness is paid once for a thousand boards. Needs numpy.
"""

import json
import sys

import numpy as np

INNER = np.uint64(0x7E7E7E7E7E7E7E7E)
CORNERS = np.uint64(0x8100000000000081)
DISCS, MOVES, CORNER = 1, 10, 100
BITS_OF_BYTE = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)


def count(boards):
    """The bits of every board."""
    return BITS_OF_BYTE[boards.view(np.uint8).reshape(-1, 8)].sum(axis=1, dtype=np.int64)


def lines(own, theirs, shift):
    """Cells behind lines of their discs that begin next to ours, both ways."""
    shift = np.uint64(shift)
    left, right = theirs & (own << shift), theirs & (own >> shift)
    for _ in range(5):
        left |= theirs & (left << shift)
        right |= theirs & (right >> shift)
    return left << shift | right >> shift


def moves(own, theirs):
    """How many cells are open to a disc, of every board."""
    inner = theirs & INNER
    cells = lines(own, theirs, 8) | lines(own, inner, 1) | lines(own, inner, 7) | lines(own, inner, 9)
    return count(cells & ~(own | theirs))


def worth(own, theirs):
    """What every board is worth to the player whose discs are `own`."""
    return (
        DISCS * (count(own) - count(theirs))
        + MOVES * (moves(own, theirs) - moves(theirs, own))
        + CORNER * (count(own & CORNERS) - count(theirs & CORNERS))
    )


def values(cells, players):
    """What every board is worth to its player: 0 began, with the discs `x`."""
    letters = np.frombuffer("".join(cells).encode(), dtype=np.uint8).reshape(-1, 64)
    first = np.packbits(letters == ord("x"), axis=1).view(np.uint64).ravel()
    second = np.packbits(letters == ord("o"), axis=1).view(np.uint64).ravel()
    is_first = np.array(players) == 0
    return worth(np.where(is_first, first, second), np.where(is_first, second, first)).tolist()


def say(answer):
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def main():
    for line in sys.stdin:
        question = json.loads(line)
        if "plyscope" in question:
            if question["game"] != "othello" or question["rows"] != 8:
                say({"error": "only Othello on 8x8 cells"})
            say({"plyscope": 1, "name": "counts_numpy.py", "gives": "states", "wants": ["cells"]})
        elif "cells" in question:
            say({"id": question["id"], "values": values(question["cells"], question["players"])})
        elif "goodbye" in question:
            break


if __name__ == "__main__":
    main()
