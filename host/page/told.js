// What the server tells, and what the page answers by itself.

import { checked, nextStep } from "./dice.js";
import { ofFragment } from "./games.js";
import { part } from "./parts.js";
import { log } from "./show.js";
import { announce, clear, game, isMine, select, show, sideName, update, view } from "./state.js";
import { renew } from "./table.js";

/** The most moves that stay marked. */
const MOST_MARKS = 40;

const SIDES = { first: 0, second: 1, spectator: null };

const TOLD = {
    welcome(message) {
        const { dice, online, records, ground, size, system, title, sides, names } = message;
        const isNew = !game.welcome;
        Object.assign(game, { welcome: message, side: SIDES[message.seat] ?? null, online, records, notes: [], promised: "", held: null, exports: [] });
        if (message.clock) readTime();
        if (isNew) {
            show("table");
            part("title").textContent = title;
            view.open(size);
            part("map").setAttribute("aria-label", `Map of ${title}`);
            part("note-form").hidden = game.side === null;
            part("webhook-address").value = "";
            loadRules(system);
        }
        // Doubts, like all notes, are told anew.
        log.dispute([]);
        // The answer may have been missed. Who asks twice has asked once.
        if (game.rematch && !game.rematch.link) game.link.plain({ t: "rematch" });
        if (ground !== game.ground) loadGround(ground);
        game.link.remember({ title, side: game.side === null ? "" : sides[game.side], names: names.filter(Boolean).join(" and ") });
        TOLD.dice(dice);
    },
    full(message) {
        view.clear();
        log.clear();
        game.ask = null;
        game.moves = [];
        position(message);
        log.end();
    },
    step: (message) => position(message),
    dice(told) {
        game.dice = told;
        dice(told);
    },
    clock({ clock }) {
        game.clock = clock;
    },
    asked(message) {
        game.ask = message;
        if (game.side !== null && message.by !== game.side) {
            select("play");
            announce(`${sideName(message.by)} asks you something.`);
        }
    },
    "ask-closed"({ text }) {
        if (game.ask?.by === game.side) announce(`The question was answered: ${text}.`);
        if (game.ask?.by === game.side && text === "refused") game.refused = new Error("The other player has refused.");
        game.ask = null;
    },
    noted(message) {
        game.notes.push(message);
        log.dispute(game.notes.filter(({ rule }) => rule));
    },
    over({ outcome, proof }) {
        game.over = { outcome, checks: [], rematch: null, record: false };
        game.choices = null;
        clear();
        announce(`The game is over. ${outcome.text}`);
        findReplays();
        if (!game.link.isFair) return;
        const own = game;
        checked(game.seat.game, game.side, proof).then((checks) => {
            own.over.checks = checks;
            if (own === game) update();
        }).catch(() => {});
    },
    online({ online }) {
        game.online = online;
    },
    closing() {
        announce("The server is restarted. The page comes back by itself.");
    },
    exported({ text }) {
        if (game.exports.shift() === "step" && stepThrough(text)) return;
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
        link.download = `${game.welcome.title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.jsonl`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    },
    feed({ link }) {
        game.feed = link;
    },
    link({ link }) {
        const address = new URL(link, location.href);
        const { token } = ofFragment(address.hash);
        // The address is the link: the player may copy it from there, and a reload opens it.
        history.replaceState(null, "", address);
        game.seat = { ...game.seat, token };
        game.link.rename(token);
    },
    // Not before: without an answer the earlier links may still be valid.
    "only-link"() {
        game.newLink = location.href;
        announce("The earlier links of your seat open nothing any more.");
    },
    webhook(message) {
        const field = part("webhook-address");
        // What the player types stays.
        if (!message.refused && field.value.trim() === (game.webhook?.address ?? "")) field.value = message.address;
        game.webhook = message;
    },
    held(message) {
        game.held = message;
        announce(`This game is held: ${message.why}.`);
    },
    "rematch-asked"({ by }) {
        if (by === game.side) return;
        game.rematchAsked = true;
        announce(`${sideName(by)} would play again, with exchanged sides.`);
    },
    rematch({ link }) {
        game.rematch = { link };
        announce("The new game is ready.");
    },
    refused(message) {
        game.refused = Object.assign(new Error(message.why), message);
        game.rematch = game.rematch?.link ? game.rematch : null;
    },
};

/** Takes a message of the server. */
export function told(message) {
    // Later versions of the server may tell more.
    TOLD[message.t]?.(message);
    update();
}

