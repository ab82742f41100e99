// The service worker of the site. It keeps what readers open, for times without a connection. Files whose addresses tell their
// content come from the cache. Pages come from the network while there is one, so that no stale version is shown, and without one as
// they were seen last. This program is the same for all sites; the constants before it are not: the pages, the files, the programs
// with their pages, the files that programs fetch when they need them, and the folders that are not its own.

const PREFIX = `battlewright-site ${registration.scope} `;
/** All editions of the site share it: the name of a file tells its content, and a page refers to files by name. */
const CACHE = `${PREFIX}opened`;
const IS_HASHED = /(-[0-9a-f]{12}\.[a-z0-9]+|\/[0-9a-f]{12}\/(?!index\.html$)[^/]+)$/;
const IS_PAGE = /\/(index\.html)?$/;

/** The files that are being loaded, by address: each is loaded once, whoever asks for it. */
const loading = new Map();

addEventListener("install", (event) => event.waitUntil(begin()));
addEventListener("activate", (event) => event.waitUntil(settle().catch(() => {}).then(() => clients.claim())));

addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || !isOwn(url)) return;
    const isOpened = event.request.mode === "navigate";
    if (!IS_HASHED.test(url.pathname) && !IS_PAGE.test(url.pathname) && !isOpened) return;
    const answer = IS_HASHED.test(url.pathname) ? file(event, url) : page(event, url);
    event.respondWith(isOpened ? answer.catch(missing) : answer);
});

addEventListener("message", (event) => {
    const { data, source } = event;
    if (data === "keep everything") {
        const answer = (text) => source.postMessage(text);
        event.waitUntil(keepEverything().then(() => answer("everything is kept"), () => answer("something is missing")));
    } else if (Array.isArray(data?.seen) && source?.url) {
        // What cannot be kept now is kept when it is opened again.
        event.waitUntil(see(new URL(source.url), data.seen.map((name) => resolve(name)).filter(Boolean)).catch(() => {}));
    }
});

/**
 * Keeps the first page, and loads the programs of this edition that are in use. Other pages stay as they were seen last. Where the
 * reader saves data, nothing is loaded that was not asked for.
 */
async function begin() {
    await adopt();
    if (savesData()) return;
    const has = await contents();
    const first = address("./");
    if (!has(first)) await visit(first);
    for (const program of PROGRAMS) await take(program, program.pages.map(address).filter(has));
}

/** Removes what no page needs any more. No page of an older edition is open now. */
async function settle() {
    await adopt();
    await Promise.all((await old()).map((name) => caches.delete(name)));
    const cache = await caches.open(CACHE);
    const has = await contents();
    const texts = new Map();
    for (const url of has.all.filter((url) => IS_PAGE.test(url))) texts.set(url, await (await cache.match(url)).text());
    const pagesOf = (names) => names.map(address).filter(has);
    const belongs = new Set([...pagesOf(PAGES).flatMap((url) => [url, ...named(url, texts.get(url))]), ...ON_DEMAND.map(address)]);
    for (const { folder, pages, files } of PROGRAMS) {
        const current = files.map(address);
        // An older edition of a program works until the newer one is whole.
        const parts = current.every(has) ? current : has.all.filter((url) => url.startsWith(address(folder)));
        [...parts, ...pagesOf(pages)].forEach((url) => belongs.add(url));
    }
    const stays = (url) => belongs.has(url) && has(url);
    const works = (url) => !texts.has(url) || needed(url, texts.get(url)).every(stays);
    await Promise.all(has.all.filter((url) => !stays(url) || !works(url)).map((url) => cache.delete(url)));
}

/** Takes over what workers of the first editions have kept, which had a cache for each edition. */
async function adopt() {
    const cache = await caches.open(CACHE);
    // The newest is the last of them, and its pages count.
    for (const name of (await old()).reverse()) {
        const older = await caches.open(name);
        for (const { url } of await older.keys()) {
            const isNew = isOwn(new URL(url)) && !(await cache.match(url));
            if (isNew) await cache.put(url, await older.match(url));
        }
    }
}

