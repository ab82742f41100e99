// Plays the browser for the service worker: node offline_test.js FOLDER, which holds three editions, one.js, two.js and three.js.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const SCOPE = "https://example.org/site/";
const PREFIX = `battlewright-site ${SCOPE} `;
const stores = new Map();
const asked = [];
const open = [];
let online = true;
let saveData = false;
/** The files of the host: texts by name. Pages begin with `<`. */
let host = new Map();

const address = (name) => new URL(name, SCOPE).href;
const head = (edition, ...files) => `<title>${edition}</title><link rel="icon" href="data:,">` + files.map((file) =>
    file.endsWith(".css") ? `<link rel="stylesheet" href="${file}">` : `<script defer src="${file}"></script>`).join("");

/** Returns the files of a host. `map` and `worker` have the hashes that change. */
const site = (edition, map, worker) => new Map(Object.entries({
    "./": `${head(edition, "style-0123456789ab.css")}<a href="a%20b/">a</a><a href="play/#open=../a%20b/0123456789ab/a%20b.toml&amp;map=../a%20b/${map}/a%20b.svg">`,
    "a%20b/": `${head(edition, "../style-0123456789ab.css")}<img src="../a%20b/${map}/a%20b.svg"><a href="http://[">odd</a>`,
    "b/": head(edition, "../style-0123456789ab.css"),
    "edit/": head(edition, `../app/worker-${worker}.js`),
    "play/": head(edition, `../app/worker-${worker}.js`),
    "replay/": head(edition, "replay-0123456789ab.wasm"),
    "style-0123456789ab.css": "style",
    [`a%20b/${map}/a%20b.svg`]: `map of ${edition}`,
    "a%20b/0123456789ab/a%20b.toml": "scenario",
    "a%20b/0123456789ab/a%20b.pdf": "print",
    [`app/editor-${worker}.wasm`]: "wasm",
    [`app/worker-${worker}.js`]: `worker of ${edition}`,
    "exchange/exchange-0123456789ab.wasm": "wasm",
    "replay/replay-0123456789ab.wasm": "wasm",
    "host/": "<title>Games</title>",
    "host/play/": "<title>A game</title>",
    "host/ground/x-0123456789ab.svg": "the map of a game",
    "resolver/": "<title>Resolver</title>",
    "private/": "<title>Not to be kept</title>",
    "other.json": "{}",
}));

const store = (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const files = stores.get(name);
    return {
        match: async (url) => files.get(url)?.clone(),
        put: async (url, answer) => void files.set(url, new Response(await answer.arrayBuffer(), { status: answer.status })),
        keys: async () => [...files.keys()].map((url) => ({ url })),
        delete: async (url) => files.delete(url),
    };
};

/** Starts an edition and returns a function that sends an event and waits for its answer and its work. */
function start(name) {
    const listeners = {};
    vm.runInNewContext(fs.readFileSync(path.join(process.argv[2], name), "utf8"), {
        URL,
        Response,
        registration: { scope: SCOPE },
        navigator: { get connection() { return { saveData }; } },
        clients: { claim: async () => {}, matchAll: async () => open.map((name) => ({ url: address(name) })) },
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
            const name = url.slice(SCOPE.length).split("?")[0].replace(/index\.html$/, "") || "./";
            const text = host.get(name);
            if (text === undefined) return new Response("missing", { status: 404 });
            const headers = name === "private/" ? { "Cache-Control": "no-store" } : {};
            return new Response(text, { status: 200, headers });
        },
    });
    return async (kind, request, more = {}) => {
        let answer;
        const work = [];
        listeners[kind]({ request, ...more, waitUntil: (promise) => work.push(promise), respondWith: (promise) => (answer = promise) });
        try {
            answer = await answer;
        } finally {
            // Work may begin more work.
            for (let done = 0; done < work.length; done += 1) await work[done];
        }
        return answer;
    };
}

