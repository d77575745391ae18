"""Tables as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def table(heading: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> str:
    """A table; numbers stand on the right."""
    parts = ["<table>"]
    if caption:
        parts.append(f"<caption style='text-align:left'>{escape(caption)}</caption>")
    parts.append("<thead><tr>" + "".join(f"<th>{escape(own)}</th>" for own in heading) + "</tr></thead><tbody>")
    for row in rows:
        parts.append("<tr>" + "".join(_cell(own) for own in row) + "</tr>")
    return "".join(parts) + "</tbody></table>"


def number(value: float | None) -> str:
    """A number to three decimals, or a dash."""
    return "–" if value is None else f"{value:.3f}".replace("-", "−")


def _cell(value: Any) -> str:
    text = number(value) if isinstance(value, float) else str(value)
    side = "left" if isinstance(value, str) and not value.strip("–−0123456789.,/ ") == "" else "right"
    return f"<td style='text-align:{side}'>{escape(text)}</td>"


class Picture(str):
    """A picture as SVG; shows itself in a notebook."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str) -> None:
        """Writes it to a file."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(self)
