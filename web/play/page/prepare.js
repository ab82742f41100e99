// The form that begins a game of a scenario.

import { begin, randomSeed } from "./local-link.js";
import { element, part } from "./parts.js";
import { startRules } from "./rules.js";
import { say, show } from "./state.js";

/** The most bytes of a scenario. */
const MOST_BYTES = 4 << 20;
/** The persons whom the form offers beside the computer players, and the mode of the game. */
const PERSONS = [["screen", "A person at this screen"], ["mail", "A person by mail or messenger"]];

/** Returns what the fragment asks for: the text of a file of this site, or the file of a link. */
async function asked(fragment, rules) {
    const [, path] = /^open=([^&]*)/.exec(fragment) ?? [];
    if (path === undefined) {
        const [kind, text] = JSON.parse(await rules.call("linked", fragment));
        return { kind, text };
    }
    let plain = path;
    try {
        plain = decodeURIComponent(path);
    } catch {
        // A bare percent sign stands for itself.
    }
    const address = new URL(plain, location.href);
    if (address.origin !== location.origin) throw new Error(`${address.origin} is another site.`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > MOST_BYTES) throw new Error(`${address.pathname} has more than 4 MiB.`);
    return { kind: address.pathname.endsWith(".jsonl") ? "game" : "scenario", text: new TextDecoder().decode(bytes) };
}

/** Shows the picture of the map that belongs to the address, while the rules are loaded. */
function picture(fragment) {
    const [, path] = /&map=([^&]*)$/.exec(fragment) ?? [];
    part("picture").hidden = !path;
    if (!path) return;
    const address = new URL(decodeURIComponent(path), location.href);
    if (address.origin === location.origin) part("picture").src = address;
}

/** Shows the form for the scenario of a fragment, or of the file `opened`. */
export async function prepare(fragment, opened = null) {
    const here = location.hash;
    show("new");
    part("new-form").hidden = true;
    part("new-refused").hidden = true;
    part("loading").hidden = false;
    picture(fragment);
    try {
        const text = /^open=/.test(fragment) ? asked(fragment) : null;
        // Both are loaded at once.
        text?.catch(() => {});
        const rules = await startRules((loaded) => { part("progress").value = loaded; });
        const file = opened ? { kind: "scenario", text: opened.text } : await (text ?? asked(fragment, rules));
        if (here !== location.hash) return;
        if (file.kind === "game") {
            part("loading").hidden = true;
            recorded(fragment);
            return;
        }
        const about = await rules.call("about", file.text).catch((error) => error);
        if (here !== location.hash) return;
        if (about instanceof Error) faulty(about.message, opened ? "" : fragment.replace(/&map=.*/, ""));
        else form(rules, file.text, JSON.parse(about), JSON.parse(await rules.call("opponents")));
    } catch (error) {
        if (here === location.hash) say("This battle cannot be played here.", error.message);
    }
}

/** Tells why a scenario cannot be played, and offers the editor if the address has the scenario. */
function faulty(why, fragment) {
    say("This battle cannot be played here.", why);
    if (fragment) part("why").append(" ", element("a", { href: `../edit/#${fragment}`, textContent: "Open it in the editor" }), ".");
}

/** Tells where a recorded game is shown. */
function recorded(fragment) {
    say("This link holds a recorded game.");
    part("why").replaceChildren(
        element("a", { href: `../replay/#${fragment}`, textContent: "Step through it" }), ", or ",
        element("a", { href: `../edit/#${fragment}`, textContent: "open it in the editor" }), " to go on from any of its positions.",
    );
}

function form(rules, scenario, about, computers) {
    part("loading").hidden = true;
    part("new-title").textContent = document.title = about.title;
    part("new-game").textContent = [about.subtitle, about.game].filter(Boolean).join(" · ");
    part("new-about").textContent = (about.description ?? "").split("\n\n")[0];
    part("own-side").replaceChildren(...about.sides.map((side, n) => element("option", { value: String(n), textContent: side })));
    const others = [...computers.map(([value, textContent, title, defaultSelected]) => ({ value, textContent, title, defaultSelected })),
        ...PERSONS.map(([value, textContent]) => ({ value, textContent }))];
    part("other").replaceChildren(...others.map((one) => element("option", one)));
    const strategies = new Map(computers.map(([name, , strategy]) => [name, strategy]));
    part("seed").value = randomSeed();
    const inEditor = /^#open=([^&]*)/.exec(location.hash)?.[1];
    part("in-editor").hidden = !inEditor;
    part("in-editor").href = `../edit/#play=${inEditor}`;
    const adapt = () => {
        const other = part("other").value;
        const isPerson = other === "screen" || other === "mail";
        part("own-side-row").hidden = other === "screen";
        part("strategy").hidden = isPerson;
        part("strategy").textContent = strategies.get(other) ?? "";
        part("names").hidden = !isPerson;
        const side = Number(part("own-side").value);
        const labels = other === "mail" ? [`Your name (${about.sides[side]})`, `The other’s name (${about.sides[1 - side]})`] : about.sides.map((name) => `Name of ${name}`);
        for (const n of [0, 1]) part(`name-label-${n}`).textContent = labels[n];
        part("mail-note").hidden = other !== "mail";
    };
    part("other").onchange = part("own-side").onchange = adapt;
    adapt();
    part("new-form").hidden = false;
    part("new-form").onsubmit = async (event) => {
        event.preventDefault();
        part("begin").disabled = true;
        try {
            const facts = await begin(rules, order(scenario));
            rules.end();
            location.hash = `local=${facts.id}`;
        } catch (error) {
            part("new-refused").textContent = error.message;
            part("new-refused").hidden = false;
        }
        part("begin").disabled = false;
    };
    performance.mark("form");
}

/** Returns the order for the game that the form describes. */
function order(scenario) {
    const other = part("other").value;
    const side = Number(part("own-side").value);
    const typed = [part("name-0").value.trim(), part("name-1").value.trim()];
    const seed = part("seed").value.trim() || randomSeed();
    if (other === "screen") return { mode: "screen", seat: "first", seed, names: typed, computers: [null, null], scenario };
    const seat = ["first", "second"][side];
    const by = (own, theirs) => (side === 0 ? [own, theirs] : [theirs, own]);
    if (other === "mail") return { mode: "mail", seat, seed, names: by(...typed), computers: [null, null], scenario };
    return { mode: "computer", seat, seed, names: ["", ""], computers: by(null, other), scenario };
}
