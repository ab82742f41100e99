// The map of a game: the ground once, the counters of a position as groups that are changed one by one, and the marks of the last
// moves. It is moved and scaled as a whole.

const SVG = "http://www.w3.org/2000/svg";
const GREATEST = 4;
const STEP = 1.3;
/** The part of the view, from its edge, in which what happens is not seen well. */
const EDGE = 40;
/** The time after a gesture until the map is drawn sharply again, in milliseconds. */
const REST = 160;
const COLOR = "#d6336c";

function shape(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}

export class MapView {
    constructor(map, sheet) {
        Object.assign(this, { map, sheet, x: 0, y: 0, scale: 1, size: [1, 1], groups: new Map(), pointers: new Map() });
        map.addEventListener("pointerdown", (event) => this.press(event));
        map.addEventListener("pointermove", (event) => this.drag(event));
        for (const end of ["pointerup", "pointercancel"]) map.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
        map.addEventListener("wheel", (event) => {
            event.preventDefault();
            const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
            this.zoom(Math.exp(-event.deltaY * lines / 500), this.local(event));
        }, { passive: false });
        new ResizeObserver(() => this.whole()).observe(map);
    }

    /** Replaces the map. */
    ground(text, size) {
        this.size = size;
        const [width, height] = size;
        const box = { width, height, viewBox: `0 0 ${width} ${height}` };
        const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        if (parsed.namespaceURI !== SVG) throw new Error("the map is no SVG");
        const ground = document.importNode(parsed, true);
        // A title would be shown wherever the pointer rests.
        ground.querySelector("title")?.remove();
        this.pieces = shape("svg", { ...box, "font-family": "Ubuntu, sans-serif", "font-weight": 300, "stroke-linejoin": "round" });
        this.marks = shape("svg", { ...box, class: "marks", fill: "none" });
        this.sheet.replaceChildren(ground, this.pieces, this.marks);
        Object.assign(this.sheet.style, { width: `${width}px`, height: `${height}px` });
        this.groups.clear();
        this.touched = false;
        this.whole();
    }

    /** Changes the counters. */
    change({ changes, gone, order }) {
        for (const key of gone) {
            this.groups.get(key)?.remove();
            this.groups.delete(key);
        }
        for (const { key, svg, at, title } of changes) {
            let group = this.groups.get(key);
            if (!group) {
                group = shape("g", {});
                group.append(shape("title", {}), shape("g", {}));
                this.groups.set(key, group);
                this.pieces.append(group);
            }
            if (svg !== undefined) group.lastChild.innerHTML = svg;
            if (at) group.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
            if (title !== undefined) group.firstChild.textContent = title;
        }
        if (!order) return;
        let next = this.pieces.firstChild;
        for (const key of order) {
            const group = this.groups.get(key);
            if (group === next) next = next.nextSibling;
            else this.pieces.insertBefore(group, next);
        }
    }

    /** Marks what has moved, or the place `at` of what has happened if nothing has. */
    mark(moves, at) {
        const drawn = [];
        for (const { from, to } of moves) {
            if (from) drawn.push(...this.ring(from, true));
            if (to) drawn.push(...this.ring(to, false));
            if (from && to) drawn.push(...this.arrow(from, to));
        }
        if (moves.length === 0 && at) drawn.push(...this.ring(at, false));
        this.marks.replaceChildren(...drawn);
        return moves.flatMap(({ from, to }) => to ?? from ? [to ?? from] : []).concat(moves.length === 0 && at ? [at] : []);
    }

    ring([cx, cy], broken) {
        const ring = { cx, cy, r: 30, ...(broken ? { "stroke-dasharray": "7 6" } : {}) };
        return [
            shape("circle", { ...ring, stroke: "#fff", "stroke-width": 6, "stroke-opacity": 0.8 }),
            shape("circle", { ...ring, stroke: COLOR, "stroke-width": 3.5 }),
        ];
    }

    arrow([x1, y1], [x2, y2]) {
        const far = Math.hypot(x2 - x1, y2 - y1);
        if (far < 64) return [];
        const [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far];
        const at = (along, across) => `${x1 + ux * along - uy * across} ${y1 + uy * along + ux * across}`;
        const [from, tip] = [32, far - 32];
        const way = `M${at(from, 0)}L${at(tip, 0)}`;
        const head = `M${at(tip - 14, 9)}L${at(tip, 0)}L${at(tip - 14, -9)}`;
        return [
            shape("path", { d: way + head, stroke: "#fff", "stroke-width": 8, "stroke-opacity": 0.8, "stroke-linecap": "round" }),
            shape("path", { d: way + head, stroke: COLOR, "stroke-width": 4, "stroke-linecap": "round", "stroke-linejoin": "round" }),
        ];
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
        const middle = (axis) => (Math.min(...places.map((at) => at[axis])) + Math.max(...places.map((at) => at[axis]))) / 2;
        this.x = clientWidth / 2 - middle(0) * this.scale;
        this.y = clientHeight / 2 - middle(1) * this.scale;
        this.place();
    }

    /** Shows the whole map, unless a person has chosen another part of it. */
    whole(asked = false) {
        if (asked) this.touched = false;
        if (!this.touched) {
            const [width, height] = this.size;
            this.scale = this.least();
            this.x = (this.map.clientWidth - width * this.scale) / 2;
            this.y = (this.map.clientHeight - height * this.scale) / 2;
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

    /** Keeps the map within the view. */
    place() {
        const [width, height] = this.size.map((length) => length * this.scale);
        const within = (at, length, room) => length <= room
            ? (room - length) / 2
            : Math.min(room / 2, Math.max(room / 2 - length, at));
        this.x = within(this.x, width, this.map.clientWidth);
        this.y = within(this.y, height, this.map.clientHeight);
        this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    }

    /** Moves the map as one picture for a moment. */
    gesture() {
        this.sheet.classList.add("moving");
        clearTimeout(this.rest);
        this.rest = setTimeout(() => this.sheet.classList.remove("moving"), REST);
    }

    local({ clientX, clientY }) {
        const { left, top } = this.map.getBoundingClientRect();
        return [clientX - left, clientY - top];
    }

    press(event) {
        if (event.button > 0) return;
        this.map.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, this.local(event));
    }

    drag(event) {
        const old = this.pointers.get(event.pointerId);
        if (!old) return;
        const now = this.local(event);
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
}
