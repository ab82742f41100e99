// The replay page: opens a game, checks it in slices while it is shown, and steps through its positions.

import init, { RecordedGame, font } from "./replay.js";
import { MapView } from "./map.js";

/** The most bytes of a replay, as the engine allows. */
const MOST_BYTES = 64 << 20;
/** The time that a slice of the check may take, in milliseconds: the page answers in between. */
const SLICE = 12;
const RELOAD = "Reload the page. If this happens again, use a current version of Firefox, Chrome, Edge or Safari.";
const RECORD = "A recorded game is a file that ends in .jsonl. The page of a game saves one, and `battlewright play FILE --replay game.jsonl` writes one.";

const part = (id) => document.getElementById(id);
const view = new MapView(part("map"), part("sheet"));
/** The open game: the program's, what it tells about itself, its log so far, what is shown, and the rules of the site. */
let open = null;
let playing = 0;
/** The number of games that were asked for. */
let openings = 0;

function element(name, properties = {}, children = []) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

/** Shows a message instead of a game. */
function say(what, why = "") {
    pause();
    open = null;
    part("viewer").hidden = true;
    part("message").hidden = false;
    part("what").textContent = what;
    part("why").textContent = why;
}

/** An error whose text is what a reader is told, with a remedy. */
class Told extends Error {
    constructor(what, remedy) {
        super(what);
        this.remedy = remedy;
    }
}

/** Shows the game that `work` returns, unless another one was asked for since; so with its failure. */
async function opening(work) {
    const own = openings += 1;
    await guarded(async () => {
        try {
            await program;
            const game = await work();
            if (own === openings) show(game);
            else game.free();
        } catch (error) {
            if (own === openings) throw error;
        }
    });
}

/** Runs `work` and tells its failure. */
async function guarded(work) {
    try {
        return await work();
    } catch (error) {
        if (error instanceof Told) say(error.message, error.remedy);
        // Errors of the program tell why a text is no game.
        else if (error?.name === "Error") say(error.message, RECORD);
        else say("The program of this page has stopped because of an error.", `${RELOAD}\n${error?.message ?? error}`);
    }
}

// What is opened: the game in this file, in the address, or in a file of the reader.

/** Returns the text of a body, which may not be larger than a replay. */
async function limited(response) {
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let text = "";
    for (let size = 0;;) {
        const { done, value } = await reader.read();
        if (done) return text + decoder.decode();
        size += value.length;
        if (size > MOST_BYTES) {
            await reader.cancel();
            throw new Told("The file has more than 64 MiB, so that it is no recorded game.", "Check the address, or ask for the link again.");
        }
        text += decoder.decode(value, { stream: true });
    }
}

/** Loads the file that a link names. */
async function loaded(name) {
    let address;
    try {
        address = new URL(decodeURIComponent(name), location);
    } catch {
        throw new Told("The link names a file in a way that cannot be read.", "Ask for the link again, or open the file with the button above.");
    }
    if (address.origin !== location.origin) {
        throw new Told(`The link names a file of another site: ${address.host}. This page loads files of its own site only.`, "Download the file and open it with the button above.");
    }
    let response;
    try {
        response = await fetch(address);
    } catch (error) {
        throw new Told(`The game ${address.pathname} cannot be loaded: ${error.message}.`, "Check the connection and reload the page.");
    }
    if (!response.ok) {
        throw new Told(`The game ${address.pathname} is not on this site (${response.status}).`, "Ask for the link again, or open the file with the button above.");
    }
    return limited(response);
}

/** Returns the record that the page of the game `id` has left in this tab. */
function handed(id) {
    let text = null;
    try {
        text = sessionStorage.getItem(`battlewright record ${id}`);
    } catch {
        // The browser keeps nothing for this site.
    }
    if (text === null) {
        throw new Told("The record of this game is not in this tab.", "Go back to the page of the game and step through it from there, or save the record there and open it with the button above.");
    }
    return text;
}

