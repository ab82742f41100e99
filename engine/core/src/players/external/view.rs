//! A position as JSON.

use battlewright_schema::{Face, FaceValue, Grid, Inches, Tabletop};
use serde_json::{Map, Value, json};

use crate::game::{Chance, Game, Side, Turn};
use crate::kit::place::Place;
use crate::show::{Label, Line, Odds, Piece, Show, SideBoard, Spot, Status, Token, Track};

/// The names of the sides, of the hexes and of the places.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) sides: [String; 2],
    /// The grid of the map; `None` on a table.
    pub(super) grid: Option<Grid>,
    /// The table; `None` on a map.
    pub(super) table: Option<Tabletop>,
    /// The named places of the map, each with its hexes, or of the table, each with its point.
    pub(super) places: Vec<(String, Vec<Place>)>,
}

impl Names {
    pub(super) fn side(&self, side: Side) -> &str {
        let [first, second] = &self.sides;
        match side {
            Side::First => first,
            Side::Second => second,
        }
    }

    /// Returns `true` if the point is on the table.
    pub(super) fn has_point(&self, point: Inches) -> bool {
        self.table.is_some_and(|table| {
            let corner = Inches::whole(table.width, table.depth);
            (0..=corner.x).contains(&point.x) && (0..=corner.y).contains(&point.y)
        })
    }

    /// Returns the name of a hex, or the two numbers of a point of a table in thousandths of an inch.
    pub(super) fn place(&self, place: Place) -> Value {
        match (place, &self.grid) {
            (Place::Hex(cell), Some(grid)) => json!(grid.name(cell).to_string()),
            (Place::Hex(cell), None) => json!([cell.column, cell.row]),
            (Place::At(point), _) => json!([point.x, point.y]),
        }
    }

    pub(super) fn side_or_none(&self, side: Option<Side>) -> Value {
        json!(side.map(|side| self.side(side)))
    }

    /// Returns the input for which `game` waits.
    pub(super) fn next(&self, game: &impl Game) -> Map<String, Value> {
        object(match game.turn() {
            Turn::Choose(side) => json!({"next": "choose", "side": self.side(side)}),
            Turn::Chance(Chance::Dice { count, sides }) => {
                json!({"next": "roll", "dice": {"count": count, "faces": sides}})
            }
            Turn::Chance(Chance::Draw { from }) => json!({"next": "roll", "draw": {"from": from}}),
            Turn::Over(outcome) => json!({
                "next": "over",
                "winner": self.side_or_none(outcome.winner),
                "level": outcome.level.name(),
                "points": outcome.points,
            }),
        })
    }

    /// Returns the position in full: the status, the pieces, the tracks and the boards.
    pub(super) fn view(&self, game: &impl Show) -> Map<String, Value> {
        let pieces: Vec<Value> = game.pieces().iter().map(|piece| self.piece(piece)).collect();
        let tracks: Vec<Value> = game.tracks().iter().map(|track| self.track(track)).collect();
        let boards: Vec<Value> = game.boards().iter().map(|board| self.board(board)).collect();
        object(json!({"pieces": pieces, "tracks": tracks, "boards": boards}))
    }

    /// Returns an action.
    pub(super) fn action(&self, label: &Label) -> Value {
        let Label { text, notation, piece, place } = label;
        json!({"notation": notation, "text": text, "piece": piece, "place": place.map(|place| self.place(place))})
    }

    /// Returns a line of the log.
    pub(super) fn line(&self, line: &Line) -> Value {
        json!({
            "text": line.text,
            "rule": line.rule.number,
            "place": line.place.map(|place| self.place(place)),
            "heading": line.heading,
        })
    }

    fn piece(&self, piece: &Piece) -> Value {
        let mut fields = object(json!({
            "id": piece.id,
            "name": piece.name,
            "label": piece.label,
            "side": self.side(piece.side),
            "formation": piece.formation,
            "symbol": format!("{:?}", piece.symbol).to_lowercase(),
            "face": face(&piece.face),
            "markers": piece.markers,
            "active": piece.active,
        }));
        let spot = match &piece.spot {
            Spot::On(place) => json!({"at": self.place(*place)}),
            Spot::Turn(turn, reason) => json!({"due": turn, "reason": reason}),
            Spot::Out(reason) => json!({"out": reason}),
        };
        fields.append(&mut object(spot));
        Value::Object(fields)
    }

    fn track(&self, track: &Track) -> Value {
        json!({"side": self.side(track.side), "name": track.name, "value": track.value})
    }

    fn board(&self, board: &SideBoard) -> Value {
        let tokens: Vec<Value> = board.tokens.iter().map(|token| self.token(token)).collect();
        json!({"title": board.title, "side": self.side_or_none(board.side), "tokens": tokens})
    }

    fn token(&self, token: &Token) -> Value {
        json!({
            "text": token.text,
            "note": token.note,
            "status": format!("{:?}", token.stand).to_lowercase(),
            "side": self.side_or_none(token.side),
            "piece": token.piece,
        })
    }
}

fn face(face: &Face) -> Value {
    let value = match &face.value {
        FaceValue::Nothing => Value::Null,
        FaceValue::Stars(stars) => json!(stars),
        FaceValue::Text(text) => json!(text),
    };
    json!({"name": face.name, "back": face.back, "value": value, "movement": face.points(), "state": face.state})
}

/// Returns the place in the sequence of play.
pub(super) fn status(status: &Status) -> Value {
    json!({
        "turn": status.turn,
        "turns": status.turns,
        "clock": status.clock,
        "phase": status.phase,
        "prompt": status.prompt,
        "rule": status.rule.to_string(),
        "movement": status.movement.map(|movement| json!({"spent": movement.spent, "allowance": movement.allowance})),
    })
}

/// Returns the odds of a fight.
pub(super) fn odds(odds: &Odds) -> Value {
    let modifiers = odds.modifiers.iter().map(|(name, value)| json!({"name": name, "value": value}));
    let cases = odds.cases.iter().map(|case| {
        let results = case.results.iter().map(|(name, rolls)| json!({"name": name, "rolls": rolls}));
        json!({"name": case.name, "results": results.collect::<Vec<_>>(), "of": case.of})
    });
    json!({"modifiers": modifiers.collect::<Vec<_>>(), "cases": cases.collect::<Vec<_>>()})
}

/// Returns the fields of `value`, which is an object.
pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
