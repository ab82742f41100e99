// What a tap on the map and the cursor of the keyboard mean.

/** What lies within this distance of a tap, in points of the screen, may be meant. */
const NEAR = 24;
/** If nothing else lies within this distance of what was hit, it is meant. */
const CLEAR = 14;

/** Returns the choices of `choices` with a destination within reach of a point, by destination, the nearest first. */
function destinations(view, choices, point) {
    const found = new Map();
    for (const choice of choices) {
        const away = choice.at ? view.away(choice.at, point) : Infinity;
        if (away > NEAR) continue;
        const key = choice.at.join(" ");
        if (!found.has(key)) found.set(key, { at: choice.at, away, choices: [] });
        found.get(key).choices.push(choice);
    }
    return [...found.values()].sort((one, other) => one.away - other.away);
}

/**
 * Returns what a tap on `point` can mean, the likeliest first: `{choices, at}` for a destination, `{key}` for a counter that can act,
 * `{go}` for a place within reach; each with its distance.
 */
export function meanings(view, { choices, picked, reach }, point) {
    if (!choices) return [];
    const of = picked === null ? choices.filter(({ piece }) => piece === undefined) : choices.filter(({ piece }) => piece === picked || piece === undefined);
    const places = destinations(view, of, point);
    const actors = new Set(choices.flatMap(({ piece }) => piece === undefined ? [] : [piece]));
    const counters = view.near(point, NEAR).filter(({ key }) => actors.has(key) && key !== picked);
    const far = reach.filter((at) => !places.some((place) => place.at[0] === at[0] && place.at[1] === at[1]))
        .map((at) => ({ go: at, away: view.away(at, point) })).filter(({ away }) => away <= NEAR)
        .sort((one, other) => one.away - other.away).slice(0, 1);
    let found = [...places, ...counters, ...far];
    if (found.length === 0 && picked === null) {
        // A destination of one counter only needs no picking.
        found = destinations(view, choices, point);
    }
    found.sort((one, other) => one.away - other.away);
    const [first, second] = found;
    // Counters of a stack lie upon each other, and are told apart by their names.
    return second && second.away - first.away > CLEAR ? [first] : found;
}

/** Returns the places that the cursor of the keyboard visits. */
export function stops(view, { choices, reach }) {
    const counters = [...view.groups].filter(([, { title }]) => title).map(([key]) => view.center(key)).filter(Boolean);
    return [...counters, ...(choices ?? []).flatMap(({ at }) => at ? [at] : []), ...reach];
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns the next place from `from` in the direction of a key; if there is none, the point that is a `step` away. */
export function next(places, from, key, step = 0) {
    const [dx, dy] = WAYS[key];
    let best = null;
    for (const [x, y] of places) {
        const along = (x - from[0]) * dx + (y - from[1]) * dy;
        const across = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
        const cost = along + 2.5 * across;
        if (along > 4 && (!best || cost < best.cost)) best = { at: [x, y], cost };
    }
    return best?.at ?? [from[0] + dx * step, from[1] + dy * step];
}

/** Returns `true` for a key that moves the cursor. */
export const isWay = (key) => key in WAYS;
