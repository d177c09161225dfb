// The objects of the running page. main.js makes them; every action uses them.

/**
 * @typedef {{client: import("./client.js").Client, view: import("./board.js").BoardView,
 *   puzzles: import("./puzzles.js").Puzzles, display: import("./display.js").Display}} App
 */

export const app = /** @type {App} */ ({});
export const show = () => app.display.show();
