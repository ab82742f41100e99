// The question that is open, and the choices that answer it.

import { button, element, sentence } from "./parts.js";

/** The most choices that are shown at once. */
const MOST = 4;

/** Returns the choices of each counter, by its key. */
export function byPiece(choices) {
    const found = new Map();
    for (const choice of choices) {
        if (choice.piece === undefined) continue;
        if (!found.has(choice.piece)) found.set(choice.piece, []);
        found.get(choice.piece).push(choice);
    }
    return found;
}

/**
 * Fills `root` with the question of `state`. `acts` has what buttons do: `pick` a counter, `take` a choice in hand, `send` it, `clear`.
 */
export function showQuestion(root, state, acts) {
    const had = root.contains(document.activeElement);
    const keep = had && document.activeElement.dataset.keep;
    root.replaceChildren(...heading(state, acts), ...refusal(state, acts), ...body(state, acts));
    root.setAttribute("aria-busy", String(Boolean(state.sending)));
    const same = keep ? root.querySelector(`[data-keep="${keep}"]`) : null;
    if (had) (same ?? root.querySelector("[data-first]") ?? root.querySelector("h2"))?.focus({ preventScroll: true });
}

function heading({ question, rule, about, movement }, { rules }) {
    const told = [question, rules.link(rule, about)].filter(Boolean);
    const title = element("h2", { tabIndex: -1 }, told.flatMap((one) => [one, " "]));
    return movement ? [title, element("p", { className: "weak", textContent: movement })] : [title];
}

function refusal({ refused }, { rules }) {
    if (!refused) return [];
    const words = [sentence(refused.message), " ", rules.link(refused.rule, refused.about)];
    return [element("p", { className: "refused" }, words.filter(Boolean))];
}

function body(state, acts) {
    if (state.sending) return [element("p", { className: "weak", textContent: state.sending })];
    if (state.hand) return hand(state, acts);
    if (state.options) return options(state, acts);
    if (state.card) return card(state, acts);
    if (!state.choices) return [];
    if (state.picked !== null) return ofPiece(state, acts);
    return overview(state, acts);
}

/** A list of large buttons. */
const row = (buttons) => element("div", { className: "choices" }, buttons);

function choiceButton(choice, acts, first) {
    const made = button(choice.text, () => acts.take(choice), { className: choice.ends ? "ends" : "" });
    if (first) made.dataset.first = "";
    return made;
}

/** The rest of a list, closed at first. */
function more(count, children, acts) {
    const made = element("details", { className: "more", open: acts.isOpen() }, [element("summary", { textContent: `More (${count})` }), ...children]);
    made.addEventListener("toggle", () => acts.opened(made.open));
    return made;
}

/** Returns the buttons of what can be pointed at, with the use of the pointer. */
function pointed(pointing, acts) {
    if (!pointing) return [];
    const { modes, chosen } = pointing;
    const { help, rule, about } = modes[chosen];
    const hint = element("p", { className: "hint" }, [help, " ", acts.rules.link(rule, about)].filter(Boolean));
    if (modes.length < 2) return [hint];
    const buttons = modes.map(({ name }, n) => {
        const made = button(name, () => acts.setMode(n), { title: `Key ${n + 1}` });
        made.setAttribute("aria-pressed", String(n === chosen));
        made.dataset.keep = `mode ${n}`;
        return made;
    });
    const group = element("div", { className: "modes" }, buttons);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Point at the map to");
    return [group, hint];
}

/** Returns the meanings of the marks on the map, closed at first. */
function legends(pointing) {
    const { legends: listed = [], cut } = pointing ?? {};
    if (listed.length === 0) return [];
    const items = listed.map(({ name, color: kind, help }) =>
        element("li", {}, [element("span", { className: `swatch mark-${kind}` }), element("b", { textContent: name }), ` ${help}`]));
    const parts = [element("summary", { textContent: "Marks on the map" }), element("ul", { className: "plain weak" }, items)];
    if (cut) parts.push(element("p", { className: "hint", textContent: "There are too many marks: some are left out." }));
    return [element("details", {}, parts)];
}

function overview({ choices, pointing }, acts) {
    const pieces = byPiece(choices);
    if (choices.length <= MOST) return [...pointed(pointing, acts), row(choices.map((choice, n) => choiceButton(choice, acts, n === 0)))];
    const free = choices.filter(({ piece }) => piece === undefined);
    // What ends the matter comes last, and stays in sight.
    const sorted = [...free.filter(({ ends }) => !ends), ...free.filter(({ ends }) => ends)];
    const ending = sorted.at(-1)?.ends && sorted.length > MOST ? [sorted.at(-1)] : [];
    const shown = [...sorted.slice(0, MOST - ending.length), ...ending];
    const rest = sorted.filter((choice) => !shown.includes(choice));
    const groups = [...pieces].map(([key, own]) => ({ key, own, name: acts.name(key) }));
    const buttons = shown.map((choice, n) => choiceButton(choice, acts, n === 0));
    const asButton = ({ key, own, name }) => own.length === 1
        ? choiceButton(own[0], acts, false)
        : button(`${name || own[0].text} (${own.length})`, () => acts.pick(key));
    const fit = groups.length + shown.length <= MOST ? groups : [];
    const parts = pointed(pointing, acts);
    if (!pointing && groups.length > 0 && fit.length === 0) parts.push(element("p", { className: "hint", textContent: "Tap a framed counter, or:" }));
    parts.push(row([...fit.map(asButton), ...buttons]));
    const hidden = [...groups.filter((group) => !fit.includes(group)).map(asButton), ...rest.map((choice) => choiceButton(choice, acts, false))];
    if (hidden.length > 0) parts.push(more(hidden.length, [row(hidden)], acts));
    return parts;
}

