// What is shown of the state: the heading, the question, the map, the boards, the log and the notes.

import { about as card, back, pick, request, send, take, takeBack } from "./acts.js";
import { showBoards, showTracks } from "./boards.js";
import { showQuestion } from "./choices.js";
import { aboutWebhook, isFree, outOfTime, showAsk, showEnd, showGame, showHeld, showSides } from "./desk.js";
import { about as aboutDice, canHash } from "./dice.js";
import { keep, kept } from "./games.js";
import { LogView, showNotes } from "./log.js";
import { button, element, fill, part } from "./parts.js";
import { game, isMine, isOnline, now, select, sideName, view } from "./state.js";
import { BEND, bend, canPoint, mode, setMode, STEP, turn, wordsOf } from "./table.js";

/** The log. */
export const log = new LogView(part("log"), {
    rules: { link: (rule, title) => game.rules.link(rule, title) },
    mayClaim: () => game.side !== null && !game.over,
    claim: (line, rule, text) => request({ t: "claim", line, rule, text }),
    show(at, asked = false) {
        game.at = at;
        game.moves = [];
        if (asked) select("play");
        draw();
        view.reveal([at]);
    },
});

/** Draws what can be chosen and what has happened on the map. */
export function draw() {
    const mine = isMine() && !game.sending;
    const choices = mine ? game.choices : [];
    const { picked, hand, reach, moves, at, cursor, pointer } = game;
    const actors = hand ? [] : [...new Set(choices.flatMap(({ piece }) => piece === undefined ? [] : [piece]))];
    const own = choices.filter(({ piece, at: to }) => to && (piece === undefined || piece === picked));
    const points = mine && canPoint();
    const table = points && (!hand || hand.pointed)
        ? { areas: pointer.areas, marks: pointer.marks, plan: hand ? hand.pointed : pointer.hover, inch: game.welcome.inch } : null;
    // Where any point of an area can be meant, the listed ones are no better than the others.
    const dots = points && (!pointer.known || pointer.areas.length > 0) ? [] : own.map(({ at: to }) => to);
    // A choice in hand stands alone.
    const around = hand ? {} : { dots, reach: mine ? reach : [], moves, at };
    const planned = hand?.pointed && { from: null, ...(hand.pointed.bases.length > 0 ? { to: null, grip: hand.at } : { to: hand.to }) };
    view.draw({ actors, picked, hand: planned ?? hand, cursor, table, ...around });
    part("map").ariaBusy = String(Boolean(points) && !pointer.known);
    const words = points && !hand && pointer.hover ? wordsOf(pointer.hover) : "";
    Object.assign(part("pointed"), { hidden: !words, textContent: words, className: pointer.hover?.refusal ? "wrong" : "" });
}

/** Returns what the question shows of the action that is pointed at, apart from its drawing. */
function plan(hand) {
    const { spent, facts, facing, refusal, piece } = hand.pointed;
    const { turns, bends, help } = mode();
    return { spent, facts, facing, refusal, piece, turns, bends, bend: game.pointer.bend, help: hand.choice.do || refusal ? "" : help };
}

/** Returns the question with its rule; `null` after the end. */
function question() {
    const { status, over, held, dice: told, side, turn, welcome, diceNote } = game;
    if (over || held) return null;
    if (!told.ready) {
        const waits = diceNote || (canHash || side === null
            ? "The game begins when both players have opened their pages."
            : "The game begins when both players have opened their pages. The connection is not secure, so that the dice are the server's alone.");
        return { question: waits };
    }
    const { prompt, rule, about: title, movement } = status;
    if (turn === null) return { question: prompt || "The dice are rolled." };
    if (isMine()) return { question: prompt, rule, about: title, movement };
    // A page that shows how far the thought is needs no other words.
    if (welcome.computers[turn] !== null) return { question: prompt, rule, about: title, movement: game.link.thought ? "" : "The computer thinks…" };
    return { question: prompt, rule, about: title, movement: game.link.waits ?? `Waiting for ${sideName(turn)}.` };
}

/** Shows the state. */
export function render() {
    const { welcome, status, side, over } = game;
    if (!welcome || !status) return;
    const { turn, turns, clock, phase } = status;
    const word = element("span", { className: "word", textContent: "Turn " });
    part("place").replaceChildren(word, `${turn}/${turns}${clock ? `, ${clock}` : ""} · ${phase}`);
    const mine = isMine();
    document.title = `${mine ? "● Your move: " : ""}${welcome.title}`;
    document.body.classList.toggle("mine", mine);
    sides();
    const { held, ask: open, refused: no } = game;
    // Another question may take its place while the answer is on its way.
    fill(part("ask"), open, () => showAsk(part("ask"), open, side, sideName, (answer) => request({ t: "answer", ask: open.n, answer })));
    const hold = held && { ...held, side, over: Boolean(over), alone: alone(), ask: Boolean(open), free: isFree(game.freeFrom, now()), online: isOnline(), refused: no?.message ?? "", link: game.rules.address };
    fill(part("held"), hold, () => showHeld(part("held"), hold, { request, rules: game.rules }));
    part("end").hidden = !over;
    if (over) {
        const { rematch, rematchAsked, records, refused } = game;
        const end = { ...over, rematch, rematchAsked, record: records && isOnline(), keep: welcome.keep, steps: game.replays, refused: refused?.message ?? "" };
        fill(part("end"), end, () => showEnd(part("end"), end, side, ENDS));
    }
    const asked = question();
    part("question").hidden = !asked;
    if (asked) ask(asked, mine);
    else part("question").ariaBusy = "false";
    draw();
    showTracks(part("tracks"), game.tracks, welcome.sides);
    const hasRules = Boolean(game.rules.address);
    fill(part("boards"), [game.boards, hasRules], () => showBoards(part("boards"), game.boards, welcome.sides, game.rules));
    notes();
    desk();
    webhook();
    const state = over ? "The game is over" : game.held ? "The game is held" : mine ? "Your move" : side === null ? "" : "The other side moves";
    if (state !== game.noted) {
        game.noted = state;
        game.link.remember({ state });
    }
}

