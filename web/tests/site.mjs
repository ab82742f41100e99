// Opens the published folder in Chromium: every page and what it refers to, each scenario played to its end by computer, links
// that are broken, and the site without its server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { launch, step, WAIT, watch, withFolder } from "./chromium.mjs";
import { find, load, playToEnd, words } from "./editor.mjs";
import { serve } from "./server.mjs";

const [folder, pictures, repository] = process.argv.slice(2);
const picture = (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Returns the addresses of the links of this site on `page`, without fragments. */
const links = (page) => page.$$eval("a[href]", (all) => all.map(({ href }) => new URL(href))
    .filter(({ origin }) => origin === location.origin).map((address) => address.origin + address.pathname));

await withFolder(async (profile) => {
    let site = await serve(folder);
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
            await page.goto(`${site.address}${scenarios[0]}/`);
            assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
            await picture(page, "scenario-phone");
            await page.setViewport(WIDE);
            await picture(page, "scenario");
        });
        await page.setViewport({ width: 1200, height: 700 });
        for (const name of scenarios) {
            await step(`${name} opens, and the computer plays it to its end`, async () => {
                await page.goto(`${site.address}${name}/`);
                const play = await page.$eval("a[href*='/play/#open=']", ({ href }) => href);
                await load(page, () => page.goto(play));
                await find(page, "button", "Return to editing");
                if (name === "tutorial") await picture(page, "play");
                await playToEnd(page);
                if (name === "tutorial") await picture(page, "play-ended");
            });
        }
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
