// The engine in its own thread. A request is {id, method, ...}. Its answers have its id: {id, line}
// for each line found, then {id, result} or {id, error}. {id, method: "stop"} ends the requests up
// to that id.

import { Engine } from "./engine.js";
import { defence, line } from "./lines.js";
import { opening } from "./openings.js";
import { think } from "./strength.js";
import { wins } from "./wins.js";

/** @type {Engine} */
let engine;
/** @type {{module: WebAssembly.Module, data: import("./engine.js").Data}} */
let parts;
let queue = Promise.resolve();
let stopped = 0; // requests up to this id must be answered at once

/** @type {Record<string, (request: any) => any>} */
const METHODS = {
  start: ({ module, data, tableBytes }) => {
    parts = { module, data };
    engine = new Engine(module, data, tableBytes);
    return {};
  },
  limit: ({ memory }) => {
    engine = new Engine(parts.module, parts.data, memory);
    return {};
  },
  forget: () => engine.forget(),
  look: ({ position }) => engine.look(position),
  opening: ({ id, ...asked }) => opening(engine, asked, () => id <= stopped),
  line: ({ position }) => line(engine, position),
  defence: ({ position }) => defence(engine, position),
  wins: ({ id, position, kind }) => wins(engine, position, kind, () => id <= stopped),
  think: ({ id, position, limits }) => {
    const report = (/** @type {import("./engine.js").Line} */ found) =>
      postMessage({ id, line: found });
    return think(engine, position, limits, report, () => id <= stopped);
  },
};

/** @param {any} request */
async function answer(request) {
  try {
    postMessage({ id: request.id, result: await METHODS[request.method](request) });
  } catch (error) {
    postMessage({ id: request.id, error: String(error) });
  }
}

onmessage = ({ data: request }) => {
  if (request.method === "stop") stopped = request.id;
  else queue = queue.then(() => answer(request));
};
