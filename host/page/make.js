// The form that makes a game, and the links to its seats.

import { button, copy, element, part } from "./parts.js";

const PLAYERS = [["", "A person"], ["easy", "The computer, easy"], ["normal", "The computer, normal"], ["hard", "The computer, hard"]];
const MOST_BYTES = 256 << 10;

class Told extends Error {}

function refuse(text) {
    part("refused").textContent = text;
    part("refused").hidden = !text;
}

/** Fills the list of scenarios of this site. */
async function scenarios() {
    try {
        const response = await fetch("/host/scenarios");
        if (!response.ok) throw new Told(`${response.status}`);
        const listed = await response.json();
        const groups = new Map();
        for (const { name, title, game } of listed) {
            if (!groups.has(game)) groups.set(game, element("optgroup", { label: game }));
            groups.get(game).append(element("option", { value: name, textContent: title }));
        }
        part("scenario").prepend(...groups.values());
        // A file that was chosen before the list came stays.
        if (listed.length > 0 && part("file").files.length === 0) part("scenario").value = listed[0].name;
    } catch (error) {
        refuse(`The scenarios of this site cannot be listed: ${error.message}. A file of yours can be used.`);
    }
    chosen();
}

function chosen() {
    const own = part("scenario").value === "";
    part("file-label").hidden = part("file-help").hidden = !own;
    part("file").required = own;
}

/** Returns what is asked of the server. */
async function wanted() {
    const name = part("scenario").value;
    let scenario = { name };
    if (!name) {
        const file = part("file").files[0];
        if (!file) throw new Told("Choose a scenario file first.");
        if (file.size > MOST_BYTES) throw new Told(`${file.name} has more than 256 kB, so that this server does not take it.`);
        scenario = { text: await file.text() };
    }
    const [bank, increment, cap] = part("clock").value.split(",").map(Number);
    return {
        scenario,
        names: [0, 1].map((n) => part(`name-${n}`).value.trim()),
        computers: [0, 1].map((n) => part(`player-${n}`).value || null),
        undo: part("undo").value,
        clock: part("clock").value ? { bank, increment, cap } : null,
    };
}

async function make() {
    const asked = await wanted();
    let response;
    try {
        response = await fetch("/host/games", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
    } catch (error) {
        throw new Told(`The server cannot be reached: ${error.message}.`);
    }
    const text = await response.text();
    let answer = null;
    try {
        answer = JSON.parse(text);
    } catch {
        // A refusal may be plain text.
    }
    if (!response.ok) throw new Told(answer?.why ?? answer?.error ?? (text || `The server refused (${response.status}).`));
    show(answer, asked);
}

function show({ first, second, spectator }, { computers, names }) {
    const seats = [["First side", first, computers[0], names[0]], ["Second side", second, computers[1], names[1]], ["Spectators", spectator, null, ""]];
    part("links").replaceChildren(...seats.filter(([, link]) => link).map(([title, link, computer, name]) => {
        if (computer) return element("p", { className: "weak", textContent: `${title}: the computer plays.` });
        const address = new URL(link, location).href;
        const field = element("input", { type: "text", readOnly: true, value: address });
        field.setAttribute("aria-label", `Link: ${title}`);
        field.addEventListener("focus", () => field.select());
        const copied = button("Copy", () => copy(address, copied));
        copied.setAttribute("aria-label", `Copy the link: ${title}`);
        const open = element("a", { className: "button", href: address, target: "_blank", rel: "noopener", textContent: "Open" });
        return element("section", { className: "seat" }, [
            element("h3", { textContent: name ? `${title}: ${name}` : title }),
            element("div", { className: "row" }, [field, copied, open]),
        ]);
    }));
    part("form").hidden = true;
    part("made").hidden = false;
    part("made-title").focus();
}

for (const n of [0, 1]) part(`player-${n}`).append(...PLAYERS.map(([value, textContent]) => element("option", { value, textContent })));
part("scenario").addEventListener("change", chosen);
part("another").addEventListener("click", () => {
    part("made").hidden = true;
    part("form").hidden = false;
});
part("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    refuse("");
    part("make").disabled = true;
    part("make").textContent = "Making the game…";
    try {
        await make();
    } catch (error) {
        refuse(error instanceof Told ? error.message : `The program of this page has stopped because of an error: ${error.message}`);
    }
    part("make").disabled = false;
    part("make").textContent = "Make the game";
});
scenarios();
