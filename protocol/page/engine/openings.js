// The engine's answers in an opening procedure. The twin of brain/openings/decisions.py, which
// describes them.

import { balance, scoreOf } from "./balance.js";
import { pointName, pointNamed } from "../game/names.js";
import { search } from "./search.js";
import { allCells, distanceOf, distinctCells } from "../game/symmetric.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Line} Line
 * @typedef {import("./engine.js").Limits} Limits
 * @typedef {import("./engine.js").Position} Position
 * @typedef {import("../game/procedures.js").Step} Step
 * @typedef {{position: Position, steps: Step[], count: number, offers: string[], wanted: number,
 *   patterns: string[][]}} Asked `patterns` are the 26 openings, if one must be placed
 * @typedef {{engine: Engine, isStopped: () => boolean, count: number}} Decision `count` is the
 *   number of fifth stones that was named
 */

const FAR = 99; // the distance that no stone exceeds

/**
 * Return the answers to the current step: all its stones or offers, or one answer.
 * @param {Engine} engine
 * @param {Asked} asked
 * @param {() => boolean} isStopped
 */
export async function opening(engine, asked, isStopped) {
  const { position, steps, count, offers, wanted, patterns } = asked;
  const ms = engine.data.constants.USUAL_S * 1000, decision = { engine, isStopped, count };
  switch (steps[0].act) {
    case "place": return { answers: await placed(decision, position, steps, patterns, ms) };
    case "choose": return { answers: [await chosen(decision, position, steps, ms)] };
    case "count": return { answers: [(await counted(decision, position, steps[0], ms)).number] };
    case "offer": return { answers: await fifths(decision, position, wanted, ms) };
    default: return { answers: [await picked(decision, position, offers, ms)] };
  }
}

// Thinks.

/**
 * @param {Decision} decision
 * @param {Position} position
 * @param {Limits} limits
 */
async function thought({ engine, isStopped }, position, limits) {
  /** @type {Line[]} */
  const seen = [];
  const report = (/** @type {Line} */ line) => seen.push(line);
  const result = await search(engine, position, limits, report, isStopped);
  return { ...result, score: scoreOf(seen) };
}

/**
 * Return White's score of a position.
 * @param {Decision} decision
 * @param {Position} position
 * @param {number} ms
 */
async function whiteScore(decision, position, ms) {
  const { score } = await thought(decision, position, { ms });
  return position.turn === 2 ? score : -score;
}

/**
 * @param {Position} position
 * @param {string[]} moves
 * @returns {Position}
 */
function after(position, ...moves) {
  return moves.reduce((at, move) =>
    ({ ...at, stones: [...at.stones, [move, at.turn]], turn: 3 - at.turn }), position);
}

/**
 * Return the best of several answers by White's score after the moves of each.
 * @param {Decision} decision
 * @param {Position} position
 * @param {string[][]} additions
 * @param {number} ms
 */
async function scores(decision, position, additions, ms) {
  const found = [];
  for (const moves of additions) {
    if (decision.isStopped()) break;
    found.push(await whiteScore(decision, after(position, ...moves), ms / additions.length));
  }
  return found;
}

// Stones.

/**
 * @param {Decision} decision
 * @param {Position} position
 * @param {Step[]} steps
 * @param {string[][]} patterns
 * @param {number} ms
 * @returns {Promise<string[]>}
 */
async function placed(decision, position, steps, patterns, ms) {
  const { areas } = steps[0], { width, height } = position;
  if (areas.length === 3) {
    return areas[0][1] === FAR
      ? anyThree(decision, position, ms) : pattern(decision, position, patterns, ms);
  }
  if (!areas[0][1]) return [pointName({ x: width >> 1, y: height >> 1 })];
  if (isForChoice(steps)) return (await balanced(decision, position, steps[0], ms)).moves;
  const barred = barredCells(position, steps[0]);
  return [(await thought(decision, position, { ms, barred })).move];
}

