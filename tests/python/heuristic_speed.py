"""The same Othello heuristic in five languages: the same judgement, and how many states per second.

Usage: python heuristic_speed.py [STATES]      (30000 states unless told otherwise)
Needs the package (`pip install ./apps/python`), numpy, node and cc. A state here is what the
heuristic is asked about: the state after a move. Times are CPU seconds of both ends, one thread,
for the whole of the judging; the last column is what a language costs beyond Rust.
"""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import plyscope

EXAMPLES = Path(__file__).parents[2] / "examples" / "heuristics"
sys.path.insert(0, str(EXAMPLES))


def spent():
    """CPU seconds of this process and of those that ended."""
    return sum(
        own.ru_utime + own.ru_stime
        for own in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def languages(folder):
    """Names and heuristics, the one that costs least first."""
    from counts_package import counts

    yield "Rust", f"linear:weights={EXAMPLES}/counts.toml"
    if shutil.which("cc"):
        subprocess.run(["cc", "-O2", "-o", folder / "counts", EXAMPLES / "counts.c"], check=True)
        yield "C, process", f"process:cmd='{folder}/counts'"
    yield "numpy, package", counts
    yield "numpy, process", f"process:cmd=('{sys.executable}' '{EXAMPLES}/counts_numpy.py')"
    if shutil.which("node"):
        yield "JavaScript, process", f"process:cmd=(node '{EXAMPLES}/counts.js')"
    yield "plain Python, process", f"process:cmd=('{sys.executable}' '{EXAMPLES}/counts.py')"


def judged(benchmark, heuristic):
    """What is judged, but for the spec, and the CPU seconds it took."""
    before = spent()
    found = plyscope.judge(benchmark, {"h": heuristic}, metrics=["regret"], threads=1)
    took = spent() - before
    found.data["heuristics"][0]["spec"] = None
    return json.dumps(found.data), took


def main(states):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        benchmark = plyscope.truth.make(
            "othello", "disc-count", folder / "states.parquet", states=states, plies=(8, 55)
        )
        moves = len(benchmark.numpy()["value"])
        print(f"{len(benchmark)} states, {moves} moves\n")
        all_of_them = list(languages(folder))
        own, _ = judged(benchmark, all_of_them[0][1])
        base = min(judged(benchmark, all_of_them[0][1])[1] for _ in range(3))
        print("| | states per second | µs per state | beyond Rust |\n|---|---|---|---|")
        for name, heuristic in all_of_them:
            same, first = judged(benchmark, heuristic)
            assert same == own, f"{name} is judged otherwise"
            took = min(first, *(judged(benchmark, heuristic)[1] for _ in range(2)))
            beyond = 1e6 * (took - base) / moves
            print(f"| {name} | {round(moves / took):,} | {1e6 * took / moves:.2f} | {beyond:.2f} |")
        print("\nthe judgement is the same in all")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 30_000)
