// The certificates of the kept games, in the browser's database: one may have many megabytes. The
// key is the game's id, the value is the content of the file. The last one that the database does
// not take stays in memory until the page ends.

const DATABASE = "tengen", STORE = "certificates";
const MOST_BYTES = 64 << 20; // of a certificate

/** @typedef {Uint8Array | string} Content */
let unkept = /** @type {{id: string, content: Content} | null} */ (null);

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Return the result of a request, once all that it began is written.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 */
async function transacted(mode, ask) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/**
 * Keep the certificate of a game; delete those of games that are kept no more. Return whether it is
 * kept: if not, it is lost when the page ends.
 * @param {string} id of the game
 * @param {Content} content
 * @param {string[]} others ids of the other kept games
 */
export async function keepProof(id, content, others) {
  const isKept = await written(id, content, others);
  if (!isKept) unkept = { id, content };
  return isKept;
}

/**
 * Write a certificate to the database, and delete others from it. Return whether it is written.
 * @param {string} id of its game
 * @param {Content} content
 * @param {string[]} others ids of the games whose certificates stay
 */
async function written(id, content, others) {
  if (content.length > MOST_BYTES) return false;
  try {
    await transacted("readwrite", (store) => {
      const keys = store.getAllKeys();
      keys.onsuccess = () => keys.result
        .filter((key) => key !== id && !others.includes(String(key)))
        .forEach((key) => store.delete(key));
      return store.put(content, id);
    });
    return true;
  } catch {
    return false; // the browser has no database, or no room is left
  }
}

/**
 * Return the certificate of a game, null if there is none.
 * @param {string} id
 * @returns {Promise<Content | null>}
 */
export async function keptProof(id) {
  if (unkept?.id === id) return unkept.content;
  try {
    const found = await transacted("readonly", (store) => store.get(id));
    return found instanceof Uint8Array || typeof found === "string" ? found : null;
  } catch {
    return null; // the browser has no database
  }
}

/**
 * Delete the certificate of a game, if it has one.
 * @param {string} id
 */
export function forgetProof(id) {
  if (unkept?.id === id) unkept = null;
  return transacted("readwrite", (store) => store.delete(id)).catch(() => {}); // no database
}
