// The drawing of what a player points at on a table: where a tap is legal, the marks of the decision, and the action before it is done.

/** The lengths of a dash and a gap of a broken line, half the size of a cross, and the size of words, in points of the screen. */
const DASH = [7, 5];
const CROSS = 6;
const WORDS = 12;

const line = (points) => points.map(([x, y], n) => `${n === 0 ? "M" : "L"}${x} ${y}`).join("");
const outline = (points) => points.length > 0 ? `${line(points)}Z` : "";

const paths = new WeakMap();

/** Returns many areas as one path, so that none is tinted twice. */
function union(areas) {
    if (!paths.has(areas)) paths.set(areas, areas.map(outline).join(""));
    return paths.get(areas);
}

/** Returns the middle of the foremost bases in the direction `[x, y]`. */
function front(bases, [x, y]) {
    const middles = bases.map(([[ax, ay], [bx, by]]) => [(ax + bx) / 2, (ay + by) / 2]);
    const depth = ([mx, my]) => mx * x + my * y;
    const most = Math.max(...middles.map(depth));
    const width = Math.hypot(bases[0][1][0] - bases[0][0][0], bases[0][1][1] - bases[0][0][1]);
    const first = middles.filter((middle) => depth(middle) > most - width / 2);
    return [0, 1].map((axis) => first.reduce((sum, middle) => sum + middle[axis], 0) / first.length);
}

/**
 * Returns the shapes beneath the counters and those above them. `plan` is the action before it is done. `least` returns the length in the
 * drawing of points of the screen, and `shape` makes an element.
 */
export function tableShapes({ areas, marks, plan, inch }, shape, least) {
    const beneath = [];
    const above = [];
    const words = [];
    if (areas.length > 0) beneath.push(shape("path", { d: union(areas), class: "legal", "stroke-width": areas.length === 1 ? least(1.5) : 0 }));
    const dashes = DASH.map(least).join(" ");
    const stroke = (d, kind, width, broken) => {
        const more = broken ? { "stroke-dasharray": dashes } : {};
        above.push(shape("path", { d, class: "casing", "stroke-width": least(width + 2) }));
        above.push(shape("path", { d, class: kind, "stroke-width": least(width), "stroke-linejoin": "round", ...more }));
    };
    const mark = ({ shape: form, points, radius, color, note, anchor }) => {
        const kind = `mark ${color}`;
        if (form === "area") beneath.push(shape("path", { d: outline(points), class: `${kind} area` }));
        else if (form === "outline") above.push(shape("path", { d: outline(points), class: kind, "stroke-width": least(1.3), "stroke-dasharray": dashes }));
        else if (form === "line") stroke(line(points), kind, 2, false);
        else if (form === "broken") above.push(shape("path", { d: line(points), class: kind, "stroke-width": least(1.5), "stroke-dasharray": dashes }));
        else if (form === "circle") above.push(shape("circle", { cx: points[0][0], cy: points[0][1], r: radius, class: kind, "stroke-width": least(1.5) }));
        else {
            const [[x, y]] = points;
            const r = least(CROSS);
            stroke(`M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`, kind, 2.5, false);
        }
        if (note && anchor) words.push({ note, anchor, color });
    };
    marks.forEach(mark);
    if (plan) {
        const kind = plan.refusal ? "plan wrong" : "plan";
        if (plan.path.length > 1) stroke(line(plan.path), `${kind} way`, 2, true);
        for (const base of plan.bases) {
            above.push(shape("path", { d: outline(base), class: kind, "stroke-width": least(1.5), "stroke-linejoin": "round" }));
            above.push(shape("path", { d: line(base.slice(0, 2)), class: kind, "stroke-width": least(4) }));
        }
        if (plan.bases.length > 0 && plan.facing !== null) {
            const angle = plan.facing * Math.PI / 1800;
            const [ux, uy] = [Math.sin(angle), -Math.cos(angle)];
            const [x, y] = front(plan.bases, [ux, uy]);
            const far = Math.max(inch * 0.8, least(20));
            const at = (along, across) => `${x + ux * along - uy * across} ${y + uy * along + ux * across}`;
            const head = far * 0.3;
            stroke(`M${at(0, 0)}L${at(far, 0)}M${at(far - head, head)}L${at(far, 0)}L${at(far - head, -head)}`, `${kind} way`, 2, false);
        }
        plan.marks.forEach(mark);
    }
    return { beneath, above: [...above, ...spelled(words, shape, least)] };
}

/** Returns words beside marks, without those that others cover. */
function spelled(words, shape, least) {
    const taken = [];
    const drawn = [];
    for (const { note, anchor: [x, y], color } of words) {
        const [width, height] = [least(note.length * WORDS * 0.55 + 6), least(WORDS * 1.3)];
        const box = [x - width / 2, y - least(8) - height, x + width / 2, y - least(8)];
        if (taken.some(([left, top, right, bottom]) => box[0] < right && box[2] > left && box[1] < bottom && box[3] > top)) continue;
        taken.push(box);
        const text = shape("text", { x, y: box[3] - least(3), class: `words ${color}`, "font-size": least(WORDS), "stroke-width": least(3) });
        text.textContent = note;
        drawn.push(text);
    }
    return drawn;
}
