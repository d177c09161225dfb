// Puzzles: a position of the page's list, the person's moves, and the messages on them. The engine
// judges every move with lines.js, or with line_answers.py in the server.

import { $, input } from "../elements.js";
import { Game } from "../game/game.js";
import { pointName } from "../game/names.js";
import { inflated } from "../inflate.js";
import { shownKept } from "../state/kept.js";
import { openKept } from "./resume.js";
import { RULES } from "../game/rules.js";
import { page, phrase, ruleTitle, words } from "../state/state.js";
import { filled } from "../words/words.js";

/**
 * @typedef {import("../game/game.js").GameNode} GameNode
 * @typedef {{rule: number, isHold: boolean, grade: number, first: string, stones: Stone[],
 *   turn: number}} Puzzle only the move `first` wins, or holds
 * @typedef {import("../engine/engine.js").Stone} Stone
 * @typedef {import("../state/kept.js").Kept} Kept
 * @typedef {import("../game/lessons.js").Message & {isOver?: boolean}} PuzzleMessage `isOver`: the
 *   puzzle is over and can be tried again
 * @typedef {{ask: (method: string, parameters: object) => Promise<any>, go: (node: GameNode) =>
 *   Promise<void>, show: () => void, open: (game: Game, node?: GameNode, seats?: number[]) =>
 *   Promise<void>, prove: (certificate: string, claim: (game: Game) => void) => Promise<unknown>}}
 *   Host the page: `go` shows a node of its game; `prove` shows a certificate's proof, and first
 *   passes its game to `claim`
 */

// A puzzle's bytes: see problems.py.
const RECORD = 48, SIDE = 15, BASE = 3, DIGITS = 5, HELD = 8;
const GRADES = [1, 2, 3, 4, 5];
const ANSWER_MS = 300; // for the answer to a move that does not win
const KEPT = "tengen.puzzles"; // key in the browser's store
const HIDDEN = ["controls", "players", "analysis", "study", "course"]; // during puzzles

/**
 * Return the puzzles in the page's text.
 * @param {string} text
 * @returns {Promise<Puzzle[]>}
 */
export async function unpackedPuzzles(text) {
  const bytes = await inflated(text);
  const name = (/** @type {number} */ cell) =>
    pointName({ x: cell % SIDE, y: Math.floor(cell / SIDE) });
  return Array.from({ length: bytes.length / RECORD }, (_, index) => {
    const [rule, grade, first, ...board] = bytes.subarray(index * RECORD, (index + 1) * RECORD);
    const lies = board.flatMap((five) =>
      Array.from({ length: DIGITS }, (_, place) => Math.floor(five / BASE ** place) % BASE));
    const stones = lies.flatMap((colour, cell) =>
      (colour ? [/** @type {Stone} */ ([name(cell), colour])] : []));
    const blacks = stones.filter(([, colour]) => colour === 1).length;
    const turn = 2 * blacks > stones.length ? 2 : 1;
    return { rule, isHold: grade > HELD, grade: grade % HELD, first: name(first), stones, turn };
  });
}

