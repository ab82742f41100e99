// The log of the game, with doubts about its lines, and the notes that the players write.

import { button, element, moment } from "./parts.js";

export class LogView {
    /** `acts` has `show` a place on the map, `claim` a doubt, `rules`, and `mayClaim`. */
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
            if (line.replaces) this.lines.pop()?.item.remove();
            const item = line.heading ? element("li", { className: "heading" }, [element("span", { textContent: line.text })]) : this.item(line);
            this.lines.push({ line, item });
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
            // The other player sees which line is meant.
            this.acts.claim(rule.value.trim(), `${line.text} — ${text.value.trim()}`);
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
        for (const { rule, text } of this.doubts) {
            const about = this.lines.findLast(({ line }) => !line.heading && text.startsWith(`${line.text} — `));
            if (!about || about.item.querySelector(".disputed")) continue;
            about.item.querySelector("button").append(element("span", { className: "disputed", textContent: ` disputed: rule ${rule}` }));
        }
    }
}

/** Fills `list` with the notes and doubts of the players. */
export function showNotes(list, notes, nameOf) {
    list.replaceChildren(...notes.map(({ by, at, rule, text }) => element("li", {}, [
        element("p", { className: "weak", textContent: `${nameOf(by)}, ${moment(at)}${rule ? `, disputes rule ${rule}` : ""}` }),
        element("p", { textContent: text }),
    ])));
}
