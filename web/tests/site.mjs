// Opens the published folder in Chromium: every page and what it refers to, each scenario played to its end by computer, and the
// site without its server.

import assert from "node:assert/strict";
import { join } from "node:path";
import { launch, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { activate, command, ended, find, inEditor, load, playToEnd, seat, words } from "./editor.mjs";
import { host } from "./host.mjs";
import { counted, serve } from "./server.mjs";

const [folder, pictures] = process.argv.slice(2);
const picture = pictureIn(pictures);
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Opens the game of a scenario from its page. */
async function play(page, scenario) {
    await page.goto(scenario);
    const address = await page.$eval("a[href*='/play/#open=']", ({ href }) => href);
    await load(page, () => page.goto(inEditor(address)));
    await find(page, "button", "Return to editing");
}

/** Returns the addresses of the links of this site on `page`, without fragments. */
const links = (page) => page.$$eval("a[href]", (all) => all.map(({ href }) => new URL(href))
    .filter(({ origin }) => origin === location.origin).map((address) => address.origin + address.pathname));

/** Waits until the service worker of the site is there. */
const worker = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Returns the paths of what the browser of `page` keeps. */
const kept = (page) => page.evaluate(async () => {
    const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(open.map((cache) => cache.keys()))).flat().map(({ url }) => decodeURI(new URL(url).pathname));
});

/** Waits until the browser of `page` keeps a file whose path matches `pattern`, and returns the paths of all. */
async function keeps(page, pattern) {
    for (const end = Date.now() + WAIT; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
        const all = await kept(page);
        if (all.some((path) => pattern.test(path))) return all;
    }
    throw new Error(`${pattern} is not kept: ${await kept(page)}`);
}

/** Calls `use` with a page of a browser that knows nothing yet. */
async function asStranger(browser, use) {
    const context = await browser.createBrowserContext();
    try {
        const page = await context.newPage();
        page.setDefaultTimeout(WAIT);
        return await use(page);
    } finally {
        await context.close();
    }
}

