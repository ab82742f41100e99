// The map as a picture that fingers, a mouse and buttons move and scale, and what gestures on it mean.

/** The greatest scale. */
export const GREATEST = 4;
const STEP = 1.3;
/** The part of the view, from its edge, in which what happens is not seen well. */
const EDGE = 40;
/** The time after a gesture until the map is drawn sharply again, in milliseconds. */
const REST = 160;
/** The way of a finger, in points of the screen, after which it drags and does not tap. */
const SLIP = 9;
/** The distance from a point in hand within which a finger takes hold of it, in points of the screen. */
const GRIP = 40;
/** The points of the wheel for a degree. */
const WHEEL = 8;

export class MovedMap {
    /**
     * `tapped` is called with a point of the drawing; and if they are set, `hovered` with the point under a mouse or `null`, `turned` with
     * the points of a drag from where `grips` returns `true`, and `wheeled` with tenths of a degree, which returns `true` if it turns.
     */
    constructor(map, sheet) {
        Object.assign(this, { map, sheet, tapped() {}, x: 0, y: 0, scale: 1, size: [1, 1], pointers: new Map(), wheel: 0 });
        map.addEventListener("pointerdown", (event) => this.press(event));
        map.addEventListener("pointermove", (event) => this.drag(event));
        map.addEventListener("pointerup", (event) => this.release(event));
        map.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
        map.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.hovered?.(null));
        map.addEventListener("wheel", (event) => {
            event.preventDefault();
            if (event.shiftKey && this.turn(event)) return;
            const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
            this.zoom(Math.exp(-event.deltaY * lines / 500), this.local(event));
        }, { passive: false });
        new ResizeObserver(() => this.resized()).observe(map);
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

    /** Shows the whole map in another room, but leaves it where it is if it still fits: a question that grows does not move it under a finger. */
    resized() {
        const { clientWidth, clientHeight } = this.map;
        const [right, lower] = [this.x + this.size[0] * this.scale, this.y + this.size[1] * this.scale];
        const fits = this.x >= 0 && this.y >= 0 && right <= clientWidth + 1 && lower <= clientHeight + 1;
        if (!this.touched && fits && this.scale === this.least()) return;
        this.whole();
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

    local({ clientX, clientY }) {
        const { left, top } = this.map.getBoundingClientRect();
        return [clientX - left, clientY - top];
    }

    /** Returns the point of the drawing at a point of the view. */
    drawn([x, y]) {
        return [(x - this.x) / this.scale, (y - this.y) / this.scale];
    }

    /** Returns the nearest point of the map. */
    within(point) {
        return point.map((length, axis) => Math.min(this.size[axis], Math.max(0, length)));
    }

    /** Turns by the wheel in whole degrees; returns `false` if nothing is to be turned. */
    turn({ deltaX, deltaY, deltaMode }) {
        // Browsers report the wheel with Shift as a horizontal one.
        this.wheel += (deltaX || deltaY) * (deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
        const degrees = Math.trunc(this.wheel / WHEEL);
        this.wheel -= degrees * WHEEL;
        return Boolean(this.wheeled?.(degrees * 10));
    }

    press(event) {
        if (event.button > 0) return;
        this.map.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, this.local(event));
        this.tap = this.pointers.size === 1 ? this.local(event) : null;
        const reach = event.pointerType === "mouse" ? GRIP / 2 : GRIP;
        this.gripped = this.tap !== null && Boolean(this.grips?.(this.drawn(this.tap), reach));
    }

    drag(event) {
        const old = this.pointers.get(event.pointerId);
        if (!old) {
            if (event.pointerType === "mouse") this.hovered?.(this.drawn(this.local(event)));
            return;
        }
        const now = this.local(event);
        if (this.tap) {
            if (Math.hypot(now[0] - this.tap[0], now[1] - this.tap[1]) < SLIP) return;
            this.tap = null;
        }
        if (this.gripped && this.pointers.size === 1) {
            this.turned(this.drawn(now));
            return;
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
        const at = this.drawn(this.tap);
        this.tap = null;
        this.tapped(at);
    }
}