function position({ m, change, moves, log: lines, turn, status, tracks, boards, choices, modes, reach, free_undo: free, can_ask: asked, clock, free_from: freeFrom }) {
    const before = isMine();
    if (game.status?.prompt !== status.prompt) game.moreOpen = false;
    Object.assign(game, { m, turn, status, choices: choices ?? null, reach, undo: { free, asked }, clock, freeFrom: freeFrom ?? null, at: null, refused: null });
    part("table").dataset.m = m;
    if (tracks) game.tracks = tracks;
    if (boards) game.boards = boards;
    view.change(change);
    game.moves.push(...moves);
    if (game.moves.length > MOST_MARKS) game.moves.splice(0, game.moves.length - MOST_MARKS);
    log.add(lines);
    if (moves.length === 0) game.at = lines.findLast(({ at }) => at)?.at ?? null;
    const picked = game.picked;
    clear();
    const pieces = new Set((choices ?? []).map(({ piece }) => piece));
    // A counter that goes on stays picked, and one that alone can act is. Who points picks by pointing.
    const alone = pieces.size === 1 || (pieces.size === 2 && pieces.has(undefined));
    const goesOn = pieces.has(picked) && picked !== null && (alone || !modes);
    if (goesOn) game.picked = picked;
    else if (pieces.size === 1 && !pieces.has(undefined)) [game.picked] = pieces;
    renew(modes);
    const last = lines.findLast(({ heading }) => !heading)?.text ?? "";
    const mine = isMine();
    announce([last, mine && !before ? `Your move: ${status.prompt}` : ""].filter(Boolean).join(" "));
    look(moves, mine, before);
}

/** Brings what has happened, or who can act, into view. */
function look(moves, mine, before) {
    const ends = moves.flatMap(({ from, to }) => to ?? from ? [to ?? from] : []);
    const happened = ends.length > 0 ? ends.slice(-4) : game.at ? [game.at] : [];
    const actors = mine ? [...new Set(game.choices.map(({ piece }) => piece))].map((key) => view.center(key)).filter(Boolean) : [];
    view.focus(actors.length > 0 ? actors.slice(0, 1) : happened);
    if (happened.length > 0) view.reveal(happened);
    else if (mine && !before && game.picked !== null && view.center(game.picked)) view.reveal([view.center(game.picked)]);
}

/** Finds out how far the clock of the server is ahead, to a second. */
async function readTime() {
    const own = game;
    const response = await fetch("/host/scenarios", { method: "HEAD", cache: "no-store" }).catch(() => null);
    const time = Date.parse(response?.headers.get("date") ?? "");
    if (!Number.isNaN(time)) own.offset = time + 500 - Date.now();
}

async function loadGround(address) {
    const own = game;
    game.ground = address;
    try {
        const text = await own.link.ground(address);
        if (own === game) view.ground(text);
    } catch (error) {
        own.ground = "";
        announce(`The map cannot be loaded: ${error.message}. All choices are in the list.`);
    }
}

/** The page of the site that steps through games. */
const replayPage = () => `${document.documentElement.dataset.site ?? "../../"}replay/`;

/** Finds out if the site has a page that steps through games. */
async function findReplays() {
    const own = game;
    const response = await fetch(replayPage(), { method: "HEAD" }).catch(() => null);
    own.replays = Boolean(response?.ok);
    if (own === game) update();
}

/** Hands the record to the page that steps through it, in this tab and not over the net. Returns `false` if the browser keeps nothing. */
function stepThrough(text) {
    try {
        sessionStorage.setItem(`battlewright record ${game.seat.game}`, text);
    } catch {
        announce("The browser cannot hand the record on. Save it, and open it on the replay page.");
        return false;
    }
    location.assign(`${replayPage()}#kept=${game.seat.game}`);
    return true;
}

async function loadRules(system) {
    const own = game;
    const found = await own.rules.load(system).catch(() => false);
    if (!found || own !== game) return;
    log.relink();
    update();
}

/** Sends what the player must add to the dice. */
async function dice(told) {
    if (!game.link.isFair) return;
    const own = game;
    const { request, note } = await nextStep(own.seat.game, own.side, told);
    if (own !== game || own.dice !== told) return;
    own.diceNote = note;
    if (request && own.promised !== request.t) {
        own.promised = request.t;
        // A refusal means that another page of this seat was faster; the next message about the dice tells more.
        own.link.send(request).catch(() => {});
    }
    update();
}