/** Returns the game that the file or the address of this page names. */
async function source() {
    const inlined = part("game")?.textContent;
    if (inlined !== undefined) {
        let text;
        try {
            text = JSON.parse(inlined);
        } catch {
            throw new Told("This file holds no game, or a damaged one.", "Write it again, or open a game with the button above.");
        }
        return RecordedGame.of_text(text);
    }
    const fragment = location.hash.slice(1);
    if (!fragment) throw new Told("No game is open.", `Open a game with the button above, or drop it here.\n${RECORD}`);
    if (fragment.startsWith("kept=")) return RecordedGame.of_text(handed(fragment.slice("kept=".length)));
    if (fragment.startsWith("open=")) return RecordedGame.of_text(await loaded(fragment.slice("open=".length)));
    return RecordedGame.of_fragment(fragment);
}

function picked(file) {
    if (!file) return;
    opening(async () => {
        if (file.size > MOST_BYTES) throw new Told(`${file.name} has more than 64 MiB, so that it is no recorded game.`, RECORD);
        return RecordedGame.of_text(await file.text());
    });
}

// The log.

/** Returns what rules and anchors have in common: letters and numbers. */
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

/** Returns the anchors of the site's page of rules, by their plain names; none if the site has no such page. */
async function anchors(system) {
    const found = new Map();
    if (part("game") || !location.protocol.startsWith("http")) return found;
    const response = await fetch(`../rules/${system}/`).catch(() => null);
    if (!response?.ok) return found;
    const page = new DOMParser().parseFromString(await limited(response), "text/html");
    for (const { id } of page.querySelectorAll("[id^=rule-]")) found.set(plain(id.slice("rule-".length)), id);
    return found;
}

/** Returns the number of a rule, as a link if the site has the rule, or the section that it is in. */
function rule({ rule, about }) {
    const parts = plain(rule).split("-");
    let anchor;
    // The section of 9.1 is 9.0.
    for (; !anchor && parts.length > 0; parts.pop()) anchor = open.anchors.get(parts.join("-")) ?? open.anchors.get(`${parts.join("-")}-0`);
    const properties = { className: "rule", textContent: rule, title: `${rule} ${about}` };
    if (!anchor) return element("span", properties);
    return element("a", { ...properties, href: `../rules/${open.about.system}/#${anchor}`, target: "_blank", rel: "noopener" });
}

function addLines(lines) {
    const made = lines.map((line) => {
        const button = element("button", { type: "button", textContent: line.text });
        button.addEventListener("click", () => {
            pause();
            go(line.last, line.first - 1);
        });
        const item = element("li", { className: line.heading ? "heading" : "" }, [button, ...(line.heading ? [] : [rule(line)])]);
        open.lines.push({ ...line, item });
        return item;
    });
    part("log").append(...made);
}

