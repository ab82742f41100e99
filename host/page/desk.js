// What stands around the map and the question: the sides with their clocks, what one player asks the other, and the page of the game.

import { button, element, sentence, sureButton, timeLeft } from "./parts.js";

/** Returns the milliseconds that a side has left now. */
function left(clock, side, now) {
    const own = clock.left[side];
    return clock.running === side ? own - Math.max(0, now - clock.since) : own;
}

/** Returns `true` if the other side of `side` must choose and has no time left. */
export const outOfTime = (clock, side, now) => Boolean(clock && side !== null && clock.running === 1 - side && left(clock, 1 - side, now) <= 0);

/** Returns `true` if the other player was silent for so long that the player may end the game. `from` is the time of that. */
export const isFree = (from, now) => from !== null && now >= from;

/** Returns the button that ends a game whose other player is silent. */
const leaveButton = (request) =>
    sureButton("The other player is silent: end without a result", "Really end without a result?", () => request({ t: "abandon" }));

/** The name of a side for a phone. */
function short(name) {
    const made = element("span", { className: "short", textContent: name.slice(0, 3) });
    made.title = name;
    return made;
}

/** Fills the list of the sides: who is there, the points, and the time. */
export function showSides(list, { welcome, side, online, tracks, clock, turn, now }) {
    const items = welcome.sides.map((name, n) => {
        const computer = welcome.computers[n] !== null;
        const there = computer ? "a computer plays" : online[n] ? "online" : "offline";
        const dot = element("span", { className: `presence ${computer || online[n] ? "on" : "off"}`, title: there });
        const points = tracks.find((track) => track.side === n);
        const unseen = element("span", { className: "unseen", textContent: `${there}: ` });
        const parts = [dot, unseen, element("span", { className: "name", textContent: name }), short(name)];
        if (n === side) parts.push(element("span", { className: "you", textContent: " (you)" }));
        if (points) parts.push(" ", element("b", { textContent: points.value, title: points.name }));
        if (clock) parts.push(" ", element("span", { className: "clock", textContent: timeLeft(left(clock, n, now)) }));
        return element("li", { className: turn === n ? "chooses" : "", title: welcome.names[n] || "" }, parts);
    });
    list.replaceChildren(...items);
}

const SUBJECTS = {
    draw: ["offers a draw", "You have offered a draw."],
    abandon: ["asks to end the game without a result", "You have asked to end the game without a result."],
    return: ["asks to go on from the position that is shown", "You have asked to go on from the position that is shown."],
};
const BACK = ["asks to take back the last choice", "You have asked to take back your last choice."];

/** Fills `root` with the open question of one player to the other; with nothing if there is none. */
export function showAsk(root, ask, side, nameOf, answer) {
    root.hidden = !ask || side === null;
    if (root.hidden) {
        root.replaceChildren();
        return;
    }
    const [theirs, own] = SUBJECTS[ask.what] ?? BACK;
    if (ask.by === side) {
        root.replaceChildren(
            element("p", { textContent: `${own} ${nameOf(1 - side)} must answer.` }),
            element("div", { className: "choices" }, [button("Withdraw", () => answer("withdrawn"))]),
        );
        return;
    }
    const falls = ask.falls.map((text) => element("li", { textContent: text }));
    const yes = ask.rolls
        ? [button("Yes, same dice", () => answer("yes")), button("Yes, roll anew", () => answer("anew"))]
        : [button("Yes", () => answer("yes"))];
    root.replaceChildren(
        element("h2", { textContent: `${nameOf(ask.by)} ${theirs}` }),
        ...(falls.length > 0 ? [element("p", { textContent: "This would no longer have happened:" }), element("ul", { className: "falls" }, falls)] : []),
        ...(ask.rolls ? [element("p", { className: "weak", textContent: "With the same dice, rolls that are made again come to the same numbers." })] : []),
        element("div", { className: "choices" }, [...yes, button("No", () => answer("no"))]),
    );
}

