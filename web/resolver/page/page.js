// The resolver page: builds the form, asks the questions and lists the results. It keeps nothing when it is closed.

import { fields, most } from "./form.js";
import init, { initiative, resolve } from "./resolver.js";

/** The seeds are as short as those of `battlewright resolve`, so that a result can be repeated there. */
const SEEDS = 1_000_000;
const MOST_RESULTS = 50;

const part = (id) => document.getElementById(id);
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
let count = 0;

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
        element("p", { className: "rolls", textContent: `${rolls ? `Rolls: ${rolls}. ` : ""}Seed ${seed}` }),
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
        const answer = JSON.parse(resolve(JSON.stringify(request)));
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

function build() {
    const controls = fields.map(({ name, label, help, box, choices }) => {
        if (box) {
            return element("label", { className: "box", title: help }, [element("input", { type: "checkbox", name }), ` ${label}`]);
        }
        const options = choices.map((choice) => element("option", { value: choice.name, textContent: choice.label }));
        const select = element("select", { name }, [element("option", { value: "", textContent: "Choose…" }), ...options]);
        return element("label", { title: help }, [label, select]);
    });
    part("fields").append(...controls);
    const boxes = ["actor-outnumbered", "target-outnumbered"].map((name) => part("fields").querySelector(`[name=${name}]`));
    part("fields").addEventListener("change", ({ target }) => {
        // Only one side is outnumbered.
        if (boxes.includes(target) && target.checked) boxes.find((box) => box !== target).checked = false;
        show();
    });
    show();
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
function withProgram(program, work) {
    return guarded(async () => {
        say("Loading…");
        await program;
        say("");
        await work();
    });
}

guarded(async () => {
    if (typeof WebAssembly === "undefined") return;
    const program = init({ module_or_path: new URL("resolver.wasm", import.meta.url) });
    build();
    for (const name of ["french", "prussian"]) part(name).max = most;
    part("form").addEventListener("submit", (event) => {
        event.preventDefault();
        withProgram(program, () => act(values()));
    });
    part("draw").addEventListener("submit", (event) => {
        event.preventDefault();
        const drawn = seed();
        const units = ["french", "prussian"].map((name) => part(name).valueAsNumber);
        withProgram(program, () => add(JSON.parse(initiative(...units, drawn, part("percentages").checked)), drawn));
    });
    part("clear").addEventListener("click", () => {
        part("results").replaceChildren();
        part("clear").hidden = true;
        count = 0;
    });
    part("form").hidden = part("draw").hidden = false;
    await program;
    performance.mark("ready");
    // Without a service worker, such as in a private window, the page works while it is open.
    await navigator.serviceWorker?.register("offline.js").catch(() => {});
});