const get = (url, more = {}) => ({ url: address(url), method: "GET", mode: "cors", ...more });
const opened = (url) => get(url, { mode: "navigate" });
const names = () => asked.map(([url]) => url.slice(SCOPE.length) || "./").sort();
const kept = () => [...stores.get(`${PREFIX}opened`).keys()].map((url) => url.slice(SCOPE.length) || "./").sort();
const told = async (answer) => (await (await answer).text()).replace(/^.*<title>|<\/title>.*$/gs, "");
const restart = async (name, saves) => {
    stores.clear();
    [saveData, online, host, open.length] = [saves, true, site("one", "0123456789ab", "0123456789ab"), 0];
    const worker = start(name);
    asked.length = 0;
    await worker("install");
    await worker("activate");
    return worker;
};
const renew = async (name, ...about) => {
    host = site(...about);
    const worker = start(name);
    asked.length = 0;
    await worker("install");
    return worker;
};
const [map, editor, wasm] = ["a%20b/0123456789ab/a%20b.svg", "app/editor-0123456789ab.wasm", "replay/replay-0123456789ab.wasm"];

/** What is opened is kept, and nothing else. */
async function opens() {
    const one = await restart("one.js", false);
    assert.deepEqual(names(), ["./", "style-0123456789ab.css"], "the first page, and what it needs");

    // The page that was there before the worker tells what it has loaded.
    asked.length = 0;
    const seen = ["style-0123456789ab.css", map, "other.json", "host/ground/x-0123456789ab.svg", "https://example.net/a-0123456789ab.js"];
    await one("message", undefined, { data: { seen: [...seen.map(address), "no address"] }, source: { url: address("a%20b/?from=mail#top") } });
    assert.deepEqual(names(), ["a%20b/", map]);
    assert.deepEqual(kept(), ["./", "a%20b/", map, "style-0123456789ab.css"].sort());

    // Files whose names tell their content are asked for once; pages each time.
    asked.length = 0;
    const [first, second] = [one("fetch", get("a%20b/0123456789ab/a%20b.toml")), one("fetch", get("a%20b/0123456789ab/a%20b.toml"))];
    assert.equal(await (await first).text(), "scenario");
    assert.equal(await (await second).text(), "scenario");
    assert.equal(names().length, 1);
    asked.length = 0;
    await one("fetch", opened("a%20b/"));
    assert.deepEqual(asked, [[address("a%20b/"), "no-cache"]]);

    // A page counts once what it needs is kept.
    host.set("b/", head("broken", "gone-0123456789ab.css"));
    assert.equal(await told(one("fetch", opened("b/"))), "broken");
    host.set("b/", head("one", "../style-0123456789ab.css"));
    assert.ok(!kept().includes("b/"));

    // What is not kept comes from the network. Others' requests, the games of a server and the resolver are left alone.
    for (const page of ["private/", "nowhere/"]) await one("fetch", opened(page));
    for (const name of ["host/", "host", "host/?a", "host/play/", "host/ground/x-0123456789ab.svg", "resolver/", "other.json", "https://example.org/other/"]) {
        assert.equal(await one("fetch", get(name)), undefined, name);
    }
    assert.equal(await one("fetch", opened("host/play/")), undefined);
    assert.equal(await one("fetch", get("./", { method: "POST" })), undefined);
    await one("message", undefined, { data: { seen: [address("host/ground/x-0123456789ab.svg")] }, source: { url: address("host/play/") } });
    await one("message", undefined, { data: { seen: [] }, source: null });
    assert.ok(!kept().some((name) => /^(host|resolver|private|nowhere|other)/.test(name)), kept());

    // Without a connection, pages come from the cache, with any query and under both names. Others are said to be missing.
    online = false;
    for (const page of ["./", "index.html", "?from=mail", "a%20b/", "a%20b/index.html"]) {
        assert.equal(await told(one("fetch", opened(page))), "one", page);
    }
    for (const page of ["b/", "nowhere/", "play/", "other.json", "b/0123456789ab/b.svg"]) {
        const answer = await one("fetch", opened(page));
        assert.equal(answer.status, 503, page);
        const text = await answer.text();
        assert.ok(text.includes("This page is not kept") && text.includes(`<a href="${SCOPE}">`), text);
        assert.ok(text.includes(`<li><a href="${address("a%20b/")}">one</a></li>`) && !text.includes(address("b/")), text);
    }
    await assert.rejects(one("fetch", get("b/")), /no connection/);
    await assert.rejects(one("fetch", get("b/0123456789ab/b.svg")), /no connection/);
    online = true;

    // A page that is gone is forgotten.
    await one("fetch", opened("b/"));
    assert.ok(kept().includes("b/"));
    host.delete("b/");
    await one("fetch", opened("b/"));
    assert.ok(!kept().includes("b/"));
}

