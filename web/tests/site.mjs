// Opens the published folder in Chromium: every page and what it refers to, each scenario played to its end by computer, and the
// site without its server.

import assert from "node:assert/strict";
import { launch, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { activate, command, ended, find, inEditor, load, playToEnd, seat, words } from "./editor.mjs";
import { serve } from "./server.mjs";

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
        await step("the first visit keeps the pages, and no program", async () => {
            await page.waitForFunction(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated"));
            const kept = await page.evaluate(async () => {
                const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
                return (await Promise.all(open.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
            });
            assert(kept.includes("/tutorial/"), "a page");
            assert.deepEqual(kept.filter((path) => /^\/(app|edit|play|replay)\//.test(path)), []);
            assert(await page.$eval("#keep", ({ hidden }) => !hidden), "the rest is offered");
        });
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
        await step("a planning computer plays in a worker", async () => {
            await play(page, `${site.address}tutorial/`);
            await seat(page, "Normal computer", /Blue/);
            await seat(page, "Easy computer", /Red/);
            await command(page, "Run to end");
            const worked = page.workers().length;
            await ended(page);
            assert(worked > 0, "a worker plans");
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
            await page.waitForFunction(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated"));
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
