"""All sheets of a folder: playouts per CPU second with mean length and points, and what loading them takes.

Each sheet is loaded and played out by a program of its own, by lanes where it
grounds and by the rules where it does not, so that CPU time and memory up to
the first game are its own. The geometric mean stands at the end.

    cargo build --release -p plyscope-gdl --example speed
    python3 tests/python/gdl_sheets.py --seconds 0.3 SHEET.kif… > sheets.md
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys


def measure(ours, seconds, sheet):
    """What the program says of a sheet, with the most memory it had in MB; none where it says nothing."""
    command = [ours, "--json", "best", str(seconds), sheet]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        text = program.stdout.read()
        _, _, usage = os.wait4(program.pid, 0)
        program.returncode = 0
    try:
        return {**json.loads(text.strip().splitlines()[-1]), "megabytes": usage.ru_maxrss / 1024}
    except (IndexError, json.JSONDecodeError):
        print(f"{sheet}: {text.strip()}", file=sys.stderr)
        return None


def row(name, answer):
    """One line of the table."""
    points = " ".join(f"{points:.1f}" for points in answer["mean_points"])
    rate = answer["playouts_per_cpu_second"]
    cells = [name, answer["engine"], f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}", f"{answer['mean_plies']:.2f}", points]
    cells += [f"{answer['cpu_seconds_to_first']:.2f}", f"{answer['megabytes']:.0f}"]
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default="target/release/examples/speed", help="our example `speed`")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds to play each sheet")
    parser.add_argument("sheets", nargs="+")
    options = parser.parse_args()
    print("| sheet | engine | playouts per CPU s | plies | points | CPU s to the first game | MB |\n|" + "---|" * 7)
    answers = {}
    for sheet in options.sheets:
        answer = measure(options.ours, options.seconds, sheet)
        if answer:
            name = pathlib.Path(sheet).stem
            answers[name] = answer
            print(row(name, answer), flush=True)
    rates = [answer["playouts_per_cpu_second"] for answer in answers.values()]
    grounded = [answer["playouts_per_cpu_second"] for answer in answers.values() if answer["engine"] != "rules"]
    for title, rates in (("all", rates), ("those that ground", grounded)):
        if rates:
            mean = math.exp(sum(map(math.log, rates)) / len(rates))
            print(f"\nGeometric mean of {title}, {len(rates)} sheets: {mean:,.0f} playouts per CPU second.")
    print("\nMost CPU time to the first game:\n")
    slowest = sorted(answers, key=lambda name: -answers[name]["cpu_seconds_to_first"])
    for name in slowest[:10]:
        print(f"- {name}: {answers[name]['cpu_seconds_to_first']:.2f} s, {answers[name]['megabytes']:.0f} MB")


if __name__ == "__main__":
    main()