/** Programs are kept as a whole when they are used, and only those are loaded for a new edition. */
async function uses() {
    const one = await restart("one.js", false);
    open.push("play/#open=x");
    await one("fetch", opened("play/"));
    assert.ok(!kept().some((name) => /^(app|play)/.test(name)), "the page waits for its program");
    asked.length = 0;
    await one("fetch", get(editor));
    assert.deepEqual(names(), [editor, "app/worker-0123456789ab.js", "play/"]);
    asked.length = 0;
    await one("fetch", get("app/worker-0123456789ab.js"));
    assert.deepEqual(asked, []);
    // The other page of the program is kept when it is opened.
    assert.ok(!kept().includes("edit/"));
    await one("fetch", opened("edit/"));
    assert.ok(kept().includes("edit/"));
    // What it fetches when it needs it is kept then.
    await one("fetch", get("exchange/exchange-0123456789ab.wasm"));
    open.length = 0;
    await one("fetch", opened("a%20b/"));
    await one("fetch", get(map));

    // A page of the next edition does not replace the one that fits the kept program.
    host = site("two", "ba0123456789", "ba0123456789");
    assert.equal(await told(one("fetch", opened("play/"))), "two");
    online = false;
    assert.equal(await told(one("fetch", opened("play/"))), "one");
    online = true;

    // Another edition loads what is new of the programs in use.
    let next = await renew("two.js", "two", "ba0123456789", "ba0123456789");
    assert.deepEqual(names(), ["app/editor-ba0123456789.wasm", "app/worker-ba0123456789.js", "edit/", "play/"]);
    online = false;
    assert.equal(await told(one("fetch", opened("play/"))), "two");
    assert.ok((await one("fetch", get("app/worker-0123456789ab.js"))).ok, "an open page has its own files");
    await next("activate");
    // Pages are as they were seen last, with what belonged to them then.
    assert.equal(await told(next("fetch", opened("a%20b/"))), "one");
    assert.equal(await (await next("fetch", get(map))).text(), "map of one");
    assert.ok(!kept().some((name) => /^app\/.*-01/.test(name)), "no page needs them");
    online = true;
    asked.length = 0;
    await next("fetch", opened("a%20b/"));
    await next("fetch", get("a%20b/ba0123456789/a%20b.svg"));
    assert.deepEqual(names(), ["a%20b/", "a%20b/ba0123456789/a%20b.svg"]);
    await next("fetch", opened("b/"));

    // An edition that cannot be loaded as a whole is not installed.
    host = site("three", "ba0123456789", "ba0123456789");
    const early = start("three.js");
    await assert.rejects(early("install"));
    assert.equal(await told(next("fetch", opened("edit/"))), "three", "the host has it");
    online = false;
    assert.equal(await told(next("fetch", opened("play/"))), "two");
    online = true;

    // A page that becomes a program of its own is loaded with its files, for it was in use. A page that is gone is dropped.
    host.set("play/", head("three", "game-0123456789ab.js"));
    for (const file of ["game-0123456789ab.js", "rules-0123456789ab.wasm"]) host.set(`play/${file}`, "game");
    next = start("three.js");
    await next("install");
    await next("activate");
    assert.deepEqual(kept(), [
        // The first page was seen in the first edition, and names its map.
        "./", "a%20b/", map, "a%20b/ba0123456789/a%20b.svg", "app/editor-ba0123456789.wasm", "app/worker-ba0123456789.js", "edit/",
        "exchange/exchange-0123456789ab.wasm", "play/", "play/game-0123456789ab.js", "play/rules-0123456789ab.wasm", "style-0123456789ab.css",
    ]);
    online = false;
    assert.equal(await told(next("fetch", opened("play/"))), "three");
}

/** A program that was used before the worker was there is kept. */
async function comesLate() {
    const one = await restart("one.js", false);
    await one("message", undefined, { data: { seen: [] }, source: { url: address("replay/#game=x") } });
    assert.deepEqual(kept(), ["./", "replay/", wasm, "style-0123456789ab.css"]);
}