/** Shows what time alone changes: the clocks, and the win that can be claimed when one has run out. */
export function tick() {
    sides();
    desk();
}

/** Shows the page of the game. */
function desk() {
    const { welcome, side, over } = game;
    const hasRules = Boolean(game.rules.address);
    const about = {
        welcome, side, over: Boolean(over || game.held), clock: game.clock, outOfTime: outOfTime(game.clock, side, now()), free: isFree(game.freeFrom, now()),
        aboutDice: game.link.aboutDice ?? aboutDice(game.dice, welcome.computers), hasRules, feed: game.feed, online: isOnline(),
        hasFeed: game.link.hasFeed, hasLinks: game.link.hasLinks, newLink: game.newLink,
    };
    const acts = { rules: game.rules, request, feed: () => game.link.plain({ t: "feed" }), newLink: () => game.link.plain({ t: "link" }) };
    fill(part("game"), about, () => showGame(part("game"), about, acts));
}

/** `true` if a computer plays the other side. */
const alone = () => game.side !== null && game.welcome.computers[1 - game.side] !== null;

/** Shows what became of the address at which the player is told. */
function webhook() {
    const { welcome, side, over, webhook: told } = game;
    part("webhook").hidden = side === null || Boolean(over) || !welcome.webhooks;
    const { good, text } = aboutWebhook(told ?? {});
    const place = part("webhook-state");
    place.className = good ? "weak" : "bad";
    if (place.textContent !== text) place.textContent = text;
    part("webhook").querySelector("button").disabled = !isOnline();
}

/** Shows the question. It is left alone if nothing of it has changed, so that the focus stays. */
function ask(asked, mine) {
    const { m, picked, hand, options, card, refused, sending, choices, undo: back, ask: open } = game;
    const online = isOnline();
    const { text, help, odds, isStale = false } = hand ?? {};
    const shown = mine && hand ? { text, help, odds, online, isStale, plan: hand.pointed && canPoint() ? plan(hand) : null } : null;
    const { modes, mode: chosen, legends, cut } = game.pointer;
    const pointing = mine && canPoint() ? { modes, chosen, legends, cut } : null;
    const offline = sending && !online ? "There is no connection: it is sent when the connection is back." : sending;
    const state = { ...asked, choices: mine ? choices : null, picked, hand: shown, options: mine ? options : null, card, refused, sending: offline, pointing };
    const texts = [refused?.message, card?.why?.message, game.rules.address, m, back, online, Boolean(open)];
    fill(part("question"), [state, texts], () => {
        showQuestion(part("question"), state, ACTS);
        undo();
    });
}

const ACTS = {
    pick, take, send, clear: back,
    about: (key) => card(key),
    name: (key) => view.title(key),
    setMode,
    turn: (way) => turn(way * STEP),
    bend: (way) => bend(way * BEND),
    isOpen: () => game.moreOpen,
    opened(open) { game.moreOpen = open; },
    rules: { link: (rule, title) => game.rules.link(rule, title) },
};

const ENDS = {
    rematch() {
        if (!game.link.plain({ t: "rematch" })) return;
        game.rematch = { link: "" };
        render();
    },
    exported() {
        if (game.link.plain({ t: "export" })) game.exports.push("save");
    },
    stepped() {
        if (game.link.plain({ t: "export" })) game.exports.push("step");
    },
};

/** Shows the sides, whose clocks run. */
function sides() {
    const { welcome, side, online, tracks, clock, turn, over, dice: told } = game;
    showSides(part("sides"), { welcome, side, online, tracks, clock: over ? null : clock, turn: told.ready && !over ? turn : null, now: now() });
}

/** Adds the buttons that take back to those below the question. */
function undo() {
    const { undo: { free, asked }, over, ask: open, sending } = game;
    if (over || sending || !isOnline() || !(free || (asked && !open))) return;
    let foot = part("question").querySelector(".foot");
    if (!foot) part("question").append(foot = element("div", { className: "foot" }));
    foot.append(button(free ? "Take back" : "Ask to take back", takeBack, { className: "small" }));
}

/** Whether all views are side by side. */
export const wide = matchMedia("(min-width: 900px)");

function notes() {
    const key = `battlewright read ${game.seat.game}`;
    showNotes(part("notes"), game.notes, sideName);
    const last = Math.max(0, ...game.notes.map(({ at }) => at));
    if (last > 0 && document.visibilityState === "visible" && part("table").dataset.tab === "notes" && !wide.matches) keep(key, String(last));
    const unread = game.notes.filter(({ by, at }) => by !== game.side && at > Number(kept(key) ?? 0)).length;
    const tab = part("tabs").querySelector("[data-tab=notes]");
    tab.textContent = unread > 0 ? `Notes (${unread})` : "Notes";
}