function ofPiece({ choices, picked, pointing }, acts) {
    const own = byPiece(choices).get(picked) ?? [];
    const name = acts.name(picked);
    // Destinations are dots on the map; what has none comes first.
    const plain = own.filter(({ at }) => !at);
    const sorted = [...plain, ...own.filter(({ at }) => at)];
    // Who can point needs no list of places, but for the keyboard.
    const most = pointing && own.length > MOST ? Math.min(MOST, plain.length) : MOST;
    const shown = sorted.slice(0, most);
    const rest = sorted.slice(most);
    const ends = choices.filter((choice) => choice.piece === undefined && choice.ends);
    const parts = [];
    if (name) parts.push(element("h3", { textContent: name }));
    parts.push(...pointed(pointing, acts));
    if (!pointing && own.some(({ at }) => at)) parts.push(element("p", { className: "hint", textContent: "Tap a dot on the map, or:" }));
    parts.push(row([...shown.map((choice, n) => choiceButton(choice, acts, n === 0)), ...ends.map((choice) => choiceButton(choice, acts, false))]));
    if (rest.length > 0) parts.push(more(rest.length, [row(rest.map((choice) => choiceButton(choice, acts, false)))], acts));
    const others = byPiece(choices).size > 1 || choices.some(({ piece }) => piece === undefined);
    const foot = [button("About this counter", () => acts.about(picked), { className: "small" })];
    if (others) foot.push(button("All choices", acts.clear, { className: "small" }));
    parts.push(element("div", { className: "foot" }, foot), ...legends(pointing));
    return parts;
}

function options({ options: listed }, acts) {
    const buttons = listed.map(({ text, act }, n) => {
        const made = button(text, act);
        if (n === 0) made.dataset.first = "";
        return made;
    });
    const none = button("None of these", acts.clear, { className: "small" });
    return [element("p", { className: "hint", textContent: "Which do you mean?" }), row(buttons), foot([none])];
}

const foot = (buttons) => element("div", { className: "foot" }, buttons);

/** Returns what is known of an action that is pointed at, with the buttons that turn and bend it. */
function planOf({ spent, facts, facing, refusal, turns, bends, bend, help }, acts) {
    const step = (name, words, act, keep) => {
        const made = button(words, act, { ariaLabel: name, title: name });
        made.dataset.keep = keep;
        return made;
    };
    const degrees = (tenths) => `${tenths / 10}°`;
    const told = (words) => element("span", { className: "weak", textContent: words });
    const known = facts.map(([fact, rule]) => element("li", {}, [fact, " ", acts.rules.link(rule, "")].filter(Boolean)));
    const tools = [];
    if (turns) {
        tools.push(step("Turn left by 10°", "⟲", () => acts.turn(-1), "left"), told(facing === null ? "turn" : degrees(facing)),
            step("Turn right by 10°", "⟳", () => acts.turn(1), "right"));
    }
    if (bends) {
        tools.push(step("Bend the wings forward by 5°", "⌣", () => acts.bend(-1), "forward"), told(bend === 0 ? "straight" : `bent ${degrees(bend)}`),
            step("Bend the wings back by 5°", "⌢", () => acts.bend(1), "back"));
    }
    return [
        ...(spent ? [element("p", { className: "spent", textContent: spent })] : []),
        ...(help ? [element("p", { className: "weak", textContent: help })] : []),
        ...(refusal ? [element("p", { className: "refused" }, [sentence(refusal.why), " ", acts.rules.link(refusal.rule, refusal.about)].filter(Boolean))] : []),
        ...(known.length > 0 ? [element("ul", { className: "facts" }, known)] : []),
        ...(tools.length > 0 ? [element("div", { className: "tools" }, tools)] : []),
    ];
}

function hand({ hand: { text, help, odds, online, isStale, plan }, choices }, acts) {
    const isLegal = !plan || (!plan.refusal && !plan.help);
    const send = button("Do it", acts.send, { className: "main", disabled: !online || !isLegal || isStale });
    if (!send.disabled) send.dataset.first = "";
    // What ends a move stays at hand while the next leg of it is sought.
    const ends = plan ? (choices ?? []).filter((choice) => choice.ends && choice.piece === undefined) : [];
    return [
        element("h3", { textContent: text }),
        ...(plan ? planOf(plan, acts) : []),
        ...(help ? [element("p", { className: "weak", textContent: help })] : []),
        ...(odds ? oddsOf(odds) : []),
        row([send, button("Not this", acts.clear), ...ends.map((choice) => choiceButton(choice, acts, false))]),
        ...(plan?.piece ? [foot([button("About this counter", () => acts.about(plan.piece), { className: "small" })])] : []),
        ...(online ? [] : [element("p", { className: "hint", textContent: "There is no connection now." })]),
    ];
}

