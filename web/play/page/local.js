// The page of a game that this browser keeps: against the computer, of two persons at one screen, or by mail.

import { run } from "./game.js";
import { listInto } from "./games.js";
import { games, remove } from "./kept.js";
import { LocalLink } from "./local-link.js";
import { showAid } from "./aid.js";
import { arrive, post } from "./post.js";
import { prepare } from "./prepare.js";
import { button, element, moment, part } from "./parts.js";
import { rulesLoaded } from "./rules.js";
import { game, say, show } from "./state.js";
import "./thought.js";

const MODES = { computer: "against the computer", screen: "at one screen", mail: "by mail" };

/** Returns the seat in `#local=…`. */
function ofFragment(fragment) {
    const [, id] = /^#local=([0-9a-f]{32})$/.exec(fragment) ?? [];
    return id ? { game: id, token: "" } : null;
}

/** Covers the screen until the side with index `side` looks at it. */
function cover({ names, sides }, side) {
    const who = names[side] ? `${names[side]} (${sides[side]})` : sides[side];
    show("curtain");
    part("curtain-who").textContent = `It is the turn of ${who}.`;
    const ready = part("curtain-ready");
    ready.textContent = `I am ${names[side] || `the ${sides[side]} player`}`;
    ready.focus();
    return new Promise((done) => {
        ready.onclick = () => {
            show("table");
            done();
        };
    });
}

/** Tells the state of a game that this browser keeps; `changed` tells what it has in common with one on a server. */
function told(state, { part: loaded = 0, why = "" }, changed) {
    if (state === "loading") say(`Loading the rules: ${Math.round(loaded * 100)} %`);
    else if (state === "unknown") say("This browser does not keep this game.", "It was removed, or it was played in another browser. Open the list of your games.");
    else if (state === "elsewhere") say("This game is open in another tab.", "Go on there, or close that tab and reload this page.");
    else if (state === "failed") say("The game has stopped.", `${why} Reload the page: the game is kept up to the last choice.`);
    else if (state === "fleeting") {
        part("state").hidden = false;
        part("state-text").textContent = "This browser keeps no games: this one is lost when the page is closed. Save it as a file under Game.";
        part("retry").hidden = true;
    } else changed(state);
}

function connect(seat, tell, changed) {
    const link = new LocalLink(seat, tell, (state, more = {}) => told(state, more, changed), cover);
    link.settled = () => game?.link === link && post(game);
    return link;
}

/** Fills the list of the games that this browser keeps, and of those on the server of this site. */
async function list() {
    const kept = await games();
    const items = kept.map((facts) => {
        const { id, title, mode, sides, seat, state, at } = facts;
        const whose = mode === "screen" ? "" : `You play ${sides[seat === "second" ? 1 : 0]}`;
        const about = [whose, MODES[mode], state, moment(at)].filter(Boolean).join(". ");
        let sure = false;
        const removed = button("Remove", async () => {
            if (sure) {
                await remove(id);
                list();
                return;
            }
            sure = true;
            removed.textContent = "Really remove the game?";
        });
        removed.setAttribute("aria-label", `Remove ${title}`);
        const address = element("a", { href: `#local=${id}`, textContent: title });
        return element("li", {}, [element("div", {}, [address, element("p", { className: "weak", textContent: about })]), removed]);
    });
    part("game-list").replaceChildren(...items);
    part("no-games").hidden = items.length > 0;
    const hosted = listInto(part("hosted-list"));
    part("hosted").hidden = hosted === 0;
    for (const link of part("hosted-list").querySelectorAll("a")) link.href = `../host/play/${new URL(link.href).hash}`;
}

function elsewhere(fragment) {
    const [, seat, packed] = /^#mail=(first|second)\.([0-9A-Za-z_=-]+)$/.exec(fragment) ?? [];
    if (packed) {
        arrive(seat, packed);
        return;
    }
    if (fragment.length > 1) {
        prepare(fragment.slice(1));
        return;
    }
    show("games");
    list();
}

part("open-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    const text = await file.text();
    if (text.startsWith('{"format":"battlewright game 1"')) arrive(null, text);
    else prepare("", { text, name: file.name });
});

run({
    ofFragment, connect, elsewhere,
    shown() {
        post(game);
        showAid();
    },
});
// A published folder works offline; a private window has no service workers. A new one is told what to keep, once the rules have come.
const { serviceWorker } = navigator;
if (serviceWorker && !serviceWorker.controller) {
    const seen = () => performance.getEntriesByType("resource").map(({ name }) => name);
    const controlled = new Promise((done) => { serviceWorker.addEventListener("controllerchange", done, { once: true }); });
    Promise.all([controlled, rulesLoaded]).then(() => serviceWorker.controller?.postMessage({ seen: seen() }));
}
serviceWorker?.register(new URL("../offline.js", location.href)).catch(() => {});
// A browser that is short of space removes other pages' data first.
navigator.storage?.persist?.();
