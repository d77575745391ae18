import shutil
import subprocess
import sys

import numpy as np
import plyscope
import pytest


def middle(state):
    """Stones in the middle column."""
    return sum(row[3] for row in state.cells)


@plyscope.heuristic(batch=True)
def middle_at_once(batch):
    return batch.cells[:, :, 3].sum(axis=1)


@plyscope.heuristic(batch=10, gives="moves")
def middle_moves(batch):
    # A move is worth the column it is nearest to; rows have as many values as there are moves.
    return [[-abs(int(move) - 4) for move in moves] for moves in batch.moves]


def without_spec(judgement):
    data = dict(judgement.data)
    data["heuristics"] = [{**own, "spec": None} for own in data["heuristics"]]
    return data


def test_one_state_and_a_batch_give_the_same_judgement():
    one = plyscope.judge("connect4", {"h": middle})
    many = plyscope.judge("connect4", {"h": middle_at_once})
    assert without_spec(one) == without_spec(many)
    threads = plyscope.judge("connect4", {"h": middle_at_once}, threads=3)
    assert threads.data == many.data


def test_values_of_moves_are_judged():
    judgement = plyscope.judge("connect4", {"moves": middle_moves, "states": middle, "ours": "lines"})
    assert judgement.heuristics == ["moves", "states", "ours"]
    assert 0 < judgement.mean("ours") < judgement.mean("states")
    assert len(judgement.verdicts) == 3


def test_a_judgement_says_who_is_expected_to_win():
    judgement = plyscope.judge("connect4", ["lines", "mobility"])
    assert judgement.verdict.startswith("lines is expected to win")
    assert judgement.verdict in judgement._repr_html_()
    assert len(judgement.predicted()) == 2 * 3


def test_a_list_one_function_or_the_usual_ones_are_judged():
    assert plyscope.judge("tictactoe", middle_first).heuristics == ["middle_first"]
    assert plyscope.judge("tictactoe", ["random", middle_first]).heuristics == ["random", "middle_first"]
    assert "open-lines" in plyscope.judge("tictactoe").heuristics


def middle_first(state):
    return state.cells[1][1]


def test_a_function_is_an_evaluator_within_searches():
    deep = {"deep": "negascout:depth=2,eval=mine", "mine": middle_at_once}
    judgement = plyscope.judge("connect4", deep, where="ply > 30")
    assert judgement.mean("deep") < judgement.mean("mine")
    named = plyscope.judge(
        "connect4", "negascout:depth=2,eval=mine", functions={"mine": middle}, where="ply > 30"
    )
    assert named.mean(named.heuristics[0]) == judgement.mean("deep")


def without_reasons(data):
    """Takes out of predictions what states and games alone say."""
    for own in data["predicted"]:
        for reason in ("by_states", "by_games", "games_error"):
            del own[reason]


def counted(folder):
    """The same heuristic in every language there is."""
    sys.path.insert(0, str(folder))
    try:
        from counts_package import counts
    finally:
        sys.path.remove(str(folder))
    yield "Python package", counts
    yield "Python process", f"process:cmd=('{sys.executable}' '{folder}/counts.py')"
    yield "numpy process", f"process:cmd=('{sys.executable}' '{folder}/counts_numpy.py')"
    if shutil.which("node"):
        yield "JavaScript", f"process:cmd=(node '{folder}/counts.js')"


def test_the_same_heuristic_is_judged_alike_in_every_language(examples, tmp_path):
    own = without_spec(plyscope.judge("othello", {"h": f"linear:weights={examples}/counts.toml"}))
    others = list(counted(examples))
    if shutil.which("cc"):
        made = tmp_path / "counts"
        subprocess.run(["cc", "-O1", "-o", made, examples / "counts.c"], check=True)
        others.append(("C", f"process:cmd='{made}'"))
    # What is expected of functions and programs rests on the judged states alone, and they meet no panel.
    assert own.pop("prediction")["benchmark"] == "othello8-play"
    without_reasons(own)
    for name, heuristic in others:
        judged = without_spec(plyscope.judge("othello", {"h": heuristic}))
        assert judged.pop("prediction")["benchmark"] == "othello8", name
        without_reasons(judged)
        assert judged == own, name


