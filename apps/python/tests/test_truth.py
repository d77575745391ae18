import plyscope
import pytest


def discs(state):
    return sum(map(sum, state.cells))


def test_a_benchmark_that_ships_is_a_table_without_a_copy():
    benchmark = plyscope.truth.load("connect4")
    assert len(benchmark) == 500 and benchmark.game == "connect4"
    table = benchmark.arrow()
    assert table.num_rows == len(benchmark.to_pandas())
    arrays = benchmark.numpy()
    value = table.column("value").chunk(0)
    assert value.buffers()[1].address == arrays["value"].__array_interface__["data"][0]
    assert not arrays["value"].flags.writeable
    assert table.column("state")[0].as_py() == benchmark[0]["state"] == arrays["state"][0]
    assert [own["move"] for own in benchmark[-1]["moves"]] == list(arrays["move"][arrays["state_id"] == 499])
    with pytest.raises(IndexError):
        benchmark[500]


def test_it_is_the_table_that_parquet_readers_see(tmp_path):
    import pyarrow
    import pyarrow.parquet

    benchmark = plyscope.Benchmark("connect4-mcts1")
    benchmark.save(tmp_path / "own.parquet")
    read = pyarrow.parquet.read_table(tmp_path / "own.parquet")
    own = benchmark.arrow()
    assert own.column_names == read.column_names
    for name in own.column_names:
        assert own.column(name).to_pylist() == read.column(name).to_pylist(), name
    assert pyarrow.table(benchmark).equals(own)
    with pytest.raises(ValueError, match="own.parquet"):
        benchmark.save(tmp_path / "own.parquet")


def test_truth_is_made_by_a_spec_and_by_a_function(tmp_path):
    made = plyscope.truth.make("tictactoe", "solver", tmp_path / "a.parquet", source="all", plies=(6, 9))
    assert made.to_pandas().exact.all() and len(made) > 500 and made[0]["ply"] >= 6
    own = plyscope.truth.make("othello:size=4", discs, tmp_path / "b.parquet", states=30, seed=2)
    assert len(own) == 30 and own.meta["labeller"].startswith("discs:code=")
    again = plyscope.truth.make("othello:size=4", discs, tmp_path / "b.parquet", states=30, seed=2)
    assert again.to_pandas().equals(own.to_pandas())
    judgement = plyscope.judge(own, {"same": discs})
    assert judgement.mean("same", "regret") == 0


def test_another_function_does_not_take_up_a_file(tmp_path):
    plyscope.truth.make("tictactoe", discs, tmp_path / "a.parquet", states=5)
    with pytest.raises(ValueError):
        plyscope.truth.make("tictactoe", lambda state: 0.0, tmp_path / "a.parquet", states=5)


def test_states_come_from_games_of_functions_and_from_lists(tmp_path):
    made = plyscope.truth.make(
        "connect4", "lines", tmp_path / "a.parquet", source="agents", agents=discs, states=10, plies=(4, 20)
    )
    assert len(made) == 10 and all(4 <= own["ply"] <= 20 for own in made)
    listed = plyscope.truth.make(
        "connect4", "solver", tmp_path / "b.parquet", source="positions", positions=["4453", "44444"]
    )
    assert [own["ply"] for own in listed] == [4, 5]


def test_wrong_calls_are_value_errors(tmp_path):
    path = tmp_path / "x.parquet"
    for arguments in (
        {"by": "solvr"},
        {"by": "solver", "source": "moon"},
        {"by": "solver", "states": 0},
        {"by": "solver", "states": 3, "per_ply": 3},
        {"by": "solver", "source": "agents"},
        {"by": "solver", "random": 2},
        {"by": "solver", "critical": -1},
        {"by": "solver", "source": "positions", "positions": ["zz"]},
        {"by": 7},
    ):
        with pytest.raises(ValueError):
            plyscope.truth.make("tictactoe", output=path, **arguments)
    assert not path.exists()


def test_weights_are_learned_from_a_benchmark_and_by_a_function(tmp_path):
    learned = plyscope.learn("connect4", "connect4", strength=1.0, folds=0)
    assert learned.weights and 0 < learned.r2 <= 1 and len(learned.to_pandas()) == len(learned.weights)
    assert "<table>" in learned._repr_html_()
    own = plyscope.learn(
        "othello", by=discs, features="counts", states=60, strength=0, folds=0, output=tmp_path / "w.toml"
    )
    assert own.weights["own_discs"] - own.weights["their_discs"] == pytest.approx(2, abs=1e-3)
    weighed = plyscope.judge("othello", {"discs": discs, "learned": f"linear:weights={tmp_path}/w.toml"})
    assert weighed.mean("learned", "regret") == weighed.mean("discs", "regret")
    for arguments in ({}, {"by": discs, "benchmark": "othello8"}, {"by": discs, "rows": "x"}, {"by": discs, "folds": 1}):
        with pytest.raises(ValueError):
            plyscope.learn("othello", **arguments)
