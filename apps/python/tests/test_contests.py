import plyscope
import pytest


def discs(state):
    return sum(map(sum, state.cells))


def test_functions_play_matches_that_do_not_depend_on_threads():
    one = plyscope.match("othello", {"mine": discs}, "random", games=20, threads=1)
    assert one.data == plyscope.match("othello", {"mine": discs}, "random", games=20, threads=4).data
    assert [own["name"] for own in one.agents] == ["mine", "random"]
    assert sum(own["games"] for own in one.agents) == 40 and one.data["whole"]
    assert one.elo["low"] <= one.elo["value"] <= one.elo["high"]
    assert "Elo" in repr(one) and "<table>" in one._repr_html_()


def test_a_search_with_a_function_at_its_leaves_plays():
    contest = plyscope.match(
        "tictactoe", "negascout:depth=9,eval=mine", "random", games=20, openings="start", heuristics={"mine": discs}
    )
    assert contest.agents[0]["losses"] == 0


def test_a_tournament_rates_everybody():
    contest = plyscope.tournament("connect4", {"a": discs, "b": "random", "c": "lines"}, games=10)
    assert len(contest.pairings) == 3 and len(contest.to_pandas()) == 3
    assert contest.elo is None and all("elo" in own for own in contest.agents)


def test_a_recorded_match_goes_on(tmp_path):
    record = tmp_path / "games.jsonl"
    plyscope.match("connect4", discs, "lines", games=4, record=record)
    more = plyscope.match("connect4", discs, "lines", games=8, record=record)
    assert more.data["pairings"][0]["games"] == 8
    assert len(record.read_text().splitlines()) == 9
    with pytest.raises(ValueError):
        plyscope.match("connect4", {"discs": lambda state: 0}, "lines", games=8, record=record)


def test_wrong_calls_are_value_errors():
    for call in (
        lambda: plyscope.match("connect4", discs, {"a": "lines", "b": "random"}),
        lambda: plyscope.match("connect4", discs, "lines", openings="moon"),
        lambda: plyscope.match("conect4", discs, "lines"),
        lambda: plyscope.tournament("connect4", {"lines": discs, "b": "random"}),
    ):
        with pytest.raises(ValueError):
            call()
