// The log of the game, with doubts about its lines, and the notes that the players write.

import { button, element, moment } from "./parts.js";

export class LogView {
    /** `acts` has `show` a place on the map, `claim` a doubt about a line, `rules`, and `mayClaim`. */
    constructor(list, acts) {
        const box = list.closest("[data-scrolls]");
        Object.assign(this, { list, acts, box, lines: [], doubts: [], atEnd: true, top: 0 });
        box.addEventListener("scroll", () => {
            // Only a person scrolls up; else the log has grown, or its room has changed, since the end was shown.
            const isUp = box.scrollTop < this.top;
            this.top = box.scrollTop;
            this.atEnd = (this.atEnd && !isUp) || box.scrollHeight - box.scrollTop - box.clientHeight < 60;
        });
        // The question above it grows and shrinks.
        new ResizeObserver(() => this.atEnd && this.end()).observe(box);
    }

    /** Removes all lines. */
    clear() {
        this.lines = [];
        this.list.replaceChildren();
    }

    /** Adds lines at the end. */
    add(lines) {
        for (const line of lines) {
            const replaced = line.replaces ? this.lines.pop() : null;
            replaced?.item.remove();
            const item = line.heading ? element("li", { className: "heading" }, [element("span", { textContent: line.text })]) : this.item(line);
            // A doubt about a move stays with it when it goes on.
            this.lines.push({ line, item, numbers: [...(replaced?.numbers ?? []), line.n] });
            this.list.append(item);
        }
        this.mark();
        if (this.atEnd) this.end();
    }

    /** Brings the end of the log into view. */
    end() {
        this.box.scrollTop = this.box.scrollHeight;
        this.top = this.box.scrollTop;
        this.atEnd = true;
    }

    /** Returns the text of the last line that is no heading. */
    last() {
        return this.lines.findLast(({ line }) => !line.heading)?.line.text ?? "";
    }

    /** Draws the numbers of rules anew, when the page of rules was found. */
    relink() {
        for (const { line, item } of this.lines) {
            const link = this.acts.rules.link(line.rule, line.about);
            if (link) item.querySelector(".rule")?.replaceWith(link);
        }
    }

    item(line) {
        const told = button(line.text, () => {
            const open = told.getAttribute("aria-expanded") !== "true";
            told.setAttribute("aria-expanded", String(open));
            item.querySelector(".line")?.remove();
            if (!open) return;
            if (line.at) this.acts.show(line.at);
            item.append(this.actions(line, item));
        });
        told.setAttribute("aria-expanded", "false");
        const item = element("li", {}, [told, this.acts.rules.link(line.rule, line.about)]);
        return item;
    }

    actions(line, item) {
        const buttons = [];
        if (line.at) buttons.push(button("Show on the map", () => this.acts.show(line.at, true), { className: "small" }));
        if (this.acts.mayClaim()) {
            buttons.push(button("Dispute…", () => item.querySelector(".line").replaceWith(this.form(line, item)), { className: "small" }));
        }
        return element("div", { className: "line" }, buttons.length > 0 ? buttons : [element("span", { className: "weak", textContent: line.about })]);
    }

    form(line, item) {
        const rule = element("input", { type: "text", value: line.rule, maxLength: 40, required: true, autocomplete: "off" });
        const text = element("input", { type: "text", maxLength: 600, required: true, autocomplete: "off" });
        const form = element("form", { className: "line" }, [
            element("label", {}, ["Rule ", rule]),
            element("label", {}, ["What is wrong? ", text]),
            element("button", { type: "submit", textContent: "Send", className: "small" }),
            button("Cancel", () => form.replaceWith(this.actions(line, item)), { className: "small" }),
        ]);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.acts.claim(line.n, rule.value.trim(), text.value.trim());
            form.replaceWith(this.actions(line, item));
        });
        return form;
    }

    /** Takes over the doubts, and marks the lines that they are about. */
    dispute(doubts) {
        this.doubts = doubts;
        this.mark();
    }

    mark() {
        // A doubt may name no line, and an older program does not number them.
        const named = this.doubts.filter(({ line }) => line !== undefined);
        for (const { item, numbers } of named.length > 0 ? this.lines : []) {
            const rules = new Set(named.filter(({ line }) => numbers.includes(line)).map(({ rule }) => `rule ${rule}`));
            item.querySelector(".disputed")?.remove();
            if (rules.size === 0) continue;
            item.querySelector("button")?.append(element("span", { className: "disputed", textContent: ` disputed: ${[...rules].join(", ")}` }));
        }
    }
}

/** Fills `list` with the notes and doubts of the players. */
export function showNotes(list, notes, nameOf) {
    list.replaceChildren(...notes.map(({ by, at, rule, words, text }) => element("li", {}, [
        element("p", { className: "weak", textContent: `${nameOf(by)}, ${moment(at)}${rule ? `, disputes rule ${rule}` : ""}` }),
        // Which line of the own log is meant.
        element("p", { textContent: words ? `${words} — ${text}` : text }),
    ])));
}
