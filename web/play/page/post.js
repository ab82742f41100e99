// Games by mail: the link that the other player needs, and the link that comes back. The record in a link is compared with the one that
// this browser keeps, so that history that was changed is found.

import { own, put, read } from "./kept.js";
import { button, copy, element, fill, part } from "./parts.js";
import { startRules } from "./rules.js";
import { log } from "./show.js";
import { say, show } from "./state.js";

const OTHER = { first: "second", second: "first" };
const index = (seat) => (seat === "second" ? 1 : 0);

/** Opens the record that has come: packed in a link for `seat`, or, without a seat, the text of a file. */
export async function arrive(seat, packed) {
    const here = location.hash;
    say("Reading the game…");
    let rules = null;
    let release = null;
    try {
        rules = await startRules((loaded) => say(`Loading the rules: ${Math.round(loaded * 100)} %`));
        const got = seat ? await rules.call("unpack", packed) : packed;
        await rules.call("resume", got);
        const header = JSON.parse(await rules.call("header"));
        const chooser = await rules.call("chooser");
        // What another tab does to the game meanwhile would be lost. That tab finishes what it does, and leaves the game to this one.
        release = await own(header.id, { asks: true });
        if (!release) throw new Error("It is open in another tab, which does not answer. Close that tab, and reload this page.");
        const kept = await read(header.id);
        const player = kept?.facts.seat ?? seat ?? ["first", "second"][chooser ?? 0];
        const told = kept ? JSON.parse(await rules.call("news", kept.text, got, player)) : null;
        if (here !== location.hash) return;
        addEventListener("hashchange", release, { once: true });
        release = null;
        if (!kept) first(header, player, got);
        else await compare(kept, header, player, got, told, seat);
    } catch (error) {
        if (here === location.hash) say("This game cannot be opened.", error.message);
    } finally {
        rules?.end();
        release?.();
    }
}

/** Shows what a link brings, with the things that can be done about it. */
function tell(title, paragraphs, acts) {
    show("arrived");
    part("arrived").replaceChildren(
        element("h2", { tabIndex: -1, textContent: title }),
        ...paragraphs.map((one) => (typeof one === "string" ? element("p", { textContent: one }) : one)),
        element("div", { className: "choices" }, acts.map(([text, act], n) => button(text, act, { className: n === 0 ? "main" : "" }))),
    );
    part("arrived").querySelector("h2").focus();
}

const list = (items) => element("ul", { className: "falls" }, items.map((textContent) => element("li", { textContent })));

/** Keeps the record `text`. `since` is the number of the last position that the player has seen before, and `told` what the log does not
 *  show of the time since. */
async function keep(header, seat, text, more = {}, since = undefined, told = undefined) {
    const { id, title, sides, names, computers } = header;
    const mode = computers.some(Boolean) ? "computer" : "mail";
    await put({ mode, seat, state: "", ...more, since, told, id, title, sides, names, computers }, text);
}

const open = (id) => { location.hash = `local=${id}`; };

const whose = ({ names, sides }, seat) => (names[index(seat)] ? `${sides[index(seat)]} (${names[index(seat)]})` : sides[index(seat)]);

/** A game that this browser does not know. */
function first(header, seat, text) {
    tell(header.title, [
        `You play ${whose(header, seat)} against ${whose(header, OTHER[seat])}, by mail.`,
        "This browser sees the game for the first time: what happened before cannot be compared with anything. From now on, each link that comes is.",
        "A game by mail is for people who trust each other. Each link holds the whole game: the secret choices of both sides, and the dice to come.",
    ], [["Play", async () => {
        await keep(header, seat, text);
        open(header.id);
    }]]);
}