/** Keeps `page`, which was opened before this worker was there, and the `files` that it has loaded. A program has begun to work. */
async function see(page, files) {
    await load(files.filter((url) => isOwn(url) && IS_HASHED.test(url.pathname)).map(plain));
    const program = programOf(plain(page));
    if (program) await take(program, [plain(page)]);
    else if (isOwn(page) && IS_PAGE.test(page.pathname)) await visit(plain(page));
}

/** Keeps all that works without a connection. */
async function keepEverything() {
    await load([...FILES, ...ON_DEMAND, ...PROGRAMS.flatMap(({ files }) => files)].map(address));
    await Promise.all([...PAGES, ...PROGRAMS.flatMap(({ pages }) => pages)].map(address).map(visit));
}

/** Keeps a program as a whole, and these `pages` of it. */
async function take(program, pages) {
    if (pages.length === 0) return;
    await load(program.files.map(address));
    await Promise.all(pages.map(visit));
}

/** Loads the page at `url`, and keeps it. */
async function visit(url) {
    const answer = await fetch(url, { cache: "no-cache" });
    if (!isComplete(answer)) throw new Error(`${url}: ${answer.status}`);
    await keepPage(url, answer);
}

/** Keeps the page at `url` once all that it needs is kept. A page of a program fits one edition of it. */
async function keepPage(url, answer) {
    const needs = needed(url, await answer.clone().text());
    const program = programOf(url);
    if (program) {
        const has = await contents();
        const files = program.files.map(address);
        const fits = files.every(has) && needs.every((file) => files.includes(file));
        if (!fits) throw new Error(`${url}: its program is not kept`);
    } else {
        await load(needs);
    }
    await (await caches.open(CACHE)).put(url, answer);
}

/** Keeps files whose addresses tell their content, unless they are kept. */
async function load(urls) {
    const cache = await caches.open(CACHE);
    await Promise.all(urls.map(async (url) => {
        if (await cache.match(url)) return;
        const isKept = await (loading.get(url) ?? keepFile(url, fetch(url)));
        if (!isKept) throw new Error(`${url} cannot be kept`);
    }));
}

/** Keeps the file at `url` when it has been `asked` for, and returns if it is kept then. */
function keepFile(url, asked) {
    const stored = asked.then(async (answer) => {
        if (!isComplete(answer)) return false;
        const copy = answer.clone();
        await (await caches.open(CACHE)).put(url, copy);
        return true;
    });
    loading.set(url, stored);
    const end = () => loading.delete(url);
    stored.then(end, end);
    return stored;
}

/** Answers with a file. */
async function file(event, url) {
    const name = plain(url);
    let found = await find(name);
    if (!found && loading.has(name)) {
        await loading.get(name).catch(() => {});
        found = await find(name);
    }
    if (found) return found;
    const asked = fetch(event.request);
    // A full disk loses nothing but the copy.
    event.waitUntil(keepFile(name, asked).then((isKept) => isKept && use(name)).catch(() => {}));
    return asked;
}

/** Keeps the program that has started with the file at `url`, which needs the rest later, when the host may have another edition. */
async function use(url) {
    const program = PROGRAMS.find(({ files }) => url.endsWith(".wasm") && files.map(address).includes(url));
    if (!program) return;
    const open = (await clients.matchAll({ type: "window" })).map((client) => plain(new URL(client.url)));
    await load(program.files.map(address));
    await take(program, program.pages.map(address).filter((page) => open.includes(page)));
}