await withFolder(async (profile) => {
    const site = await serve(folder);
    const browser = await launch(profile);
    let page;
    try {
        page = await browser.newPage();
        page.setDefaultTimeout(WAIT);
        const seen = watch(page);
        await page.setViewport(WIDE);
        let scenarios;
        await step("the index shows all scenarios", async () => {
            await page.goto(site.address);
            await picture(page, "index");
            scenarios = [...new Set((await links(page)).map((address) => new URL(address).pathname.split("/")[1]))]
                .filter((name) => !["", "edit", "play", "replay", "resolver", "rules"].includes(name));
            assert.equal(scenarios.length, 15);
            await page.setViewport(PHONE);
            await picture(page, "index-phone");
            await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
            await picture(page, "index-dark");
            await page.emulateMediaFeatures([]);
            await page.setViewport(WIDE);
        });
        await step("the first page is kept with the pictures that were seen, and nothing else", async () => {
            await worker(page);
            const all = await keeps(page, /\/small-[0-9a-f]{12}\.png$/);
            assert(all.every((path) => /^\/($|style-|site-|[^/]+\/small-)/.test(path)), all.join(" "));
            assert(await page.$eval("#keep", ({ hidden }) => !hidden), "the rest is offered");
        });
        await step("a first visit of a scenario loads its page and the first one, and no other", () => asStranger(browser, async (page) => {
            const { address, asked, close } = await counted(site.address);
            await page.goto(`${address}tutorial/`);
            await worker(page);
            const all = await keeps(page, /^\/tutorial\/$/);
            const [map, bytes] = [/^\/tutorial\/[0-9a-f]{12}\/tutorial\.svg$/, asked.reduce((sum, { bytes }) => sum + bytes, 0)];
            const visited = (path) => ["/", "/tutorial/"].includes(path) || /^\/(style|site)-[0-9a-f]{12}\.(css|js)$/.test(path) || map.test(path);
            assert.deepEqual(all.filter((path) => !visited(path)), []);
            assert(all.some((path) => map.test(path)), "with its map");
            assert.deepEqual(asked.map(({ path }) => path).filter((path) => !visited(path) && path !== "/offline.js"), []);
            assert(bytes < 200_000, `${bytes} bytes`);
            // Without the server, what was visited is there, and the rest is said to be missing.
            close();
            await page.goto(`${address}tutorial/`);
            assert.match(await page.$eval("h1", ({ textContent }) => textContent), /Saint-Rémy/);
            await page.waitForFunction(() => document.querySelector(".map img").naturalWidth > 100);
            assert(await page.evaluate(() => document.styleSheets[0].cssRules.length > 10), "with its style");
            for (const missing of ["outrance-worth/", "play/", "nowhere"]) {
                await page.goto(address + missing);
                assert.equal(await page.$eval("h1", ({ textContent }) => textContent), "This page is not kept");
            }
            await picture(page, "not-kept");
            await Promise.all([page.waitForNavigation(), page.click("a")]);
            assert((await links(page)).some((link) => link.endsWith("/outrance-worth/")), "the first page");
            return `${asked.length} requests, ${bytes} bytes`;
        }));
        await step("nothing of a server's games is kept", () => asStranger(browser, async (page) => {
            const games = await host(folder, join(profile, "games.db"));
            try {
                await page.goto(games.address);
                await worker(page);
                for (const path of ["host/", "host/play/", "rules/matz/"]) {
                    assert.equal((await page.goto(games.address + path)).status(), 200, path);
                    await page.waitForNetworkIdle();
                }
                const all = await keeps(page, /^\/rules\/matz\/$/);
                assert.deepEqual(all.filter((path) => path.startsWith("/host")), []);
            } finally {
                games.close();
            }
        }));
        await step("every page and every file that it refers to is there", async () => {
            const known = new Set();
            const next = [site.address];
            for (let address = next.pop(); address; address = next.pop()) {
                if (known.has(address)) continue;
                known.add(address);
                if (!address.endsWith("/") || /\/(edit|play|replay|resolver)\/$/.test(address)) {
                    assert.equal((await fetch(address, { method: "HEAD" })).status, 200, address);
                    continue;
                }
                assert.equal((await page.goto(address)).status(), 200, address);
                assert.match(await page.$eval("meta[http-equiv=Content-Security-Policy]", ({ content }) => content), /default-src 'none'/);
                assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${address} is not too wide`);
                next.push(...await links(page));
            }
            return `${known.size} addresses`;
        });
        await step("a page on a phone is not too wide", async () => {
            await page.setViewport(PHONE);
            await page.goto(`${site.address}outrance-spicheren/`);
            assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
            await picture(page, "scenario-phone");
            await page.setViewport(WIDE);
            await picture(page, "scenario");
        });
        await page.setViewport({ width: 1200, height: 700 });
        for (const name of scenarios) {
            await step(`${name} opens, and the computer plays it to its end`, async () => {
                await play(page, `${site.address}${name}/`);
                if (name === "tutorial") await picture(page, "play");
                await playToEnd(page);
                if (name === "tutorial") await picture(page, "play-ended");
            });
        }
        await step("a program is kept once it was used, and no other", async () => {
            const all = await keeps(page, /^\/play\/$/);
            assert(all.some((path) => path.endsWith(".wasm")));
            assert.deepEqual(all.filter((path) => /^\/(edit|replay|resolver)\//.test(path)), []);
        });
        await step("a planning computer plays in a worker", async () => {
            let worked = false;
            page.once("workercreated", () => { worked = true; });
            await play(page, `${site.address}tutorial/`);
            await seat(page, "Normal computer", /Blue/);
            await seat(page, "Easy computer", /Red/);
            await command(page, "Run to end");
            await ended(page);
            assert(worked, "a worker plans");
        });
        await step("a game on a phone shows its map, and takes a choice", async () => {
            // The size of a canvas in pixels does not follow an emulated scale.
            await page.setViewport({ ...PHONE, deviceScaleFactor: 1 });
            await play(page, `${site.address}tutorial/`);
            await picture(page, "play-phone");
            await activate(page, "button", /^Place the HQ in /);
            await find(page, "button", /^(Undo)$/);
            await picture(page, "play-phone-chosen");
            await page.setViewport(WIDE);
        });
        assert.deepEqual([...seen.origins].filter((origin) => !["null", new URL(site.address).origin].includes(origin)), []);
        assert.deepEqual(seen.errors, []);
        await step("everything works without the server", async () => {
            await page.goto(site.address);
            await worker(page);
            await page.click("#keep button");
            await page.waitForFunction(() => /works without/.test(document.querySelector("#keep output").textContent));
            await picture(page, "kept");
            site.close();
            await page.goto(site.address);
            assert.equal((await links(page)).filter((address) => address.endsWith("/outrance-worth/")).length > 0, true);
            await play(page, `${site.address}outrance-first-assault/`);
            await playToEnd(page);
            await page.goto(`${site.address}tutorial/`);
            const watched = await page.$eval("a[href*='/replay/#open=']", ({ href }) => href);
            await page.goto(watched);
            await page.waitForFunction(() => document.getElementById("verdict")?.className === "good");
            await page.goto(`${site.address}rules/matz/`);
            await page.waitForSelector("h1");
        });
    } catch (error) {
        console.error(error);
        if (page) {
            console.error(await words(page).catch(() => ""));
            await picture(page, "failed").catch(() => {});
        }
        process.exitCode = 1;
    } finally {
        await browser.close().catch(() => {});
        site.close();
    }
});
