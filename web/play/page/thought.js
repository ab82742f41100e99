// The progress of a computer player that is thinking, and the button that stops it.

import { button, element, part } from "./parts.js";
import { game } from "./state.js";

/** The time of a thought that is not shown: most choices come at once. */
const SHORT = 400;
/** The time between two looks at the progress. */
const PAUSE = 200;

// Made once: a button that comes anew is missed.
const stop = button("Stop thinking", () => {
    game?.link?.stopThinking?.();
    show();
}, { title: "Choose the best found so far, and play on" });
const words = element("p", { className: "weak" });
const bar = element("progress", { max: 1, value: 0, ariaLabel: "Playouts of the computer" });

function show() {
    const root = part("thought");
    const thought = game?.link?.thought?.() ?? null;
    const isShown = Boolean(thought) && (!root.hidden || Date.now() - thought.began > SHORT);
    if (!root.hidden && !isShown && root.contains(document.activeElement)) part("question").querySelector("h2")?.focus();
    root.hidden = !isShown;
    if (!isShown) return;
    if (!stop.isConnected) root.append(stop, words, bar);
    stop.disabled = thought.isStopped;
    words.textContent = thought.text;
    bar.hidden = thought.part === null;
    bar.value = thought.part ?? 0;
}

setInterval(show, PAUSE);