def test_what_a_batch_holds():
    seen = []

    @plyscope.heuristic(batch=True)
    def look(batch):
        seen.append(batch)
        return np.zeros(len(batch))

    plyscope.judge("othello4", {"look": look}, threads=1, where="ply = 4")
    batch = seen[0]
    assert batch.cells.shape == batch.letters.shape == (len(batch), 4, 4)
    assert batch.cells.dtype == np.int8 and not batch.cells.flags.writeable
    assert set(np.unique(batch.cells)) == {-1, 0, 1}
    first = (batch.letters == ord("x")).astype(int) - (batch.letters == ord("o"))
    sign = np.where(batch.players == 0, 1, -1)
    assert (batch.cells == first * sign[:, None, None]).all()
    assert len(batch.texts) == len(batch.moves) == len(batch.movers) == len(batch)


def test_chess_figures_have_numbers():
    position = plyscope.game("chess").start()
    assert position.cells[7] == [4, 2, 3, 5, 6, 3, 2, 4] and position.cells[0][0] == -4


def test_results_become_frames_pages_and_pictures(tmp_path):
    judgement = plyscope.judge("connect4", {"mine": middle, "ours": "lines"}, metrics=["regret", "strict-best"])
    frame = judgement.to_pandas()
    assert list(frame.heuristic) == ["mine", "mine", "ours", "ours"]
    assert frame["mean"][0] == judgement.mean("mine", "regret")
    assert {"ply", "state_id", "regret", "strict-best"} <= set(judgement.scores().columns)
    assert judgement.scores().groupby("heuristic").regret.mean()["mine"] == pytest.approx(judgement.mean("mine", "regret"))
    assert {"group", "low", "high"} <= set(judgement.curves().columns)
    assert judgement.plot("regret").startswith("<svg") and judgement.plot()._repr_svg_()
    assert "<table>" in judgement._repr_html_()
    judgement.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    with pytest.raises(FileExistsError):
        judgement.save(tmp_path / "page.html")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda state: float("nan"), "gave NaN"),
        (lambda state: "much", "gave str instead of a number"),
        (lambda state: None, "gave NoneType"),
        (plyscope.heuristic(lambda batch: [1.0], batch=True), "gave 1 values for"),
        (plyscope.heuristic(lambda state: [1.0], gives="moves"), "gave 1 values for"),
        (plyscope.heuristic(lambda state: {}, gives="moves"), "gave no value for the move"),
    ],
)
def test_a_wrong_answer_is_named(answer, words):
    with pytest.raises(plyscope.UsageError, match=words) as caught:
        plyscope.judge("connect4", {"mine": answer})
    assert "`mine`" in str(caught.value) and caught.value.hint


def test_an_exception_of_the_users_is_his_own():
    class Mine(Exception):
        pass

    def fails(state):
        raise Mine("on purpose")

    for call in (
        lambda: plyscope.judge("connect4", {"mine": fails}, threads=2),
        lambda: plyscope.match("connect4", fails, "random", games=10),
        lambda: plyscope.game("connect4").start().advise(fails),
        lambda: plyscope.game("connect4").start().advise("negascout:depth=3,eval=f", heuristics={"f": fails}),
    ):
        with pytest.raises(Mine, match="on purpose"):
            call()


def test_wrong_calls_are_value_errors():
    for call in (
        lambda: plyscope.judge("no-such-benchmark"),
        lambda: plyscope.judge("connect4", {"lines": middle}),
        lambda: plyscope.judge("connect4", {"a=b": middle}),
        lambda: plyscope.judge("connect4", {"mine": 3}),
        lambda: plyscope.judge("connect4", "mine"),
        lambda: plyscope.judge("connect4", {"mine": middle}, metrics=["no-such-metric"]),
        lambda: plyscope.judge("connect4", {"mine": middle}, by="week"),
        lambda: plyscope.judge("connect4", {"mine": middle}, where="ply >"),
        lambda: plyscope.judge("connect4", {"mine": middle}, time=-1),
        lambda: plyscope.heuristic(middle, gives="money"),
        lambda: plyscope.heuristic(middle, batch=-1),
        lambda: plyscope.judge("connect4", [middle, plyscope.heuristic(lambda state: 0), middle_twin()]),
    ):
        with pytest.raises(ValueError):
            call()


def middle_twin():
    def middle(state):
        return 0

    return middle


def test_a_package_that_is_missing_is_named(monkeypatch):
    for module, call in (
        ("numpy", lambda: plyscope.judge("tictactoe", plyscope.heuristic(lambda batch: batch.cells, batch=True))),
        ("pandas", lambda: plyscope.judge("othello4", "random").to_pandas()),
        ("pyarrow", lambda: plyscope.Benchmark("othello4").arrow()),
    ):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(ImportError, match=f"needs {module}\n\nhint: pip install {module}"):
            call()


def test_a_heuristic_can_be_tried_on_a_position():
    position = plyscope.game("connect4").position("44")
    assert middle(position) == 0 and middle(position.play("4")) == -1