/** A game that this browser knows. */
async function compare(kept, header, seat, text, news, linkSeat) {
    const { id } = header;
    const openKept = ["Open the game", () => open(id)];
    const isOwn = linkSeat && linkSeat !== seat;
    if (news.t === "same") {
        if (isOwn) tell(header.title, ["This is the link for the other player. You have it all; send it."], [openKept]);
        else open(id);
    } else if (news.t === "older") {
        const count = news.entries === 1 ? "one entry" : `${news.entries} entries`;
        tell(header.title, [`This link is older than the game in this browser, which has ${count} more. Nothing is lost.`], [openKept]);
    } else if (news.t === "added") {
        const take = async () => {
            const { changed, merge } = news;
            const stays = (merge?.kept ?? []).map((entry) => `${entry}: the link lacks this, and it stays in the game`);
            await keep(header, seat, merge?.record ?? text, kept.facts, news.m, [...changed, ...stays, ...(merge?.lapsed ?? [])]);
            open(id);
        };
        if (news.own.length === 0) {
            await take();
            return;
        }
        tell("This link has decisions of your side", [
            "The game goes on from the one in this browser, but the link holds decisions of your side that this browser has not made:",
            list(news.own),
            "If you have made them in another browser, take the link. Else ask the other player.",
        ], [["Keep my game", () => open(id)], ["Take the link", take]]);
    } else {
        const where = news.entry === 0 ? "from its beginning" : `from entry ${news.entry} on`;
        tell("This link tells another history", [
            `The game in the link differs ${where} from the one in this browser, which you have seen before.`,
            element("p", {}, [element("b", { textContent: "Before:" })]),
            list(news.kept.length > 0 ? news.kept : ["nothing"]),
            element("p", {}, [element("b", { textContent: "In the link:" })]),
            list(news.got.length > 0 ? news.got : ["nothing"]),
            "A link can only add to what was there; whoever takes something back says so in the game. Ask the other player what has happened.",
        ], [["Keep my game", () => open(id)], ["Take the link’s game", async () => {
            await keep(header, seat, text, kept.facts);
            open(id);
        }]]);
    }
}

/** Shows what is to be sent, and what has come. */
export function post(game) {
    const root = part("post");
    const { link, over, turn, side, welcome, ask, m } = game ?? {};
    const isMail = link?.facts?.mode === "mail" && welcome;
    root.hidden = !isMail;
    saving(game);
    if (!isMail) return;
    const toSend = over || turn !== side || ask?.by === side;
    const mark = link.facts.since;
    root.hidden = !toSend && mark === undefined;
    fill(root, [toSend, m, mark, Boolean(over), Boolean(ask)], () => {
        root.replaceChildren(...(mark === undefined ? [] : news(game, mark)), ...(toSend ? [sending(link, welcome, side)] : []));
    });
}

/** What has happened since the last link. */
function news(game, mark) {
    const shown = log.lines.filter(({ line }) => line.m > mark && !line.heading).map(({ line }) => line.text);
    const lines = [...(game.link.facts.told ?? []), ...shown];
    return [
        element("h2", { textContent: "Since your last link" }),
        lines.length > 0 ? list(lines) : element("p", { textContent: "Nothing that you can see has happened." }),
        button("I have read it", () => {
            game.link.note({ since: undefined, told: undefined });
            post(game);
        }, { className: "small" }),
    ];
}

/** The link for the other player. */
function sending(link, { names, sides }, side) {
    const other = OTHER[["first", "second"][side]];
    const who = names[1 - side] || sides[1 - side];
    const field = element("input", { type: "text", readOnly: true, value: "…" });
    field.setAttribute("aria-label", `Link for ${who}`);
    field.addEventListener("focus", () => field.select());
    const address = async () => {
        const packed = await link.rules.call("pack", await link.record());
        return `${location.origin}${location.pathname}#mail=${other}.${packed}`;
    };
    address().then((text) => { field.value = text; }, (error) => { field.value = error.message; });
    const copied = button("Copy", async () => copy(await address(), copied));
    const parts = [field, copied];
    if (navigator.share) parts.push(button("Share…", async () => navigator.share({ title: document.title, url: await address() }).catch(() => {})));
    return element("div", {}, [
        element("h2", { textContent: `Send this link to ${who}` }),
        element("div", { className: "row" }, parts),
        element("p", { className: "weak", textContent: "It holds the whole game, readable for whoever has it: the secret choices of both sides, and the dice to come." }),
    ]);
}

/** Lets the game be saved as a file at any time. */
function saving(game) {
    if (!game?.link?.facts) return;
    let saver = part("save-file");
    if (saver) return;
    saver = button("Save the game as a file", () => game.link.plain({ t: "export" }));
    saver.id = "save-file";
    part("game-panel").insertBefore(saver, part("help"));
}
