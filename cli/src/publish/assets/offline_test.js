// Plays the browser for the service worker: node offline_test.js FOLDER, which holds three versions, one.js, two.js and three.js.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const SCOPE = "https://example.org/site/";
const stores = new Map();
const asked = [];
let online = true;
let edition = "first edition";
let saveData = false;

const store = (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const files = stores.get(name);
    return {
        match: async (url) => files.get(url),
        put: async (url, answer) => void files.set(url, answer),
        keys: async () => [...files.keys()].map((url) => ({ url })),
    };
};

/** Starts a version and returns a function that sends an event and waits for its answer and its work. */
function start(name) {
    const listeners = {};
    vm.runInNewContext(fs.readFileSync(path.join(process.argv[2], name), "utf8"), {
        URL,
        registration: { scope: SCOPE },
        navigator: { get connection() { return { saveData }; } },
        clients: { claim: async () => {} },
        addEventListener: (kind, listener) => (listeners[kind] = listener),
        caches: {
            open: async (cache) => store(cache),
            keys: async () => [...stores.keys()],
            delete: async (cache) => stores.delete(cache),
        },
        fetch: async (request, options = {}) => {
            const url = typeof request === "string" ? request : request.url;
            asked.push([url, options.cache]);
            if (!online) throw new TypeError("no connection");
            const status = url.endsWith("/nowhere/") ? 404 : 200;
            const answer = { ok: status === 200, status, edition, clone: () => answer };
            return answer;
        },
    });
    return async (kind, request, more = {}) => {
        let answer;
        const work = [];
        listeners[kind]({ request, ...more, waitUntil: (promise) => work.push(promise), respondWith: (promise) => (answer = promise) });
        answer = await answer;
        // Work may begin more work.
        for (let done = 0; done < work.length; done += 1) await work[done];
        return answer;
    };
}

const get = (url, method = "GET") => ({ url: new URL(url, SCOPE).href, method });
const address = (url) => new URL(url, SCOPE).href;
const wasAsked = (url) => asked.some(([other]) => other === address(url));
const program = "app/editor-0123456789ab.wasm";

(async () => {
    stores.set("a cache of another page of this host", new Map());
    const one = start("one.js");
    await one("install");
    await one("activate");
    assert.equal(stores.size, 2);
    assert.ok(wasAsked("./") && wasAsked("a%20b/0123456789ab/a%20b.toml"), "pages and what belongs to them");
    assert.ok(!asked.some(([url]) => /\/(app|play)\//.test(url)), "no program before it is used");

    // A program is kept when it is used, whole.
    asked.length = 0;
    assert.equal((await one("fetch", get(program))).status, 200);
    assert.ok(wasAsked(program) && wasAsked("app/worker-0123456789ab.js") && !wasAsked("play/"));
    asked.length = 0;
    await one("fetch", get(program));
    await one("fetch", get("app/worker-0123456789ab.js"));
    assert.deepEqual(asked, []);
    await one("fetch", get("a%20b/"));
    assert.deepEqual(asked, [[address("a%20b/"), "no-cache"]]);

    // What is not kept comes from the network; others' requests are left alone.
    assert.equal((await one("fetch", get("nowhere/"))).status, 404);
    assert.equal(await one("fetch", get("resolver/")), undefined);
    assert.equal(await one("fetch", get("./", "POST")), undefined);
    assert.equal(await one("fetch", get("https://example.org/other/")), undefined);

    // Without a connection, pages come from the cache, with any query and under both names.
    online = false;
    for (const page of ["./", "index.html", "?from=mail", "a%20b/", "a%20b/index.html"]) {
        assert.ok((await one("fetch", get(page))).ok, page);
    }
    await assert.rejects(one("fetch", get("nowhere/")), /no connection/);
    await assert.rejects(one("fetch", get("play/")), /no connection/);
    online = true;

    // What was seen last is what is shown without a connection, whatever version keeps it.
    edition = "second edition";
    assert.equal((await one("fetch", get("./"))).edition, "second edition");
    online = false;
    assert.equal((await one("fetch", get("./"))).edition, "second edition");
    online = true;

    // A new version loads only what is new, with the programs that are used, and replaces the old one once it is active.
    const two = start("two.js");
    asked.length = 0;
    await two("install");
    assert.ok(!wasAsked(program), "known by its name");
    assert.ok(wasAsked("app/worker-ba0123456789.js"), "the reader uses the program");
    assert.ok(asked.some(([url, cache]) => url === SCOPE && cache === "no-cache"), "pages are loaded anew");
    assert.equal(stores.size, 3);
    assert.ok((await one("fetch", get(program))).ok, "the old version still works");
    await two("activate");
    assert.equal(stores.size, 2);
    assert.ok(stores.has("a cache of another page of this host"));
    online = false;
    assert.equal((await two("fetch", get("./"))).edition, "second edition");
    assert.equal((await two("fetch", get(program))).edition, "first edition");
    online = true;

    // A reader who saves data loads what is asked for, and nothing else.
    stores.clear();
    saveData = true;
    const saving = start("one.js");
    asked.length = 0;
    await saving("install");
    await saving("activate");
    assert.deepEqual(asked, []);
    for (const file of ["./", "a%20b/", "a%20b/0123456789ab/a%20b.toml", "style-0123456789ab.css", program, "play/"]) {
        await saving("fetch", get(file));
    }
    online = false;
    assert.ok((await saving("fetch", get("./"))).ok);

    // A new version leaves its pages as they were seen last, and their styles, but no page of a program that is another now.
    const newer = start("two.js");
    asked.length = 0;
    await newer("install");
    online = true;
    edition = "third edition";
    await saving("fetch", get("a%20b/"));
    online = false;
    await newer("activate");
    assert.deepEqual(asked, [[address("a%20b/"), "no-cache"]]);
    assert.deepEqual([...stores.keys()].length, 1);
    for (const [file, seen] of [["./", "second edition"], ["a%20b/", "third edition"], ["style-0123456789ab.css", "second edition"]]) {
        assert.equal((await newer("fetch", get(file))).edition, seen, file);
    }
    assert.ok((await newer("fetch", get(program))).ok);
    await assert.rejects(newer("fetch", get("play/")), /no connection/);

    // With the same programs, their pages stay.
    const again = start("three.js");
    online = true;
    for (const file of ["app/worker-ba0123456789.js", "play/"]) await newer("fetch", get(file));
    online = false;
    await again("install");
    await again("activate");
    for (const file of ["./", "a%20b/", program, "play/"]) assert.ok((await again("fetch", get(file))).ok, file);
    online = true;

    // Everything is kept for a reader who wants it, and told.
    const told = [];
    const source = { postMessage: (text) => told.push(text) };
    await again("message", undefined, { data: "something else", source });
    online = false;
    await again("message", undefined, { data: "keep everything", source });
    online = true;
    await again("message", undefined, { data: "keep everything", source });
    assert.deepEqual(told, ["something is missing", "everything is kept"]);
    online = false;
    for (const file of ["a%20b/", "play/", program]) assert.ok((await again("fetch", get(file))).ok, file);
})().catch((error) => {
    console.error(error);
    process.exit(1);
});