/** Answers with a page. */
async function page(event, url) {
    const name = plain(url);
    try {
        const answer = await fetch(event.request, { cache: "no-cache" });
        if (IS_PAGE.test(url.pathname) && isComplete(answer)) event.waitUntil(keepPage(name, answer.clone()).catch(() => {}));
        if ([404, 410].includes(answer.status)) event.waitUntil(caches.open(CACHE).then((cache) => cache.delete(name)));
        return answer;
    } catch (error) {
        const found = await find(name);
        if (!found) throw error;
        return found;
    }
}

/** Returns a page that says that the one which was asked for is not kept, and lists those that are. */
async function missing() {
    const cache = await caches.open(CACHE);
    const items = [];
    for (const url of (await contents()).all.filter((url) => PAGES.map(address).includes(url) && url !== address("./"))) {
        // The page has its title as HTML.
        const [, title] = /<title>([^<]*)<\/title>/.exec(await (await cache.match(url)).text()) ?? [];
        if (title) items.push(`<li><a href="${url}">${title}</a></li>`);
    }
    const text = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Not kept</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }</style></head>
<body><h1>This page is not kept</h1>
<p>There is no connection. This browser has the pages that were opened before, and the game, the editor and the replay page once
they have been used. Open this page again with a connection.</p>
<p><a href="${address("./")}">All scenarios</a></p>
${items.length > 0 ? `<h2>Pages that work now</h2>\n<ul>\n${items.sort().join("\n")}\n</ul>` : ""}
</body></html>
`;
    const headers = {
        "Cache-Control": "no-store",
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    };
    return new Response(text, { status: 503, headers });
}

/** Returns the styles, scripts and parts of a program that the head of the page at `url` names: without them it does not work. */
const needed = (url, text) => filesOf(url, [...text.matchAll(/<(?:link|script)\b[^>]*\b(?:href|src)="([^"]*)"/g)]);

/** Returns all files that the page at `url` names: also those that a program opens, as in `play/#open=…&map=…`. */
function named(url, text) {
    const all = [...text.matchAll(/\b(?:href|src)="([^"]*)"/g)];
    const opened = all.flatMap(([, to]) => {
        const found = resolve(to, url);
        return found?.hash ? filesOf(found.href, [...found.hash.matchAll(/[#&;][a-z]+=([^&;]*)/g)]) : [];
    });
    return [...filesOf(url, all), ...opened];
}

/** Returns the addresses of files of this site among `matches`, which are relative to `url`. */
const filesOf = (url, matches) => matches.map(([, to]) => resolve(to, url))
    .filter((found) => found && isOwn(found) && IS_HASHED.test(found.pathname)).map(plain);

function resolve(to, from) {
    try {
        return new URL(to, from);
    } catch {
        return undefined;
    }
}

/** Returns `true` for what this worker answers: the site, without the games of a server and the pages with a worker of their own. */
function isOwn(url) {
    if (!url.href.startsWith(registration.scope)) return false;
    const [folder] = url.href.slice(registration.scope.length).split(/[/?#]/);
    return !FOREIGN.includes(folder);
}

/** Returns the program with the page at `url`. */
const programOf = (url) => PROGRAMS.find(({ pages }) => pages.map(address).includes(url));

/** Returns `true` for a whole answer that may be kept. */
const isComplete = (answer) => answer.status === 200 && !answer.redirected && !answer.headers.get("Cache-Control")?.includes("no-store");

const savesData = () => Boolean(globalThis.navigator?.connection?.saveData);

const old = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

const address = (name) => new URL(name, registration.scope).href;

/** Returns a function that tells if an address is kept, with the list `all` of those that are. */
async function contents() {
    const all = (await (await caches.open(CACHE)).keys()).map(({ url }) => url);
    const known = new Set(all);
    return Object.assign((url) => known.has(url), { all });
}

/** Looks a file up. */
const find = async (name) => (await caches.open(CACHE)).match(name);

/** Returns the address under which a file is kept. A page is kept under the name of its folder. */
const plain = (url) => url.origin + url.pathname.replace(/\/index\.html$/, "/");
