// Assembles the play page: node assemble.mjs FOLDER, which holds the program (play.js and play.wasm). The page has the modules of the page
// of a game on a server, in `host/page`, and those of games that the browser keeps, in `page`. All but the page itself go to a folder that
// bears the hash of its content, so that browsers keep them.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder] = process.argv.slice(2);
const here = fileURLToPath(new URL("page/", import.meta.url));
const shared = fileURLToPath(new URL("../../host/page/", import.meta.url));
/** Of the server's page: the entry, and the form for a new game. */
const OTHERS = ["index.html", "hosted.js", "make.html", "make.js"];
const made = join(folder, "made");

mkdirSync(made);
for (const name of ["play.js", "play.wasm"]) renameSync(join(folder, name), join(made, name));
for (const name of readdirSync(shared).filter((name) => !OTHERS.includes(name))) copyFileSync(join(shared, name), join(made, name));
for (const name of readdirSync(here).filter((name) => name !== "index.html")) copyFileSync(join(here, name), join(made, name));

const edit = (name, change) => {
    const path = join(made, name);
    const before = readFileSync(path, "utf8");
    const after = change(before);
    if (after === before) throw new Error(`${name} is not as expected`);
    writeFileSync(path, after);
};
edit("rules.js", (text) => text.replace("const SIZE = 1;", `const SIZE = ${statSync(join(made, "play.wasm")).size};`));
// The font comes with the rules.
edit("style.css", (text) => text.replace(/^@font-face .*\n/m, ""));

const hash = createHash("sha256");
for (const name of readdirSync(made).sort()) hash.update(name).update(readFileSync(join(made, name)));
const own = hash.digest("hex").slice(0, 12);
renameSync(made, join(folder, own));

// The board of the server's page, with what only games in the browser have.
const board = readFileSync(join(shared, "index.html"), "utf8").match(/^<div id="table"[^]*?^<\/div>\n(?=<\/main>)/m)[0]
    .replace('<section id="ask"', '<section id="thought" aria-label="Computer player" hidden></section>\n'
        + '<section id="post" aria-label="Game by mail" hidden></section>\n<section id="ask"')
    .replace('<section id="notes-panel"', '<section id="aid-panel" class="panel" aria-labelledby="aid-title">\n<h2 id="aid-title">Aid</h2>\n'
        + '<details id="aid"><summary>Charts and rules</summary><div></div></details>\n</section>\n<section id="notes-panel"')
    .replace('<button type="button" data-tab="notes"', '<button type="button" data-tab="aid" aria-pressed="false">Aid</button>\n$&');
const modules = readdirSync(join(folder, own)).filter((name) => name.endsWith(".js") && !["play.js", "rules-worker.js"].includes(name));
const preloads = modules.map((name) => `<link rel="modulepreload" href="${own}/${name}">`).join("\n");
const page = readFileSync(join(here, "index.html"), "utf8")
    .replaceAll("@HERE@", own).replace("@PRELOADS@", preloads).replace("@TABLE@\n", board);
writeFileSync(join(folder, "index.html"), page);
