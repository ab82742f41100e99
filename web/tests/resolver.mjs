// Opens the resolver page in Chromium as on a phone, finds its fields by their labels, compares its results with those of
// `battlewright resolve`, and takes the server away.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launch, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { serve } from "./server.mjs";

const [folder, pictures] = process.argv.slice(2);
const BATTLEWRIGHT = process.env.BATTLEWRIGHT;
/**
 * The limit of all bytes that the page needs, compressed, in the quick build that the tests take: nearly twice as large as the one
 * for readers, whose goal of 300 KB docs/performance.md measures.
 */
const MOST_BYTES = 450_000;
/** A slow phone: 1.6 Mbit/s with 150 ms to the server, and a processor that is four times slower than this one. */
const SLOW = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };
const SLOWER = 4;

const ACTIONS = [
    { actor: "prussian-line-infantry", action: "maneuver" },
    { actor: "prussian-artillery", action: "deployed-fire", target: "french-line-infantry", "target-formation": "deployed", cover: "open", range: "9" },
    { actor: "french-guard-infantry", action: "assault", target: "prussian-artillery", "target-formation": "deployed", cover: "soft", "target-disordered": "yes" },
    { actor: "french-mobilise-infantry", action: "regroup", "actor-disordered": "yes" },
];
const QUESTIONS = ["general-near", "in-reach", "frontal", "target-demoralized", "actor-demoralized", "enemy-near", "sheltered"];

/** Rules in rows: one that counts, one that forbids, and one that asks for what nobody states. */
const FOG = `ruleset = 1
id = "fog"
system = "outrance"
extends = ["outrance@1"]
version = 1
title = "Fog and rain"

[[rules.modifier]]
id = "wet-powder"
name = "Wet powder"
rule = "F1"
to = "fire.index"
add = -1
when = "firer.nation == prussian"

[[rules.forbid]]
id = "fog"
name = "Fog"
rule = "F2"
act = "fire"
when = "range > 6"
reason = "nobody sees so far in the fog"

[[rules.modifier]]
id = "dusk"
name = "Dusk"
rule = "F3"
to = "fire.index"
add = -1
when = "turn >= 5"
`;
const FIRE = { actor: "prussian-artillery", action: "deployed-fire", target: "french-line-infantry", "target-formation": "deployed", cover: "open", range: "6" };

const picture = pictureIn(pictures);

/** Returns what the command line prints for an action. */
function printed(fields, options) {
    const given = Object.entries(fields).flatMap(([name, value]) => value === "yes" ? [`--${name}`] : [`--${name}`, value]);
    return JSON.parse(execFileSync(BATTLEWRIGHT, ["resolve", ...given, ...options, "--format", "json"]));
}

/** Returns the control with this label. */
async function control(page, label) {
    const handle = await page.waitForFunction((label) => {
        const named = [...document.querySelectorAll("label")].find((one) => one.firstChild.textContent.trim() === label
            || one.lastChild.textContent.trim() === label);
        const found = named?.querySelector("input, select");
        return found?.checkVisibility() ? found : null;
    }, {}, label);
    return handle.asElement();
}

async function choose(page, label, choice) {
    const select = await control(page, label);
    const value = await select.evaluate((select, choice) =>
        [...select.options].find((option) => option.textContent === choice)?.value, choice);
    assert(value, `${label} has the choice ${choice}`);
    await select.select(value);
}

async function press(page, name) {
    const handle = await page.waitForFunction((name) => [...document.querySelectorAll("button")].find((button) =>
        button.textContent === name && button.checkVisibility()), {}, name);
    await handle.asElement().click();
}

/** Answers all questions with yes and returns the text of the newest result. */
async function result(page, before) {
    for (;;) {
        await page.waitForFunction((before) => document.querySelector("dialog").open
            || document.querySelectorAll("article").length > before, {}, before);
        if (!await page.$eval("dialog", (dialog) => dialog.open)) break;
        assert.match(await page.$eval("#asked", (asked) => asked.textContent), /[?.]$/);
        await press(page, "Yes");
    }
    return page.$eval("article", (article) => article.innerText);
}

