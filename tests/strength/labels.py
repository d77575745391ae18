"""How far results of play are from the truth: python3 tests/strength/labels.py PLYSCOPE FILE [OTHER]

With one benchmark, the mean results of games (`q`) are held against what is proved of the same moves
(`value`), in states all of whose moves have both. With two benchmarks of the same states the results
of the first are held against those of the second; estimates of searches stand for results where there
are none, and proofs of the second come before both. Prints a line per section of plies: states; how
often the move with the best results is a best one, and how often a random move would be; what it
falls short of the best on average, and what a random move does; the share of pairs of moves in order,
weighted by their difference.
"""

import csv
import subprocess
import sys

SECTIONS = 5


def states(program, path):
    """Rows by state, in the order of the file."""
    command = [program, "truth", "export", path, "--format", "csv"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {}
    for row in csv.DictReader(text.splitlines()):
        if row["move"]:
            found.setdefault((row["state"], row["player"]), []).append(row)
    return found


def pairs_of(truth, said):
    """Differences of the pairs of moves that are in order, and of all pairs; ties count half."""
    right = everything = 0.0
    for a in range(len(truth)):
        for b in range(a):
            gap = abs(truth[a] - truth[b])
            sign = (truth[a] - truth[b]) * (said[a] - said[b])
            everything += gap
            right += gap if sign > 0 else gap / 2 if sign == 0 else 0.0
    return right, everything


def said_of(row):
    """The mean result of games after a move, or what a search says of it."""
    return row["q"] or ("" if row["exact"] == "true" else row["value"])


def labels(rows, others):
    """The truth and what was said of the moves of one state; nothing where one is missing."""
    if others is not None:
        truth = {row["move"]: row["value"] if row["exact"] == "true" else said_of(row) for row in others}
    else:
        truth = {row["move"]: row["value"] for row in rows if row["exact"] == "true"}
    both = [(truth.get(row["move"]), said_of(row)) for row in rows]
    if len(both) < 2 or not all(one and other for one, other in both):
        return None
    return [float(one) for one, _ in both], [float(other) for _, other in both]


def line(name, cases):
    count = len(cases)
    hit = blind_hit = short = blind = right = everything = 0.0
    for truth, said in cases:
        best = max(truth)
        favourites = [own for own, q in zip(truth, said) if q == max(said)]
        hit += sum(own == best for own in favourites) / len(favourites)
        blind_hit += sum(own == best for own in truth) / len(truth)
        short += best - sum(favourites) / len(favourites)
        blind += best - sum(truth) / len(truth)
        ordered, of = pairs_of(truth, said)
        right, everything = right + ordered, everything + of
    order = right / everything if everything else 1.0
    print(
        f"| {name} | {count} | {hit / count:.2f} ({blind_hit / count:.2f}) "
        f"| {short / count:.2f} ({blind / count:.2f}) | {order:.2f} |"
    )


def main():
    program, path, *rest = sys.argv[1:]
    others = states(program, rest[0]) if rest else None
    found = []
    for key, rows in states(program, path).items():
        case = labels(rows, others and others.get(key, []))
        if case:
            found.append((int(rows[0]["ply"]), case))
    if not found:
        sys.exit("no state has both labels for all of its moves")
    first, last = min(ply for ply, _ in found), max(ply for ply, _ in found)
    print("| plies | states | best (by chance) | falls short (by chance) | pairs in order |\n|---|---|---|---|---|")
    width = -(-(last - first + 1) // SECTIONS)
    for begin in range(first, last + 1, width):
        cases = [case for ply, case in found if begin <= ply < begin + width]
        if cases:
            line(f"{begin} to {min(begin + width - 1, last)}", cases)
    line("all", [case for _, case in found])


if __name__ == "__main__":
    main()
