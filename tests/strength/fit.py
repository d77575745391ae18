"""Fits the constants that bring states and games together.

Per use: `scale`, the factor on Elo by states; `states`, the standard deviation of their error about one
heuristic, which decides what they count; `errors`, that of what each game's panel is wrong about however
many games there are (in its file); and a factor by which all deviations would have to change so that
95 % of the fitted pairs lie within 1.96 of them.
"""

from measures import line, spearman

LEAST = 15.0


def mean_free(values):
    mean = sum(values) / len(values)
    return [value - mean for value in values]


def slope(cases):
    """By what Elo by states has to be multiplied, least squares within pools."""
    products = squares = 0.0
    for case in cases:
        own, elo = mean_free([one["by_states"] for one in case.predicted]), mean_free(case.elo)
        products += sum(a * b for a, b in zip(own, elo))
        squares += sum(a * a for a in own)
    return products / squares


def spread(cases, values):
    """The root mean square of what values miss, less what their own errors and those of the ratings explain."""
    missed, explained, count = 0.0, 0.0, 0
    for case in cases:
        guess, errors = values(case)
        known = [at for at, value in enumerate(guess) if value is not None]
        guess, elo = ([own[at] for at in known] for own in (guess, case.elo))
        own = (errors[at] ** 2 + case.errors[at] ** 2 for at in known)
        for a, b, error in zip(mean_free(guess), mean_free(elo), own):
            missed += (a - b) ** 2
            explained += error
            count += 1
    return max(missed / count - explained / count, 25.0) ** 0.5


def by_game(cases):
    return {game: [case for case in cases if case.game == game] for game in dict.fromkeys(case.game for case in cases)}


def by_games(case):
    return [one["by_games"] for one in case.predicted], [one["games_error"] for one in case.predicted]


def constants(cases):
    scale = slope(cases)
    states = spread(cases, lambda case: ([scale * one["by_states"] for one in case.predicted], [0] * len(case.elo)))
    errors = {game: spread(own, by_games) for game, own in by_game(cases).items()}
    return {"scale": scale, "states": states, "errors": errors}


def blend(case, own):
    """What states and games say together, by these constants; a game that is left out has the others' mean error."""
    errors = own["errors"]
    panel = errors.get(case.game, sum(errors.values()) / len(errors))
    found = []
    for one in case.predicted:
        by_states = own["scale"] * one["by_states"]
        if one["by_games"] is None:
            found.append(by_states)
            continue
        sure, games = own["states"] ** -2, 1 / (one["games_error"] ** 2 + panel**2)
        found.append((sure * by_states + games * one["by_games"]) / (sure + games))
    return found


def factor(cases, own):
    """What deviations would have to be multiplied by, so that 95 % of the pairs lie within."""
    ratios = []
    for case in cases:
        guess = blend(case, own)
        for a, b, one in case.pairs:
            deviation = (one["high"] - one["low"]) / 2 / 1.96
            ratios.append(abs(guess[a] - guess[b] - (case.elo[a] - case.elo[b])) / deviation)
    ratios.sort()
    return ratios[int(0.95 * len(ratios))] / 1.96


def told(label, cases, own):
    errors = " ".join(f"{game} {error:.3g}" for game, error in own["errors"].items())
    numbers = f"scale {own['scale']:.3g} states {own['states']:.3g} errors {errors}"
    print(f"  {label}: {numbers} factor {factor(cases, own):.2f}")


def report(found):
    for use in dict.fromkeys(case.use for case in found):
        fitted = [case for case in found if case.use == use and case.is_fitted]
        print(f"\n{use}, fitted to {', '.join(f'{case.game} {case.name}' for case in fitted)}")
        own = constants(fitted)
        told("all games", fitted, own)
        for game in by_game(fitted):
            others = [case for case in fitted if case.game != game]
            if not others:
                continue
            without = constants(others)
            told(f"without {game}", others, without)
            for case in found:
                if case.use == use and case.game == game:
                    print(f"    {case.game} {case.name}: {line(case.elo, blend(case, without))}")
        for share in (0.0, 0.5, 1.0, 2.0):
            other = dict(own, states=own["states"] * (share or 1e-3))
            ranks = [spearman(case.elo, blend(case, other)) for case in fitted]
            print(f"  error of states times {share}: mean rank correlation {sum(ranks) / len(ranks):.3f}")
