// Pointing at a table without hexes: the mode, the facing and the bend of the next action, and what the server says about a point.

import { announce, begin, game, isMine, update, view } from "./state.js";

/** A full turn, and the greatest bend of a line, in tenths of a degree. */
const TURN = 3600;
const MOST_BEND = 900;
/** Steps of the facing and of the bend, in tenths of a degree. */
export const STEP = 100;
export const FINE = 10;
export const BEND = 50;
/** The distance at which a finger and a mouse may miss a counter, in points of the screen. */
const SLIP = 14;
/** The least time between two questions about the pointer, and until the area of a new facing is asked for, in milliseconds. */
const PAUSE = 140;
const REST = 260;

/** Returns what a game without a pointer has. */
export const noPointer = () => ({
    modes: [], mode: 0, facing: null, bend: 0, areas: [], marks: [], legends: [], cut: false, known: false, over: null, hover: null, newest: new Newest(),
});

/** Returns `true` if the player can point at the table. */
export const canPoint = () => isMine() && game.pointer.modes.length > 0;

/** The mode in which the player points. */
export const mode = () => game.pointer.modes[game.pointer.mode];

/** Begins to point in a new position. The mode and the bend stay as long as the same things can be pointed at. */
export function renew(modes = []) {
    const { pointer } = game;
    const names = (all) => all.map(({ name }) => name).join();
    if (names(modes) !== names(pointer.modes)) Object.assign(pointer, { mode: 0, bend: 0, over: null });
    Object.assign(pointer, { modes, facing: null, areas: [], marks: [], legends: [], cut: false, known: false, hover: null });
    if (modes.length === 0) return;
    askAreas();
    hover(pointer.over);
}

/** Forgets the facing that was chosen for an action which is not done. */
export function unturn() {
    const { pointer } = game;
    if (pointer.facing === null) return;
    pointer.facing = null;
    askAreas();
}

const settings = ({ mode: index, facing, bend }) => ({ mode: index, bend, ...(facing === null ? {} : { facing }) });

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Asks what a tap on a point would choose. The answer has the settings for which it holds. */
export async function ask(at) {
    const asked = settings(game.pointer);
    const told = await game.link.send({ t: "point", ...asked, point: at, slip: Math.min(SLIP / view.scale, 300) });
    return { ...told, asked };
}

/** Returns `true` if an answer holds for the settings as they are now. */
export const isCurrent = ({ asked }) => isSame(asked, settings(game.pointer));

/** Asks where a tap is legal, and for the marks of the decision. */
function askAreas() {
    const { pointer, link, m } = game;
    const asked = settings(pointer);
    link.send({ t: "areas", ...asked }).then(({ areas, marks, legends, cut }) => {
        if (game?.pointer !== pointer || game.m !== m || !isSame(asked, settings(pointer))) return;
        Object.assign(pointer, { areas, marks, legends, cut, known: true });
        update();
    }, () => {
        // Without the area, whatever is pointed at is still answered.
        if (game?.pointer !== pointer || game.m !== m) return;
        pointer.known = true;
        update();
    });
}

let resting = 0;

/** Asks for the areas once the player no longer turns. */
function askAreasSoon() {
    clearTimeout(resting);
    const { pointer } = game;
    resting = setTimeout(() => game?.pointer === pointer && canPoint() && askAreas(), REST);
}

/** Calls asynchronous acts one after the other with pauses, and of those that wait only the newest. */
class Newest {
    constructor() {
        Object.assign(this, { busy: false, waiting: null });
    }

    async run(act) {
        this.waiting = act;
        if (this.busy) return;
        this.busy = true;
        while (this.waiting) {
            const next = this.waiting;
            this.waiting = null;
            await Promise.all([next().catch(() => {}), new Promise((resume) => setTimeout(resume, PAUSE))]);
        }
        this.busy = false;
    }
}

/** Returns the words about what a tap would choose: the action with the movement spent, or the refusal. */
export function wordsOf({ text, spent, refusal, facts }) {
    if (refusal) return `${text}: not allowed, ${refusal.rule} ${refusal.why}`;
    return [text, spent, ...facts.map(([fact]) => fact)].filter(Boolean).join(", ");
}

