// The page of a game on a server.

import { run } from "./game.js";
import { listInto, ofFragment } from "./games.js";
import { Link } from "./link.js";
import { part } from "./parts.js";
import { show } from "./state.js";

run({
    ofFragment,
    connect: (seat, told, changed) => new Link(seat, told, changed),
    elsewhere() {
        show("games");
        part("no-games").hidden = listInto(part("game-list")) > 0;
    },
});
