// The games that were opened in this browser: their links are kept here and nowhere else.

import { element, moment } from "./parts.js";

const GAMES = "battlewright games";
const KEYS = (game) => `battlewright dice ${game}`;
/** What is kept while the browser allows no storage. */
const memory = new Map();

/** Returns a kept text; `null` if there is none. */
export function kept(key) {
    try {
        return localStorage.getItem(key) ?? memory.get(key) ?? null;
    } catch {
        return memory.get(key) ?? null;
    }
}

/** Keeps a text, or removes it if it is `null`. Returns `false` if it is kept only until the page is closed. */
export function keep(key, text) {
    if (text === null) memory.delete(key);
    else memory.set(key, text);
    try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        return true;
    } catch {
        return false;
    }
}

function read(key, empty) {
    try {
        const value = JSON.parse(kept(key));
        return value !== null && typeof value === "object" ? value : empty;
    } catch {
        return empty;
    }
}

/** Returns what is kept of the dice of `game`: the commitment that was shown first, and the shares by seat. */
export const diceOf = (game) => read(KEYS(game), {});

/** Keeps more of the dice of `game`. */
export const keepDice = (game, more) => keep(KEYS(game), JSON.stringify({ ...diceOf(game), ...more }));

/** Returns the game and the token of a fragment `#game.token`; `null` if it is none. */
export function ofFragment(fragment) {
    const [, game, token] = /^#([0-9A-Za-z_-]{1,64})\.([0-9A-Za-z_-]{1,128})$/.exec(fragment) ?? [];
    return game ? { game, token } : null;
}

/** Keeps what is told of a seat in a game, with the time. */
export function remember({ game, token }, told) {
    const games = read(GAMES, {});
    games[`${game}.${token}`] = { ...games[`${game}.${token}`], ...told, at: Date.now() };
    keep(GAMES, JSON.stringify(games));
}

/** Keeps what is told of a seat under another token. */
export function renamed({ game, token }, other) {
    const games = read(GAMES, {});
    games[`${game}.${other}`] = games[`${game}.${token}`];
    delete games[`${game}.${token}`];
    keep(GAMES, JSON.stringify(games));
}

function forget(link) {
    const games = read(GAMES, {});
    delete games[link];
    keep(GAMES, JSON.stringify(games));
    const game = link.split(".")[0];
    if (!Object.keys(games).some((other) => other.startsWith(`${game}.`))) keep(KEYS(game), null);
}

/** Fills `list` with the known games, the last opened first, each with a link and a button to forget it. */
export function listInto(list, current = "") {
    const games = Object.entries(read(GAMES, {})).filter(([link]) => ofFragment(`#${link}`)).sort(([, one], [, other]) => other.at - one.at);
    const items = games.map(([link, { title, side, names, state, at }]) => {
        const told = [side ? `You play ${side}` : "You watch", names, state, moment(at)].filter(Boolean).join(". ");
        const address = element("a", { href: `#${link}`, textContent: title || "A game" });
        if (link === current) address.setAttribute("aria-current", "page");
        const button = element("button", { type: "button", textContent: "Forget" });
        button.setAttribute("aria-label", `Forget ${title || "the game"}`);
        let sure = false;
        button.addEventListener("click", () => {
            if (!sure) {
                sure = true;
                button.textContent = side && state !== "The game is over" ? "Forget? Only the link leads back" : "Really forget?";
                return;
            }
            forget(link);
            listInto(list, current);
        });
        return element("li", {}, [element("div", {}, [address, element("p", { className: "weak", textContent: told })]), button]);
    });
    list.replaceChildren(...items);
    return items.length;
}