/** Shows what a tap on a point would choose; nothing without a point. `aloud` tells it to screen readers. */
export function hover(at, aloud = false) {
    if (!game?.pointer) return;
    const { pointer } = game;
    pointer.over = at;
    if (!at) {
        const had = pointer.hover;
        pointer.hover = null;
        if (had) update();
        return;
    }
    if (!canPoint() || game.hand) return;
    pointer.newest.run(async () => {
        if (game?.pointer !== pointer || !pointer.over || !canPoint() || game.hand) return;
        const { m } = game;
        const told = await ask(at);
        if (game?.pointer !== pointer || game.m !== m || !pointer.over || game.hand || !isCurrent(told)) return;
        pointer.hover = told;
        const words = wordsOf(told);
        if (aloud && words) announce(words);
        update();
    });
}

/** Asks anew about what is in hand, or under the pointer, after the settings have changed. */
function again(areas) {
    const { pointer, hand } = game;
    if (areas) askAreasSoon();
    if (!hand?.pointed) {
        hover(pointer.over);
        update();
        return;
    }
    // What is in hand was not meant with these settings.
    hand.isStale = true;
    update();
    pointer.newest.run(async () => {
        if (game?.hand !== hand) return;
        try {
            const told = await ask(hand.at);
            if (game?.hand !== hand) return;
            hold(hand, told);
        } catch (refused) {
            if (game?.hand !== hand) return;
            game.refused = refused;
        }
        update();
    });
}

/** Gives what is in hand the answer about its point. */
export function hold(hand, told) {
    const act = told.do === hand.choice.do;
    Object.assign(hand, { pointed: told, choice: { do: told.do }, text: told.text || mode().name, isStale: !isCurrent(told) });
    if (!act) Object.assign(hand, { help: "", odds: null });
}

/** Chooses the mode with this index. */
export function setMode(index) {
    if (!canPoint() || !game.pointer.modes[index]) return false;
    begin();
    Object.assign(game.pointer, { mode: index, facing: null, hover: null, areas: [], known: false });
    game.hand = null;
    announce(`${mode().name}. ${mode().help}`);
    askAreas();
    hover(game.pointer.over);
    update();
    return true;
}

/** Turns the next action to a facing, in tenths of a degree. */
export function face(tenths) {
    if (!canPoint() || !mode().turns) return false;
    game.pointer.facing = ((Math.round(tenths) % TURN) + TURN) % TURN;
    again(true);
    return true;
}

/** The facing that the next action has as far as it is known. */
const facing = () => game.pointer.facing ?? game.hand?.pointed?.facing ?? game.pointer.hover?.facing ?? 0;

/** Turns the next action by tenths of a degree. */
export const turn = (tenths) => tenths === 0 ? canPoint() && mode().turns : face(facing() + tenths);

/** Turns the next action toward a point. */
export function turnToward([x, y]) {
    // What was gripped may have been put back.
    if (!game?.hand?.pointed) return;
    const [fromX, fromY] = game.hand.at;
    // Whole degrees, as a hand is no finer.
    face(Math.round(Math.atan2(x - fromX, fromY - y) * 180 / Math.PI) * 10);
}

/** Bends the line of the next action by tenths of a degree. */
export function bend(tenths) {
    if (!canPoint() || !mode().bends) return false;
    game.pointer.bend = Math.max(-MOST_BEND, Math.min(MOST_BEND, game.pointer.bend + tenths));
    again(true);
    return true;
}

/** Returns `true` if a drag from this point of the drawing turns what is in hand. */
export const grips = (point, reach) => Boolean(canPoint() && game.hand?.pointed && mode().turns && view.away(game.hand.at, point) < reach);

/** Does what a key means while the player points; returns `false` if it means nothing. */
export function key({ key: name, code, altKey, ctrlKey, metaKey }) {
    if (ctrlKey || metaKey || !canPoint()) return false;
    const way = { BracketLeft: -1, BracketRight: 1 }[code];
    if (altKey) return way !== undefined && bend(way * BEND);
    const turns = { "[": -STEP, "]": STEP, "{": -FINE, "}": FINE }[name];
    if (turns !== undefined) return turn(turns);
    return /^[1-9]$/.test(name) && game.pointer.modes.length > 1 && setMode(Number(name) - 1);
}