/** Fills `root` with the reason why the game is held, and with what its players can decide; with nothing if it is not held. */
export function showHeld(root, hold, { request, rules }) {
    root.hidden = !hold;
    if (!hold) {
        root.replaceChildren();
        return;
    }
    const { rule, about, why, can_return: canReturn, falls, side, over, alone, ask, free, online, refused } = hold;
    const link = rules.link(rule, about);
    const where = canReturn ? "The map shows the last position that is the same." : "Not even the start is the same.";
    const parts = [
        element("h2", { tabIndex: -1, textContent: "This game is held" }),
        element("p", {}, [`${sentence(why)} ${where}`, link && " The first choice that differs was made under rule ", link, link && "."].filter(Boolean)),
    ];
    if (side !== null && !over) {
        const own = falls === 0 ? "all" : `${falls === 1 ? "1 choice" : `${falls} choices`} of yours and all else`;
        if (canReturn) parts.push(element("p", { className: "weak", textContent: `If you go on from here, ${own} that has followed is taken back. It stays in the record. Rolls are made anew.` }));
        if (refused) parts.push(element("p", { className: "refused", textContent: sentence(refused) }));
        const go = () => request({ t: "ask-return" });
        const buttons = ask ? [] : [
            ...(canReturn ? [sureButton(alone ? "Go on from here" : "Ask to go on from here", "Really go on from here?", go)] : []),
            sureButton(alone ? "End without a result" : "Ask to end without a result", "Really end without a result?", () => request({ t: "ask-abandon" })),
        ];
        if (free) buttons.push(leaveButton(request));
        for (const one of buttons) one.disabled = !online;
        if (buttons.length > 0) parts.push(element("div", { className: "choices" }, buttons));
        parts.push(element("p", { className: "weak", textContent: "The operator of the server may have the older version, with which the game can be played to its end. Notes still reach the other player." }));
    }
    root.replaceChildren(...parts);
}

/** Fills `root` with the end of the game. */
export function showEnd(root, { outcome, checks, rematch, rematchAsked, record, keep, steps, refused }, side, acts) {
    root.hidden = false;
    const won = outcome.winner === null || side === null ? "" : outcome.winner === side ? "You have won." : "You have lost.";
    const wish = rematchAsked ? "Agree to a rematch" : "Rematch with exchanged sides";
    const rematched = rematch?.link
        ? element("a", { className: "button main", href: rematch.link, textContent: "Open the new game" })
        : button(rematch ? "Waiting for the other player…" : wish, acts.rematch, { disabled: Boolean(rematch) });
    root.replaceChildren(
        element("h2", { tabIndex: -1, textContent: "The game is over" }),
        element("p", { className: "outcome", textContent: [won, outcome.text].filter(Boolean).join(" ") }),
        element("ul", { className: "checks" }, checks.map(({ good, text }) => element("li", { className: good ? "good" : "bad", textContent: text }))),
        Number.isInteger(keep) ? element("p", { className: "weak", textContent: `This server erases the game ${keep} ${keep === 1 ? "day" : "days"} after its end.` }) : "",
        refused ? element("p", { className: "refused", textContent: sentence(refused) }) : "",
        element("div", { className: "choices" }, [
            ...(side === null ? [] : [rematched]),
            ...(record && steps ? [button("Step through the game", acts.stepped)] : []),
            ...(record ? [button("Save the record", acts.exported)] : []),
        ]),
    );
}

const UNDO = {
    none: "Nothing is taken back in this game.",
    own: "A choice can be taken back until something is rolled, chosen or learned.",
    asked: "A choice can be taken back until something is rolled, chosen or learned; after that, if the other player agrees.",
};

