// The link of the page to its game on a server. No other module knows that it is a WebSocket, which is opened again whenever it is lost.

import { remember, renamed } from "./games.js";

const VERSION = 1;
/** The longest pause before another try, in milliseconds. */
const MOST_PAUSE = 60_000;
/** The time without a message after which the server is asked for one, and the time that it has to answer. */
const QUIET = 25_000;
const PATIENCE = 15_000;
/** The close code for a wrong token or an unknown game. */
const UNKNOWN = 4404;
/** Requests that change nothing: after a lost connection they are not made again. */
const QUERIES = ["odds", "why", "card", "point", "areas"];
/** Messages that have no id, and are answered by a message of their own kind or not at all. */
const PLAIN = ["ping", "export", "rematch", "feed", "link", "only-link", "webhook"];

/** A refusal: nothing was changed. It has the number and the title of the rule, if there is one. */
export class Refused extends Error {
    constructor({ rule = "", about = "", why = "The request was refused." }) {
        super(why);
        Object.assign(this, { rule, about });
    }
}

/** Whether this browser unpacks long messages. */
const DEFLATE = Boolean(globalThis.DecompressionStream);

/** Unpacks a message: the length of what is packed, the packed text, and zeros, so that the length of the whole tells little. */
function unpacked(data) {
    const packed = new Uint8Array(data, 4, new DataView(data).getUint32(0, true));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** Returns 16 random hexadecimal digits. */
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Link {
    /** `true`: the numbers are checked at the end, and pages add shares to them. */
    isFair = true;
    /** `true`: the server tells elsewhere that it is the player's move. */
    hasFeed = true;
    /** `true`: the player can get another link of the seat, and withdraw the earlier ones. */
    hasLinks = true;

    /**
     * Opens the game. `told` is called with each message that is no answer, and `changed` with the state of the connection:
     * `"connecting"`, `"open"`, `"lost"` with the time of the `next` try and `why`, `"unknown"` for a wrong link, or `"old"`.
     */
    constructor({ game, token }, told, changed) {
        Object.assign(this, { game, token, told, changed, page: random(), count: 0, tries: 0, waiting: new Map(), m: 0, due: [], ended: false });
        this.awake = () => {
            if (document.visibilityState === "visible" && !this.socket) this.open();
        };
        // Without a network, a connection is not closed: it falls silent.
        this.gone = () => this.socket && this.drop(this.socket);
        addEventListener("online", this.awake);
        addEventListener("offline", this.gone);
        document.addEventListener("visibilitychange", this.awake);
        this.open();
    }

    /** Sends a request. Returns a promise of the answer to a query, or of the number of the position after it, which was told by then. */
    send(request, at) {
        const id = `${this.page}-${this.count += 1}`;
        const message = { ...request, id, ...(at === undefined ? {} : { at }) };
        return new Promise((done, refused) => {
            const query = QUERIES.includes(request.t);
            if (this.ended || (query && !this.ready)) {
                const why = this.ended ? "This game is no longer open." : "The connection is lost; this can be asked when it is back.";
                refused(new Refused({ why }));
                return;
            }
            this.waiting.set(id, { message, query, done, refused });
            this.put(message);
        });
    }

    /** Sends a message that is not answered under its id. Returns `false` if there is no connection. */
    plain(message) {
        if (!PLAIN.includes(message.t) || !this.ready) return false;
        this.put(message);
        return true;
    }

    /** Keeps what is told of the game for the list of games. */
    remember(told) {
        remember({ game: this.game, token: this.token }, told);
    }

    /** Goes on with the seat under another `token`, and withdraws the others. */
    rename(token) {
        renamed({ game: this.game, token: this.token }, token);
        this.token = token;
        this.plain({ t: "only-link", token });
    }

    /** Returns the map of an address, an SVG. */
    async ground(address) {
        const response = await fetch(address);
        if (!response.ok) throw new Error(`${response.status}`);
        return response.text();
    }

    /** Ends the link. */
    close() {
        this.ended = true;
        removeEventListener("online", this.awake);
        removeEventListener("offline", this.gone);
        document.removeEventListener("visibilitychange", this.awake);
        clearTimeout(this.timer);
        clearTimeout(this.next);
        this.socket?.close();
        this.socket = null;
        this.ready = false;
        this.settle();
        this.giveUp(() => true, "The game was left before the answer came.");
    }

    put(message) {
        if (this.ready) this.socket.send(JSON.stringify(message));
    }

    open() {
        clearTimeout(this.next);
        this.ready = false;
        this.changed("connecting");
        const scheme = location.protocol === "https:" ? "wss:" : "ws:";
        const socket = new WebSocket(`${scheme}//${location.host}/host/ws`);
        this.socket = socket;
        // A connection that is never made would be waited for without end.
        this.watch(socket);
        socket.addEventListener("open", () => {
            socket.send(JSON.stringify({ t: "hello", v: VERSION, game: this.game, token: this.token, deflate: DEFLATE }));
        });
        socket.binaryType = "arraybuffer";
        // Unpacking takes a while; what comes meanwhile waits for its turn.
        let order = null;
        socket.addEventListener("message", ({ data }) => {
            if (socket !== this.socket) return;
            this.watch(socket);
            if (typeof data === "string" && !order) {
                this.take(JSON.parse(data));
                return;
            }
            // Without a message that cannot be read, the page would show what is not so: the next connection tells all.
            const text = typeof data === "string" ? data : unpacked(data).catch(() => socket.close());
            const last = Promise.all([text, order]).then(([text]) => {
                if (order === last) order = null;
                if (text !== undefined && socket === this.socket) this.take(JSON.parse(text));
            }).catch(reportError);
            order = last;
        });
        socket.addEventListener("close", ({ code, reason }) => {
            if (socket === this.socket) this.lost(code, reason);
        });
    }

    /** Asks a quiet server for a message, and gives up a connection on which none comes. */
    watch(socket) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.plain({ t: "ping" });
            this.timer = setTimeout(() => this.drop(socket), PATIENCE);
        }, this.ready ? QUIET : 0);
    }

    /** Gives up a connection. */
    drop(socket) {
        if (socket !== this.socket) return;
        socket.close();
        // The browser may wait long for the other end to agree.
        this.lost(0);
    }

    lost(code, why = "") {
        clearTimeout(this.timer);
        this.socket = null;
        this.ready = false;
        this.giveUp(({ query }) => query, "The connection was lost before the answer came.");
        if (this.ended) return;
        if (code === UNKNOWN) {
            this.close();
            this.changed("unknown");
            return;
        }
        // Pages that have lost the same server do not all come back at once.
        const pause = Math.min(MOST_PAUSE, 1000 * 2 ** this.tries) * (0.75 + Math.random() / 2);
        this.tries += 1;
        this.next = setTimeout(() => this.open(), pause);
        this.changed("lost", { next: Date.now() + pause, why });
    }

    take(message) {
        switch (message.t) {
            case "pong":
                return;
            case "welcome":
                if (message.v !== VERSION) {
                    this.renew();
                    return;
                }
                this.ready = true;
                this.tries = 0;
                this.told(message);
                this.changed("open");
                // What was not answered is sent again with the same id, which the server carries out once.
                for (const { message: again } of this.waiting.values()) this.put(again);
                return;
            case "done": {
                const asked = this.answer(message.id);
                if (asked) this.due.push(() => asked.done(message.m));
                // The position comes after the answer, and takes longer to unpack.
                if (message.m <= this.m) this.settle();
                return;
            }
            case "full":
            case "step":
                this.m = message.m;
                this.told(message);
                this.settle();
                return;
            case "answer":
                this.answer(message.id)?.done(message.answer);
                return;
            case "refused": {
                const asked = this.answer(message.id);
                if (asked) asked.refused(new Refused(message));
                else this.told(message);
                return;
            }
            default:
                this.told(message);
        }
    }

    /** Settles the requests whose position was told. */
    settle() {
        for (const done of this.due.splice(0)) done();
    }

    /** Refuses those of the waiting requests that are `meant`. */
    giveUp(meant, why) {
        for (const [id, asked] of this.waiting) {
            if (!meant(asked)) continue;
            this.waiting.delete(id);
            asked.refused(new Refused({ why }));
        }
    }

    answer(id) {
        const asked = this.waiting.get(id);
        this.waiting.delete(id);
        return asked;
    }

    /** Loads the page of a server that speaks another version, once. */
    renew() {
        this.close();
        try {
            if (sessionStorage.getItem("battlewright renewed") === null) {
                sessionStorage.setItem("battlewright renewed", "yes");
                location.reload();
                return;
            }
        } catch {
            // Without storage, the page cannot know whether it was loaded again.
        }
        this.changed("old");
    }
}
