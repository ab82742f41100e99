// What the player does: picking a counter, taking a choice in hand, sending it, and what is asked about the map.

import { meanings } from "./pointing.js";
import { announce, begin, clear, game, isMine, isOnline, select, update, view } from "./state.js";
import { ask as askPoint, canPoint, hold, isCurrent, mode, unturn, wordsOf } from "./table.js";

/** The time in which a second tap belongs to the first, in milliseconds. */
const DOUBLE = 400;

/** The number of the last list of possibilities: another one with the same words leads elsewhere. */
let lists = 0;

/** Puts back the last thing that was picked or taken. */
export function back() {
    begin();
    if (game.hand || game.options || game.card) Object.assign(game, { hand: null, options: null, card: null });
    else clear();
    game.refused = null;
    unturn();
    update();
}

export function pick(key) {
    begin();
    clear();
    game.picked = key;
    game.refused = null;
    const own = game.choices.filter(({ piece }) => piece === key);
    announce(`${view.title(key)}: ${own.length} ${own.length === 1 ? "choice" : "choices"}`);
    if (own.length === 1) take(own[0]);
    else update();
}

/** Returns the place of the counter that acts, or of the one that is in motion. */
function mover(piece) {
    const key = piece ?? (game.status.movement ? game.mover : null);
    return key === null ? null : view.center(key);
}

/** Takes a choice in hand, which draws it and asks for its odds. */
export function take(choice) {
    begin();
    const from = mover(choice.piece);
    const hand = { choice, text: choice.text, from, to: choice.at ?? null, help: "", odds: null, taken: Date.now() };
    Object.assign(game, { hand, options: null, card: null, refused: null });
    view.reveal([hand.to ?? hand.from].filter(Boolean));
    announce(`${choice.text}. Do it?`);
    update();
    askOdds(hand);
}

/** Asks for the odds of what is in hand. */
function askOdds(hand) {
    const { do: action } = hand.choice;
    game.link.send({ t: "odds", do: action }, game.m).then((answer) => {
        if (game?.hand !== hand || hand.choice.do !== action) return;
        Object.assign(hand, { odds: answer.odds, help: answer.help });
        update();
    }, () => {});
}

/** Takes in hand what a tap on a point of a table stands for; if it stands for nothing, finds out what lies there. */
async function point(at) {
    const tapped = Date.now();
    const { m, hand: before } = game;
    const isLast = begin();
    const isMeant = () => isLast() && m === game.m && canPoint();
    let told;
    try {
        // The player may turn meanwhile.
        do told = await askPoint(at); while (isMeant() && !isCurrent(told));
    } catch (refused) {
        if (!isMeant()) return;
        game.refused = refused;
        update();
        return;
    }
    if (!isMeant()) return;
    const { do: action, refusal, piece, bases, path, marks } = told;
    if (action && piece && before?.choice?.do === action && tapped - before.taken > DOUBLE) {
        send();
        return;
    }
    const isDrawn = bases.length + path.length + marks.length > 0;
    if (refusal && piece && !isDrawn) {
        await about(piece, Object.assign(new Error(refusal.why), refusal));
        return;
    }
    if (!action && !refusal && !mode().turns) {
        mean(at);
        return;
    }
    // A counter is meant as a whole, and a place by its point.
    const to = piece && bases.length === 0 ? view.center(piece) ?? at : at;
    const hand = { at, from: null, to, help: "", odds: null, taken: Date.now(), choice: { do: null } };
    hold(hand, told);
    Object.assign(game, { hand, options: null, card: null, refused: null });
    game.pointer.hover = null;
    announce(`${wordsOf(told) || mode().help}.${action ? " Do it?" : ""}`);
    update();
    // The question grows, and the map shrinks.
    requestAnimationFrame(() => game?.hand === hand && view.reveal([at]));
    if (action) askOdds(hand);
}

