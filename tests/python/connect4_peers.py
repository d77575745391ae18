"""The Connect Four solver beside BitBully and Pascal Pons's solver: CPU seconds on one core.

All solve the same positions without a book, in turns in the same run, each in
one thread; every score is held against the others and against the file's.

    pip install bitbully
    git clone https://github.com/PascalPons/connect4 && make -C connect4
    cargo build --release && cargo build --release -p plyscope-search --example solve_connect4
    python3 tests/python/connect4_peers.py connect4/c4solver score POSITIONS.txt[:COUNT]…
    python3 tests/python/connect4_peers.py connect4/c4solver moves 8..41 12

`score` reads lines of `MOVES SCORE` and asks for the score of each position.
`moves` makes so many random states per ply and asks for the score of every move;
ours is then `plyscope advise`, which also finds and prints the line of best play.
"""

import json
import random
import resource
import subprocess
import sys
import time

from bitbully import BitBully, Board

ROUNDS = 3
CELLS = 42
SEED = 1


def measured(command, lines):
    """The lines that a command answers to these, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    answers = done.stdout.splitlines()
    assert len(answers) == len(lines), done.stderr
    return answers, cpu


def board_after(moves):
    board = Board()
    for column in moves:
        assert board.play(int(column) - 1), moves
    return board


def bitbully(positions, ask):
    """BitBully's answers; it is a library, so its start costs nothing here."""
    boards = [board_after(moves) for moves in positions]
    agent = BitBully(opening_book=None)
    start = time.process_time()
    answers = [ask(agent, board) for board in boards]
    return answers, time.process_time() - start


def score(value, plies, ply):
    """The usual scale: 1 for a win with the winner's last stone, 2 with the one before."""
    stones = (ply + plies + 1) // 2
    return int(value) * (CELLS // 2 + 1 - stones)


def ours_by_move(answer, ply):
    moves = json.loads(answer)["moves"]
    assert all(own["exact"] for own in moves), answer
    return {int(own["move"]): score(own["value"], own["plies"], ply) for own in moves}


def pons_by_move(answer):
    """The last seven words; a full column has a number that is no score."""
    scores = enumerate(answer.split()[-7:], start=1)
    return {column: int(own) for column, own in scores if abs(int(own)) <= CELLS}


def solve_scores(pons, positions):
    last = lambda answers: [int(answer.split()[-1]) for answer in answers]
    found, ours = measured(["target/release/examples/solve_connect4"], positions)
    theirs, his = measured([pons, "-b", "no"], positions)
    bully, its = bitbully(positions, lambda agent, board: agent.mtdf(board))
    assert last(found) == last(theirs) == bully
    return last(found), [ours, its, his]


def solve_moves(pons, positions):
    command = ["target/release/plyscope", "advise", "connect4", "--by", "solver:book=no"]
    command += ["--positions", "-", "--json", "--threads", "1"]
    found, ours = measured(command, positions)
    theirs, his = measured([pons, "-b", "no", "-a"], positions)
    bully, its = bitbully(positions, lambda agent, board: agent.score_all_moves(board))
    for moves, own, other, third in zip(positions, found, theirs, bully):
        third = {column + 1: value for column, value in third.items()}
        assert ours_by_move(own, len(moves)) == pons_by_move(other) == third, moves
    return None, [ours, its, his]


def compare(name, positions, solve, scores=None):
    """Every round solves a part of the positions by each in turn."""
    cpu = [0.0, 0.0, 0.0]
    for part in range(ROUNDS):
        found, spent = solve(positions[part::ROUNDS])
        assert scores is None or found == scores[part::ROUNDS], name
        cpu = [sum(pair) for pair in zip(cpu, spent)]
    ours, bully, pons = cpu
    print(
        f"{name}, {len(positions)} positions: plyscope {ours:.2f} s, "
        f"BitBully {bully:.2f} s ({bully / ours:.1f} times), "
        f"Pons {pons:.2f} s ({pons / ours:.1f} times)",
        flush=True,
    )


def random_states(plies, per_ply):
    """Moves at random from the empty board, to so many different positions per ply."""
    chance = random.Random(SEED)
    found = []
    for ply in plies:
        seen = {}
        # At the last plies there are few games that still go on.
        for _ in range(100_000):
            board, moves = Board(), ""
            while len(moves) < ply and not board.is_game_over():
                column = chance.choice(board.legal_moves())
                board.play(column)
                moves += str(column + 1)
            if len(moves) == ply and not board.is_game_over():
                seen.setdefault(board.uid(), moves)
            if len(seen) == per_ply:
                break
        found += seen.values()
    return found


def main(pons, what, *rest):
    if what == "moves":
        first, last = map(int, rest[0].split(".."))
        positions = random_states(range(first, last + 1), int(rest[1]))
        compare(f"every move, plies {rest[0]}", positions, lambda own: solve_moves(pons, own))
        return
    for source in rest:
        path, _, count = source.partition(":")
        with open(path) as file:
            lines = [line.split() for line in file][: int(count) if count else None]
        positions, scores = zip(*((moves, int(known)) for moves, known in lines))
        name = path.rsplit("/", 1)[-1]
        compare(name, positions, lambda own: solve_scores(pons, own), list(scores))


main(*sys.argv[1:])
