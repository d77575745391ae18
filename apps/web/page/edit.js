// A position or a list of moves, pasted or edited; cells can be clicked where the state's text draws the board.
import { get } from "./api.js";
import { button, complaint, h, title } from "./dom.js";
import { drawBoard } from "./draw.js";

/** The pieces that a board of this look may have. @param {any} board */
const letters = (board) => (board.look === "figures" ? [".", ..."PNBRQKpnbrqk"] : [".", "x", "o"]);

/** A piece as the state's text writes it: some games write `X` and `-`. @param {string} piece @param {string} text @param {any} board */
const written = (piece, text, board) => {
  if (board.look === "figures") return piece;
  const drawn = text.trim().split(" ")[0];
  if (piece === ".") return drawn.includes("-") ? "-" : ".";
  return /[XO]/.test(drawn) ? piece.toUpperCase() : piece;
};

/** The drawn part of a state's text as one letter per cell, if it is one. @param {string} text @param {any} board */
const cellsOf = (text, board) => {
  const [drawn, ...rest] = text.trim().split(" ");
  const spread = drawn.replace(/\d+/g, (digits) => ".".repeat(Number(digits)));
  const pieces = spread.replaceAll("/", "");
  if (pieces.length !== board.columns.length * board.rows.length) return null;
  return { pieces: [...pieces], rest, isShort: spread !== drawn };
};

/** @param {string} text @param {any} board @param {number} cell @param {string} piece */
const withPiece = (text, board, cell, piece) => {
  const own = cellsOf(text, board);
  if (!own) return text;
  own.pieces[cell] = piece;
  const width = board.columns.length;
  const rows = board.rows.map((/** @type {string} */ _, /** @type {number} */ row) => own.pieces.slice(row * width, (row + 1) * width).join(""));
  const drawn = rows.join("/");
  return [own.isShort ? drawn.replace(/\.+/g, (/** @type {string} */ dots) => String(dots.length)) : drawn, ...own.rest].join(" ");
};

/** @param {{ game: string, position: any, onchange: (position: string) => void }} options */
export const editor = ({ game, position, onchange }) => {
  const text = h("textarea", { rows: 3, "aria-label": "Position", spellcheck: "false", value: position?.state ?? "" });
  const picture = h("div");
  const trouble = h("div");
  const palette = h("div", { class: "row", role: "group", "aria-label": "Piece to put" });
  let piece = ".";
  let board = position?.board;

  const paint = () => {
    const own = board && cellsOf(text.value, board);
    picture.replaceChildren();
    palette.hidden = !own;
    if (board?.columns.length) {
      const shown = own ? { ...board, pieces: own.pieces.join("").replace(/-/g, ".").replace(/[XO]/g, (/** @type {string} */ letter) => (board.look === "figures" ? letter : letter.toLowerCase())) } : board;
      picture.append(drawBoard(shown, { onCell: own ? (cell) => { text.value = withPiece(text.value, board, cell, written(piece, text.value, board)); paint(); check(); } : undefined, label: "The position" }));
    }
    palette.replaceChildren(h("span", { class: "label" }, "Put"), ...(board ? letters(board) : []).map((own) => button(own === "." ? "nothing" : own, () => { piece = own; paint(); }, { "aria-pressed": String(piece === own) })));
  };
  const check = async () => {
    try {
      const told = await get("position", { game, position: text.value.trim() });
      board = told.board;
      trouble.replaceChildren(h("p", { class: "soft" }, told.standing));
      paint();
      return true;
    } catch (error) {
      trouble.replaceChildren(complaint(error));
      return false;
    }
  };
  const take = async () => {
    if (!(await check())) return;
    dialog.close();
    onchange(text.value.trim());
  };
  text.addEventListener("input", () => { paint(); check(); });
  const dialog = h("dialog", { "aria-label": "Position", onclose: () => dialog.remove() },
    title("Position"), h("p", { class: "soft" }, "Moves from the start, or the state as text. Empty is the start."),
    text, palette, h("div", { style: "max-width:20rem;margin:.75rem auto" }, picture), trouble,
    h("p", { class: "row end" }, button("Cancel", () => dialog.close()), button("Use it", take, { class: "main" })));
  document.body.append(dialog);
  dialog.showModal();
  paint();
};
