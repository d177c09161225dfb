// The page's texts by language. Every language has the same keys; a test checks this.
//
// A gap {name} is filled with a value. A gap {Black|White} becomes one of the two by the value
// `colour`, so that every language can inflect. No sentence needs a plural.

import { CZECH } from "./words-cs.js";
import { JAPANESE } from "./words-ja.js";
import { KOREAN } from "./words-ko.js";
import { RUSSIAN } from "./words-ru.js";
import { VIETNAMESE } from "./words-vi.js";
import { SIMPLIFIED_CHINESE } from "./words-zh-cn.js";
import { TRADITIONAL_CHINESE } from "./words-zh-tw.js";

/** @typedef {typeof ENGLISH} Words */

const ENGLISH = {
  name: "English",
  black: "Black", white: "White",
  turn: "{Black|White} to move", thinking: "{Black|White} is thinking…",
  wins: "{Black|White} wins", draw: "Draw", provedWin: "Proved: {Black|White} wins in {count}",
  provedLoss: "Proved: {Black|White} loses in {count}",
  forbidden: "{move} is forbidden: {kind} ({lines})", overline: "an overline",
  doubleFour: "a double four", doubleThree: "a double three",
  foul: "White wins: {move} was forbidden",
  you: "You",
  first: "To the start", back: "Back", forward: "Forward", last: "To the end",
  undo: "Undo", best: "Play best", stop: "Stop", analyse: "Analyse", review: "Review",
  new: "New game",
  analysis: "Analysis", lines: "Lines", course: "Black’s chances", moves: "Moves",
  bar: "Evaluation bar", numbers: "Move numbers", share: "Share", language: "Language",
  theme: "Theme", help: "Help",
  depth: "depth {depth}, {nodes} positions, {speed} a second",
  noLines: "Press Analyse to see the best moves here.",
  stored: "Database",
  overLines: "Press Review to see where the game was decided.",
  overReviewed: "Go back to a move to see what was better there.",
  noMoves: "Place a stone on the board to begin.",
  noCourse: "Analyse or review to see who stood better.",
  newGame: "New game", opponent: "Opponent", againstComputer: "Tengen", twoPeople: "Two people",
  side: "You play", rule: "Rule", size: "Board", other: "Other", columns: "Columns", rows: "Rows",
  level: "Level", seconds: "For each move", opening: "Opening",
  free: "Free", whiteFirst: "White first",
  cancel: "Cancel", start: "Start", close: "Close",
  copyLink: "Copy link", copyMoves: "Copy moves",
  openText: "Open moves, SGF, PSQ or a link", openFile: "Open file", setUp: "Set up", read: "Open",
  copied: "Copied", copiedGame: "Copied: paste it on any Tengen page to open the game",
  saved: "Saved {file}", unread: "Can’t read this: {reason}",
  showProof: "Show the proof", tapTwice: "Tap twice to place a stone",
  tapAgain: "Tap again to place {move}",
  proofHelp: "Click any reply: {Black|White} answers until it wins",
  proofHolds: "The proof holds: {Black|White} wins in {count} at most. Positions checked: {nodes}.",
  proofFails: "The proof doesn’t hold: {reason}", proofChecking: "Checking the proof…",
  proofNotKept: "This proof is not kept: open its file again after a reload.",
  setUpHelp: "Click cells to place stones; click again to take them away", done: "Done",
  reviewing: "Reviewing move {ply} of {count}",
  worst: "Move {ply}, {move}: {loss} % given away. Better: {better}",
  provedFrom: "{Black|White} is proved lost from move {ply} on. Move {last} was the last that "
    + "held.",
  provedFromStart: "{Black|White} is proved lost from move {ply} on.",
  slip: "mistake", blunder: "blunder",
  noMistakes: "No large mistake found.", emptyGame: "There is no game to review yet.",
  learn: "Learn from your mistakes", gaveAway: "Move {ply}, {move}: {loss} % given away.",
  gaveGame: "Move {ply}, {move}, is proved to lose.",
  gaveWin: "Move {ply}, {move}, lets a proved win go.",
  findBetter: "Find a better move for {Black|White}", judging: "Judging {move}…",
  isBest: "{move} is the best move", isGood: "{move} is good too. Best: {better}",
  isWorse: "{move}: {loss} % given away. Try again", isLost: "{move} is proved to lose. Try again",
  isUnproved: "{move} is not proved to win. Try again", bestWas: "The best move: {better}",
  showMove: "Show the move", skip: "Skip", next: "Next", backToLesson: "To the position",
  learnt: "Found: {found}, shown: {shown}, skipped: {skipped}",
  learnAgain: "Choose a move to try it again.",
  wasFound: "found", wasShown: "shown", wasSkipped: "skipped",
  comment: "Comment", promote: "Make it the main line", remove: "Delete from here on",
  removeAsk: "Delete {count} moves from here on?", variation: "Variation, level {deep}",
  exercises: "My mistakes: {count}",
  saveGif: "an animated picture of the moves", makingGif: "Making the picture…",
  study: "Study", hint: "Hint", fours: "Win by fours?", threats: "Win by threats?",
  pass: "If I pass?", practise: "Practise", drawing: "Draw", blind: "Blind mode",
  searching: "Searching…", hintArea: "Look inside the circle: {from} to {to}",
  hintMove: "The best move: {move}",
  foursWin: "{Black|White} wins by fours in {count}",
  foursNone: "No win by fours found for {Black|White}.",
  threatsWin: "{Black|White} wins by threats in {count}",
  threatsNone: "No win by threats found for {Black|White}.",
  passWins: "After a pass {Black|White} wins in {count}: {line}",
  passLoses: "Even after a pass {Black|White} loses in {count}.",
  passBest: "After a pass {Black|White} plays {move}, with chances of {rate} %.",
  drawHelp: "Drag for an arrow, tap for a circle, again to remove it.",
  drawTo: "From {cell}: choose the end", circled: "{label}, circled",
  arrowTo: "{label}, arrow to {cell}", taken: "{cell} is taken",
  openingAsk: "{title}, stone {ply}: what do you choose?",
  openingCount: "{title}: how many fifth stones must Black offer?",
  offerTen: "Offer ten fifth stones",
  openingPlace: "{title}: place a {black|white} stone",
  openingOffer: "{title}: offer a fifth stone, {number} of {count}",
  openingPick: "{title}: choose one of the fifth stones",
  stoneCentre: "This stone goes to the centre",
  stoneWithin: "This stone goes within the central {side} × {side}",
  stoneOutside: "This stone goes outside the central {side} × {side}",
  sameOffer: "{move} is the same as {other} by symmetry",
  countNamed: "Fifth stones to offer: {count}",
  takeBlack: "Play Black", takeWhite: "Play White", placeTwo: "Place two more",
  swapTook: "Tengen plays {Black|White}",
  gone: "The engine has gone. Start “tengen board” again.",
  game: "Game", save: "Save", saveSgf: "the game with its variations",
  savePsq: "the moves, for Piskvork", savePng: "a picture", saveSvg: "a picture of any size",
  settings: "Settings", asSystem: "Automatic", light: "Light", dark: "Dark", row: "Row {number}",
  atBottom: "at the bottom", atTop: "at the top",
  winIn: "win in {count}", lossIn: "loss in {count}",
  tool: "Place", erase: "Erase", wall: "Wall", toMove: "To move", clear: "Clear",
  mirror: "Mirror", whichGame: "Which game?", moveCount: "moves: {count}",
  levelNote: "Elo against full strength, measured in {month}", time: "Time", clock: "For the game",
  minutes: "Minutes", increment: "+ seconds", timeUp: "Time is up: {Black|White} wins",
  levels: ["Beginner", "Novice", "Casual", "Club player", "Strong", "Expert", "Master",
    "Full strength"],
  letters: "Letters", threads: "Threads", memory: "Memory",
  puzzles: "Puzzles", puzzleKind: "Puzzle {number}: {rule}, grade {grade}",
  puzzleCount: "Solved: {count} of {all}",
  allRules: "All rules", allGrades: "All grades", grade: "Grade", puzzleGrade: "Grade {grade}",
  easiest: "easy", hardest: "hard",
  puzzleWin: "{Black|White} to move and win",
  puzzleHold: "Find the only move that holds for {Black|White}",
  puzzleRight: "Right. {Black|White} answers {reply}: go on.",
  puzzleWon: "Solved: {Black|White} wins", puzzleHeldDone: "Solved: {move} holds",
  puzzleNoWin: "No win is known after {move}: {Black|White} answers {reply}",
  puzzleLoses: "{move} loses: {Black|White} plays {reply} and wins",
  puzzleHeld: "{move} holds. After every other move {Black|White} wins: try one.",
  puzzleAgain: "Try again", puzzleSolution: "Solution", puzzleNext: "Next",
  keys: "Keys",
  keyList: [
    ["← →", "back, forward"],
    ["← ↑ → ↓ Home End", "move the cursor on the board"],
    ["Enter", "place a stone at the cursor"], ["Space", "analyse"],
    ["S", "stop"], ["B", "play the best move"], ["U", "undo"], ["R", "review"],
    ["L", "learn from mistakes, next one"],
    ["H", "hint"], ["F T", "win by fours, by threats"], ["X", "what if I pass"],
    ["D", "draw arrows and circles"], ["M", "exercises from my mistakes"],
    ["N", "new game"], ["P", "puzzles"], ["/", "type a move or a game"], ["E", "evaluation bar"],
    ["#", "move numbers"],
    ["A G", "to the analysis, to the board"], ["?", "this help"],
  ],
  yourMove: "Your move", continueGame: "Continue this game", keptGame: "{rule}, {size}, move {ply}",
  keptGames: "My games", discard: "Delete",
  notKept: "This game is not kept: save it before you leave.",
  resetSettings: "Damaged settings were reset.",
  resetLessons: "Damaged lesson progress was reset.",
  notAlternating: "The colours don’t alternate: save SGF, or copy the link.",
  fiveIn: "{Black|White} has five in a row: {cells}.", fullBoard: "The board is full.",
  moveLimit: "The limit of moves is reached.",
  makesFive: "{Black|White} makes five on {cells}.",
  endsWithFive: "The line ends with {Black|White} making five on {cells}.",
  onlyForbidden: "Every empty point is forbidden for Black.",
  decisive: "Decisive: {move}, {kind}.", openFour: "an open four",
  fourThree: "a four and an open three",
  starting: "Tengen is starting: one moment.",
  waiting: "Tengen is busy in another tab. Press Stop there.",
  tooLong: "the text has more than {count} characters",
  played: "{Black|White}: {cells}.", asTable: "As a table", sound: "Sound of the stones",
  vibration: "Vibrate when Tengen has moved",
  readingText: "Reading…",
  passed: "pass", bareLabels: "Labels on empty points: {count}, not shown.",
  cell: "{cell}, empty", cellStone: "{cell}, {black|white} {ply}",
  cellForbidden: "{cell}, forbidden",
  cellWall: "{cell}, wall", boardLabel: "Board of {width} by {height}",
  notMove: "“{text}” is not a move", notPossible: "move {ply}, {move}, is not possible",
  notRule: "“{text}” is not a rule",
  notSize: "a board of {width} × {height}: sides are {least} to {most}",
  notStone: "the stone on {cell} is not possible",
  notSgf: "SGF: “{text}” can’t be read", otherGame: "{text} is another game: Gomoku is GM[4]",
  notPsq: "PSQ: “{text}” can’t be read", notRow: "“{text}” is not a row of the board",
  noField: "a link names a rule, a size or moves; “{text}” does not",
  looksLike: "it looks like another program’s file: {format}",
  notEncoding: "“{text}” is not a known encoding",
  firstGame: "Games in the file: {count}. The first is shown.",
  asSetUp: "Shown as a set-up: moves 1 to {count}.", skipped: "Skipped: {text}.",
};

