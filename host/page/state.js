// The state of the page: the open game, what the player has picked, and who wants to know of changes.

import { MapView } from "./map.js";
import { part, RulePage } from "./parts.js";
import { noPointer } from "./table.js";

/** The open game; `null` while the list is shown. */
export let game = null;

/** The map. What a tap on it means is set elsewhere. */
export const view = new MapView(part("map"), part("sheet"));

let drawn = () => {};

/** Sets what shows the state. */
export function onUpdate(act) {
    drawn = act;
}

/** Shows the state as it is now. */
export function update() {
    if (game) drawn();
}

/** Opens the game of `seat`, or none. */
export function open(seat) {
    game?.link?.close();
    game = seat && fresh(seat);
    return game;
}

function fresh(seat) {
    return {
        seat, welcome: null, side: null, m: 0, turn: null, status: null, tracks: [], boards: [], choices: null, reach: [], undo: {},
        clock: null, freeFrom: null, ask: null, notes: [], over: null, dice: null, diceNote: "", online: [false, false], records: false, rules: new RulePage(),
        rematch: null, link: null, state: "connecting", offset: 0, moves: [], at: null, cursor: null, promised: "", moreOpen: false,
        picked: null, mover: null, hand: null, options: null, card: null, refused: null, sending: "", ground: "", feed: "", newLink: "", webhook: null, held: null,
        rematchAsked: false, noted: null, act: null, pointer: noPointer(), replays: false, exports: [],
    };
}

/** Shows one of the parts of the page: the game, the list of games, a message. */
export function show(id) {
    for (const one of document.querySelectorAll("main > *")) one.hidden = one.id !== id;
}

/** Shows a message instead of a game. */
export function say(what, why = "") {
    show("message");
    part("what").textContent = what;
    part("why").textContent = why;
}

/** Tells screen readers something. */
export function announce(text) {
    if (text && part("live").textContent !== text) part("live").textContent = text;
}

/** Shows one of the views of a phone. */
export function select(tab) {
    part("table").dataset.tab = tab;
    for (const one of part("tabs").children) one.setAttribute("aria-pressed", String(one.dataset.tab === tab));
    update();
}

/** The time of the server, in milliseconds since 1970. */
export const now = () => Date.now() + game.offset;
export const isOnline = () => game.state === "open";
/** `true` if the player must choose. */
export const isMine = () => Boolean(game.welcome && game.dice?.ready && !game.over && game.choices && game.turn === game.side);
/** The name of the player of a side, or of the side. */
export const sideName = (n) => game.welcome.names[n] || game.welcome.sides[n];

/**
 * Begins something that the player does. The returned function tells if it is still the last such thing: an answer that comes late must not
 * take the place of what the player has done since.
 */
export function begin() {
    const own = game;
    const act = own.act = {};
    return () => own === game && own.act === act;
}

/** Puts back what was picked, and what is in hand. */
export function clear() {
    Object.assign(game, { picked: null, mover: null, hand: null, options: null, card: null });
}