/** Takes a way to a far place in hand. */
function go(at) {
    begin();
    const from = mover(game.picked ?? undefined);
    const hand = { go: at, text: "Go to the marked place by the cheapest way", from, to: at, help: "", odds: null, taken: Date.now() };
    Object.assign(game, { hand, options: null, card: null, refused: null });
    announce("Go there by the cheapest way? Do it?");
    update();
}

export function send() {
    const { hand } = game;
    if (!hand || game.sending || !isMine() || !isOnline() || (hand.pointed && (!hand.choice.do || hand.isStale))) return;
    game.mover = hand.choice?.piece ?? game.mover;
    request(hand.go ? { t: "go", to: hand.go } : { t: "choose", do: hand.choice.do }, true);
}

/** Sends a request, and shows its refusal. */
export function request(message, fits = false) {
    const own = game;
    if (fits) {
        begin();
        own.sending = "Sending…";
        own.moves = [];
    }
    own.refused = null;
    own.link.send(message, fits ? own.m : undefined).catch((refused) => {
        own.refused = refused;
        if (fits) own.hand = null;
        if (own === game) announce(`Refused: ${refused.rule} ${refused.message}`);
    }).finally(() => {
        if (fits) own.sending = "";
        if (own === game) update();
    });
    update();
}

export function takeBack() {
    if (!game?.welcome || game.over || game.sending) return;
    if (game.undo.free) request({ t: "take-back" }, true);
    else if (game.undo.asked && !game.ask) request({ t: "ask-take-back" }, true);
}

/** Shows the state of a counter, and why nothing can be done with it. */
export async function about(key, why = null) {
    const isLast = begin();
    try {
        const { facts, faces } = await game.link.send({ t: "card", piece: key });
        if (!isLast()) return;
        Object.assign(game, { hand: null, options: null, card: { name: view.title(key) || key, facts, faces, why } });
    } catch (refused) {
        if (!isLast()) return;
        game.refused = refused;
    }
    update();
}

async function explain(point) {
    const isLast = begin();
    const piece = view.near(point, 4)[0]?.key ?? view.near(point, 24)[0]?.key;
    const why = isMine() && isOnline()
        ? await game.link.send({ t: "why", ...(piece ? { piece } : { point }) }).catch((refused) => refused)
        : null;
    if (!isLast()) return;
    const reason = why && Object.assign(new Error(why.why ?? why.message), { rule: why.rule, about: why.about });
    if (piece) {
        await about(piece, reason);
    } else if (reason) {
        game.refused = reason;
        announce(reason.message);
        update();
    }
}

function act(meaning) {
    if (meaning.key !== undefined) pick(meaning.key);
    else if (meaning.go) go(meaning.go);
    else if (meaning.choices.length === 1) take(meaning.choices[0]);
    else ask(meaning.choices.map((choice) => ({ text: choice.text, act: () => take(choice) })));
}

function ask(options) {
    begin();
    lists += 1;
    Object.assign(game, { options: options.map((option) => ({ ...option, list: lists })), hand: null, card: null });
    announce(`${options.length} possibilities`);
    update();
}

export function tap(at) {
    if (!game?.welcome || game.sending) return;
    select("play");
    const { hand } = game;
    const marked = hand && (hand.to ?? hand.from);
    if (marked && view.away(marked, at) < 24 && Date.now() - hand.taken > DOUBLE) {
        send();
        return;
    }
    if (canPoint()) point(at);
    else mean(at);
}

/** Does what a tap on a point means by the list of choices, or tells what lies there. */
function mean(point) {
    const found = isMine() ? meanings(view, game, point) : [];
    if (found.length === 1) act(found[0]);
    else if (found.length > 1) {
        ask(found.flatMap((meaning) => {
            if (meaning.key !== undefined) return [{ text: view.title(meaning.key), act: () => pick(meaning.key) }];
            if (meaning.go) return [{ text: "Go there by the cheapest way", act: () => go(meaning.go) }];
            return meaning.choices.map((choice) => ({ text: choice.text, act: () => take(choice) }));
        }));
    } else explain(point);
}
