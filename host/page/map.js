// The map of a game: the ground once, the counters of a position as groups that are changed one by one, and above them what can be
// chosen and what has happened.

import { GREATEST, MovedMap } from "./moving.js";
import { tableShapes } from "./tableview.js";

const SVG = "http://www.w3.org/2000/svg";
/** The least width of a counter that can be read, in points of the screen. */
const LEGIBLE = 26;
/** More dots than these are small, as they would hide the map. */
const CROWD = 24;

function shape(name, attributes = {}) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}

/** Returns a disk as a part of a path. */
const disk = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`;

export class MapView extends MovedMap {
    constructor(map, sheet) {
        super(map, sheet);
        Object.assign(this, { groups: new Map(), shown: {} });
        // The font comes after the counters, and changes their width.
        document.fonts.addEventListener("loadingdone", () => {
            for (const group of this.groups.values()) group.box = null;
        });
    }

    /** Replaces the map by an empty one of this size. */
    open(size) {
        this.size = size;
        const [width, height] = size;
        const box = { width, height, viewBox: `0 0 ${width} ${height}` };
        this.beneath = shape("svg", { ...box, class: "marks" });
        this.pieces = shape("svg", { ...box, "font-family": "Ubuntu, sans-serif", "font-weight": 300, "stroke-linejoin": "round" });
        this.marks = shape("svg", { ...box, class: "marks", fill: "none" });
        this.sheet.replaceChildren(this.beneath, this.pieces, this.marks);
        Object.assign(this.sheet.style, { width: `${width}px`, height: `${height}px` });
        this.groups.clear();
        this.touched = false;
        this.whole();
    }

    /** Draws the ground, an SVG, beneath all else. */
    ground(text) {
        const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        if (parsed.namespaceURI !== SVG) throw new Error("the map is no SVG");
        const ground = document.importNode(parsed, true);
        // A title would be shown wherever the pointer rests.
        ground.querySelector("title")?.remove();
        this.sheet.prepend(ground);
    }

    /** Removes all counters. */
    clear() {
        this.groups.clear();
        this.pieces?.replaceChildren();
    }

    /** Changes the counters. */
    change({ changes, gone, order }) {
        for (const key of gone) {
            this.groups.get(key)?.node.remove();
            this.groups.delete(key);
        }
        for (const { key, svg, at, title } of changes) {
            let group = this.groups.get(key);
            if (!group) {
                group = { node: shape("g"), at: [0, 0], title: "", box: null };
                group.node.append(shape("title"), shape("g"));
                this.groups.set(key, group);
                this.pieces.append(group.node);
            }
            if (svg !== undefined) {
                group.node.lastChild.innerHTML = svg;
                group.box = null;
            }
            if (at) {
                group.at = at;
                group.node.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
            }
            if (title !== undefined) group.title = group.node.firstChild.textContent = title;
        }
        if (!order) return;
        let next = this.pieces.firstChild;
        for (const key of order) {
            const group = this.groups.get(key)?.node;
            if (!group) continue;
            if (group === next) next = next.nextSibling;
            else this.pieces.insertBefore(group, next);
        }
    }

    /** Returns the name of a counter; empty if it is not on the map. */
    title(key) {
        return this.groups.get(key)?.title ?? "";
    }

    /** Returns the left, upper, right and lower edge of a counter; `null` if it is not on the map. */
    box(key) {
        const group = this.groups.get(key);
        if (!group) return null;
        if (!group.box) {
            const { x, y, width, height } = group.node.lastChild.getBBox();
            if (width === 0) return null;
            group.box = [x, y, x + width, y + height];
        }
        const [x, y] = group.at;
        const [left, top, right, bottom] = group.box;
        return [left + x, top + y, right + x, bottom + y];
    }

    center(key) {
        const box = this.box(key);
        return box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    }

    /** Returns the keys of the counters within `reach` points of the screen from a point, with their distances; the topmost first. */
    near([x, y], reach) {
        const found = [];
        for (const [key, { title }] of this.groups) {
            const box = title && this.box(key);
            if (!box) continue;
            const away = Math.hypot(Math.max(box[0] - x, 0, x - box[2]), Math.max(box[1] - y, 0, y - box[3])) * this.scale;
            if (away <= reach) found.push({ key, away });
        }
        const order = new Map(Array.from(this.pieces.children, (node, n) => [node, n]));
        const height = ({ key }) => order.get(this.groups.get(key).node);
        return found.sort((one, other) => one.away - other.away || height(other) - height(one));
    }

    /** The distance of two points of the drawing, in points of the screen. */
    away([x1, y1], [x2, y2]) {
        return Math.hypot(x2 - x1, y2 - y1) * this.scale;
    }

    /** The usual width of a counter, in points of the drawing. */
    unit() {
        const widths = [...this.groups.keys()].slice(0, 40).map((key) => this.box(key)).filter(Boolean).map(([left, , right]) => right - left);
        return widths.sort((one, other) => one - other)[widths.length >> 1] || 40;
    }

    /**
     * Draws what can be chosen: `actors` are the keys of counters that can act, `picked` is the one of them that was picked, `dots` are
     * destinations, `reach` the places within reach, `hand` the choice in hand; what has happened: `moves`, and `at`, the place of a
     * line of the log; the `cursor`; and what is pointed at on a `table`.
     */
    draw(shown) {
        this.shown = shown;
        if (!this.marks) return;
        const { actors = [], picked = null, dots = [], reach = [], hand = null, moves = [], at = null, cursor = null, table = null } = shown;
        const least = (points) => points / this.scale;
        const unit = this.unit();
        // One path, so that no place is tinted twice.
        const within = reach.map(([x, y]) => disk(x, y, unit * 0.72)).join("");
        const drawn = [];
        const over = table ? tableShapes(table, shape, least) : { beneath: [], above: [] };
        this.beneath.replaceChildren(...over.beneath, ...(within ? [shape("path", { d: within, class: "reach" })] : []));
        drawn.push(...over.above);
        const twice = (name, attributes, kind, width) => {
            drawn.push(shape(name, { ...attributes, class: "casing", "stroke-width": width + least(2.5) }));
            drawn.push(shape(name, { ...attributes, class: kind, "stroke-width": width }));
        };
        const ring = ([cx, cy], kind) => twice("circle", { cx, cy, r: Math.max(unit * 0.75, least(13)) }, kind, Math.max(3, least(2)));
        const frame = ([left, top, right, bottom], kind, width) => {
            const pad = least(2);
            const rect = { x: left - pad, y: top - pad, width: right - left + 2 * pad, height: bottom - top + 2 * pad, rx: unit * 0.12 };
            twice("rect", rect, kind, width);
        };
        const arrow = (from, to, kind) => {
            const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
            const [start, tip] = [Math.min(unit * 0.4, far / 4), far - Math.min(unit * 0.3, far / 4)];
            if (far < 2) return;
            const [ux, uy] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
            const point = (along, across) => `${from[0] + ux * along - uy * across} ${from[1] + uy * along + ux * across}`;
            const head = Math.min(Math.max(14, least(9)), far / 2);
            const d = `M${point(start, 0)}L${point(tip, 0)}M${point(tip - head, head * 0.65)}L${point(tip, 0)}L${point(tip - head, -head * 0.65)}`;
            twice("path", { d, "stroke-linecap": "round", "stroke-linejoin": "round" }, kind, Math.max(4, least(2.5)));
        };
        for (const { from, to } of moves) {
            if (from && to) arrow(from, to, "past");
            else if (to ?? from) ring(to ?? from, "past");
        }
        if (at) ring(at, "past");
        for (const key of actors) {
            const box = this.box(key);
            if (!box) continue;
            if (key === picked) frame(box, "picked", Math.max(4, least(3)));
            else frame(box, "actor", Math.max(2.5, least(1.75)));
        }
        const boxes = dots.length > 0 ? [...this.groups].flatMap(([key, { title }]) => title ? [this.box(key)] : []).filter(Boolean) : [];
        const r = Math.max(unit * 0.24, least(dots.length > CROWD ? 4 : 8));
        for (const [cx, cy] of dots) {
            const box = boxes.findLast(([left, top, right, bottom]) => cx > left && cx < right && cy > top && cy < bottom);
            // Who stands at a destination stays in sight: the choice may be a fight.
            if (box) frame(box, "dot around", Math.max(3, least(2.5)));
            else drawn.push(shape("circle", { cx, cy, r, class: "dot", "stroke-width": least(2) }));
        }
        if (hand) {
            if (hand.from && hand.to) arrow(hand.from, hand.to, "hand");
            if (hand.to ?? hand.from) ring(hand.to ?? hand.from, "hand");
            if (hand.grip) twice("circle", { cx: hand.grip[0], cy: hand.grip[1], r: least(8) }, "hand", least(2));
        }
        if (cursor) {
            const r = Math.max(unit * 0.7, least(16));
            twice("rect", { x: cursor[0] - r, y: cursor[1] - r, width: 2 * r, height: 2 * r, rx: r / 3 }, "cursor", least(3));
        }
        this.marks.replaceChildren(...drawn);
    }

    /** Scales so that counters can be read, about these places, unless a person has chosen a part of the map. */
    focus(places) {
        if (this.touched || places.length === 0) return;
        const scale = Math.min(GREATEST, LEGIBLE / this.unit());
        if (scale <= this.scale) return;
        this.scale = scale;
        this.redraw();
        this.reveal(places);
    }

    /** Draws the marks anew, whose size on the screen depends on the scale. */
    redraw() {
        this.draw(this.shown);
    }
}
