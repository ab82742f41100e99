// Plays in the editor on a phone in Chromium: the game survives a reload, a killed browser and a second tab, with its dice; a link
// says what it holds; screen readers and the keyboard find the decision; and no text is too long for the replay page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { kill, launch, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { activate, command, find, inEditor, load, says, settle, until, words } from "./editor.mjs";
import { serve } from "./server.mjs";

const [folder, pictures, repository] = process.argv.slice(2);
const BATTLEWRIGHT = process.env.BATTLEWRIGHT;
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const picture = pictureIn(pictures);

/** Returns the number of inputs and the seed that the page shows. */
async function shown(page) {
    const text = await words(page);
    return { inputs: Number(/^(\d+)\/\d+$/m.exec(text)?.[1]), seed: /^Seed (\d+)$/m.exec(text)?.[1] };
}

/** Makes the first choice of the list, and waits until it is made. */
async function choose(page, name) {
    const before = await shown(page);
    await activate(page, "button", name);
    await page.waitForFunction((before) => [...document.querySelectorAll("#mirror div")]
        .some((element) => Number(/^(\d+)\/\d+$/.exec(element.getAttribute("aria-label") ?? element.textContent)?.[1]) > before), {}, before.inputs);
    await settle(page);
}

/** Opens a page like a phone. */
async function phone(browser) {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT);
    await page.setViewport(PHONE);
    return page;
}

