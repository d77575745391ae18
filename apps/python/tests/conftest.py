"""What several tests use."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "heuristics"


@pytest.fixture
def examples():
    return EXAMPLES
