// The map of a game: the ground once, the counters of a position as groups that are changed one by one, and above them what can be
// chosen and what has happened. It is moved and scaled as a whole.

const SVG = "http://www.w3.org/2000/svg";
const GREATEST = 4;
const STEP = 1.3;
/** The part of the view, from its edge, in which what happens is not seen well. */
const EDGE = 40;
/** The time after a gesture until the map is drawn sharply again, in milliseconds. */
const REST = 160;
/** The way of a finger, in points of the screen, after which it drags and does not tap. */
const SLIP = 9;
/** The least width of a counter that can be read, in points of the screen. */
const LEGIBLE = 26;

function shape(name, attributes = {}) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}

export class MapView {
    /** `tapped` is called with a point of the drawing. */
    constructor(map, sheet, tapped) {
        Object.assign(this, { map, sheet, tapped, x: 0, y: 0, scale: 1, size: [1, 1], groups: new Map(), pointers: new Map(), shown: {} });
        map.addEventListener("pointerdown", (event) => this.press(event));
        map.addEventListener("pointermove", (event) => this.drag(event));
        map.addEventListener("pointerup", (event) => this.release(event));
        map.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
        map.addEventListener("wheel", (event) => {
            event.preventDefault();
            const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
            this.zoom(Math.exp(-event.deltaY * lines / 500), this.local(event));
        }, { passive: false });
        new ResizeObserver(() => this.whole()).observe(map);
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
     * line of the log; and the `cursor`.
     */
    draw(shown) {
        this.shown = shown;
        if (!this.marks) return;
        const { actors = [], picked = null, dots = [], reach = [], hand = null, moves = [], at = null, cursor = null } = shown;
        const least = (points) => points / this.scale;
        const unit = this.unit();
        this.beneath.replaceChildren(...reach.map(([cx, cy]) => shape("circle", { cx, cy, r: unit * 0.72, class: "reach" })));
        const drawn = [];
        const twice = (name, attributes, kind, width) => {
            drawn.push(shape(name, { ...attributes, class: "casing", "stroke-width": width + least(2.5) }));
            drawn.push(shape(name, { ...attributes, class: kind, "stroke-width": width }));
        };
        const ring = ([cx, cy], kind) => twice("circle", { cx, cy, r: Math.max(unit * 0.75, least(13)) }, kind, Math.max(3, least(2)));
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
            const pad = least(2);
            const [x, y, width, height] = [box[0] - pad, box[1] - pad, box[2] - box[0] + 2 * pad, box[3] - box[1] + 2 * pad];
            const [kind, thick] = key === picked ? ["picked", Math.max(4, least(3))] : ["actor", Math.max(2.5, least(1.75))];
            twice("rect", { x, y, width, height, rx: unit * 0.12 }, kind, thick);
        }
        for (const [cx, cy] of dots) {
            drawn.push(shape("circle", { cx, cy, r: Math.max(unit * 0.24, least(8)), class: "dot", "stroke-width": least(2) }));
        }
        if (hand) {
            if (hand.from && hand.to) arrow(hand.from, hand.to, "hand");
            if (hand.to ?? hand.from) ring(hand.to ?? hand.from, "hand");
        }
        if (cursor) {
            const r = Math.max(unit * 0.7, least(16));
            twice("rect", { x: cursor[0] - r, y: cursor[1] - r, width: 2 * r, height: 2 * r, rx: r / 3 }, "cursor", least(3));
        }
        this.marks.replaceChildren(...drawn);
    }

