"""The README's examples run, in their order."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert len(blocks) == 2
    names = {}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
    shown = re.search(r"print\(judgement\) +# (.*)", blocks[0]).group(1)
    assert capsys.readouterr().out == shown + "\n"
    assert (tmp_path / "report.html").exists()
    judgement = names["plyscope"].judge("connect4", {"discs": names["discs"], "centre": names["centre"]})
    assert judgement.heuristics == ["discs", "centre"]
