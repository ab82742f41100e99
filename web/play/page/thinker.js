// The computer players of a game, in a worker of their own with a copy of the game: the page answers while they think. A worker takes no
// message then. To stop a player, its worker is ended, and another takes the best so far.

import { startRules } from "./rules.js";

export class Thinker {
    /** `chosen` is told each choice, with its thought, and `failed` why there is none. */
    constructor({ chosen, failed }) {
        Object.assign(this, { chosen, failed, worker: null, thought: null, known: null });
    }

    /** Lets the computer choose that must. `text` is the record of the game, if there is no worker yet. */
    think(text) {
        this.begin(text, { began: Date.now(), progress: null, isStopped: false });
    }

    /** Lets the computer that thinks choose the best so far at once. `text` is the record of the game. */
    takeOver(text) {
        const { thought } = this;
        const stopped = thought.progress ?? this.known ?? '{"playouts":0}';
        this.end();
        this.begin(text, thought, stopped);
    }

    async begin(text, thought, stopped) {
        this.thought = thought;
        try {
            this.worker ??= this.start(text);
            const rules = await this.worker;
            rules.progress = (progress) => { thought.progress = progress; };
            const choice = await rules.call("think", stopped);
            if (this.thought !== thought) return;
            if (choice === undefined) throw new Error("The computer player has made no choice.");
            this.known = JSON.stringify({ playouts: 0, plan: JSON.parse(choice).plan });
            this.chosen(choice, thought);
        } catch (error) {
            // The worker of a player that was stopped has ended.
            if (this.thought === thought && !(thought.isStopped && !stopped)) this.failed(error);
        }
    }

    async start(text) {
        const rules = await startRules();
        await rules.call("resume", text);
        return rules;
    }

    /** Takes over `lines` that were added to the record. */
    follow(lines) {
        const { worker } = this;
        worker?.then(async (rules) => {
            if (await rules.call("follow", lines)) return;
            // A copy that cannot follow is made anew.
            rules.end();
            if (worker === this.worker) this.worker = null;
        }).catch(() => {});
    }

    /** Ends the thought and the player, whose position is gone. */
    cancel() {
        this.known = null;
        if (this.thought) this.end();
    }

    /** Ends the worker, also while a player thinks. */
    end() {
        this.thought = null;
        this.worker?.then((rules) => rules.end(), () => {});
        this.worker = null;
    }

    /** Returns the state of the player that thinks, for people: what it thinks is secret. `null` if none does. */
    told(sides, chooser) {
        if (!this.thought || chooser === undefined) return null;
        const { began, progress, isStopped } = this.thought;
        const seconds = Math.floor((Date.now() - began) / 1000);
        const { playouts, most } = progress ? JSON.parse(progress) : {};
        const parts = [
            seconds > 0 ? `${seconds} s` : "",
            playouts ? `${playouts}${most ? ` of ${most}` : ""} ${playouts === 1 && !most ? "playout" : "playouts"}` : "",
        ];
        const doing = isStopped ? "The computer chooses at once" : "The computer is thinking";
        const text = `${doing} for the ${sides[chooser]}… ${parts.filter(Boolean).join(", ")}`.trimEnd();
        return { text, part: playouts && most ? Math.min(1, playouts / most) : null, isStopped, began };
    }
}
