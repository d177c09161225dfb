// The page's side of the conversation with the engine: requests out, lines and results in. The engine
// is a worker of this page, or the server that the page came from; both hear and say the same.

/**
 * @typedef {import("./engine.js").Line} Line
 * @typedef {{send: (message: any) => void, onmessage: (message: any) => void}} Wire
 */

export class Client {
  /** @param {Wire} wire */
  constructor(wire) {
    this.wire = wire;
    this.last = 0; // the id of the last request
    /** @type {Map<number, {resolve: Function, reject: Function, report: (line: Line) => void}>} */
    this.waiting = new Map();
    wire.onmessage = (message) => this.hear(message);
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
      this.wire.send({ id, method, ...parameters });
    });
  }

  /** Have all requests so far answered at once. */
  stop() {
    if (this.waiting.size) this.wire.send({ id: this.last, method: "stop" });
  }

  /** @param {{id: number, line?: Line, result?: any, error?: string}} message */
  hear({ id, line, result, error }) {
    const request = this.waiting.get(id);
    if (!request) return;
    if (line) return request.report(line);
    this.waiting.delete(id);
    if (error === undefined) request.resolve(result);
    else request.reject(new Error(error));
  }
}

/**
 * Return the wire to an engine in a worker.
 * @param {string} script
 * @returns {Wire}
 */
export function workerWire(script) {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  /** @type {Wire} */
  const wire = { send: (message) => worker.postMessage(message), onmessage: () => {} };
  worker.onmessage = ({ data }) => wire.onmessage(data);
  return wire;
}

/**
 * Return the page's data, unpacked: a header and the parts that it lists.
 * @param {string} text
 */
export async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const content = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(content.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(content.subarray(4, 4 + length)));
  let start = 4 + length;
  /** @type {Record<string, Uint8Array>} */
  const parts = {};
  for (const [name, size] of Object.entries(header.parts)) {
    parts[name] = content.slice(start, start + /** @type {number} */ (size));
    start += /** @type {number} */ (size);
  }
  return { ...header, parts };
}
