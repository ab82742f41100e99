// The page of one seat: opens the game of its address, and listens to keys, buttons and gestures. Where games come from is told by the
// page that runs it: a server, or this browser.

import { back, tap, takeBack, request } from "./acts.js";
import { keep } from "./games.js";
import { part } from "./parts.js";
import { isWay, meanings, next, stops } from "./pointing.js";
import { draw, log, render, tick, wide } from "./show.js";
import { announce, game, isMine, onUpdate, open, say, select, update, view } from "./state.js";
import { canPoint, grips, hover, key as pointerKey, turn, turnToward } from "./table.js";
import { told } from "./told.js";

/** Tells the state of the connection. `lost` comes with the time of the next try, and with the reason of the server if it gave one. */
function changed(state, { next = 0, why = "" } = {}) {
    game.state = state;
    const strip = part("state");
    // Who has ended trying is not offline.
    if (state === "unknown" || state === "old") strip.hidden = true;
    if (state === "unknown") {
        say("This link leads to no game.", "It may be mistyped or withdrawn, or the game may have been removed. Ask for the link again.");
        return;
    }
    if (state === "old") {
        say("The server is newer than this page.", "Reload the page.");
        return;
    }
    strip.dataset.lost = state === "lost" || (state === "connecting" && strip.dataset.lost) ? "yes" : "";
    strip.hidden = !strip.dataset.lost;
    const shown = game.welcome ? "the last position is shown; " : "";
    const words = `Offline: ${shown}trying again${next - Date.now() > 3000 ? " soon" : ""}.${why ? ` The server says: ${why}.` : ""}`;
    if (state === "lost") part("state-text").textContent = words;
    part("retry").hidden = state !== "lost";
    if (!game.welcome && state === "lost") say("The server cannot be reached.", why || "The page tries again by itself.");
    if (state === "lost" && game.welcome) announce(words);
    update();
}

// Keys, buttons and gestures.

function keyed(event) {
    if (!game?.welcome || event.target.closest("input, textarea, select")) return;
    if (pointerKey(event)) {
        event.preventDefault();
        return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    const onMap = event.target === part("map");
    if (onMap && isWay(key)) {
        // On a table any point can be meant.
        const step = canPoint() ? (game.welcome.inch ?? 0) / 2 : 0;
        const places = stops(view, game);
        const from = game.cursor ?? (game.picked && view.center(game.picked)) ?? places[0] ?? [0, 0];
        game.cursor = view.within(next(step && event.shiftKey ? [] : places, from, key, step));
        const names = view.near(game.cursor, 6).map((one) => view.title(one.key));
        const here = isMine() ? meanings(view, game, game.cursor).length : 0;
        announce([names.join("; ") || "A place", here > 0 ? "can be chosen" : ""].filter(Boolean).join(", "));
        draw();
        view.reveal([game.cursor]);
        hover(game.cursor, true);
    } else if (onMap && (key === "Enter" || key === " ") && game.cursor) tap(game.cursor);
    else if (onMap && (key === "+" || key === "-")) view.closer(key === "+");
    else if (isWay(key) && part("question").contains(event.target)) {
        const all = [...part("question").querySelectorAll("button, summary")];
        const at = all.indexOf(event.target) + (key === "ArrowDown" || key === "ArrowRight" ? 1 : -1);
        all[(at + all.length) % all.length]?.focus();
    } else if (key === "Escape") back();
    else if (key === "u") takeBack();
    else if (key === "?") {
        select("game");
        part("help").open = true;
        part("help").querySelector("summary").focus();
    } else return;
    event.preventDefault();
}

/** Lets a swipe over anything but the map lead to the next view of a phone. */
function swiped() {
    const names = Array.from(part("tabs").children, (one) => one.dataset.tab);
    let from = null;
    addEventListener("touchstart", ({ touches, target }) => {
        from = touches.length === 1 && !target.closest("#map, .table, input, textarea") ? [touches[0].clientX, touches[0].clientY] : null;
    }, { passive: true });
    addEventListener("touchend", ({ changedTouches: [touch] }) => {
        if (!from || wide.matches || !game?.welcome) return;
        const [dx, dy] = [touch.clientX - from[0], touch.clientY - from[1]];
        from = null;
        if (Math.abs(dx) < 70 || Math.abs(dy) > 40) return;
        const at = names.indexOf(part("table").dataset.tab) + (dx < 0 ? 1 : -1);
        if (names[at]) select(names[at]);
    }, { passive: true });
}

/** Opens what the address names. */
function start({ ofFragment, connect, elsewhere }) {
    open(null);
    for (const id of ["place", "sides", "live"]) part(id).replaceChildren();
    part("state").hidden = true;
    part("state").dataset.lost = "";
    document.body.classList.remove("mine");
    const seat = ofFragment(location.hash);
    if (!seat) {
        part("title").textContent = document.title = "Battlewright";
        elsewhere(location.hash);
        return;
    }
    const own = open(seat);
    say("Connecting…");
    own.link = connect(seat, (message) => own === game && told(message), (state, more) => own === game && changed(state, more));
}

/**
 * Runs the page. `ofFragment` returns the seat in the fragment of an address, or `null`; `connect` opens its game, as the class `Link`
 * does; `elsewhere` shows what there is without a game; `shown` is called whenever the state was shown.
 */
export function run(pages) {
    onUpdate(() => {
        render();
        pages.shown?.();
    });
    addEventListener("hashchange", () => start(pages));
    start(pages);
}

part("closer").addEventListener("click", () => view.closer(true));
part("farther").addEventListener("click", () => view.closer(false));
part("whole").addEventListener("click", () => view.whole(true));
part("retry").addEventListener("click", () => game.link.awake());
for (const tab of part("tabs").children) {
    tab.addEventListener("click", () => {
        select(tab.dataset.tab);
        if (tab.dataset.tab === "log") log.end();
    });
}
part("note-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = part("note").value.trim();
    if (!text) return;
    part("note").value = "";
    request({ t: "note", text });
});
part("webhook").addEventListener("submit", (event) => {
    event.preventDefault();
    game.link.plain({ t: "webhook", address: part("webhook-address").value.trim() });
});
part("notes-panel").addEventListener("focusin", () => game?.welcome && keep(`battlewright read ${game.seat.game}`, String(Date.now())));
addEventListener("keydown", keyed);
// Clocks run between messages.
setInterval(() => game?.clock && game.status && !game.over && tick(), 1000);
swiped();
Object.assign(view, { tapped: tap, hovered: hover, grips, turned: turnToward, wheeled: turn });