/** Returns the index of the last line that has begun at input `n`; -1 if there is none. */
function lineAt(n) {
    let [low, high] = [0, open.lines.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (open.lines[middle].first <= n) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/** Returns the line that tells the most about input `n`: the first that is no heading. */
function tellingLine(n) {
    const last = lineAt(n);
    let first = last;
    while (first > 0 && open.lines[first - 1].last >= n) first -= 1;
    for (let at = Math.max(0, first); at <= last; at += 1) {
        if (!open.lines[at].heading && open.lines[at].last >= n) return at;
    }
    return last;
}

/** Shows what the players have written; a tap leads to the position at which they did. */
function notes({ remarks, sides, players }) {
    const made = remarks.map(({ n, by, rule, text }) => {
        const who = players[by] === "by hand" ? sides[by] : players[by];
        const button = element("button", { type: "button" }, [element("b", { textContent: rule ? `${who}, disputed ${rule}: ` : `${who}: ` }), text]);
        button.addEventListener("click", () => {
            pause();
            go(n);
        });
        return element("li", {}, [button]);
    });
    part("remarks").replaceChildren(...made);
    part("notes").hidden = made.length === 0;
}

// Positions.

/** Shows the position after input `n`, and what has moved since input `since`. */
function go(n, since = n - 1) {
    const to = Math.min(Math.max(0, n), open.checked);
    const answer = open.game.show(to, Math.max(0, to === n ? since : to - 1));
    if (answer === undefined) return;
    const change = JSON.parse(answer);
    open.n = to;
    view.change(change);
    open.told = { moves: change.moves, status: change.status };
    const places = tell();
    if (part("follow").checked) view.reveal(places);
    scroll(open.item);
}

/** Tells of the shown position as far as its log is known, and returns the places of what has happened. What the reader looks at stays. */
function tell() {
    const { moves, status: { turn, turns, clock, phase, prompt, tracks } } = open.told;
    const at = tellingLine(open.n);
    const found = open.lines[at];
    const line = found && found.last >= open.n ? found : null;
    const places = view.mark(moves, line ? line.at : null);
    const { inputs, sides } = open.about;
    const text = open.n === 0 ? "Start of the game" : line?.text ?? "";
    part("now").replaceChildren(`${open.n} of ${inputs}${text ? `: ${text}` : ""} `,
        ...(line ? [element("span", { className: "about", textContent: `${line.rule} ${line.about}` })] : []));
    const place = `Turn ${turn} of ${turns}${clock ? `, ${clock}` : ""}, ${phase}`;
    part("status").textContent = open.over && open.n === inputs ? `${place}. The game is over.` : `${place}. ${prompt}`;
    part("slider").value = open.n;
    part("slider").setAttribute("aria-valuetext", `Input ${open.n} of ${inputs}. ${place}`);
    part("map").setAttribute("aria-label", `Map of ${open.about.title} after input ${open.n}`);
    part("first").disabled = part("back").disabled = open.n === 0;
    part("forward").disabled = part("last").disabled = open.n === open.checked;
    const rows = sides.map((side, index) => {
        const own = tracks.filter((track) => track.side === index).map(({ name, value }) => `${name} ${value}`);
        return element("tr", {}, [element("th", { scope: "row", textContent: side }), element("td", { textContent: own.join(", ") })]);
    });
    part("tracks").tBodies[0]?.remove();
    part("tracks").append(element("tbody", {}, tracks.length ? rows : []));
    const item = open.lines[at]?.item;
    if (item !== open.item) {
        for (const old of [open.item].filter(Boolean)) {
            old.classList.remove("now");
            old.firstChild.removeAttribute("aria-current");
        }
        item?.classList.add("now");
        item?.firstChild.setAttribute("aria-current", "step");
        open.item = item;
    }
    result();
    return places;
}

/** Brings a line of the log to the middle of what scrolls: the log, or on a phone all beside the map. */
function scroll(item) {
    const box = [part("log"), part("side")].find((one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === "auto");
    if (!box) return;
    if (!item) {
        box.scrollTop = 0;
        return;
    }
    const [within, own] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
    if (own.top < within.top || own.bottom > within.bottom) {
        box.scrollTop += own.top - within.top - (within.height - own.height) / 2;
    }
}

/** Shows the verdict: of a good game the result only at its end, so that it is not given away. */
function result() {
    const { verdict, checked, about, n } = open;
    part("verdict").className = verdict ? (verdict.good ? "good" : "bad") : "";
    const title = verdict ? verdict.title : `Checking: ${checked} of ${about.inputs}`;
    if (part("checked").textContent !== title) part("checked").textContent = title;
    const shown = verdict && (!verdict.good || n === checked) ? verdict.text : [];
    const told = shown.join("\n");
    if (part("outcome").dataset.told === told) return;
    part("outcome").dataset.told = told;
    part("outcome").replaceChildren(...shown.map((text) => element("p", { textContent: text })));
}

// The check.

/** Lets the page answer. Timers are slower, and very slow in a hidden tab. */
function breathe() {
    return new Promise((resume) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            resume();
        };
        port2.postMessage(null);
    });
}

async function check() {
    const own = open;
    let count = 8;
    while (open === own && !own.verdict) {
        const began = performance.now();
        const answer = JSON.parse(own.game.check(count));
        const took = performance.now() - began;
        count = Math.round(Math.min(2_000, Math.max(1, count * Math.min(4, SLICE / Math.max(took, 0.5)))));
        own.checked = answer.checked;
        own.verdict = answer.verdict;
        addLines(answer.lines);
        if (answer.verdict) {
            own.over = answer.verdict.over;
            part("slider").max = own.checked;
        }
        // The log of the shown position goes on, or is complete now.
        if (answer.verdict || answer.lines[0]?.first <= own.n) {
            tell();
        } else {
            part("forward").disabled = part("last").disabled = own.n >= own.checked;
            result();
        }
        await breathe();
    }
}

/** Shows a game from its start. */
function show(game) {
    pause();
    open?.game.free();
    const about = JSON.parse(game.about());
    open = { game, about, lines: [], n: 0, told: null, checked: 0, verdict: null, over: false, item: null, anchors: new Map() };
    const own = open;
    view.ground(game.map(), about.size);
    part("log").replaceChildren();
    const seed = about.seed === null ? "" : `, seed ${about.seed}`;
    const players = about.sides.map((side, index) => about.players[index] && about.players[index] !== side ? `${side} (${about.players[index]})` : side);
    part("title").textContent = document.title = about.title;
    const secrets = location.hash.startsWith("#game=") ? ". This link holds every choice of both sides, also the secret ones" : "";
    part("about").textContent = `${about.game}: ${players.join(" against ")}${seed}. ${about.inputs} inputs, version ${about.engine}${secrets}`;
    notes(about);
    part("slider").max = about.inputs;
    part("message").hidden = true;
    part("viewer").hidden = false;
    view.whole(true);
    go(0);
    anchors(about.system).then((anchors) => {
        if (open !== own) return;
        own.anchors = anchors;
        for (const line of own.lines.filter((line) => anchors.size && !line.heading)) line.item.lastChild.replaceWith(rule(line));
    }).catch(() => {});
    guarded(check);
}

// Playback.

function pause() {
    clearInterval(playing);
    playing = 0;
    part("play").textContent = "Play";
    part("now").setAttribute("aria-live", "polite");
}

/** Goes to the next input that the log tells of. */
function advance() {
    if (open.n === open.checked) {
        if (open.verdict) pause();
        return;
    }
    let at = Math.max(0, lineAt(open.n));
    while (at < open.lines.length && open.lines[at].last <= open.n) at += 1;
    const next = open.lines[at]?.last ?? (open.verdict ? open.checked : open.n);
    if (next > open.n) go(next, open.n);
}

function play() {
    if (playing) return pause();
    if (open.verdict && open.n === open.checked) go(0);
    // A screen reader could not keep pace.
    part("now").setAttribute("aria-live", "off");
    part("play").textContent = "Pause";
    playing = setInterval(() => guarded(advance), Number(part("speed").value));
}

const ACTS = {
    first: () => go(0), back: () => go(open.n - 1), forward: () => go(open.n + 1), last: () => go(open.checked),
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

function act(name) {
    if (!open) return;
    pause();
    guarded(ACTS[name]);
}

for (const name of Object.keys(ACTS)) part(name).addEventListener("click", () => act(name));
part("play").addEventListener("click", () => open && guarded(play));
part("speed").addEventListener("change", () => {
    if (!playing) return;
    pause();
    play();
});
part("slider").addEventListener("input", ({ target }) => {
    pause();
    guarded(() => go(target.valueAsNumber));
});
part("closer").addEventListener("click", () => view.closer(true));
part("farther").addEventListener("click", () => view.closer(false));
part("whole").addEventListener("click", () => view.whole(true));
addEventListener("keydown", (event) => {
    if (!open || event.ctrlKey || event.altKey || event.metaKey) return;
    const used = event.target.closest("select, input");
    if (used && (used !== part("slider") || event.key !== " ")) return;
    if (event.key === " " && !event.target.closest("button, a")) guarded(play);
    else if (KEYS[event.key]) act(KEYS[event.key]);
    else return;
    event.preventDefault();
});
part("file").addEventListener("change", ({ target }) => {
    picked(target.files[0]);
    target.value = "";
});
addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    picked(event.dataTransfer.files[0]);
});
addEventListener("hashchange", () => opening(source));

/** Returns the program that stands in this file: gzip in base64. */
function unpacked(packed) {
    const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

/** Starts the program, and registers the font of the map. */
async function start() {
    if (typeof WebAssembly === "undefined") {
        throw new Told("This browser cannot show games, because WebAssembly is missing.", "Use a current version of Firefox, Chrome, Edge or Safari.");
    }
    const packed = part("program")?.textContent;
    try {
        await init({ module_or_path: packed ? await unpacked(packed) : new URL("replay.wasm", import.meta.url) });
    } catch (error) {
        throw new Told("The program of this page cannot be loaded.", `${RELOAD}\n${error?.message ?? error}`);
    }
    // Without it, letters come from a font of the browser, in the same widths.
    await new FontFace("Ubuntu", font(), { weight: "300" }).load().then((letters) => document.fonts.add(letters), () => {});
    part("pick").hidden = false;
}

say("Loading…");
const program = start();
opening(source);