/**
 * Return one of the 26 openings that are nearest to even, under any symmetry.
 * @param {Decision} decision
 * @param {Position} position
 * @param {string[][]} patterns
 * @param {number} ms
 */
async function pattern(decision, position, patterns, ms) {
  const found = await scores(decision, position, patterns, ms);
  const order = patterns.map((moves, at) => ({ moves, far: Math.abs(found[at] ?? Infinity) }))
    .sort((one, other) => (one.far < other.far ? -1 : Number(one.far > other.far)));
  const { moves } = order[below(decision.engine.data.constants.EVEN)];
  const x = position.width >> 1, y = position.height >> 1;
  return turned(moves.map((move) => {
    const point = /** @type {import("../view/board.js").Point} */ (pointNamed(move));
    return [point.x - x, point.y - y];
  })).map(([dx, dy]) => pointName({ x: x + dx, y: y + dy }));
}

/**
 * Return steps under any symmetry.
 * @param {number[][]} steps
 */
function turned(steps) {
  const [isSwapped, flipX, flipY] = [0, 1, 2].map(() => Math.random() < 0.5);
  return steps.map(([dx, dy]) => {
    const [x, y] = isSwapped ? [dy, dx] : [dx, dy];
    return [flipX ? -x : x, flipY ? -y : y];
  });
}

/**
 * Return one of our balanced openings under any symmetry; for a smaller board, make one: a random
 * stone in the middle third, and two that balance it.
 * @param {Decision} decision
 * @param {Position} position
 * @param {number} ms
 */
async function anyThree({ engine, isStopped }, position, ms) {
  const { openings, constants } = engine.data, { width, height, rule } = position;
  if (Math.min(width, height) < constants.LEAST_SIZE) {
    const columns = Math.floor(width / 3), rows = Math.floor(height / 3);
    const first = pointName({ x: columns + below(columns), y: rows + below(rows) });
    const { moves } = await balance(engine, after(position, first), { ms }, isStopped);
    return [first, ...moves];
  }
  const steps = new Int8Array(openings[rule]), number = below(steps.length / 6);
  const ours = [0, 2, 4].map((at) => [...steps.subarray(6 * number + at, 6 * number + at + 2)]);
  return turned(ours).map(([dx, dy]) => pointName({ x: (width >> 1) + dx, y: (height >> 1) + dy }));
}

/** @param {number} count */
function below(count) {
  return Math.floor(Math.random() * count);
}

/**
 * @param {Decision} decision
 * @param {Position} position
 * @param {Step} step
 * @param {number} ms
 */
function balanced({ engine, isStopped }, position, step, ms) {
  const barred = barredCells(position, step);
  return balance(engine, position, { ms, stones: step.areas.length, barred }, isStopped);
}

/**
 * Return the cells outside the area of a step's stones; of two areas, the smaller counts.
 * @param {Position} position
 * @param {Step} step
 */
function barredCells({ width, height }, { areas }) {
  const least = Math.max(...areas.map(([near]) => near));
  const most = Math.min(...areas.map(([, far]) => far));
  return allCells(width, height).filter((name) => {
    const distance = distanceOf(name, width, height);
    return distance < least || distance > most;
  });
}

/**
 * Return whether the other player chooses a colour after the first step's stones.
 * @param {Step[]} steps
 */
function isForChoice(steps) {
  const next = steps.slice(1, 3).find(({ act }) => act !== "count");
  return steps[0]?.act === "place" && next?.act === "choose" && next.colour !== steps[0].colour;
}

// Choices.

/**
 * @param {Decision} decision
 * @param {Position} position
 * @param {Step[]} steps
 * @param {number} ms
 */
