// The workbench in a real browser, by real clicks: node serve.mjs PLYSCOPE OUTPUT-FOLDER
// Starts the server on a free port with a home of its own, and ends it.
import { board } from "./serve/board.mjs";
import { judge } from "./serve/judge.mjs";
import { all } from "./serve/kit.mjs";
import { work } from "./serve/work.mjs";

await all([board, judge, work]);