/** A reader who saves data loads what is asked for, and nothing else. */
async function saves() {
    const one = await restart("one.js", true);
    assert.deepEqual(asked, []);
    open.push("play/");
    for (const page of ["./", "a%20b/", "play/"]) await one("fetch", opened(page));
    for (const name of [map, "app/worker-0123456789ab.js", editor]) await one("fetch", get(name));
    await one("fetch", opened("edit/"));
    open.length = 0;
    online = false;
    for (const page of ["./", "a%20b/", "play/"]) assert.equal(await told(one("fetch", opened(page))), "one", page);
    online = true;
    const two = await renew("two.js", "two", "ba0123456789", "ba0123456789");
    online = false;
    await two("activate");
    assert.deepEqual(asked, []);
    for (const page of ["./", "a%20b/", "play/"]) assert.equal(await told(two("fetch", opened(page))), "one", page);
    for (const name of ["app/worker-0123456789ab.js", editor]) assert.ok((await two("fetch", get(name))).ok, "the older program is whole");
    online = true;
    // The newer one takes its place when it is used.
    open.push("play/");
    await two("fetch", opened("play/"));
    await two("fetch", get("app/worker-ba0123456789.js"));
    await two("fetch", get("app/editor-ba0123456789.wasm"));
    online = false;
    assert.equal(await told(two("fetch", opened("play/"))), "two");
    assert.equal(await told(two("fetch", opened("edit/"))), "one");
    assert.ok((await two("fetch", get(editor))).ok, "the older page has its own files");
    const again = start("two.js");
    await again("install");
    await again("activate");
    assert.equal(await told(again("fetch", opened("play/"))), "two");
    assert.equal(await told(again("fetch", opened("edit/"))), "Not kept");
    assert.ok(!kept().includes(editor));
    // A program that is another one now may take with it what an older page needs.
    online = true;
    host.set("play/", head("three", "game-0123456789ab.js"));
    host.set("edit/", head("three", "../app/worker-ba0123456789.js"));
    const three = start("three.js");
    await three("install");
    await store(`${PREFIX}opened`).delete(address("app/worker-ba0123456789.js"));
    await three("activate");
    online = false;
    assert.equal(await told(three("fetch", opened("play/"))), "Not kept");
}

/** Everything is kept for a reader who wants it, and told. */
async function keepsAll() {
    const one = await restart("one.js", false);
    const said = [];
    const source = { postMessage: (text) => said.push(text) };
    await one("message", undefined, { data: "something else", source });
    online = false;
    await one("message", undefined, { data: "keep everything", source });
    online = true;
    await one("message", undefined, { data: "keep everything", source });
    assert.deepEqual(said, ["something is missing", "everything is kept"]);
    const foreign = /^(host|resolver|private)\/|\.(json|pdf)$/;
    assert.deepEqual(kept(), [...host.keys()].filter((name) => !foreign.test(name)).sort());
    online = false;
    for (const page of ["a%20b/", "b/", "play/", "edit/", "replay/"]) assert.equal(await told(one("fetch", opened(page))), "one", page);
}

/** What the first workers kept, with a cache for each edition, is taken over, but no game of a server. */
async function adopts() {
    [saveData, online] = [true, false];
    stores.clear();
    store("a cache of another page of this host");
    for (const [edition, name] of [["zero", "000000000000"], ["one", "111111111111"]]) {
        const older = store(PREFIX + name);
        for (const [name, text] of site(edition, "0123456789ab", "0123456789ab")) await older.put(address(name), new Response(text));
    }
    await store(`${PREFIX}111111111111`).put(address("b/"), new Response(head("one", "../gone-0123456789ab.css")));
    const two = start("two.js");
    await two("install");
    assert.ok(!kept().some((name) => name.startsWith("host")), kept());
    await two("activate");
    assert.deepEqual([...stores.keys()], ["a cache of another page of this host", `${PREFIX}opened`]);
    for (const page of ["./", "a%20b/", "play/"]) assert.equal(await told(two("fetch", opened(page))), "one", page);
    assert.ok(!kept().some((name) => /^(host|resolver|private|other)/.test(name)), kept());
    assert.ok(!kept().includes("b/"), "a page without its style");
    assert.ok(!kept().includes("a%20b/0123456789ab/a%20b.pdf") && kept().includes("a%20b/0123456789ab/a%20b.toml"), "what a page names");
}

(async () => {
    for (const steps of [opens, uses, comesLate, saves, keepsAll, adopts]) await steps();
})().catch((error) => {
    console.error(error);
    process.exit(1);
});
