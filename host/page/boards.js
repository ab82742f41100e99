// Points and resources, and the boards beside the map.

import { element } from "./parts.js";

/** Fills `table` with the tracks of the sides. */
export function showTracks(table, tracks, sides) {
    const rows = sides.map((side, index) => {
        const own = tracks.filter((track) => track.side === index).map(({ name, value }) => `${name} ${value}`);
        return element("tr", {}, [element("th", { scope: "row", textContent: side }), element("td", { textContent: own.join(", ") })]);
    });
    table.tBodies[0]?.remove();
    table.append(element("tbody", {}, tracks.length > 0 ? rows : []));
}

/** What a standing means where no note says it. */
const STANDS = { now: "now", done: "done", out: "out of play" };

function token({ text, note, help, stand, side }, sides, owner) {
    const whose = side !== null && owner === null && !note.includes(sides[side]) ? sides[side] : "";
    const told = [whose, note || STANDS[stand]].filter(Boolean).join(", ");
    const made = element("li", { className: `token ${stand}` }, [element("b", { textContent: text })]);
    if (told) made.append(element("span", { className: "weak", textContent: told }));
    if (stand === "now") made.setAttribute("aria-current", "step");
    if (help) made.title = help;
    return made;
}

/** Fills `root` with the boards. */
export function showBoards(root, boards, sides, rules) {
    const made = boards.map(({ title, side, help, rule, form, tokens }) => {
        const whose = side === null ? "" : `${sides[side]}: `;
        return element("section", { className: "one-board" }, [
            element("h3", {}, [whose, title, " ", rules.link(rule, title)]),
            help ? element("p", { className: "weak", textContent: help }) : "",
            tokens.length > 0
                ? element(form === "steps" ? "ol" : "ul", { className: `tokens ${form}` }, tokens.map((one) => token(one, sides, side)))
                : element("p", { className: "weak", textContent: "Empty." }),
        ]);
    });
    root.replaceChildren(...(made.length > 0 ? made : [element("p", { className: "weak", textContent: "This game has no boards." })]));
}
