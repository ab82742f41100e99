// Plays the browser for the service worker: node offline_test.js FOLDER, which holds two versions, one.js and two.js.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const SCOPE = "https://example.org/site/";
const stores = new Map();
const asked = [];
let online = true;

const store = (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const files = stores.get(name);
    return {
        match: async (url) => files.get(typeof url === "string" ? url : url.url),
        put: async (url, answer) => void files.set(url, answer),
    };
};

/** Starts a version and returns a function that sends an event and waits for what it answers. */
function start(name) {
    const listeners = {};
    vm.runInNewContext(fs.readFileSync(path.join(process.argv[2], name), "utf8"), {
        URL,
        registration: { scope: SCOPE },
        clients: { claim: async () => {} },
        addEventListener: (kind, listener) => (listeners[kind] = listener),
        caches: {
            open: async (cache) => store(cache),
            keys: async () => [...stores.keys()],
            delete: async (cache) => stores.delete(cache),
            match: async (url) => [...stores.values()].map((files) => files.get(url)).find((found) => found),
        },
        fetch: async (request, options = {}) => {
            const url = typeof request === "string" ? request : request.url;
            asked.push([url, options.cache]);
            if (!online) throw new TypeError("no connection");
            return { ok: true, from: "network", url, version: name };
        },
    });
    return async (kind, request) => {
        let answer;
        const event = { request, waitUntil: (promise) => (answer = promise), respondWith: (promise) => (answer = promise) };
        listeners[kind](event);
        return answer;
    };
}

const get = (url, method = "GET") => ({ url: new URL(url, SCOPE).href, method });

(async () => {
    stores.set("a cache of another page of this host", new Map());
    const one = start("one.js");
    await one("install");
    await one("activate");
    assert.equal(stores.size, 2);

    // Names that tell their content come from the cache, pages from the network.
    const program = get("app/editor-0123456789ab.wasm");
    asked.length = 0;
    assert.equal((await one("fetch", program)).version, "one.js");
    assert.equal(asked.length, 0);
    await one("fetch", get("a%20b/"));
    assert.deepEqual(asked, [[`${SCOPE}a%20b/`, "no-cache"]]);

    // What is not kept comes from the network; others' requests are left alone.
    assert.equal((await one("fetch", get("a%20b/print-0123456789ab.pdf"))).from, "network");
    assert.equal(await one("fetch", get("resolver/")), undefined);
    assert.equal(await one("fetch", get("./", "POST")), undefined);
    assert.equal(await one("fetch", get("https://example.org/other/")), undefined);

    // Without a connection, pages come from the cache, with any query and under both names.
    online = false;
    for (const page of ["./", "index.html", "?from=mail", "a%20b/", "a%20b/index.html"]) {
        assert.ok((await one("fetch", get(page))).ok, page);
    }
    await assert.rejects(one("fetch", get("nowhere/")), /no connection/);
    online = true;

    // A new version loads only what is new, and replaces the old one once it is active.
    const two = start("two.js");
    asked.length = 0;
    await two("install");
    assert.ok(!asked.some(([url]) => url === program.url), "known by its name");
    assert.ok(asked.some(([url, cache]) => url === SCOPE && cache === "no-cache"), "pages are loaded anew");
    assert.equal(stores.size, 3);
    assert.equal((await one("fetch", program)).version, "one.js", "the old version still works");
    await two("activate");
    assert.equal(stores.size, 2);
    assert.ok(stores.has("a cache of another page of this host"));
    online = false;
    assert.equal((await two("fetch", get("./"))).version, "two.js");
})().catch((error) => {
    console.error(error);
    process.exit(1);
});