await withFolder((profile) => withFolder(async (scratch) => {
    const site = await serve(folder);
    let browser = await launch(profile);
    let page;
    try {
        page = await phone(browser);
        const seen = watch(page);
        await page.goto(`${site.address}tutorial/`);
        const play = inEditor(await page.$eval("a[href*='/play/#open=']", ({ href }) => href));
        let before;
        await step("a game begins on a phone, with dice of its own", async () => {
            await load(page, () => page.goto(play));
            await find(page, "button", /^Place the HQ in/);
            await settle(page);
            const { seed } = await shown(page);
            await load(page, () => page.reload());
            await find(page, "button", /^Place the HQ in/);
            await settle(page);
            before = await shown(page);
            assert(before.seed !== undefined && seed !== undefined && before.seed !== seed, `${before.seed}, ${seed}`);
        });
        await step("the page has a role, landmarks, headings, and no tabs of authors", async () => {
            const found = await page.evaluate(() => ({
                canvas: document.getElementById("canvas").getAttribute("role"),
                roles: ["navigation", "main", "heading"].filter((role) => document.querySelector(`#mirror [role=${role}]`)),
                groups: document.querySelectorAll("#mirror [role=group]:not([aria-label])").length,
                tabs: [...document.querySelectorAll("#mirror [role=tab]")].map((tab) => tab.getAttribute("aria-label")),
            }));
            assert.deepEqual([found.canvas, found.roles, found.groups], ["application", ["navigation", "main", "heading"], 0]);
            for (const tab of ["Problems", "Source", "Balance", "Resolver"]) {
                assert(!found.tabs.some((name) => name.startsWith(tab)), `${found.tabs}`);
            }
            const small = await page.$$eval("#mirror [role=button], #mirror [role=tab], #mirror [role=combobox]", (all) => all
                .map((one) => [one.getAttribute("aria-label"), one.getBoundingClientRect()])
                .filter(([, { width, height, bottom }]) => bottom <= innerHeight && (width < 24 || height < 24)).map(([name]) => name));
            assert.deepEqual(small, []);
        });
        await step("Tab reaches the decision first, and Enter chooses", async () => {
            await page.keyboard.press("Tab");
            await settle(page);
            const name = await page.evaluate(() => {
                const active = document.activeElement.getAttribute("aria-activedescendant");
                return document.getElementById(active)?.getAttribute("aria-label");
            });
            assert.match(name, /^Place the HQ in/);
            await page.keyboard.press("Enter");
            await page.waitForFunction(() => [...document.querySelectorAll("#mirror div")].some((element) => /^[1-9]\d*\/\d+$/.test(element.textContent)));
            await settle(page);
        });
        await step("a reload offers the game, and it goes on with the same dice", async () => {
            // The computer answers.
            await new Promise((done) => setTimeout(done, 4000));
            await settle(page);
            before = await shown(page);
            assert(before.inputs > 0);
            await load(page, () => page.reload());
            await until(page, /^Games in progress$/);
            await settle(page);
            await picture(page, "phone-reload-offer");
            await activate(page, "button", /^Continue/);
            await find(page, "button", "Return to editing");
            await until(page, new RegExp(`^Seed ${before.seed}$`));
            await settle(page);
            const after = await shown(page);
            assert(after.inputs >= before.inputs, `${after.inputs} of ${before.inputs}`);
            await picture(page, "phone-after-reload");
            before = after;
        });
        await step("a killed browser loses nothing", async () => {
            await kill(browser);
            browser = await launch(profile);
            page = await phone(browser);
            await load(page, () => page.goto(play));
            await activate(page, "button", /^Continue/);
            await until(page, new RegExp(`^Seed ${before.seed}$`));
            await settle(page);
            assert((await shown(page)).inputs >= before.inputs);
        });
        await step("a second tab takes the game over", async () => {
            const second = await phone(browser);
            await second.goto(play);
            await says(second, /open in another tab[^]*Use this tab/);
            await second.evaluate(() => document.querySelector("#remedies button").click());
            await second.waitForSelector("#message", { hidden: true });
            await says(page, /opened in another tab, which has all your work and offers your game/);
            await activate(second, "button", /^Continue/);
            await until(second, new RegExp(`^Seed ${before.seed}$`));
            await second.close();
        });
        await step("the start page of the editor offers the game", async () => {
            await page.close();
            page = await browser.newPage();
            page.setDefaultTimeout(WAIT);
            await page.setViewport({ width: 1440, height: 900 });
            await load(page, () => page.goto(`${site.address}edit/`));
            await until(page, /^Games in progress$/);
            await settle(page);
            await picture(page, "start-with-games");
            await activate(page, "button", /^Continue/);
            await until(page, new RegExp(`^Seed ${before.seed}$`));
        });
        await step("a link says what it holds", async () => {
            await browser.defaultBrowserContext().overridePermissions(new URL(site.address).origin, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
            await command(page, "Copy link");
            await until(page, /link to this game was copied/);
            await settle(page);
            const link = await page.evaluate(() => navigator.clipboard.readText());
            await page.goto("about:blank");
            await load(page, () => page.goto(link));
            await activate(page, "button", "Open the game of the link");
            await until(page, /every choice of both sides, also the secret ones/);
            await until(page, /by hand[^]*plan:2s/);
            await picture(page, "link-holds");
            await activate(page, "button", "Open game");
        });
        assert.deepEqual(seen.errors, []);
        await page.close();
        for (const [name, long] of [["a place of 83 letters", null], ["the longest names of the format", 200]]) {
            await step(`the replay page shows ${name}`, async () => {
                const file = join(scratch, "long.toml");
                let text = await readFile(join(repository, "tests/cases/browser/long-place.toml"), "utf8");
                let number = 0;
                const longer = () => `${number += 1} `.padEnd(long, "W");
                if (long) text = text.replace(/^(title|name|text) = .*$/gm, (_, key) => `${key} = "${longer()}"`);
                await writeFile(file, text);
                const game = join(scratch, "long.jsonl");
                execFileSync(BATTLEWRIGHT, ["play", file, "--quiet", "--replay", game], { stdio: "ignore" });
                const packed = deflateRawSync(await readFile(game)).toString("base64url");
                page = await browser.newPage();
                page.setDefaultTimeout(WAIT / 2);
                await page.goto(`${site.address}replay/#game=${packed}`);
                await page.waitForFunction(() => document.getElementById("verdict").className === "good");
                await picture(page, `replay-long-${long ?? 1}`);
                await page.goto("about:blank");
                await load(page, () => page.goto(`${site.address}edit/#game=${packed}`));
                await until(page, /by hand|greedy/);
                await settle(page);
                await picture(page, `play-long-${long ?? 1}`);
                await page.close();
            });
        }
    } catch (error) {
        console.error(error, await words(page).catch(() => ""));
        await picture(page, "failed-saved").catch(() => {});
        process.exitCode = 1;
    } finally {
        await browser.close().catch(() => {});
        site.close();
    }
}));
