// The objects of the running page. main.js makes them; every action uses them.

/**
 * @typedef {object} App
 * @property {import("../engine/client.js").Client} client
 * @property {import("../view/board.js").BoardView} view
 * @property {import("../events/puzzles.js").Puzzles} puzzles
 * @property {import("../view/display.js").Display} display
 */

export const app = /** @type {App} */ ({});
export const show = () => app.display.show();