function card({ card: { name, facts, faces, why } }, acts) {
    const pictures = faces.map((face) => {
        const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        holder.setAttribute("class", "face");
        holder.setAttribute("aria-hidden", "true");
        // The pictures come from the server as those of the map do.
        holder.innerHTML = face;
        return holder;
    });
    const close = button("Close", acts.clear, { className: "small" });
    close.dataset.first = "";
    const items = facts.map(([fact, rule]) => element("li", {}, [fact, " ", acts.rules.link(rule, "")]));
    requestAnimationFrame(() => pictures.forEach(fit));
    return [
        element("h3", { textContent: name }),
        ...(why ? [element("p", {}, [sentence(why.message), " ", acts.rules.link(why.rule, why.about)])] : []),
        element("div", { className: "faces" }, pictures),
        element("ul", { className: "facts" }, items),
        foot([close]),
    ];
}

/** Shows the whole of a picture that is drawn around its origin. */
function fit(picture) {
    if (!picture.isConnected) return;
    const { x, y, width, height } = picture.getBBox();
    picture.setAttribute("viewBox", `${x - 1} ${y - 1} ${width + 2} ${height + 2}`);
}

/** Returns the color of result `n` of `count`, green for the best, red for the worst, and that of black and white which is read better on it. */
export function color(n, count) {
    const t = count > 1 ? n / (count - 1) : 0;
    const mix = (from, to) => Math.round(Math.min(255, Math.max(0, from + (to - from) * t)));
    const rgb = t < 0.5 ? [mix(76, 350), mix(150, 190), 84] : [mix(238, 186), mix(320, 60), mix(112, 52)];
    // Luminance with a gamma of 2.2: at 0.18, black and white have the same contrast.
    const light = [0.2126, 0.7152, 0.0722].reduce((sum, part, at) => sum + part * (rgb[at] / 255) ** 2.2, 0);
    return { back: `rgb(${rgb})`, ink: light > 0.18 ? "#000" : "#fff" };
}

/** Returns the questions that the dice answer: cases that share results, together, with their results from the best to the worst. */
function questions(order, cases) {
    let found = [];
    for (const one of cases) {
        const names = one[1].map(([name]) => name);
        const shared = found.filter(({ known }) => names.some((name) => known.has(name)));
        const known = new Set([...names, ...shared.flatMap((question) => [...question.known])]);
        found = [...found.filter((question) => !shared.includes(question)), { known, cases: [...shared.flatMap((question) => question.cases), one] }];
    }
    return found.map(({ known, cases: own }) => ({ cases: own, results: order.filter((name) => known.has(name)) }));
}

/** Draws the odds of a fight: modifiers, a bar for each case, and legends. Green is good for whoever decides. */
function oddsOf({ modifiers, cases, meanings, ranked }) {
    const order = ranked ?? [...new Set(cases.flatMap(([, results]) => results.map(([name]) => name)))];
    const signed = modifiers.map(([name, plus]) => `${name} ${plus < 0 ? "−" : "+"}${Math.abs(plus)}`).join(", ");
    const parts = signed ? [element("p", { className: "weak", textContent: signed })] : [];
    return [...parts, ...questions(order, cases).flatMap((question) => barsOf(question, meanings))];
}

function barsOf({ cases, results: order }, meanings) {
    const parts = [];
    const painted = new Map(order.map((name, n) => [name, color(n, order.length)]));
    for (const [name, results, of] of cases) {
        const shares = order.map((result) => [result, results.find(([known]) => known === result)?.[1] ?? 0]).filter(([, ways]) => ways > 0);
        const told = shares.map(([result, ways]) => `${result} ${(ways / of * 100).toFixed(1)} %`);
        const bar = element("div", { className: "bar" }, shares.map(([result, ways]) => {
            const { back, ink } = painted.get(result);
            const piece = element("span", { textContent: ways / of > 0.09 ? `${Math.round(ways / of * 100)}%` : "" });
            Object.assign(piece.style, { flexGrow: String(ways), background: back, color: ink });
            return piece;
        }));
        bar.setAttribute("role", "img");
        bar.setAttribute("aria-label", `${name}: ${told.join(", ")}`);
        if (name) parts.push(element("p", { className: "case", textContent: name }));
        parts.push(bar);
    }
    const legend = order.map((result) => {
        const mark = element("span", { className: "swatch" });
        mark.style.background = painted.get(result).back;
        const meaning = meanings.find(([known]) => known === result)?.[1] ?? "";
        return element("li", {}, [mark, element("b", { textContent: result }), meaning ? ` ${meaning}` : ""]);
    });
    parts.push(element("ul", { className: "legend" }, legend));
    return parts;
}
