// Discs, moves and corners of Othello, as a process: plyscope judge othello --heuristic "process:cmd=(node counts.js)"
//
// 8×8. A board is an array of 100 cells with a border, so that no line runs over an edge.

const readline = require("readline");

const [DISCS, MOVES, CORNER] = [1, 10, 100];
const STEPS = [-11, -10, -9, -1, 1, 9, 10, 11];
const CORNERS = [11, 18, 81, 88];
const [EMPTY, FIRST, SECOND, BORDER] = [0, 1, 2, 3];

const board = new Uint8Array(100).fill(BORDER);

function read(cells) {
  for (let cell = 0; cell < 64; cell++) {
    const letter = cells.charCodeAt(cell);
    board[11 + 10 * (cell >> 3) + (cell & 7)] = letter === 120 ? FIRST : letter === 111 ? SECOND : EMPTY;
  }
}

// Whether a disc of `own` on an empty cell turns any over.
function isOpen(at, own, theirs) {
  for (const step of STEPS) {
    let next = at + step;
    if (board[next] !== theirs) continue;
    do next += step; while (board[next] === theirs);
    if (board[next] === own) return true;
  }
  return false;
}

// What the board is worth to a player: 0 began, with the discs `x`.
function value(player) {
  const [own, theirs] = player === 0 ? [FIRST, SECOND] : [SECOND, FIRST];
  let sum = 0;
  for (let at = 11; at <= 88; at++) {
    if (board[at] === own) sum += DISCS;
    else if (board[at] === theirs) sum -= DISCS;
    else if (board[at] === EMPTY) {
      if (isOpen(at, own, theirs)) sum += MOVES;
      if (isOpen(at, theirs, own)) sum -= MOVES;
    }
  }
  for (const at of CORNERS) {
    if (board[at] === own) sum += CORNER;
    else if (board[at] === theirs) sum -= CORNER;
  }
  return sum;
}

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const question = JSON.parse(line);
  if (question.plyscope) {
    if (question.game !== "othello" || question.rows !== 8) say({ error: "only Othello on 8x8 cells" });
    say({ plyscope: 1, name: "counts.js", gives: "states", wants: ["cells"] });
  } else if (question.cells) {
    const values = question.cells.map((cells, at) => {
      read(cells);
      return value(question.players[at]);
    });
    say({ id: question.id, values });
  }
});
