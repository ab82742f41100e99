// Small parts of pages: elements, buttons, numbers of rules, times.

export const part = (id) => document.getElementById(id);

export function element(name, properties = {}, children = []) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.filter((child) => child !== null && child !== ""));
    return made;
}

export function button(text, act, properties = {}) {
    const made = element("button", { type: "button", textContent: text, ...properties });
    made.addEventListener("click", act);
    return made;
}

const filled = new WeakMap();

/** Fills `root` by `act`, unless it was filled for an equal `state` before: focus and half-pressed buttons stay. */
export function fill(root, state, act) {
    const key = JSON.stringify(state);
    if (filled.get(root) === key) return;
    filled.set(root, key);
    act();
}

/** A button that acts when it is pressed again, after it has told what it will do. */
export function sureButton(text, question, act) {
    const made = button(text, () => {
        if (made.textContent === question) {
            act();
            made.textContent = text;
        } else {
            made.textContent = question;
            clearTimeout(made.timer);
            made.timer = setTimeout(() => { made.textContent = text; }, 6000);
        }
    });
    return made;
}

/** Returns what rules and anchors have in common: letters and numbers. */
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

/** The page of rules of the site, to which numbers of rules lead. */
export class RulePage {
    constructor() {
        this.anchors = new Map();
        this.address = "";
    }

    /** Finds the anchors of the page of rules of a system. Returns `false` if the site has no such page. */
    async load(system) {
        const address = `${document.documentElement.dataset.site}rules/${encodeURIComponent(system)}/`;
        const response = await fetch(address).catch(() => null);
        if (!response?.ok) return false;
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        for (const { id } of page.querySelectorAll("[id^=rule-]")) this.anchors.set(plain(id.slice("rule-".length)), id);
        this.address = address;
        return true;
    }

    /** Returns the number of a rule, as a link if the site has the rule, or the section that it is in; `null` without a number. */
    link(rule, about) {
        if (!rule) return null;
        const names = plain(rule).split("-");
        let anchor;
        // The section of 9.1 is 9.0.
        for (; !anchor && names.length > 0; names.pop()) anchor = this.anchors.get(names.join("-")) ?? this.anchors.get(`${names.join("-")}-0`);
        const properties = { className: "rule", textContent: rule, title: about ? `${rule} ${about}` : rule };
        if (!anchor) return element("span", properties);
        return element("a", { ...properties, href: `${this.address}#${anchor}`, target: "_blank", rel: "noopener" });
    }
}

/** Returns a reason as a sentence. */
export const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Returns a time in milliseconds since 1970 for people. */
export const moment = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** Returns a time that is left, in words of a clock. */
export function timeLeft(milliseconds) {
    const all = Math.max(0, Math.floor(milliseconds / 1000));
    const [days, hours, minutes, seconds] = [Math.floor(all / 86_400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60, all % 60];
    const two = (number) => String(number).padStart(2, "0");
    if (days > 0) return `${days} d ${hours} h`;
    return hours > 0 ? `${hours}:${two(minutes)} h` : `${minutes}:${two(seconds)}`;
}

/** Puts a text on the clipboard, and tells on `place` whether that worked. */
export async function copy(text, place) {
    place.dataset.text ??= place.textContent;
    try {
        await navigator.clipboard.writeText(text);
        place.textContent = "Copied";
    } catch {
        // Not over an insecure connection.
        place.textContent = "Select and copy it";
    }
    clearTimeout(place.timer);
    place.timer = setTimeout(() => { place.textContent = place.dataset.text; }, 2500);
}
