// The service worker of the site. Files whose addresses tell their content come from the cache. Pages come from the network while
// there is one, so that no stale version is shown, and without one as they were seen last. This program is the same for all sites;
// the three constants before it are not: the version, the pages with what belongs to them, and the programs, which are large.

const PREFIX = `battlewright-site ${registration.scope} `;
const CACHE = PREFIX + VERSION;
const IS_HASHED = /(-[0-9a-f]{12}\.[a-z0-9]+|\/[0-9a-f]{12}\/(?!index\.html$)[^/]+)$/;

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(drop().then(() => clients.claim())));

addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
    // The resolver has a service worker of its own.
    if (url.href.startsWith(`${registration.scope}resolver/`)) return;
    event.respondWith(IS_HASHED.test(url.pathname) ? kept(event, url) : fresh(event, url));
});

// The first page asks for everything when its reader wants that.
addEventListener("message", (event) => {
    if (event.data !== "keep everything") return;
    const answer = (text) => event.source.postMessage(text);
    event.waitUntil(load([...PAGES, ...PROGRAMS]).then(() => answer("everything is kept"), () => answer("something is missing")));
});

/**
 * Keeps the pages. The programs are kept when they are used, and loaded again for a new version of the site once they have been.
 * Where the reader saves data, nothing is loaded that was not asked for, and what older versions have is taken over.
 */
async function fill() {
    if (savesData()) return carryAll();
    const known = await carry([...PAGES, ...PROGRAMS]);
    const uses = PROGRAMS.some((file) => known.has(file));
    await load(uses ? [...PAGES, ...PROGRAMS] : PAGES);
}

/** Takes over what older versions of this site have of `files`, and returns their names. Pages may have changed. */
async function carry(files) {
    const cache = await caches.open(CACHE);
    const older = await Promise.all((await old()).map((name) => caches.open(name)));
    const known = new Set();
    await Promise.all(files.filter((file) => IS_HASHED.test(address(file))).map(async (file) => {
        const found = await Promise.all(older.map((other) => other.match(address(file))));
        const answer = found.find((answer) => answer);
        if (!answer) return;
        known.add(file);
        await cache.put(address(file), answer);
    }));
    return known;
}

/**
 * Takes over what older versions of this site have: pages as they were seen last, with what belonged to them then. Programs are
 * large, and taken over if they are the same; their pages fit no others.
 */
async function carryAll() {
    const cache = await caches.open(CACHE);
    const current = new Set([...PAGES, ...PROGRAMS].map(address));
    const folders = new Set(PROGRAMS.map(address).map((url) => url.slice(0, url.lastIndexOf("/") + 1)));
    const isProgram = (url) => [...folders].some((folder) => url.startsWith(folder));
    // The newest last: its pages count.
    for (const name of await old()) {
        const older = await caches.open(name);
        const urls = (await older.keys()).map((request) => request.url);
        const isNew = urls.some((url) => isProgram(url) && IS_HASHED.test(url) && !current.has(url));
        const isWanted = (url) => {
            const isHashed = IS_HASHED.test(url);
            return isProgram(url) ? current.has(url) && (isHashed || !isNew) : current.has(url) || isHashed;
        };
        await Promise.all(urls.filter(isWanted).map(async (url) => cache.put(url, await older.match(url))));
    }
}

/** Puts `files` into the cache, unless it has them and their addresses tell that they are still the same. */
async function load(files) {
    const cache = await caches.open(CACHE);
    await Promise.all(files.map(async (file) => {
        const url = address(file);
        const isHashed = IS_HASHED.test(url);
        if (isHashed && await cache.match(url)) return;
        const answer = await fetch(url, isHashed ? {} : { cache: "no-cache" });
        if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
        await cache.put(url, answer);
    }));
}

/** Deletes the caches of older versions of this site, and no others of its host. */
async function drop() {
    // What was used since the installation.
    await (savesData() ? carryAll() : carry(PROGRAMS)).catch(() => {});
    await Promise.all((await old()).map((name) => caches.delete(name)));
}

const savesData = () => Boolean(globalThis.navigator?.connection?.saveData);

const old = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

const address = (file) => new URL(file, registration.scope).href;

async function kept(event, url) {
    return await find(url) ?? keep(event, url, await fetch(event.request));
}

async function fresh(event, url) {
    try {
        return keep(event, url, await fetch(event.request, { cache: "no-cache" }));
    } catch (error) {
        const answer = await find(url);
        if (!answer) throw error;
        return answer;
    }
}

/** Keeps a whole answer of the host, and returns it. */
function keep(event, url, answer) {
    // A full disk loses nothing but the copy.
    if (answer.status === 200) event.waitUntil(store(url, answer.clone()).catch(() => {}));
    return answer;
}

async function store(url, copy) {
    const cache = await caches.open(CACHE);
    await cache.put(plain(url), copy);
    // The rest of the program, which it needs later, and which the next version of the site may not have any more.
    if (!url.pathname.endsWith(".wasm")) return;
    const folder = url.href.slice(0, url.href.lastIndexOf("/") + 1);
    await load(PROGRAMS.filter((file) => address(file).startsWith(folder)));
}

/** Looks a file up. */
async function find(url) {
    const cache = await caches.open(CACHE);
    return cache.match(plain(url));
}

/** Returns the address under which a file is kept. A page is kept under the name of its folder. */
const plain = (url) => url.origin + url.pathname.replace(/\/index\.html$/, "/");
