// The link of the page to a game that this browser keeps: the same messages as with a server, from the rules in a worker.

import { Refused } from "./link.js";
import { append, note, onAsked, own, put, read, survives } from "./kept.js";
import { loadFont, startRules } from "./rules.js";
import { Thinker } from "./thinker.js";

const SEATS = ["first", "second", "spectator"];
/** Questions to the other player, which two persons at one screen have agreed on before the button is pressed. */
const QUESTIONS = ["ask-take-back", "offer-draw", "ask-abandon"];
/** Requests that do not wait for a computer: what it thinks about is over. */
const BREAKS = ["take-back", "ask-take-back", "resign", "ask-abandon"];
/** The dice of such a game, in a sentence. */
const DICE = {
    computer: "The numbers of the game follow from its seed, and stay the same if a choice is taken back.",
    screen: "The numbers of the game follow from its seed, and stay the same if a choice is taken back.",
    mail: "The numbers of the game follow from its seed, which every link holds. Whoever reads a link with a program can know the coming dice.",
};

/** Returns 32 random hexadecimal digits. */
export const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns words for a seed that nobody has used before. */
export const randomSeed = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => "abcdefghjkmnpqrstuvwxyz23456789"[byte % 31]).join("");

/** Begins a game by an order, and keeps it. Returns its facts. */
export async function begin(rules, { mode, seat, ...order }) {
    const id = randomId();
    const undo = mode === "computer" ? "own" : "asked";
    await rules.call("begin", JSON.stringify({ id, undo, ...order }), Date.now());
    return keepNew(rules, { mode, seat, seed: order.seed });
}

async function keepNew(rules, facts) {
    const header = JSON.parse(await rules.call("header"));
    const own = { ...facts, id: header.id, title: header.title, sides: header.sides, names: header.names, computers: header.computers, state: "" };
    await put(own, await rules.call("lines"));
    return own;
}

export class LocalLink {
    isFair = false;
    hasFeed = false;

    /** Opens the game `game`. `told` and `changed` are as with a server; `cover` hides the screen until the other side looks at it. */
    constructor({ game }, told, changed, cover) {
        Object.assign(this, { game, told, changed, cover, count: 0, ended: false, work: Promise.resolve(), ready: false });
        this.thinker = new Thinker({
            chosen: (choice, thought) => this.queue(() => this.chosen(choice, thought)),
            failed: (error) => this.stop(error),
        });
        this.start().catch((error) => this.stop(error));
    }

    async start() {
        this.changed("connecting");
        const release = await own(this.game);
        if (!release) {
            this.changed("elsewhere");
            return;
        }
        this.release = release;
        if (this.ended) {
            release();
            return;
        }
        this.unasked = onAsked(this.game, () => this.queue(() => this.giveUp()));
        const kept = await read(this.game);
        if (!kept) {
            this.changed("unknown");
            return;
        }
        this.facts = kept.facts;
        this.aboutDice = `${DICE[kept.facts.mode]} Seed: ${kept.facts.seed ?? "unknown"}.`;
        this.rules = await startRules((part) => this.changed("loading", { part }));
        if (this.ended) return;
        loadFont(this.rules).catch(() => {});
        await this.rules.call("resume", kept.text);
        await this.look();
        await this.turnTo(await this.toSee());
        if (this.ended) return;
        await this.greet();
        this.ready = true;
        this.changed("open");
        if (!await survives()) this.changed("fleeting");
        this.queue(() => this.goOn());
    }

    /** Leaves the game to another page. */
    giveUp() {
        this.close();
        this.changed("elsewhere");
    }

    stop(error) {
        if (this.ended) return;
        this.ready = false;
        this.changed("failed", { why: error.message });
    }

    /** Does one thing after the other. */
    queue(act) {
        this.work = this.work.then(() => this.ended ? undefined : act()).catch((error) => this.stop(error));
        return this.work;
    }

    /** Returns the seat that looks at the screen. */
    async toSee() {
        if (this.facts.mode !== "screen") return this.facts.seat;
        return SEATS[await this.rules.call("chooser") ?? SEATS.indexOf(this.seat ?? "first")];
    }

    /** Finds out whether there is a choice to take back. */
    async look() {
        this.hasChosen = await this.rules.call("last_person") !== undefined;
    }

    async greet() {
        const messages = JSON.parse(await this.rules.call("greet", this.seat));
        for (const message of messages) this.tell(message);
    }

    /** Passes a message on to the page. */
    tell(message) {
        if (message.t === "welcome") Object.assign(message, { ground: this.game, online: [true, true], records: true });
        // Two persons at one screen agree by word.
        if (this.facts.mode === "screen" && (message.t === "full" || message.t === "step")) message.free_undo = this.hasChosen;
        if (message.t === "over") this.note({ state: "The game is over" });
        this.told(message);
    }

    note(more) {
        this.facts = { ...this.facts, ...more };
        return note(this.game, more).catch(() => {});
    }

    /** Keeps what was added to the record. If that fails, the rules go back to what is kept. */
    async keep() {
        const lines = await this.rules.call("lines");
        if (!lines) return;
        try {
            const { at, pieces } = await append(this.facts, lines);
            this.facts = { ...this.facts, at, pieces };
            this.thinker.follow(lines);
        } catch (error) {
            this.thinker.end();
            const kept = await read(this.game).catch(() => null);
            if (kept) {
                this.facts = kept.facts;
                await this.rules.call("resume", kept.text);
                await this.greet();
            }
            throw new Refused({ why: `The browser cannot keep this (${error.message}); nothing was changed.` });
        }
    }