export class Puzzles {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.all = /** @type {Puzzle[]} */ ([]);
    this.number = -1; // index of the puzzle shown
    this.game = /** @type {Game | null} */ (null); // the person's game
    this.solution = /** @type {Game | null} */ (null); // the game that shows the proof
    this.former = /** @type {Kept | null} */ (null); // what the page showed before the puzzles
    this.messages = /** @type {Map<GameNode, PuzzleMessage>} */ (new Map());
    this.kept = { solved: /** @type {number[]} */ ([]), rule: "", grade: "" };
    try {
      const { solved, rule, grade } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      if (Array.isArray(solved)) this.kept.solved = solved.filter(Number.isInteger);
      if (Object.hasOwn(RULES, rule)) this.kept.rule = rule;
      if (GRADES.includes(Number(grade))) this.kept.grade = grade;
    } catch { /* nothing was kept that can be read */ }
    for (const id of ["puzzle-rule", "puzzle-grade"]) {
      input(id).addEventListener("change", () => {
        this.keep({ rule: input("puzzle-rule").value, grade: input("puzzle-grade").value });
        if (!this.chosen().includes(this.number)) this.next();
        this.host.show();
      });
    }
  }

  /** Whether the page shows a puzzle or its solution. */
  get isOn() {
    return this.number >= 0 && [this.game, this.solution].includes(page.game);
  }

  /** Whether the person is solving a puzzle. */
  get isPlayed() {
    return this.isOn && this.game === page.game;
  }

  get puzzle() {
    return this.all[this.number];
  }

  /** Show a puzzle, or leave the puzzles and return to the game before. */
  async toggle() {
    if (this.isOn && this.former) {
      if (await openKept(this.former)) this.number = -1;
      return;
    }
    if (page.setUp || page.swap) return;
    this.former = page.lessons?.left ?? shownKept();
    if (!this.all.length) this.all = await unpackedPuzzles($("puzzles-data").textContent ?? "");
    return this.next();
  }

  /** Return the indices of the puzzles of the chosen rule and grade. */
  chosen() {
    const { rule, grade } = this.kept;
    return [...this.all.keys()].filter((number) => {
      const puzzle = this.all[number];
      return (!rule || puzzle.rule === Number(rule)) && (!grade || puzzle.grade === Number(grade));
    });
  }

  /** Show the next puzzle, an unsolved one if possible. */
  next() {
    const chosen = this.chosen(), later = chosen.filter((number) => number > this.number);
    const order = [...later, ...chosen.slice(0, chosen.length - later.length)];
    this.number = order.find((number) => !this.kept.solved.includes(number)) ?? order[0];
    return this.again();
  }

  /** Show the puzzle from its start again. */
  again() {
    const { rule, stones, turn } = this.puzzle;
    this.messages.clear();
    page.isAnalysing = false;
    this.game = new Game({ width: SIDE, height: SIDE, rule, stones, turn });
    this.solution = null;
    return this.host.open(this.game);
  }

  /** Show the proof that the first move wins, or show the move that holds. */
  async solve() {
    const { isHold, first, turn, rule, stones } = this.puzzle, { ask, go } = this.host;
    await this.again();
    const { game } = this;
    if (!game || page.game !== game) return;
    if (isHold) {
      const node = game.play(game.root, first);
      const values = { move: first, colour: 3 - turn };
      this.messages.set(node, { key: "puzzleHeld", values, isOver: true });
      return go(node);
    }
    const { moves, plies } = await ask("line", { position: game.position(game.root) });
    if (page.game !== game) return;
    const names = (/** @type {number} */ colour) =>
      stones.filter((stone) => stone[1] === colour).map(([name]) => name);
    await this.host.prove(JSON.stringify({
      width: SIDE, height: SIDE, rule, black: names(1), white: names(2), walls: [],
      attacker: turn === 1 ? "black" : "white", plies, nodes: [{ line: moves }],
    }), (solution) => {
      this.solution = solution;
    });
  }

  /**
   * Play a person's move and the answer to it.
   * @param {string} move
   */
  async play(move) {
    const { ask, go } = this.host, { puzzle, game } = this, { node } = page;
    if (this.messages.get(node)?.isOver) return this.again();
    if (!game || node.colour === puzzle.turn) return;
    const child = game.play(node, move, true);
    await go(child);
    if (page.node !== child) return;
    if (child.look?.is_over) return child.look.winner === puzzle.turn && this.finish(child, move);
    if (puzzle.isHold && move === puzzle.first) return this.finish(child, move);
    const position = game.position(child);
    const found = await ask(puzzle.isHold ? "line" : "defence", { position });
    const isRight = !puzzle.isHold && found.plies > 0;
    const reply = puzzle.isHold ? found.moves[0] : found.move
      || (await ask("think", { position, limits: { ms: ANSWER_MS } })).move;
    if (page.node !== child || !reply) return;
    const answer = game.play(child, reply, true);
    this.messages.set(answer, {
      key: isRight ? "puzzleRight" : puzzle.isHold ? "puzzleLoses" : "puzzleNoWin",
      values: { move, reply, colour: 3 - puzzle.turn },
      tone: isRight ? "good" : "bad", isOver: !isRight,
    });
    await go(answer);
  }

  /**
   * Record that a person's move solves the puzzle.
   * @param {GameNode} node
   * @param {string} move
   */
  finish(node, move) {
    const { turn: colour, isHold } = this.puzzle;
    const key = isHold ? "puzzleHeldDone" : "puzzleWon";
    this.messages.set(node, { key, values: { move, colour }, tone: "good" });
    this.keep({ solved: [...new Set([...this.kept.solved, this.number])] });
    this.host.show();
  }

  /** @param {Partial<Puzzles["kept"]>} changes */
  keep(changes) {
    Object.assign(this.kept, changes);
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.kept));
    } catch { /* the browser keeps nothing: so be it */ }
  }

  /**
   * Return whether a node waits for the answer to a person's move.
   * @param {GameNode} node
   */
  isAnswered(node) {
    return this.isPlayed && node.colour === this.puzzle.turn;
  }

  // The display.

  /** The message on the position shown; until a move is answered, the one before. */
  get message() {
    const { node } = page;
    if (!this.isPlayed) return null;
    return this.messages.get(node) ?? (node.parent && this.messages.get(node.parent));
  }

  get tone() {
    return this.message?.tone ?? "";
  }

  /** Return the text on the position shown. */
  status() {
    const { turn: colour, isHold } = this.puzzle;
    const { key, values } = this.message
      ?? { key: isHold ? "puzzleHold" : "puzzleWin", values: { colour } };
    return phrase(words()[/** @type {"puzzleWin"} */ (key)], values);
  }

  show() {
    const text = words(), { isOn } = this;
    $("puzzles").setAttribute("aria-pressed", String(isOn));
    for (const id of ["puzzle", "puzzle-card"]) $(id).hidden = !isOn;
    for (const id of HIDDEN) $(id).hidden = isOn && !(id === "analysis" && page.proof > 0);
    if (!isOn) return;
    const chosen = this.chosen(), { solved } = this.kept;
    const isSolved = solved.includes(this.number);
    $("puzzle").dataset.number = String(this.number);
    $("puzzle-next").classList.toggle("main", isSolved);
    $("puzzle-again").classList.toggle("main", !!this.messages.get(page.node)?.isOver);
    const again = /** @type {HTMLButtonElement} */ ($("puzzle-again"));
    again.disabled = this.isPlayed && !this.game?.root.children.length;
    const count = chosen.filter((number) => solved.includes(number)).length;
    $("puzzle-count").textContent = filled(text.puzzleCount, { count, all: chosen.length });
    $("puzzle-kind").textContent = filled(text.puzzleKind, {
      number: this.number + 1, grade: this.puzzle.grade,
      rule: ruleTitle(this.puzzle.rule),
    });
  }

  /** Show the choices of rule and grade. */
  showChoices() {
    const text = words(), { rule, grade } = this.kept;
    const rules = Object.keys(RULES)
      .map((number) => [number, ruleTitle(Number(number))]);
    const ends = /** @type {Record<number, string>} */ ({ 1: text.easiest, 5: text.hardest });
    const grades = GRADES.map((number) => {
      const label = filled(text.puzzleGrade, { grade: number });
      return [String(number), number in ends ? `${label} (${ends[number]})` : label];
    });
    const selects = /** @type {[string, string, string[][], string][]} */ ([
      ["puzzle-rule", text.allRules, rules, rule], ["puzzle-grade", text.allGrades, grades, grade],
    ]);
    for (const [id, first, options, value] of selects) {
      const all = [["", first], ...options];
      input(id).replaceChildren(...all.map(([key, label]) => new Option(label, key)));
      input(id).value = value;
    }
  }
}