async function chosen(decision, position, [step, ...rest], ms) {
  const { DOUBT } = decision.engine.data.constants, sign = step.colour === 2 ? 1 : -1;
  const [plain, ...others] = step.choices.filter(({ name }) => name !== "swap");
  const part = ms / (1 + others.length);
  const worth = sign * await value(decision, position, [...plain.then, ...rest], part);
  let best = { name: plain.name, worth: worth - DOUBT };
  if (-worth > worth) best = { name: "swap", worth: -worth - DOUBT };
  for (const { name, then } of others) {
    const next = [...then, ...rest];
    const isNothing = isForChoice(next) && Math.abs(worth) >= DOUBT;
    if (isNothing || decision.isStopped()) continue;
    const found = sign * await value(decision, position, next, part);
    if (found > best.worth) best = { name, worth: found };
  }
  return best.name;
}

/**
 * Return White's score of a position before the remaining steps of its opening.
 * @param {Decision} decision
 * @param {Position} position
 * @param {Step[]} steps
 * @param {number} ms
 * @returns {Promise<number>}
 */
async function value(decision, position, [step, ...rest], ms) {
  if (!step) return whiteScore(decision, position, ms);
  if (step.act === "choose") {
    return value(decision, position, [...step.choices[0].then, ...rest], ms);
  }
  if (step.act === "count") return (await counted(decision, position, step, ms)).score;
  if (step.act === "offer") {
    const lines = await fifthLines(decision, position, step.count || decision.count, ms);
    return -(lines.at(-1)?.score ?? 0);
  }
  if (rest[0]?.act === "choose") {
    const worth = Math.abs((await balanced(decision, position, step, ms)).score);
    return step.colour === 1 ? worth : -worth;
  }
  const [move] = await placed(decision, position, [step, ...rest], [], ms / 2);
  return value(decision, after(position, move), rest, ms / 2);
}

/**
 * Return the number of fifth stones that brings the score nearest to even, and White's score.
 * @param {Decision} decision
 * @param {Position} position
 * @param {Step} step
 * @param {number} ms
 * @returns {Promise<{number: number, score: number}>}
 */
async function counted(decision, position, step, ms) {
  if (position.turn === 2) {
    const { move } = await thought(decision, position, { ms: ms / 2 });
    return counted(decision, after(position, move), step, ms / 2);
  }
  const lines = await fifthLines(decision, position, step.count, ms);
  const found = lines.map(({ score }, index) => ({ number: index + 1, score: -score }));
  found.sort((one, other) => Math.abs(one.score) - Math.abs(other.score));
  return found[0] ?? { number: 1, score: 0 };
}

// Fifth stones.

/**
 * @param {Decision} decision
 * @param {Position} position
 * @param {number} wanted
 * @param {number} ms
 */
async function fifths(decision, position, wanted, ms) {
  const found = (await fifthLines(decision, position, wanted, ms)).map(({ line }) => line[0]);
  const near = decision.engine.emptyCells().map((cell) => decision.engine.name(cell));
  const allowed = new Set(distinctCells(position.stones, position.width, position.height));
  const others = near.filter((name) => allowed.has(name) && !found.includes(name));
  return [...found, ...others].slice(0, wanted);
}

/**
 * Return White's choice of a fifth stone: the first of those that are worst for Black.
 * @param {Decision} decision
 * @param {Position} position
 * @param {string[]} offers
 * @param {number} ms
 */
async function picked(decision, position, offers, ms) {
  const found = await scores(decision, position, offers.map((offer) => [offer]), ms);
  return offers[Math.max(0, found.indexOf(Math.max(...found)))];
}

/**
 * Return a line for each of Black's best fifth stones, the best first.
 * @param {Decision} decision
 * @param {Position} position
 * @param {number} lines
 * @param {number} ms
 */
async function fifthLines(decision, position, lines, ms) {
  const { stones, width, height } = position, allowed = distinctCells(stones, width, height);
  const present = new Set([...allowed, ...stones.map(([name]) => name)]);
  const barred = allCells(width, height).filter((name) => !present.has(name));
  const limits = { ms, lines: Math.min(lines, allowed.length), barred };
  return (await thought(decision, position, limits)).lines.filter(({ line }) => line.length);
}
