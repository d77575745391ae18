"""Playouts a second of plyscope's MCTS beside those of OpenSpiel's C++ MCTSBot.

Both search Connect Four's empty board with the same exploration weight, one
random playout a leaf, and proofs of finished lines, on one core, in turns in
the same run. Times are CPU times, so a busy machine hurts both alike.

    pip install open_spiel
    cargo build --release
    python3 tests/python/openspiel_mcts.py [target/release/plyscope]

Ends with 1 if the ratio is under 15 at any budget.
"""

import resource
import subprocess
import sys
import time

import pyspiel

EXPLORATION = 1.4
MEMORY_MIB = 1000
ROUNDS = 5
LEAST_RATIO = 15
# Playouts for one search, and how many searches make a round for each side:
# a round must last long enough to be timed, also with the start of a process.
BUDGETS = [(10_000, 20, 400), (1_000_000, 1, 4)]
EMPTY = "/".join(["......."] * 6)


def openspiel_rate(playouts, searches):
    """Playouts a CPU second of the C++ bot."""
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, playouts, MEMORY_MIB, True, 1, False
    )
    state = game.new_initial_state()
    start = time.process_time()
    for _ in range(searches):
        bot.step(state)
    return playouts * searches / (time.process_time() - start)


def plyscope_rate(binary, playouts, searches):
    """Playouts a CPU second of the command, its start and its printing included."""
    spec = f"mcts:playouts={playouts},c={EXPLORATION},memory={MEMORY_MIB}"
    command = [binary, "advise", "connect4", "--by", spec, "--positions", "-"]
    command += ["--state", "--json", "--threads", "1"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, input=f"{EMPTY}\n" * searches, capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stdout.count("\n") == searches, done.stdout
    cpu = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return playouts * searches / cpu


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else "target/release/plyscope"
    too_slow = False
    for playouts, theirs, ours in BUDGETS:
        rates = []
        for _ in range(ROUNDS):
            rates.append((plyscope_rate(binary, playouts, ours), openspiel_rate(playouts, theirs)))
        ratios = sorted(ours / theirs for ours, theirs in rates)
        median = ratios[len(ratios) // 2]
        best = max(ours for ours, _ in rates), max(theirs for _, theirs in rates)
        print(
            f"{playouts:>9} playouts: plyscope {best[0] / 1e6:.2f} M/s, "
            f"OpenSpiel {best[1] / 1e3:.0f} k/s, ratio {median:.1f} "
            f"(from {ratios[0]:.1f} to {ratios[-1]:.1f} in {ROUNDS} rounds)"
        )
        too_slow |= median < LEAST_RATIO
    sys.exit(1 if too_slow else 0)


if __name__ == "__main__":
    main()