    /** Carries out a request of a seat, and returns the reply and what the seat on the screen is told. */
    async carryOut(seat, message) {
        const { reply, told } = JSON.parse(await this.rules.call("message", seat, JSON.stringify(message), Date.now()));
        await this.keep();
        await this.look();
        return { reply, told: told[SEATS.indexOf(this.seat)] };
    }

    /** Sends a request. Returns a promise of the answer to a query, or of the number of the position after it. */
    send(request, at) {
        const id = `${this.count += 1}`;
        return new Promise((done, refused) => {
            this.queue(async () => {
                try {
                    const { reply, told } = await this.asked({ ...request, id, ...(at === undefined ? {} : { at }) });
                    if (reply.t === "done" && BREAKS.includes(request.t)) this.thinker.cancel();
                    if (reply.t === "refused") refused(new Refused(reply));
                    else done(reply.t === "answer" ? reply.answer : reply.m);
                    for (const message of told) this.tell(message);
                } catch (error) {
                    refused(error);
                    if (!(error instanceof Refused)) throw error;
                }
                await this.goOn();
            });
        });
    }

    async asked(message) {
        if (this.facts.mode !== "screen") return this.carryOut(this.seat, message);
        if (message.t === "take-back" || message.t === "ask-take-back") return this.takenBack(message.id);
        const asked = await this.carryOut(this.seat, message);
        if (!QUESTIONS.includes(message.t) || asked.reply.t !== "done") return asked;
        return this.agreed(this.seat, asked);
    }

    /** Takes the last choice back, whoever has made it. */
    async takenBack(id) {
        const seat = SEATS[await this.rules.call("last_person") ?? 0];
        const at = Number(await this.rules.call("position", seat));
        const freely = await this.carryOut(seat, { t: "take-back", id, at });
        if (freely.reply.t === "done") return freely;
        const asked = await this.carryOut(seat, { t: "ask-take-back", id, at });
        return asked.reply.t === "done" ? this.agreed(seat, asked) : asked;
    }

    /** Lets the other of two persons at one screen agree. */
    async agreed(seat, asked) {
        const other = SEATS[1 - SEATS.indexOf(seat)];
        const { n } = asked.told.find(({ t }) => t === "asked");
        const { reply, told } = await this.carryOut(other, { t: "answer", id: `${this.count += 1}`, ask: n, answer: "yes" });
        return { reply: reply.t === "refused" ? asked.reply : reply, told: [...asked.told, ...told] };
    }

    /** Lets a computer think, or the other side look at the screen, when it must choose. */
    async goOn() {
        const chooser = this.chooser = await this.rules.call("chooser");
        this.waits = this.facts.mode === "mail" ? "The game waits for the other player’s link." : null;
        if (chooser !== undefined && !this.ended) {
            if (this.facts.computers[chooser] === null) await this.pass(SEATS[chooser]);
            else if (!this.thinker.thought) this.thinker.think(this.thinker.worker ? null : await this.record());
        }
        this.settled?.();
    }

    /** Makes the choice of a computer, unless its thought was canceled meanwhile. */
    async chosen(choice, thought) {
        if (this.thinker.thought !== thought) return;
        this.thinker.thought = null;
        const reply = await this.rules.call("carry_out", choice, Date.now());
        if (reply !== undefined) {
            await this.keep();
            for (const message of JSON.parse(reply).told[SEATS.indexOf(this.seat)]) this.tell(message);
        }
        await this.goOn();
    }

    /** Returns the state of the computer that thinks, for people; `null` if none does. */
    thought() {
        return this.ready ? this.thinker.told(this.facts.sides, this.chooser) : null;
    }

    /** Lets the computer that thinks choose the best so far at once. */
    stopThinking() {
        const { thought } = this.thinker;
        if (!thought || thought.isStopped) return;
        thought.isStopped = true;
        this.queue(async () => {
            const text = await this.record();
            // It may have chosen meanwhile.
            if (this.thinker.thought === thought) this.thinker.takeOver(text);
        });
    }

    async pass(seat) {
        if (this.facts.mode !== "screen" || seat === this.seat) return;
        await this.turnTo(seat);
        await this.greet();
    }

    /** Lets the player of `seat` look at the screen. Where a side has secrets, it is covered until that player is there. */
    async turnTo(seat) {
        this.seat = seat;
        if (this.facts.mode !== "screen" || await this.rules.call("chooser") === undefined) return;
        if (await this.rules.call("has_secrets")) await this.cover(this.facts, SEATS.indexOf(seat));
    }

    /** Does what is no request: the record of the game, a rematch. */
    plain({ t }) {
        if (!this.ready) return false;
        if (t === "export") this.queue(async () => this.told({ t: "exported", text: (await read(this.game)).text }));
        if (t === "rematch") this.queue(() => this.rematch());
        return true;
    }

    async rematch() {
        const { text, facts } = await read(this.game);
        const { scenario, names, computers } = JSON.parse(text.slice(0, text.indexOf("\n")));
        const turned = (pair) => [pair[1], pair[0]];
        const rules = await startRules();
        const seat = facts.mode === "screen" ? facts.seat : SEATS[1 - SEATS.indexOf(facts.seat)];
        const order = { mode: facts.mode, seat, seed: randomSeed(), names: turned(names), computers: turned(computers), scenario };
        const next = await begin(rules, order);
        rules.end();
        this.told({ t: "rematch", link: `#local=${next.id}` });
    }

    /** Returns the text of the record. */
    async record() {
        return (await read(this.game)).text;
    }

    remember({ state }) {
        if (state) this.note({ state: this.facts.mode === "screen" && state !== "The game is over" ? "" : state });
    }

    ground() {
        return this.rules.call("ground");
    }

    awake() {}

    close() {
        this.ended = true;
        this.ready = false;
        this.unasked?.();
        this.release?.();
        this.rules?.end();
        this.thinker.end();
    }
}