    /** Moves the map so that these places are seen, if they are not. */
    reveal(places) {
        if (places.length === 0) return;
        const { clientWidth, clientHeight } = this.map;
        const seen = ([x, y]) => {
            const [left, top] = [x * this.scale + this.x, y * this.scale + this.y];
            return left > EDGE && top > EDGE && left < clientWidth - EDGE && top < clientHeight - EDGE;
        };
        if (places.every(seen)) return;
        const span = (axis) => [Math.min(...places.map((at) => at[axis])), Math.max(...places.map((at) => at[axis]))];
        const [[left, right], [top, bottom]] = [span(0), span(1)];
        // Too far apart for the view: the first of them is better than nothing in between.
        const fits = (right - left) * this.scale < clientWidth - 2 * EDGE && (bottom - top) * this.scale < clientHeight - 2 * EDGE;
        const [x, y] = fits ? [(left + right) / 2, (top + bottom) / 2] : places[0];
        this.touched = true;
        this.x = clientWidth / 2 - x * this.scale;
        this.y = clientHeight / 2 - y * this.scale;
        this.place(true);
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

    /** Shows the whole map, unless a person has chosen another part of it. */
    whole(asked = false) {
        if (asked) this.touched = false;
        if (!this.touched) {
            const [width, height] = this.size;
            this.scale = this.least();
            this.x = (this.map.clientWidth - width * this.scale) / 2;
            this.y = (this.map.clientHeight - height * this.scale) / 2;
            this.redraw();
        }
        this.place();
    }

    least() {
        const [width, height] = this.size;
        return Math.min(this.map.clientWidth / width, this.map.clientHeight / height, 1.5) || 1;
    }

    /** Scales by `factor` about a point of the view; about its middle without one. */
    zoom(factor, [x, y] = [this.map.clientWidth / 2, this.map.clientHeight / 2]) {
        const scale = Math.min(GREATEST, Math.max(Math.min(this.least(), this.scale), this.scale * factor));
        this.x = x - (x - this.x) * scale / this.scale;
        this.y = y - (y - this.y) * scale / this.scale;
        this.scale = scale;
        this.touched = true;
        this.gesture();
        this.place();
    }

    closer(more) {
        this.zoom(more ? STEP : 1 / STEP);
    }

    /** Keeps the map in the middle of the view; if `full`, without room beside a map that is larger than the view. */
    place(full = false) {
        const [width, height] = this.size.map((length) => length * this.scale);
        const within = (at, length, room) => {
            if (length <= room) return (room - length) / 2;
            return full ? Math.min(0, Math.max(room - length, at)) : Math.min(room / 2, Math.max(room / 2 - length, at));
        };
        this.x = within(this.x, width, this.map.clientWidth);
        this.y = within(this.y, height, this.map.clientHeight);
        this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    }

    /** Moves the map as one picture for a moment. */
    gesture() {
        this.sheet.classList.add("moving");
        clearTimeout(this.rest);
        this.rest = setTimeout(() => {
            this.sheet.classList.remove("moving");
            this.redraw();
        }, REST);
    }

    /** Draws the marks anew, whose size on the screen depends on the scale. */
    redraw() {
        this.draw(this.shown);
    }

    local({ clientX, clientY }) {
        const { left, top } = this.map.getBoundingClientRect();
        return [clientX - left, clientY - top];
    }

    press(event) {
        if (event.button > 0) return;
        this.map.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, this.local(event));
        this.tap = this.pointers.size === 1 ? this.local(event) : null;
    }

    drag(event) {
        const old = this.pointers.get(event.pointerId);
        if (!old) return;
        const now = this.local(event);
        if (this.tap) {
            if (Math.hypot(now[0] - this.tap[0], now[1] - this.tap[1]) < SLIP) return;
            this.tap = null;
        }
        const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
        this.pointers.set(event.pointerId, now);
        this.touched = true;
        if (other) {
            const apart = ([x, y]) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
            this.zoom(apart(now) / apart(old), other);
        } else {
            this.x += now[0] - old[0];
            this.y += now[1] - old[1];
            this.gesture();
            this.place();
        }
    }

    release(event) {
        this.pointers.delete(event.pointerId);
        if (!this.tap || event.type !== "pointerup") return;
        const [x, y] = this.tap;
        this.tap = null;
        this.tapped([(x - this.x) / this.scale, (y - this.y) / this.scale]);
    }
}
