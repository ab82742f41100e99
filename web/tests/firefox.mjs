// The pages in Firefox: the editor paints, plays and keeps the work, the resolver answers, and a recorded game is checked.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { launchFirefox, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { activate, find, inEditor, load, paint, playToEnd, settle, until, words } from "./editor.mjs";
import { serve } from "./server.mjs";

const [folder, pictures] = process.argv.slice(2);
const picture = pictureIn(pictures);

await withFolder(async (profile) => {
    const site = await serve(folder);
    const browser = await launchFirefox(profile);
    const page = await browser.newPage();
    try {
        page.setDefaultTimeout(WAIT);
        const seen = watch(page);
        await page.setViewport({ width: 1200, height: 800 });
        await step("the editor opens, and the brush paints", async () => {
            await load(page, () => page.goto(`${site.address}edit/`));
            await activate(page, "button", /Saint-R.my/);
            await paint(page, [420, 280], [520, 320]);
            await picture(page, "firefox-painted");
        });
        await step("a reload finds the work", async () => {
            await settle(page);
            await load(page, () => page.reload());
            await activate(page, "button", /^Restore/);
            await until(page, /^\* /);
        });
        await step("the computer plays to the end", async () => {
            await page.goto(`${site.address}pm-crisis-on-the-left/`);
            const play = inEditor(await page.$eval("a[href*='/play/#open=']", ({ href }) => href));
            await load(page, () => page.goto(play));
            await find(page, "button", "Return to editing");
            await playToEnd(page);
            await picture(page, "firefox-played");
        });
        await step("a recorded game is checked", async () => {
            const game = (await readdir(join(folder, "mars-la-tour"), { recursive: true })).find((name) => name.endsWith(".jsonl"));
            await page.goto(`${site.address}replay/#open=../mars-la-tour/${game}`);
            await page.waitForFunction(() => document.getElementById("verdict").className === "good");
            await picture(page, "firefox-replay");
        });
        await step("the resolver answers", async () => {
            await page.goto(`${site.address}resolver/`);
            await page.waitForSelector("#draw:not([hidden])");
            await page.click("#draw button");
            await page.waitForSelector("article");
            assert.match(await page.$eval("article", (article) => article.innerText), /have the initiative/);
            await picture(page, "firefox-resolver");
        });
        assert.deepEqual([...seen.origins].filter((origin) => !["null", new URL(site.address).origin].includes(origin)), []);
        assert.deepEqual(seen.errors, []);
    } catch (error) {
        console.error(error, await words(page).catch(() => ""));
        await picture(page, "firefox-failed").catch(() => {});
        process.exitCode = 1;
    } finally {
        await browser.close().catch(() => {});
        site.close();
    }
});
