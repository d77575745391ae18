"""The guide runs as it stands."""

from pathlib import Path

import nbclient
import nbformat

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "python.ipynb"


def test_the_guide_runs():
    notebook = nbformat.read(GUIDE, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    ]
    assert shown.count("text/html") >= 5 and "image/svg+xml" in shown
