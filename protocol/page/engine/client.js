// The page's end of the connection to the engine: requests out, lines and results in. The engine is
// a worker of this page or the server of the page; the messages are the same. The other end of the
// server's wire is protocol/page/server.py.

import { inflated } from "../inflate.js";

/**
 * @typedef {import("./engine.js").Line} Line
 * @typedef {{send: (message: any) => void, onmessage: (message: any) => void, onlost: () => void,
 *   close?: () => void}} Wire `onlost` is called when the other end closes
 */

/** The error of a request that the engine can no longer answer. */
export class EngineGone extends Error {}

export class Client {
  /**
   * @param {Wire} wire
   * @param {boolean} [isHeld] whether requests wait for `start`
   */
  constructor(wire, isHeld = false) {
    this.wire = wire;
    this.held = /** @type {object[] | null} */ (isHeld ? [] : null); // until `start`
    this.last = 0; // the id of the last request
    this.delayed = 0; // the id of a request that waits until another tab's is answered
    this.ondelay = () => {}; // `delayed` has changed
    /** @type {Map<number, {resolve: Function, reject: Function, report: (line: Line) => void}>} */
    this.waiting = new Map();
    wire.onmessage = (message) => this.receive(message);
    wire.onlost = () => {
      for (const id of this.waiting.keys()) this.refuse(id, new EngineGone());
    };
  }

  /**
   * Return the result of a request.
   * @param {string} method
   * @param {object} parameters
   * @param {(line: Line) => void} [report]
   * @returns {Promise<any>}
   */
  ask(method, parameters = {}, report = () => {}) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, report });
      this.send({ id, method, ...parameters });
    });
  }

  /**
   * Return the result of the request that starts the engine; send those held after it.
   * @param {object} [parameters]
   */
  start(parameters) {
    const held = this.held ?? [];
    this.held = null;
    const started = this.ask("start", parameters);
    for (const message of held) this.wire.send(message);
    return started;
  }

  /** @param {object} message */
  send(message) {
    if (this.held) this.held.push(message);
    else this.wire.send(message);
  }

  /** Close the wire; unanswered requests fail. */
  close() {
    this.wire.close?.();
    this.wire.onlost();
  }

  /** Make the engine answer all requests so far at once. */
  stop() {
    if (this.waiting.size) this.send({ id: this.last, method: "stop" });
  }

  /** @param {{id: number, line?: Line, result?: any, error?: string, waits?: boolean}} message */
  receive({ id, line, result, error, waits = false }) {
    const request = this.waiting.get(id);
    if (!request) return;
    if (waits || id === this.delayed) {
      this.delayed = waits ? id : 0;
      this.ondelay();
    }
    if (waits) return;
    if (line) return request.report(line);
    if (error !== undefined) return this.refuse(id, new Error(error));
    this.waiting.delete(id);
    request.resolve(result);
  }

  /**
   * @param {number} id of a request
   * @param {Error} error
   */
  refuse(id, error) {
    this.waiting.get(id)?.reject(error);
    this.waiting.delete(id);
  }
}

/**
 * Return the wire to an engine in a worker.
 * @param {BlobPart | Promise<BlobPart>} script
 * @returns {Wire}
 */
export function workerWire(script) {
  /** @type {Wire} */
  const wire = {
    send: (message) => started.then((worker) => worker.postMessage(message)),
    onmessage: () => {}, onlost: () => {},
    close: () => started.then((worker) => worker.terminate()),
  };
  const started = Promise.resolve(script).then((text) => {
    const blob = new Blob([text], { type: "text/javascript" });
    const worker = new Worker(URL.createObjectURL(blob));
    worker.onmessage = ({ data }) => wire.onmessage(data);
    return worker;
  });
  return wire;
}

/**
 * Return the wire to the page's server. Its messages arrive as one stream, by which the server also
 * detects whether the page is open.
 * @returns {Wire}
 */
export function serverWire() {
  const tab = Math.random().toString(36).slice(2);
  const stream = new EventSource(`hear/${tab}`);
  const begun = new Promise((resolve) => {
    stream.addEventListener("open", resolve);
    stream.addEventListener("error", resolve);
  });
  /** @type {Wire} */
  const wire = { send, onmessage: () => {}, onlost: () => {} };
  const lose = () => {
    stream.close();
    wire.onlost();
  };
  stream.addEventListener("message", ({ data }) => wire.onmessage(JSON.parse(data)));
  stream.addEventListener("error", lose);
  /** @param {any} message */
  async function send(message) {
    await begun;
    try {
      const answer = await fetch(`ask/${tab}`, { method: "POST", body: JSON.stringify(message) });
      if (!answer.ok) wire.onmessage({ id: message.id, error: await answer.text() });
    } catch {
      lose();
    }
  }
  return wire;
}

/**
 * Return 16-bit numbers from their lower bytes, which come first, and their upper bytes.
 * @param {Uint8Array} planes
 */
function joined(planes) {
  const half = planes.length / 2;
  return planes.map((_, i) => planes[(i >> 1) + (i & 1) * half]);
}

/**
 * Return a network from the zigzag-encoded differences of its rows, column by column: doubled, and
 * inverted if negative.
 * @param {Uint8Array} bytes
 * @param {number} columns
 */
function summed(bytes, columns) {
  const steps = new Uint16Array(bytes.buffer);
  const rows = steps.length / columns;
  const numbers = new Int16Array(steps.length);
  for (let column = 0; column < columns; column++) {
    for (let row = 0, sum = 0; row < rows; row++) {
      const step = steps[column * rows + row];
      sum += (step >> 1) ^ -(step & 1);
      numbers[row * columns + column] = sum;
    }
  }
  return new Uint8Array(numbers.buffer);
}

/**
 * Unpack the page's data: a header and the parts that it lists.
 * @param {string} text
 */
export async function unpacked(text) {
  const content = await inflated(text);
  const length = new DataView(content.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(content.subarray(4, 4 + length)));
  let start = 4 + length;
  /** @type {Record<string, Uint8Array>} */
  const parts = {};
  for (const [name, size] of Object.entries(header.parts)) {
    const part = content.slice(start, start + /** @type {number} */ (size));
    parts[name] = name === "kernels" ? part
      : name.startsWith("network") ? summed(joined(part), header.features) : joined(part);
    start += part.length;
  }
  return { ...header, parts };
}
