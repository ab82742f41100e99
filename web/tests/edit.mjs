// Opens the page in Chromium, edits, plays, and finds the work again after the tab was reloaded and killed. Controls are
// found by role and name, as screen readers find them.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { kill, launch, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { activate, command, ended, find, load, paint, playToEnd, says, settle, until, words } from "./editor.mjs";
import { counted, serve } from "./server.mjs";

const [folder, pictures, repository] = process.argv.slice(2);
const origins = new Set();
const errors = [];

async function open(browser, address, downloads) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    page.setDefaultTimeout(WAIT);
    watch(page, { origins, errors });
    const client = await page.createCDPSession();
    await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
    await load(page, () => page.goto(address));
    return page;
}

/** Waits for the download `name` and returns its bytes. */
async function downloaded(page, downloads, name) {
    for (const began = Date.now(); !(await readdir(downloads)).includes(name); await settle(page)) {
        assert(Date.now() - began < WAIT, `${name} is downloaded`);
    }
    return readFile(join(downloads, name));
}

const picture = pictureIn(pictures);

await withFolder((profile) => withFolder(async (downloads) => {
    const server = await serve(folder);
    const site = await counted(server.address);
    const address = `${site.address}edit/`;
    let browser = await launch(profile);
    let page;
    try {
        await step("the editor opens", async () => {
            page = await open(browser, address, downloads);
            await picture(page, "start");
            const marks = await page.evaluate(() => Object.fromEntries(performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime])));
            return `first frame ${Math.round(marks.drawn - marks.downloaded)} ms after the download`;
        });
        await step("a bundled scenario opens from the start page", async () => {
            await activate(page, "button", /Saint-R.my/);
            await find(page, "button", "Terrain brush");
            await settle(page);
            await picture(page, "editor");
        });
        await step("the brush is found by role and name, and paints", async () => {
            await paint(page, [520, 380], [620, 420]);
            await picture(page, "painted");
        });
        await step("undo and redo", async () => {
            await page.keyboard.down("Control");
            await page.keyboard.press("z");
            await page.keyboard.up("Control");
            await page.waitForFunction(() => ![...document.querySelectorAll("#mirror div")]
                .some((element) => (element.getAttribute("aria-label") ?? element.textContent).startsWith("* ")));
            await page.keyboard.down("Control");
            await page.keyboard.down("Shift");
            await page.keyboard.press("z");
            await page.keyboard.up("Shift");
            await page.keyboard.up("Control");
            await until(page, /^\* /);
        });
        await step("a reload finds the work", async () => {
            await load(page, () => page.reload());
            await activate(page, "button", /^Restore/);
            await until(page, /^\* /);
            await picture(page, "reloaded");
        });
        await step("a killed tab loses nothing", async () => {
            await page.mouse.move(640, 480);
            await page.mouse.down();
            await page.mouse.move(700, 520, { steps: 4 });
            await page.mouse.up();
            await settle(page);
            await kill(browser);
            browser = await launch(profile);
            page = await open(browser, address, downloads);
            await activate(page, "button", /^Restore/);
            await until(page, /^\* /);
        });
        await step("save keeps the scenario and downloads a copy", async () => {
            page.once("dialog", (dialog) => dialog.accept("mine.toml"));
            await page.keyboard.down("Control");
            await page.keyboard.press("s");
            await page.keyboard.up("Control");
            await until(page, /mine\.toml/);
            assert.match(String(await downloaded(page, downloads, "mine.toml")), /system = /);
        });
        await step("exports and imports are a program of their own, which is fetched for the first one", async () => {
            const fetched = () => site.asked.some(({ path }) => /exchange[^/]*\.wasm/.test(path));
            assert(!fetched());
            await command(page, "Export…");
            await until(page, /^Preview: Map/);
            assert(fetched());
            await picture(page, "export");
            await activate(page, "button", "Export…");
            assert.equal((await downloaded(page, downloads, "mine.pdf")).subarray(0, 5).toString(), "%PDF-");
            await until(page, /^Wrote .*mine\.pdf/);
        });
        await step("every format is exported, and a workbook and a module imported", async () => {
            // Each begins with these letters.
            const formats = { svg: "<svg", png: "\x89PNG", csv: "\ufeff", xlsx: "PK", md: "# ", tmx: "<?xml", tmj: "{", vmod: "PK" };
            let before = "pdf";
            for (const [format, letters] of Object.entries(formats)) {
                await command(page, "Export…");
                // Its name is that of the label before it.
                const list = await page.waitForFunction((ending) => [...document.querySelectorAll("#mirror [role=combobox]")]
                    .find(({ textContent }) => textContent.endsWith(ending)), {}, `(.${before})`);
                await list.evaluate((list) => list.click());
                await activate(page, "button", new RegExp(`\\.${format}\\)$`));
                await page.waitForFunction((list, ending) => list.textContent.endsWith(ending), {}, list, `(.${format})`);
                await settle(page);
                await activate(page, "button", "Export…");
                const file = await downloaded(page, downloads, `mine.${format}`);
                assert(file.subarray(0, 8).toString(letters === "\x89PNG" ? "latin1" : "utf8").startsWith(letters), format);
                await until(page, new RegExp(`^Wrote .*mine\\.${format}`));
                before = format;
            }
            for (const [file, title] of [["mine.xlsx", /^Import units from mine\.xlsx/], ["mine.vmod", /^New scenario from mine\.vmod/]]) {
                const [chooser] = await Promise.all([page.waitForFileChooser(), command(page, "Import…")]);
                await chooser.accept([join(downloads, file)]);
                await until(page, title);
                await picture(page, `import-${file}`);
                await activate(page, "button", "Cancel");
                await settle(page);
            }
        });
        await step("the computer plays to the end", async () => {
            await page.keyboard.press("F5");
            await find(page, "button", "Return to editing");
            await playToEnd(page);
            await picture(page, "played");
        });
        assert.deepEqual([...origins].filter((origin) => !["null", new URL(site.address).origin].includes(origin)), []);
        assert.deepEqual(errors, []);
        await step("a link is copied, and opens the game at its last position", async () => {
            await browser.defaultBrowserContext().overridePermissions(new URL(site.address).origin, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
            await command(page, "Copy link");
            await until(page, /link to this game was copied/);
            await settle(page);
            const link = await page.evaluate(() => navigator.clipboard.readText());
            assert.match(link, /\/edit\/#game=[-_A-Za-z0-9]{500,}$/);
            await page.goto("about:blank");
            await load(page, () => page.goto(link));
            // The game is over, so that only the words about the link are in the way.
            await until(page, /every choice of both sides, also the secret ones/);
            await activate(page, "button", "Open game");
            await settle(page);
            await ended(page);
            await command(page, "Return to editing");
            await command(page, "Copy link");
            await until(page, /link to this scenario was copied/);
            await settle(page);
            assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/edit\/#scenario=[-_A-Za-z0-9]{500,}$/);
        });
        await step("games to test the balance are played in a worker", async () => {
            await command(page, "Play many games");
            await until(page, /1000 games|1,000 games/);
            await picture(page, "balance");
        });
        await step("a link opens its scenario, and a broken one says so", async () => {
            const text = await readFile(join(repository, "scenarios/tutorial.toml"), "utf8");
            const packed = deflateRawSync(text.replace(/^title = .*$/m, 'title = "By link"')).toString("base64url");
            await page.goto("about:blank");
            await load(page, () => page.goto(`${address}#scenario=${packed}`));
            await until(page, /By link/);
            await picture(page, "linked");
            const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString("base64url");
            const faulty = deflateRawSync(text.replace('system = "mars-la-tour"', 'system = "waterloo"')).toString("base64url");
            for (const [where, broken, why] of [
                ["edit", `scenario=${packed.slice(0, -20)}`, /broken or incomplete[^]*ask for the link again/],
                ["edit", "scenario=!", /broken or incomplete/],
                ["edit", "nonsense", /broken or incomplete/],
                ["edit", `scenario=${bomb}`, /more than 4 MiB/],
                ["edit", "game=q1YqSSxWslJQSk5VslJQSk5V", /broken or incomplete|cannot be opened/],
                ["edit", "open=../no-such-file.toml", /cannot be opened[^]*404/],
                ["edit", "open=../100%-sure.toml", /cannot be opened[^]*404/],
                ["edit", "open=https://example.org/a.toml", /another site/],
                ["play", `scenario=${faulty}`, /has 1 error[^]*waterloo[^]*Open it in the editor/],
            ]) {
                await page.goto("about:blank");
                await page.goto(`${site.address}${where}/#${broken}`);
                await says(page, why);
            }
            await picture(page, "faulty-scenario");
            await Promise.all([page.waitForNavigation(), page.click("#why a")]);
            await page.waitForSelector("#message", { hidden: true });
            await until(page, /waterloo/);
            await picture(page, "faulty-in-editor");
            await page.goto("about:blank");
            await load(page, () => page.goto(address));
        });
        await step("a panic ends the editor with a message", async () => {
            await page.evaluate(() => dispatchEvent(new CustomEvent("battlewright-panic", { detail: "the reason" })));
            await says(page, /stopped because of an error[^]*the reason[^]*Reload/);
            await picture(page, "panic");
        });
        await step("without WebGL the page says so", async () => {
            const page = await browser.newPage();
            await page.evaluateOnNewDocument(() => { HTMLCanvasElement.prototype.getContext = () => null; });
            await page.goto(address);
            await says(page, /WebGL/);
            await picture(page, "no-webgl");
            await page.close();
        });
        await step("a second tab offers to take over", async () => {
            const page = await browser.newPage();
            await page.goto(address);
            await says(page, /open in another tab[^]*Use this tab/);
            await page.close();
        });
        await page.close();
        await step("without its program the page says so", async () => {
            const page = await browser.newPage();
            await page.setBypassServiceWorker(true);
            await page.setRequestInterception(true);
            page.on("request", (request) => request.url().endsWith(".wasm") ? request.respond({ status: 404 }) : request.continue());
            await page.goto(address);
            await says(page, /cannot start[^]*404/);
            await picture(page, "no-program");
        });
    } catch (error) {
        console.error(error, errors);
        if (page) {
            console.error(await words(page).catch(() => ""));
            console.error(await page.$eval("#message", (message) => message.innerText).catch(() => ""));
            await picture(page, "failed").catch(() => {});
        }
        process.exitCode = 1;
    } finally {
        await browser.close().catch(() => {});
        site.close();
        server.close();
    }
}));
