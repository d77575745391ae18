"""Discs, moves and corners of Othello as a function of the Python package: python3 counts_package.py

The same as counts_numpy.py without a process of its own. Needs numpy and `pip install ./apps/python`.
"""

import numpy as np
import plyscope

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


@plyscope.heuristic(batch=True)
def counts(batch):
    """What every board is worth to the player who looks at it."""
    cells = batch.cells.reshape(len(batch), 64)
    own = np.packbits(cells > 0, axis=1).view(np.uint64).ravel()
    theirs = np.packbits(cells < 0, axis=1).view(np.uint64).ravel()
    return (
        DISCS * (count(own) - count(theirs))
        + MOVES * (moves(own, theirs) - moves(theirs, own))
        + CORNER * (count(own & CORNERS) - count(theirs & CORNERS))
    )


if __name__ == "__main__":
    print(plyscope.judge("othello", {"counts": counts}))
