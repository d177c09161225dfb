// The sound and the vibration of a stone, if the person wants them.

import { settings } from "./state.js";

const VIBRATION_MS = 30;
const SOUND = { hertz: 900, seconds: 0.07, volume: 0.3 }; // it falls to a third of the pitch

let context = /** @type {AudioContext | null} */ (null);

/**
 * Sound and vibrate for a stone.
 * @param {boolean} isReply whether Tengen plays it; only then does the device vibrate
 */
export function soundStone(isReply) {
  if (settings.vibration && isReply) navigator.vibrate?.(VIBRATION_MS);
  if (!settings.sound || !window.AudioContext) return;
  context ??= new AudioContext();
  const { currentTime: now } = context, end = now + SOUND.seconds;
  const tone = context.createOscillator(), volume = context.createGain();
  tone.frequency.setValueAtTime(SOUND.hertz, now);
  tone.frequency.exponentialRampToValueAtTime(SOUND.hertz / 3, end);
  volume.gain.setValueAtTime(SOUND.volume, now);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(end);
}
