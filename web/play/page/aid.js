// The aid of a game: the charts of its scenario, as the site shows them. They are fetched when they are opened, and then also kept for
// times without a connection.

import { element, part } from "./parts.js";
import { game } from "./state.js";

const root = part("aid").lastElementChild;
let shown = null;
let tab = "";
let isLoaded = false;

/** Returns a page of the site. */
async function page(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Returns the address of the charts of a scenario: addresses of files tell their content. `null` if the site has no such scenario. */
async function charts(scenario) {
    const site = document.documentElement.dataset.site;
    // Over an insecure connection there are no hashes.
    if (!crypto.subtle) return null;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(scenario));
    const hash = Array.from(new Uint8Array(digest, 0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
    for (const link of (await page(site)).querySelectorAll("a[href*='#open=../']")) {
        const [, name, own] = /#open=\.\.\/(.+)\/([0-9a-f]{12})\/[^/]+\.toml/.exec(link.getAttribute("href")) ?? [];
        if (own === hash) return `${site}${name}/charts/`;
    }
    return null;
}

/** Returns a chart of the page at `address`, closed at first. */
function closed(chart, address) {
    const title = chart.querySelector("h2");
    title.remove();
    chart.removeAttribute("aria-labelledby");
    for (const link of chart.querySelectorAll("a")) {
        Object.assign(link, { href: new URL(link.getAttribute("href"), new URL(address, location.href)), target: "_blank", rel: "noopener" });
    }
    return element("details", {}, [element("summary", { textContent: title.textContent }), document.adoptNode(chart)]);
}

const paragraph = (...parts) => element("p", { className: "weak" }, parts);

async function load() {
    const own = game;
    const { scenario } = JSON.parse((await own.link.record()).split("\n", 1)[0]);
    const parts = [];
    const { address: rules } = own.rules;
    if (rules) parts.push(paragraph(element("a", { href: rules, target: "_blank", rel: "noopener", textContent: `The rules of ${own.welcome.game}` })));
    const address = await charts(scenario);
    const found = address ? [...(await page(address)).querySelectorAll("section.chart")] : [];
    if (found.length > 0) parts.push(...found.map((chart) => closed(chart, address)));
    else parts.push(paragraph("This site has no charts of this scenario. The editor prints them: File, Export…, Print and play."));
    if (own !== game) return;
    root.replaceChildren(...parts);
    isLoaded = true;
}

/** Shows the aid of the open game. On a phone it is opened with its view. */
export function showAid() {
    const id = game?.welcome ? game.link.game : null;
    if (id !== shown) {
        shown = id;
        isLoaded = false;
        part("aid").open = false;
        root.replaceChildren();
    }
    const before = tab;
    tab = part("table").dataset.tab;
    if (tab === "aid" && before !== "aid") part("aid").open = true;
}

part("aid").addEventListener("toggle", async () => {
    if (!part("aid").open || isLoaded || !game?.welcome) return;
    root.replaceChildren(paragraph("Loading…"));
    try {
        await load();
    } catch (error) {
        root.replaceChildren(paragraph(`The charts cannot be loaded (${error.message}). Close and open this to try again.`));
    }
});
