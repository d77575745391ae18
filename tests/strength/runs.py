"""Runs of the command whose answers are kept in files, so that a study goes on where it was stopped."""

import json
import os
import subprocess
import sys

LABELS = {"connect4": "connect4", "othello6": "othello:size=6", "othello8": "othello"}


def answer(command, path):
    """The first JSON object that a command writes."""
    if not os.path.exists(path):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        with open(path, "w") as file:
            file.write(done.stdout)
    with open(path) as file:
        return json.loads(file.readline())


def judged(program, game, members, folder, name="judged", options=()):
    heuristics = [word for own, spec in members for word in ("--heuristic", f"{own}=({spec})")]
    command = [program, "judge", game, "--json", "--metric", "regret", "--worst", "0", *options, *heuristics]
    return answer(command, os.path.join(folder, f"{name}.json"))


USES = {
    "one-ply": "{}",
    "depth-3": "negascout:depth=3,table=1,eval=({})",
    "mcts": "mcts:playouts=50,memory=4,eval=({})",
}


class Ratings(dict):
    """Elo by name, with the standard errors in `errors`; none for who won or lost every game."""

    def __init__(self, agents):
        super().__init__((own["name"], own["elo"]["value"]) for own in agents)
        self.errors = [error(own["elo"]["low"], own["elo"]["high"]) for own in agents]


def error(low, high):
    return 0.0 if None in (low, high) else (high - low) / 2 / 1.96


def played(program, game, use, members, games, folder):
    """Elo by a round robin, by name."""
    return round_robin(program, game, use, [(name, USES[use].format(spec)) for name, spec in members], games, folder)


def round_robin(program, game, use, agents, games, folder):
    """The same of agents as they are; the answer is kept under the name of the use."""
    entrants = [f"{name}=({spec})" for name, spec in agents]
    command = [program, "tournament", game, *entrants, "--games", str(games), "--openings", "random:plies=6", "--json"]
    found = answer(command, os.path.join(folder, f"{use}.json"))
    return Ratings(found["agents"])
