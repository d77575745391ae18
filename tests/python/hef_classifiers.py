"""Holds the classifiers and counts of `plyscope reproduce hef` against scikit-learn and numpy.

Usage: plyscope reproduce hef --out FOLDER && python hef_classifiers.py FOLDER
Needs numpy, pandas and scikit-learn. Trains scikit-learn's decision tree and nearest
neighbours on the same folds of hef-moves.csv and says how many answers are the same,
then counts the order of moves anew and compares with hef.json.
"""

import json
import sys

import numpy as np
import pandas as pd
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

FEATURES = ["q", "n", "total_n", "depth"]


def by_folds(moves, answer):
    """What `answer` says of every move after learning from the other folds."""
    said = pd.Series(0, index=moves.index)
    for fold in sorted(moves.fold.unique()):
        known, asked = moves[moves.fold != fold], moves[moves.fold == fold]
        assert not set(known.state) & set(asked.state), "a state is on both sides"
        said[asked.index] = answer(known, asked)
    return said


def tree(known, asked):
    fit = DecisionTreeClassifier(max_depth=4, min_samples_leaf=20, random_state=0)
    return fit.fit(known[FEATURES], known.truth).predict(asked[FEATURES])


def neighbours(known, asked):
    def logs(own):
        return np.c_[own.q, np.log(own.n), np.log(own.total_n), own.depth]

    scale = StandardScaler().fit(logs(known))
    fit = KNeighborsClassifier(15).fit(scale.transform(logs(known)), known.truth)
    return fit.predict(scale.transform(logs(asked)))


def majority(known, asked):
    return known.truth.mode()[0]


def order(moves, key):
    """Pairs of different worth, and how many stand in the true order, ties half."""
    pairs, right = 0, 0.0
    for _, own in moves.groupby("state"):
        real = np.sign(np.subtract.outer(own.truth.values, own.truth.values))
        said = np.sign(np.subtract.outer(own[key].values, own[key].values))
        upper = np.triu(real != 0, 1)
        pairs += upper.sum()
        right += (((real * said) + 1) / 2)[upper].sum()
    return pairs, right / pairs


def main(folder):
    every = pd.read_csv(f"{folder}/hef-moves.csv")
    report = json.load(open(f"{folder}/hef.json"))
    wrong = 0
    for source, moves in every.groupby("source"):
        for column, answer in [("majority", majority), ("decision_tree", tree), ("nearest_neighbours", neighbours)]:
            said = by_folds(moves, answer)
            same, theirs = (said == moves[column]).mean(), (said == moves.truth).mean()
            ours = (moves[column] == moves.truth).mean()
            print(f"{source} {column}: {same:.2%} of the answers are scikit-learn's; accuracy {ours:.4f}, theirs {theirs:.4f}")
            wrong += same < 0.995
        for key, name in [("q", "q"), ("n", "visits")]:
            pairs, right = order(moves, key)
            own = next(o for o in report["order"]["orders"] if o["source"] == source and o["key"] == name)
            assert own["pairs"] == pairs and abs(own["right"]["value"] - right) < 1e-12, (source, key)
    print("the order of moves is counted alike")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(sys.argv[1])
