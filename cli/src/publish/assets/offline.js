// The service worker of the site. Files whose names tell their content come from the cache. Pages come from the network while
// there is one, so that no stale version is shown. This program is the same for all sites; the two constants before it are not.

const PREFIX = `battlewright-site ${registration.scope} `;
const CACHE = PREFIX + VERSION;
const IS_HASHED = /-[0-9a-f]{12}\.[a-z0-9]+$/;

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(drop().then(() => clients.claim())));

addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
    // The resolver has a service worker of its own.
    if (url.href.startsWith(`${registration.scope}resolver/`)) return;
    event.respondWith(IS_HASHED.test(url.pathname) ? kept(event.request, url) : fresh(event.request, url));
});

/** Puts all files of this version into its cache. What an older version has is not loaded again. */
async function fill() {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.map(async (file) => {
        const url = new URL(file, registration.scope).href;
        const known = IS_HASHED.test(url) ? await caches.match(url) : undefined;
        const answer = known ?? await fetch(url, IS_HASHED.test(url) ? {} : { cache: "no-cache" });
        if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
        await cache.put(url, answer);
    }));
}

/** Deletes the caches of older versions of this site, and no others of its host. */
async function drop() {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
}

async function kept(request, url) {
    return await find(url) ?? fetch(request);
}

async function fresh(request, url) {
    try {
        return await fetch(request, { cache: "no-cache" });
    } catch (error) {
        const answer = await find(url);
        if (!answer) throw error;
        return answer;
    }
}

/** Looks a file of this version up. A page is kept under the name of its folder. */
async function find(url) {
    const cache = await caches.open(CACHE);
    return cache.match(url.origin + url.pathname.replace(/\/index\.html$/, "/"));
}
