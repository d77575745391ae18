"""Draws the coloured output of a command as an SVG terminal window.

    CLICOLOR_FORCE=1 plyscope ARGS | python3 docs/images/terminal.py "plyscope ARGS" > picture.svg
"""

import html
import re
import sys

COLOURS = {"39": "#58b4ff", "208": "#ff9f43"}
CHAR, LINE, PAD = 8.43, 19, 16


def runs(line):
    """Splits a line into (text, css) at its escape codes."""
    style = ""
    for text, codes in re.findall(r"([^\x1b]*)(?:\x1b\[([0-9;]*)m)?", line):
        if text:
            yield text, style
        if codes in ("", None):
            continue
        if codes == "0":
            style = ""
        elif codes == "2":
            style = "fill:#8a93a5"
        elif codes == "1":
            style = "font-weight:bold;fill:#ffffff"
        elif codes == "4":
            style = "text-decoration:underline;" + style
        elif codes.startswith("1;38;5;"):
            style += f";font-weight:bold;fill:{COLOURS[codes.rsplit(';', 1)[1]]}"


def main():
    command = sys.argv[1]
    lines = ["\x1b[2m$\x1b[0m \x1b[1m" + command + "\x1b[0m", ""]
    lines += sys.stdin.read().rstrip("\n").split("\n")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = round(max(map(len, plain)) * CHAR + 2 * PAD)
    height = len(lines) * LINE + 2 * PAD
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{html.escape(command)}">'
        f'<rect width="100%" height="100%" rx="8" fill="#1b1f27"/>'
        '<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace" '
        'font-size="14" fill="#d6dbe5" xml:space="preserve">'
    )
    for number, line in enumerate(lines):
        column = 0
        for text, style in runs(line):
            x, y = PAD + column * CHAR, PAD + number * LINE + 14
            length = len(text) * CHAR
            print(
                f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}" '
                f'style="white-space:pre;{style}">{html.escape(text)}</text>'
            )
            column += len(text)
    print("</g></svg>")


main()