/** @type {Record<string, Words>} */
export const LANGUAGES = {
  en: ENGLISH, "zh-CN": SIMPLIFIED_CHINESE, "zh-TW": TRADITIONAL_CHINESE, ja: JAPANESE, ko: KOREAN,
  ru: RUSSIAN, cs: CZECH, vi: VIETNAMESE,
};

/**
 * Return a text with its gaps filled: `{name}` with the value of that name, `{one|other}` with
 * `one` if the value `colour` is 1, black, or else with `other`.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return text.replace(/\{([^{}|]+)(?:\|([^{}]+))?\}/g, (_, name, other) =>
    (other === undefined ? String(values[name] ?? "") : values.colour === 1 ? name : other));
}

/**
 * Return a text with a full stop, unless it has an end.
 * @param {string} text
 */
export function sentence(text) {
  return /[.!?…。！？]$/.test(text) ? text : text + (/[\u3040-\u9fff]/.test(text) ? "。" : ".");
}

/** Return the first of the browser's languages that we have, or else English. */
export function usualLanguage() {
  for (const wanted of navigator.languages ?? []) {
    const [base, region] = wanted.split("-");
    const chinese = /TW|HK|MO|Hant/.test(region ?? "") ? "zh-TW" : "zh-CN";
    const found = [wanted, base === "zh" ? chinese : base].find((name) => name in LANGUAGES);
    if (found) return found;
  }
  return "en";
}
