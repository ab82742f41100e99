// The games that this browser keeps: each line of a record is stored before anybody is told of it.
//
// A game is its facts for the list, and its record in pieces, by the number of the piece.

const NAME = "battlewright-play";

/** Games that are kept in memory alone, as the browser allows no storage. */
const memory = new Map();

const answered = (request) => new Promise((done, refused) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => refused(request.error);
});

const ended = (transaction) => new Promise((done, refused) => {
    transaction.oncomplete = () => done();
    transaction.onabort = transaction.onerror = () => refused(transaction.error ?? new Error("the browser has not kept it"));
});

let opened = null;

/** Opens the storage; `null` if the browser allows none. */
function storage() {
    opened ??= new Promise((done) => {
        let request;
        try {
            request = indexedDB.open(NAME, 1);
        } catch {
            done(null);
            return;
        }
        request.onupgradeneeded = () => {
            request.result.createObjectStore("games", { keyPath: "id" });
            request.result.createObjectStore("pieces", { keyPath: ["id", "n"] });
        };
        request.onsuccess = () => done(request.result);
        request.onerror = () => done(null);
    });
    return opened;
}

/** Returns whether games survive the page. */
export const survives = async () => await storage() !== null;

const pieces = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

async function change(id, act) {
    const database = await storage();
    if (!database) {
        const game = memory.get(id) ?? { facts: null, text: "" };
        memory.set(id, { ...game, ...act.memory(game) });
        return;
    }
    const transaction = database.transaction(["games", "pieces"], "readwrite", { durability: "strict" });
    const done = ended(transaction);
    await act.stored(transaction.objectStore("games"), transaction.objectStore("pieces"));
    await done;
}

/** Returns the facts of all games, the last played first. */
export async function games() {
    const database = await storage();
    const all = database ? await answered(database.transaction("games").objectStore("games").getAll()) : [...memory.values()].map(({ facts }) => facts);
    return all.sort((one, other) => other.at - one.at);
}

/** Returns the facts of a game and the text of its record; `null` if there is no such game. */
export async function read(id) {
    const database = await storage();
    if (!database) return memory.get(id) ?? null;
    const transaction = database.transaction(["games", "pieces"]);
    const [facts, all] = await Promise.all([
        answered(transaction.objectStore("games").get(id)),
        answered(transaction.objectStore("pieces").getAll(pieces(id))),
    ]);
    return facts ? { facts, text: all.map(({ text }) => text).join("") } : null;
}

/** The time in which a page that was left ends, and the time that another page has to give a game up, in milliseconds. */
const SHORT = 1000;
const PATIENCE = 5000;

/** The pages ask each other here to give up a game, by its id. */
const pages = globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : null;

/**
 * Makes this page the only one that has the game `id`. Returns the function that ends that; `null` if another page has the game. With
 * `asks`, the other page is asked to give it up.
 */
export function own(id, { asks = false } = {}) {
    // Over an insecure connection there are no locks: then nothing is appended to what another page has changed.
    if (!navigator.locks) return Promise.resolve(() => {});
    return new Promise((owned) => {
        const late = new AbortController();
        setTimeout(() => late.abort(), asks ? PATIENCE : SHORT);
        const hold = () => new Promise((release) => { owned(release); });
        navigator.locks.request(`battlewright game ${id}`, { signal: late.signal }, hold)
            .catch((error) => owned(error.name === "AbortError" ? null : () => {}));
        if (asks) pages?.postMessage(id);
    });
}

/** Calls `act` when another page asks for the game `id`. Returns the function that ends that. */
export function onAsked(id, act) {
    const heard = ({ data }) => data === id && act();
    pages?.addEventListener("message", heard);
    return () => pages?.removeEventListener("message", heard);
}

/** Fails if another page has changed the game since this page has read or written its `facts`. */
async function isSame(games, facts) {
    const now = await answered(games.get(facts.id));
    if (now?.at !== facts.at || now.pieces !== facts.pieces) throw new Error("another tab has changed or removed the game");
}

/** Keeps a whole game, in the place of an older form of it. */
export function put(facts, text) {
    const own = { ...facts, at: Date.now(), pieces: 1 };
    return change(facts.id, {
        memory: () => ({ facts: own, text }),
        async stored(games, records) {
            await answered(records.delete(pieces(facts.id)));
            records.put({ id: facts.id, n: 0, text });
            games.put(own);
        },
    });
}

/** Appends to the record of a game. Fails if another page has changed it. */
export function append(facts, text) {
    const own = { ...facts, at: Date.now(), pieces: facts.pieces + 1 };
    return change(facts.id, {
        memory: (game) => ({ facts: own, text: game.text + text }),
        async stored(games, records) {
            await isSame(games, facts);
            records.add({ id: facts.id, n: facts.pieces, text });
            games.put(own);
        },
    }).then(() => own);
}

/** Keeps other facts of a game, beside its record. */
export function note(id, more) {
    return change(id, {
        memory: ({ facts }) => ({ facts: { ...facts, ...more } }),
        async stored(games) {
            const facts = await answered(games.get(id));
            if (facts) games.put({ ...facts, ...more });
        },
    });
}

/** Removes a game. */
export async function remove(id) {
    const database = await storage();
    memory.delete(id);
    if (!database) return;
    await change(id, {
        memory: () => ({}),
        async stored(games, records) {
            records.delete(pieces(id));
            games.delete(id);
        },
    });
}
