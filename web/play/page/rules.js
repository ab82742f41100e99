// The rules, in a Web Worker: the page stays at hand while the computer thinks.

/** The size of the program, for the progress; web/build.sh puts it in. */
const SIZE = 1;

/** Downloads the program, and tells the part that has come, from 0 to 1. It is compiled while it comes. */
async function program(progress) {
    const response = await fetch(new URL("play.wasm", import.meta.url));
    if (!response.ok) throw new Error(`The rules cannot be loaded (${response.status} ${response.statusText}). Try again later.`);
    let loaded = 0;
    const counting = new TransformStream({
        transform(bytes, to) {
            loaded += bytes.length;
            progress(Math.min(1, loaded / SIZE));
            to.enqueue(bytes);
        },
    });
    const counted = new Response(response.body.pipeThrough(counting), { headers: { "Content-Type": "application/wasm" } });
    return WebAssembly.compileStreaming(counted);
}

/** A worker with the rules, which holds one game. */
export class Rules {
    constructor(module) {
        Object.assign(this, { count: 0, waiting: new Map(), failed: null, progress: () => {} });
        this.worker = new Worker(new URL("rules-worker.js", import.meta.url), { type: "module" });
        this.worker.addEventListener("message", ({ data }) => {
            // What a computer player has found so far.
            if (typeof data === "string") {
                this.progress(data);
                return;
            }
            const { n, answer, error } = data;
            const { done, refused } = this.waiting.get(n);
            this.waiting.delete(n);
            if (error === undefined) done(answer);
            else refused(new Error(error));
        });
        this.worker.addEventListener("error", (event) => this.fail(event.message || "The rules cannot be started."));
        this.worker.postMessage({ module });
    }

    fail(why) {
        this.failed = new Error(why);
        for (const { refused } of this.waiting.values()) refused(this.failed);
        this.waiting.clear();
    }

    /** Calls a function of the rules by its name. */
    call(name, ...args) {
        if (this.failed) return Promise.reject(this.failed);
        const n = this.count += 1;
        return new Promise((done, refused) => {
            this.waiting.set(n, { done, refused });
            this.worker.postMessage({ n, name, args });
        });
    }

    /** Ends the worker, also while it thinks. */
    end() {
        this.worker.terminate();
        this.fail("The game was left.");
    }
}

let module = null;
let loaded;

/** Fulfilled when the rules have come for the first time. */
export const rulesLoaded = new Promise((done) => { loaded = done; });

/** Starts a worker. The program is downloaded once; until it has come, `progress` is told how far it is. */
export async function startRules(progress = () => {}) {
    module ??= program((part) => progress(part)).catch((error) => {
        module = null;
        throw error;
    });
    const rules = new Rules(await module);
    performance.mark("rules");
    loaded();
    return rules;
}

let font = null;

/** Loads the font of the map from the rules, once. */
export function loadFont(rules) {
    font ??= rules.call("font").then((bytes) => document.fonts.add(new FontFace("Ubuntu", bytes, { weight: "300" })));
    return font;
}
