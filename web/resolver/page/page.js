// The resolver page: builds the form, asks the questions and lists the results. It keeps nothing when it is closed.

import * as published from "./form.js";
import init, { initiative, resolve } from "./resolver.js";

/** The seeds are as short as those of `battlewright resolve`, so that a result can be repeated there. */
const SEEDS = 1_000_000;
const MOST_RESULTS = 50;

const part = (id) => document.getElementById(id);
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
let count = 0;
let fields = published.fields;
/** The file whose rules are in use: its name and its rules; `null` for the published rules. */
let file = null;
/** What an action waits for: the program, then the file that was chosen last. */
let ready = null;

function element(name, properties = {}, children = []) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

function say(text) {
    part("message").textContent = text;
    part("message").hidden = !text;
}

/** Adds the result of an action, the last one first. */
function add({ title, result, rolls, odds }, seed) {
    count += 1;
    const by = [rolls && `Rolls: ${rolls}`, `Seed ${seed}`, file && `Rules of ${file.name}`];
    const [first, ...others] = result;
    const steps = odds.map(({ name, chances }) => element("table", {}, [
        element("caption", { textContent: name }),
        ...chances.map(([text, percent]) => element("tr", {}, [
            element("td", { textContent: text }), element("td", { textContent: percent }),
        ])),
    ]));
    part("results").prepend(element("article", {}, [
        element("h2", { textContent: `${count}. ${title}` }),
        element("p", { className: "result", textContent: first }),
        ...others.map((text) => element("p", { textContent: text })),
        element("p", { className: "rolls", textContent: by.filter(Boolean).join(". ") }),
        ...steps,
    ]));
    while (part("results").children.length > MOST_RESULTS) part("results").lastChild.remove();
    part("clear").hidden = false;
    part("results").firstChild.scrollIntoView({ block: "nearest" });
}

/** Asks a question and returns the answer, or `null` if the action is withdrawn. */
function ask(text) {
    const dialog = part("question");
    part("asked").textContent = text;
    dialog.returnValue = "";
    for (const name of ["yes", "no", "withdraw"]) part(name).onclick = () => dialog.close(name);
    dialog.showModal();
    part("yes").focus();
    // The event comes later than the dialog closes, and so the next question must wait for it.
    return new Promise((answer) => {
        dialog.onclose = () => answer({ yes: true, no: false }[dialog.returnValue] ?? null);
    });
}

/** Asks the questions of an action, then shows its result or why it has none. */
async function act(fields) {
    const request = { fields, replies: {}, seed: seed(), percentages: part("percentages").checked };
    for (;;) {
        const answer = JSON.parse(file ? file.rules.resolve(JSON.stringify(request)) : resolve(JSON.stringify(request)));
        if (answer.refusals) return say(answer.refusals.map((text) => `${capital(text)}.`).join("\n"));
        if (answer.result) return add(answer, request.seed);
        const reply = await ask(answer.text);
        if (reply === null) return;
        request.replies[answer.question] = reply;
    }
}

function values() {
    const data = {};
    for (const control of part("fields").querySelectorAll("select, input")) {
        const value = control.type === "checkbox" ? (control.checked ? "yes" : "") : control.value;
        if (value) data[control.name] = value;
    }
    return data;
}

/** Shows the fields that the chosen action uses, and as targets only the enemy of the actor. */
function show() {
    const { action, actor } = values();
    const [army] = (actor ?? "").split("-");
    const target = part("fields").querySelector("[name=target]");
    for (const option of target.options) {
        option.hidden = option.disabled = army !== "" && option.value.startsWith(`${army}-`);
        if (option.disabled && option.selected) target.value = "";
    }
    for (const { name, always, actions } of fields) {
        part("fields").querySelector(`[name="${name}"]`).parentElement.hidden = !(always || actions.includes(action));
    }
    say("");
}

