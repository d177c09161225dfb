// The encoder of animated pictures in its own thread. {id, method: "add"} adds a frame; the palette
// is that of the first, which is not part of the picture. {id, method: "end"} returns the file.

import { changedPixels } from "./gif-frames.js";

const { GIFEncoder, quantize, applyPalette } = /** @type {any} */ (self).gifenc;
const COLOURS = 63; // of the palette, besides the transparent one
const KEEP = 1; // the last frame stays below the next

const gif = GIFEncoder();
/** @type {number[][] | null} */
let palette = null;
/** @type {Uint8Array | null} */
let former = null;

/**
 * @param {{data: Uint8ClampedArray, width: number, height: number, ms: number}} frame
 */
function add({ data, width, height, ms: delay }) {
  if (!palette) {
    palette = /** @type {number[][]} */ (quantize(data, COLOURS));
    palette.push([0, 0, 0]);
    return {};
  }
  const transparentIndex = palette.length - 1;
  const pixels = applyPalette(data, palette.slice(0, -1));
  gif.writeFrame(changedPixels(pixels, former, transparentIndex), width, height, {
    palette: former ? undefined : palette, delay, dispose: KEEP,
    transparent: !!former, transparentIndex,
  });
  former = pixels;
  return {};
}

function end() {
  gif.finish();
  return { content: gif.bytes() };
}

onmessage = ({ data: { id, method, ...frame } }) =>
  postMessage({ id, result: method === "add" ? add(frame) : end() });
