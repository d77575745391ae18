"""Discs, moves and corners of Othello as a function of the Python package: python3 counts_package.py

The arithmetic is that of counts_numpy.py, without a process. Needs numpy and `pip install ./apps/python`.
"""

import numpy as np
import plyscope
from counts_numpy import worth


@plyscope.heuristic(batch=True)
def counts(batch):
    """What every board is worth to the player who looks at it."""
    cells = batch.cells.reshape(len(batch), 64)
    own = np.packbits(cells > 0, axis=1).view(np.uint64).ravel()
    theirs = np.packbits(cells < 0, axis=1).view(np.uint64).ravel()
    return worth(own, theirs)


if __name__ == "__main__":
    print(plyscope.judge("othello", {"counts": counts}))
