// A frame of an animated picture as its difference from the one before.

/**
 * Return a frame's pixels, those that have not changed replaced by a transparent one.
 * @param {Uint8Array} pixels indices in the palette
 * @param {Uint8Array | null} before the pixels of the last frame
 * @param {number} transparent index
 */
export function changedPixels(pixels, before, transparent) {
  return before ? pixels.map((pixel, at) => (pixel === before[at] ? transparent : pixel)) : pixels;
}