await withFolder(async (profile) => {
    const site = await serve(folder);
    const browser = await launch(profile);
    try {
        const page = await browser.newPage();
        page.setDefaultTimeout(WAIT);
        const seen = watch(page);
        await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
        await step("the page opens on a slow phone, and weighs little", async () => {
            const client = await page.createCDPSession();
            await client.send("Network.enable");
            await client.send("Network.emulateNetworkConditions", SLOW);
            await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
            const ready = async (go) => {
                await go();
                await page.waitForSelector("#form:not([hidden])");
                const shown = await page.evaluate(() => performance.now());
                const answers = await page.waitForFunction(() => performance.getEntriesByName("ready")[0]?.startTime);
                return `form after ${Math.round(shown)} ms, answers after ${Math.round(await answers.jsonValue())} ms`;
            };
            const first = await ready(() => page.goto(`${site.address}resolver/`));
            const bytes = await page.evaluate(() => ["resource", "navigation"].flatMap((kind) => performance.getEntriesByType(kind))
                .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0));
            assert(bytes > 1000 && bytes <= MOST_BYTES, `${bytes} bytes`);
            await page.waitForFunction(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated"));
            const again = await ready(() => page.reload());
            await client.send("Network.emulateNetworkConditions", { ...SLOW, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
            await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
            await picture(page, "resolver-form", { fullPage: true });
            return `${bytes} bytes; ${first}; opened again: ${again}`;
        });
        await step("fire is resolved", async () => {
            await choose(page, "Actor", "Prussian artillery");
            await choose(page, "Action", "Deployed fire");
            await choose(page, "Target", "French Line infantry");
            await choose(page, "Target formation", "Deployed");
            await choose(page, "Cover", "No cover");
            await choose(page, "Range", "Over 6 to 9 inches");
            await (await control(page, "Percentages")).click();
            await press(page, "Result");
            assert.match(await result(page, 0), /Prussian artillery: deployed fire on French Line infantry[^]*Rolls: [^]*%/);
            await picture(page, "resolver-fire", { fullPage: true });
        });
        await step("an assault asks its questions", async () => {
            await choose(page, "Actor", "French Guard infantry");
            await choose(page, "Action", "Assault");
            const own = await page.$$eval("[name=target] option:not([hidden])", (all) => all.filter(({ value }) => value.startsWith("french-")).length);
            assert.equal(own, 0, "only the enemy is a target");
            await choose(page, "Target", "Prussian Line infantry");
            assert.equal(await page.$eval("[name=range]", (range) => range.checkVisibility()), false, "an assault has no range");
            await press(page, "Result");
            await page.waitForSelector("dialog[open]");
            await picture(page, "resolver-question", { fullPage: true });
            assert.match(await result(page, 1), /French Guard infantry: assault on Prussian Line infantry/);
        });
        await step("a wrong combination is refused in words", async () => {
            await choose(page, "Actor", "French artillery");
            await press(page, "Result");
            await page.waitForFunction(() => /artillery cannot assault/i.test(document.getElementById("message").textContent));
            assert.equal(await page.$$eval("article", (all) => all.length), 2);
            await picture(page, "resolver-refused", { fullPage: true });
        });
        await step("a question can be withdrawn", async () => {
            await choose(page, "Actor", "French Line infantry");
            await choose(page, "Target", "Prussian Line infantry");
            await press(page, "Result");
            await press(page, "Withdraw");
            assert.equal(await page.$$eval("article", (all) => all.length), 2);
        });
        await step("the initiative is drawn", async () => {
            await (await control(page, "Prussian units")).evaluate((input) => { input.value = "3"; });
            await press(page, "Initiative");
            assert.match(await result(page, 2), /1 French and 3 Prussian units[^]*have the initiative/);
        });
        await step("the results are those of the command line", async () => {
            const compared = [];
            for (const fields of ACTIONS) {
                for (let seed = 0; seed < 12; seed += 1) compared.push({ fields, seed, yes: seed % 2 === 0 });
            }
            const told = await page.evaluate(async (compared, questions) => {
                const program = await import(document.querySelector("link[rel=modulepreload]").href);
                return compared.map(({ fields, seed, yes }) => {
                    const replies = {};
                    for (;;) {
                        const answer = JSON.parse(program.resolve(JSON.stringify({ fields, replies, seed, percentages: false })));
                        if (!answer.question || !questions.includes(answer.question)) return { answer, replies };
                        replies[answer.question] = yes;
                    }
                });
            }, compared, QUESTIONS);
            for (const [at, { answer, replies }] of told.entries()) {
                const { fields, seed } = compared[at];
                const given = Object.entries(replies).flatMap(([name, yes]) => [`--${name}`, yes ? "yes" : "no"]);
                const told = printed(fields, [...given, "--seed", seed]);
                assert.deepEqual([answer.title, answer.result], [told.action, told.text]);
            }
            return `${told.length} results`;
        });
        await step("a file gives its rules, and the page tells which are left out", async () => {
            const told = (part) => page.waitForFunction((part) => {
                const told = document.getElementById("told");
                return told.checkVisibility() && told.textContent.includes(part) ? told.textContent : null;
            }, {}, part).then((text) => text.jsonValue());
            const [fog, broken] = ["fog.toml", "broken.toml"].map((name) => join(profile, name));
            await writeFile(fog, FOG);
            await writeFile(broken, FOG.replace("fire.index", "fire.indices"));
            const file = await control(page, "Rules of a file");
            await file.uploadFile(broken);
            assert.match(await told("broken.toml gives no rules"), /error\[[^]*The published rules stay in use/);
            await file.uploadFile(fog);
            const left = await told("fog.toml are in use");
            assert.match(left, /The rule Dusk \[F3\] is left out: players do not state the turn\./);
            assert.equal(left.split("\n").length, 2, left);
            assert.deepEqual(printed(FIRE, ["--scenario", fog, "--seed", "1"]).left_out, left.split("\n").slice(1));
            await picture(page, "resolver-rules", { fullPage: true });
            await choose(page, "Actor", "Prussian artillery");
            await choose(page, "Action", "Deployed fire");
            await choose(page, "Target", "French Line infantry");
            await choose(page, "Range", "Over 6 to 9 inches");
            await press(page, "Result");
            await page.waitForFunction(() => /nobody sees so far in the fog \(Fog, F2\)/i.test(document.getElementById("message").textContent));
            const before = await page.$$eval("article", (all) => all.length);
            await choose(page, "Range", "Over 3 to 6 inches");
            await press(page, "Result");
            const text = await result(page, before);
            assert.match(text, /Rules of fog\.toml/);
            const seed = /Seed (\d+)/.exec(text)[1];
            const by = (options) => printed(FIRE, [...options, "--percentages", "--seed", seed]);
            const { text: [first], percentages: [{ basis }] } = by(["--scenario", fog]);
            assert(text.includes(first) && text.includes(`Wet powder -1 = ${basis.total}`), `${text}: ${first}, ${basis.total}`);
            await press(page, "Published rules");
            assert.equal(await page.$eval("#told", (told) => told.checkVisibility()), false);
            await press(page, "Result");
            assert.doesNotMatch(await result(page, before + 1), /Wet powder|Rules of/);
            await page.waitForFunction(async () => {
                const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
                return kept.flat().some(({ url }) => /\/rules-\w+\.wasm$/.test(url));
            });
        });
        await step("many results are kept while the page is open, and none afterwards", async () => {
            for (let count = 0; count < 60; count += 1) await press(page, "Initiative");
            assert.equal(await page.$$eval("article", (all) => all.length), 50);
            await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
            await page.setViewport({ width: 1200, height: 800 });
            await page.evaluate(() => scrollTo(0, 0));
            await picture(page, "resolver-wide");
            await page.reload();
            await page.waitForSelector("#form:not([hidden])");
            assert.equal(await page.$$eval("article", (all) => all.length), 0);
            const kept = await page.evaluate(async () => [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length]);
            assert.deepEqual(kept, [0, 0, 0]);
        });
        await step("the page works without its server", async () => {
            await page.waitForFunction(() => navigator.serviceWorker.ready.then((ready) => ready.active.state === "activated"));
            site.close();
            await page.reload();
            await page.waitForSelector("#form:not([hidden])");
            await press(page, "Initiative");
            assert.match(await result(page, 0), /have the initiative/);
        });
        assert.deepEqual([...seen.origins].filter((origin) => !["null", new URL(site.address).origin].includes(origin)), []);
        assert.deepEqual(seen.errors, []);
    } finally {
        await browser.close();
        site.close();
    }
});