/** Fills `root` with the players, the agreements and what can be done beside choosing. */
export function showGame(root, state, acts) {
    const { welcome, side, over, aboutDice, hasRules, feed, online, hasFeed, hasLinks, newLink } = state;
    const players = welcome.sides.map((name, n) => {
        const computer = welcome.players?.[n] ?? `the computer (${welcome.computers[n]})`;
        const who = welcome.computers[n] !== null ? computer : welcome.names[n] || (n === side ? "you" : "a person");
        return element("li", { textContent: `${name}: ${who}${n === side ? " — your side" : ""}` });
    });
    const parts = [
        element("p", {}, [element("b", { textContent: welcome.title }), `, ${welcome.game}`]),
        element("ul", { className: "plain" }, players),
    ];
    if (welcome.older) parts.push(element("p", { className: "weak", textContent: `Version ${welcome.engine} of the program plays this game: a later one reads a rule differently.` }));
    if (side === null) parts.push(element("p", { textContent: "You watch. Spectators see what both sides may see." }));
    if (hasRules) {
        const page = { href: acts.rules.address, target: "_blank", rel: "noopener", textContent: `The rules of ${welcome.game}` };
        parts.push(element("p", {}, [element("a", page)]));
    }
    const alone = side !== null && welcome.computers[1 - side] !== null && welcome.undo !== "none";
    parts.push(element("p", { className: "weak", textContent: alone ? "A choice can be taken back; the dice stay the same." : UNDO[welcome.undo] }));
    parts.push(element("p", { className: "weak", textContent: aboutDice }));
    if (feed) parts.push(element("p", {}, [element("a", { href: feed, textContent: "Feed for a news reader: your move" })]));
    if (newLink) {
        parts.push(element("p", {}, ["Your seat has ", element("a", { href: newLink, textContent: "this link" }),
            " now, which is also the address of this page. Earlier links of your seat open nothing any more: take this one to your other devices."]));
    }
    const buttons = side === null || over ? [] : gameButtons(state, acts);
    if (hasFeed && side !== null && !over && !feed) buttons.unshift(button("Be told when it is your move…", acts.feed, { disabled: !online }));
    if (hasLinks && side !== null && !over) {
        const sure = "Really? Earlier links of your seat stop working.";
        buttons.push(online ? sureButton("New link for my seat", sure, acts.newLink) : button("New link for my seat", acts.newLink, { disabled: true }));
    }
    if (buttons.length > 0) parts.push(element("div", { className: "stack" }, buttons));
    root.replaceChildren(...parts);
}

/** Returns a sentence about the address at which the player is told, and whether all is well with it. */
export function aboutWebhook({ address, on, error, refused }) {
    if (refused) return { good: false, text: `Not saved: ${refused}.` };
    if (!address) return { good: true, text: "" };
    if (!on) return { good: false, text: `Switched off after ten tries that failed. The last one: ${error}. Save it again to switch it on.` };
    if (error) return { good: false, text: `The last try failed: ${error}.` };
    return { good: true, text: "You are told there. Save an empty field to end that." };
}

function gameButtons({ welcome, side, clock, outOfTime: out, free }, acts) {
    const alone = welcome.computers[1 - side] !== null;
    const buttons = [];
    if (out) {
        buttons.push(sureButton("The other has no time left: claim the win", "Really claim the win?", () => acts.request({ t: "claim-time" })));
    }
    if (free) buttons.push(leaveButton(acts.request));
    if (clock && !alone) {
        buttons.push(button("Give the other 10 minutes", () => acts.request({ t: "add-time", seconds: 600 })));
        buttons.push(button("Give the other a day", () => acts.request({ t: "add-time", seconds: 86_400 })));
    }
    if (!alone) buttons.push(sureButton("Offer a draw", "Really offer a draw?", () => acts.request({ t: "offer-draw" })));
    const abandon = alone ? "End without a result" : "Ask to end without a result";
    buttons.push(sureButton(abandon, "Really end without a result?", () => acts.request({ t: "ask-abandon" })));
    buttons.push(sureButton("Resign", "Really resign? The other side wins.", () => acts.request({ t: "resign" })));
    return buttons;
}
