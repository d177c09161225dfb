// The compiled kernels with their memory and their records: a search's, and that of a certificate's
// line. The page's data has the offsets of their fields, from brain/layout.py.

/**
 * @typedef {{offset: number, type: "u1"|"u2"|"i2"|"i4"|"i8", length: number}} Field
 * @typedef {Record<string, Field>} Fields by name
 * @typedef {{record: Fields, lineRecord: Fields, lineGame: string[],
 *   tables: {bytes: number, rows: {offset: number, length: number}[]},
 *   networks: Record<number, [colours: number, star: number]>, learned: string[]}} Layout
 * @typedef {Uint8Array | Uint16Array | Int16Array | Int32Array | BigInt64Array} View
 */

const VIEWS = {
  u1: Uint8Array, u2: Uint16Array, i2: Int16Array, i4: Int32Array, i8: BigInt64Array,
};
const WASM_PAGE = 65536;
const LINE = 64; // bytes of a cache line, and of a bucket of the transposition table

export class Kernels {
  /**
   * @param {WebAssembly.Module} module
   * @param {{layout: Layout, lexicon: Record<string, number>}} data
   * @param {number} tableBytes maximum size of the transposition table
   */
  constructor(module, { layout, lexicon }, tableBytes) {
    const now = () => BigInt(Math.round(performance.now() * 1000));
    const { exports } = new WebAssembly.Instance(module, { env: { now } });
    /** @type {Layout} */
    this.layout = layout;
    this.lexicon = lexicon;
    /** @type {Record<string, any>} */
    this.exports = exports;
    /** @type {number} */
    this.tables = aligned(this.exports.__heap_base.value);
    this.network = aligned(this.tables + layout.tables.bytes);
    const networkBytes = Math.max(...Object.keys(layout.networks).map(Number));
    const table = aligned(this.network + networkBytes);
    const memory = /** @type {WebAssembly.Memory} */ (this.exports.memory);
    const missing = table + tableBytes - memory.buffer.byteLength;
    memory.grow(Math.max(0, Math.ceil(missing / WASM_PAGE)));
    this.buffer = memory.buffer; // it does not grow afterwards
    this.views = views(this.buffer, this.exports.record.value, layout.record);
    this.lineViews = views(this.buffer, this.exports.line_record.value, layout.lineRecord);
    this.set("tables_address", this.tables);
    this.set("table_address", table);
    this.set("table_most_buckets", Math.floor(tableBytes / LINE));
    this.set("table_game", 1);
    this.call("shrink");
    this.usedBuckets = 0; // of the largest table that a game had
  }

  /** Empty the transposition table for a new game: the entries of other games count as empty. */
  forget() {
    this.usedBuckets = Math.max(this.usedBuckets, this.get("table_buckets"));
    const game = this.get("table_game");
    if (game < this.lexicon.GAMES) {
      this.set("table_game", game + 1);
      return;
    }
    new Uint8Array(this.buffer, this.get("table_address"), this.usedBuckets * LINE).fill(0);
    this.set("table_game", 1);
  }

  /**
   * Return a number of the record.
   * @param {string} name
   * @param {number} [index]
   */
  get(name, index = 0) {
    return Number(this.views[name][index]);
  }

  /**
   * Change a number of the record.
   * @param {string} name
   * @param {number} value
   * @param {number} [index]
   */
  set(name, value, index = 0) {
    const view = this.views[name];
    if (view instanceof BigInt64Array) view[index] = BigInt(value);
    else view[index] = value;
  }

  /** Give the record of lines the game of the search's record. */
  copyGame() {
    for (const name of this.layout.lineGame) {
      this.lineViews[name].set(/** @type {never} */ (this.views[name]));
    }
  }

  /**
   * Call an entry point and return its result.
   * @param {string} name
   * @param {...number} values
   */
  call(name, ...values) {
    return Number(this.exports[name](...values.map(BigInt)));
  }

  /**
   * Write a rule's stored tables into the record.
   * @param {Uint8Array} content of the rule's file
   */
  writeTables(content) {
    let start = 0;
    for (const { offset, length } of this.layout.tables.rows) {
      const rows = content.subarray(start, start + length);
      new Uint8Array(this.buffer, this.tables + offset, length).set(rows);
      start += length;
    }
  }

  /**
   * Make the kernels use a rule's network, or none.
   * @param {Uint8Array} [content] of the rule's file
   */
  useNetwork(content) {
    if (content) new Uint8Array(this.buffer, this.network, content.length).set(content);
    const [colours, star] = content ? this.layout.networks[content.length] : [1, 0];
    this.set("network_address", content ? this.network : 0);
    this.set("network_colours", colours);
    this.set("star_address", star ? this.network + star : 0);
  }
}

/**
 * Return a view of each field of a record.
 * @param {ArrayBuffer} buffer
 * @param {number} address
 * @param {Fields} fields
 */
function views(buffer, address, fields) {
  /** @type {Record<string, View>} */
  const found = {};
  for (const [name, { offset, type, length }] of Object.entries(fields)) {
    found[name] = new VIEWS[type](buffer, address + offset, length);
  }
  return found;
}

/** @param {number} address */
function aligned(address) {
  return Math.ceil(address / LINE) * LINE;
}
