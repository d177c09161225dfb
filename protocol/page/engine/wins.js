// Wins by continuous fours (VCF) and by continuous threats (VCT), without any other search: the
// twin of win_answers.py.

import { breath } from "./search.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Position} Position
 * @typedef {"fours" | "threats"} WinKind
 */

const MOST_WIN_NODES = 1_000_000;
const SLICE_NODES = 40_000; // between two looks at the messages
// By kind: the kernel, and how many of the attacker's moves it may use, in growing steps.
const WIN_SEARCHES = {
  fours: { kernel: "kill", depths: [2, 4, 8, 16, 32, 64, 100] },
  threats: { kernel: "threat_win", depths: Array.from({ length: 24 }, (_, index) => index + 1) },
};

/**
 * Return the moves of a win of the side to move and its plies; no moves and 0 if none is found.
 * @param {Engine} engine
 * @param {Position} position
 * @param {WinKind} kind
 * @param {() => boolean} isStopped whether to end now; called between slices
 */
export async function wins(engine, position, kind, isStopped) {
  const { kernels } = engine, { kernel, depths } = WIN_SEARCHES[kind];
  engine.setUp(position);
  for (const name of ["stop", "node_limit", "deadline"]) kernels.set(name, 0);
  kernels.call("begin");
  for (const depth of depths) {
    for (let isOpen = true; isOpen;) {
      const plies = kernels.call(kernel, position.turn, depth, SLICE_NODES);
      if (plies) {
        const cells = [...kernels.views.pv.subarray(0, kernels.get("pv_length"))];
        return { moves: cells.map((cell) => engine.name(Number(cell))), plies };
      }
      isOpen = kernels.get("solver_nodes") <= 0;
      await breath();
      if (isStopped() || kernels.get("nodes") >= MOST_WIN_NODES) return { moves: [], plies: 0 };
    }
  }
  return { moves: [], plies: 0 };
}
