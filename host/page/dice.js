// The share of the player in the dice, and the check of the numbers after the game.
//
// The server binds itself to a secret before the game, and each player to a share; the numbers follow from all of them together. A
// commitment is the SHA-256 of its parts, each with its length in front as 32 bits, the lowest byte first.

import { diceOf, keepDice } from "./games.js";

const PURPOSES = ["share first", "share second"];

/** `true` if this browser can hash: only over a secure connection or on the same machine. */
export const canHash = Boolean(globalThis.crypto?.subtle);

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the bytes of 64 hexadecimal digits; `null` if these are none. */
function bytesOf(text) {
    if (!/^[0-9a-f]{64}$/.test(text ?? "")) return null;
    return Uint8Array.from(text.match(/../g), (digits) => Number.parseInt(digits, 16));
}

async function commitment(purpose, game, bytes) {
    const encoder = new TextEncoder();
    const parts = [encoder.encode("battlewright 1"), encoder.encode(purpose), encoder.encode(game), bytes];
    const all = new Uint8Array(parts.reduce((size, part) => size + 4 + part.length, 0));
    let at = 0;
    for (const part of parts) {
        new DataView(all.buffer).setUint32(at, part.length, true);
        all.set(part, at + 4);
        at += 4 + part.length;
    }
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", all)));
}

/**
 * Returns what the page of `side` must send for the dice as they are `told`: a request, or `null`; and what the player should know.
 */
export async function nextStep(game, side, told) {
    const known = diceOf(game);
    if (known.commitment === undefined) keepDice(game, { commitment: told.commitment });
    if (side === null || told.ready) return { request: null, note: "" };
    const promised = told.promises[side];
    if (promised === null) {
        if (!canHash) return { request: { t: "promise", hash: "" }, note: "" };
        let share = bytesOf(known[side]);
        if (!share) {
            share = crypto.getRandomValues(new Uint8Array(32));
            // Kept before anybody is told: a share that is lost cannot be opened.
            keepDice(game, { [side]: hex(share) });
        }
        return { request: { t: "promise", hash: await commitment(PURPOSES[side], game, share) }, note: "" };
    }
    if (told.opened[side]) return { request: null, note: "" };
    const share = bytesOf(known[side]);
    if (!share || !canHash || await commitment(PURPOSES[side], game, share) !== promised) {
        const note = "Your share in the dice lies in the browser in which this seat was opened first. "
            + "Open the game there once; then it goes on everywhere.";
        return { request: null, note };
    }
    const all = told.promises.every((promise) => promise !== null);
    return { request: all ? { t: "share", share: hex(share) } : null, note: "" };
}

/** Returns a sentence about the dice of a game that goes on. */
export function about(told, computers) {
    const shares = told.promises.filter((promise) => promise).length;
    if (!told.ready) return "The dice are made when both pages were opened: each adds a share that the others cannot know before.";
    if (shares === 2) return "The dice follow from a secret of the server and a share of each player. None of them could choose a number.";
    if (shares === 1) {
        const other = computers.some(Boolean) ? "The computer player adds none." : "The other page could add none.";
        return `The dice follow from a secret of the server and the share of one player. ${other}`;
    }
    return "The dice are the server's alone: no page could add a share, because the connection is not secure. "
        + "At the end it is shown that the server did not change them.";
}

/** Returns sentences about the dice of a game that is over, each with `good` if its check was passed. */
export async function checked(game, side, proof) {
    if (!canHash) {
        return [{ good: false, text: "The dice cannot be checked here, because the connection is not secure. Save the record to check it elsewhere." }];
    }
    const known = diceOf(game);
    const found = [];
    const secret = bytesOf(proof.secret);
    const fits = secret && proof.game === game && await commitment("dice", game, secret) === proof.commitment;
    const first = known.commitment ?? proof.commitment;
    if (fits && first === proof.commitment) {
        found.push({ good: true, text: "The secret of the server is the one to which it was bound before the game." });
    } else {
        found.push({ good: false, text: "The secret is not the one to which the server was bound: it has changed the dice." });
    }
    for (const [n, share] of proof.shares.entries()) {
        const own = n === side;
        const whose = own ? "Your share" : "The other share";
        if (!share && !proof.commitments[n]) continue;
        const bytes = bytesOf(share);
        const bound = bytes && await commitment(PURPOSES[n], game, bytes) === proof.commitments[n];
        const same = !own || known[n] === undefined || known[n] === share;
        if (bound && same) found.push({ good: true, text: `${whose} is in the dice, unchanged.` });
        else found.push({ good: false, text: `${whose} is not the one that was promised before the game.` });
    }
    return found;
}