/** Makes the controls of the fields, with the values of those before. */
function build() {
    const before = values();
    const controls = fields.map(({ name, label, help, box, choices }) => {
        const value = before[name] ?? "";
        if (box) {
            const input = element("input", { type: "checkbox", name, checked: value !== "" });
            return element("label", { className: "box", title: help }, [input, ` ${label}`]);
        }
        const option = (name, textContent) => element("option", { value: name, textContent, selected: name === value });
        const options = choices.map((choice) => option(choice.name, choice.label));
        const select = element("select", { name }, [option("", "Choose…"), ...options]);
        return element("label", { title: help }, [label, select]);
    });
    part("fields").replaceChildren(...controls);
    show();
}

/** Only one side is outnumbered. */
function uncheckOther({ target }) {
    const boxes = ["actor-outnumbered", "target-outnumbered"].map((name) => part("fields").querySelector(`[name=${name}]`));
    if (boxes.includes(target) && target.checked) boxes.find((box) => box !== target).checked = false;
}

function tell(lines) {
    part("told").textContent = lines.join("\n");
    part("told").hidden = lines.length === 0;
}

/** Plays by the rules of a file; by the published ones for `null`. */
function play(by) {
    file?.rules.free();
    file = by;
    fields = file ? JSON.parse(file.rules.form()).fields : published.fields;
    part("published").hidden = !file;
    build();
}

/** Reads the rules of a chosen file. If it gives none, the rules stay as they are. */
async function take(chosen) {
    tell(["Loading…"]);
    try {
        const { default: start, FileRules } = await import("./rules.js");
        await start({ module_or_path: new URL("rules.wasm", import.meta.url) });
        const rules = new FileRules(new Uint8Array(await chosen.arrayBuffer()));
        play({ name: chosen.name, rules });
        tell([`The rules of ${chosen.name} are in use.`, ...rules.left_out()]);
    } catch (error) {
        const kept = file ? `The rules of ${file.name}` : "The published rules";
        tell([`${chosen.name} gives no rules: ${error?.message ?? error}.`, `${kept} stay in use.`]);
    }
}

/** Runs `work` and tells its failure. */
async function guarded(work) {
    try {
        await work();
    } catch (error) {
        say(`The resolver has failed. Reload the page.\n${error?.message ?? error}`);
    }
}

/** Runs `work` with the program, which may still be on its way when a button is pressed. */
function withProgram(work) {
    return guarded(async () => {
        say("Loading…");
        await ready;
        say("");
        await work();
    });
}

guarded(async () => {
    if (typeof WebAssembly === "undefined") return;
    ready = init({ module_or_path: new URL("resolver.wasm", import.meta.url) });
    build();
    for (const name of ["french", "prussian"]) part(name).max = published.most;
    part("fields").addEventListener("change", (event) => {
        uncheckOther(event);
        show();
    });
    part("form").addEventListener("submit", (event) => {
        event.preventDefault();
        withProgram(() => act(values()));
    });
    part("draw").addEventListener("submit", (event) => {
        event.preventDefault();
        const drawn = seed();
        const asked = [...["french", "prussian"].map((name) => part(name).valueAsNumber), drawn, part("percentages").checked];
        withProgram(() => add(JSON.parse(file ? file.rules.initiative(...asked) : initiative(...asked)), drawn));
    });
    part("file").addEventListener("change", ({ target }) => {
        const [chosen] = target.files;
        if (!chosen) return;
        ready = ready.then(() => take(chosen));
        guarded(() => ready);
        // So that the same file can be chosen again after it has changed.
        target.value = "";
    });
    part("published").addEventListener("click", () => {
        play(null);
        tell([]);
    });
    part("clear").addEventListener("click", () => {
        part("results").replaceChildren();
        part("clear").hidden = true;
        count = 0;
    });
    part("form").hidden = part("draw").hidden = part("table").hidden = false;
    await ready;
    performance.mark("ready");
    // Without a service worker, such as in a private window, the page works while it is open.
    await navigator.serviceWorker?.register("offline.js").catch(() => {});
});
