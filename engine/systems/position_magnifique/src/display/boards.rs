//! The boards beside the map: the steps of a turn, the cup, held chits, formations with their orders, and morale.

use battlewright_schema::position_magnifique::{Event as Chance, Kind, Nation};
use battlewright_schema::words;

use crate::event::event_rule;
use crate::rules::r09_chits::UseChit;
use crate::rules::r17_events::event_name;
use crate::stage::Part;
use crate::state::{ActivatedUnits, At, Chit, ChitIx, Task};
use crate::{FormationIx, MovingPiece, Order, PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Form, SideBoard, Token, TokenStatus};

impl PositionMagnifique {
    /// Returns all boards beside the map.
    pub(crate) fn all_boards(&self) -> Vec<SideBoard> {
        let mut boards = vec![self.sequence_board(), self.cup_board()];
        for side in Side::BOTH {
            boards.extend(self.held_board(side));
        }
        for side in Side::BOTH {
            boards.push(self.formation_board(side));
        }
        boards.extend(Side::BOTH.map(|side| self.morale_board(side)));
        boards
    }

    /// 8.0: the steps of a turn, with the current one marked.
    fn sequence_board(&self) -> SideBoard {
        let steps: [(Part, &str, Rule, &str); 7] = [
            (
                Part::Chits,
                "Chit",
                rule::ACTIVATION_CHITS,
                "A chit is drawn: it activates a formation or triggers an event.",
            ),
            (Part::Fire, "Fire", rule::FIRE_ELIGIBILITY, "Active infantry and artillery fire, one unit at a time."),
            (Part::Command, "Orders", rule::ORDERS, "The active HQ gets its order; units out of command are marked."),
            (
                Part::Movement,
                "Movement",
                rule::MOVEMENT,
                "Active units move or charge; those out of command roll first.",
            ),
            (Part::Assault, "Assault", rule::ASSAULT_ELIGIBILITY, "Active units assault enemies next to them."),
            (
                Part::Rally,
                "Rally",
                rule::RALLY,
                "When no Activation Chit is left: HQs remove markers and rebuild units.",
            ),
            (Part::Housekeeping, "Housekeeping", rule::HOUSEKEEPING, "Markers are removed and the next turn begins."),
        ];
        let now = self.part().unwrap_or(Part::Chits);
        let at = steps.iter().position(|(part, ..)| *part == now);
        let mut tokens: Vec<Token> = Vec::new();
        if now == Part::Setup {
            let help = "Pieces with a zone are placed, and every HQ gets its first order.";
            tokens.push(Token::new("Setup", "", TokenStatus::Now, None, help, rule::SETUP));
        }
        tokens.extend(steps.iter().enumerate().map(|(n, (_, name, rule, help))| {
            let stand = TokenStatus::of_step(n, at, now == Part::Over);
            Token::new(*name, "", stand, None, *help, *rule)
        }));
        SideBoard {
            title: "Sequence of play",
            side: None,
            help: "Chits are drawn until no Activation Chit is left; each activated formation goes through four phases.",
            rule: rule::ACTIVATION_PHASES,
            form: Form::Steps,
            tokens,
        }
    }

    /// 9.0: the chits in the cup, the chits drawn, and the chits out of the game.
    fn cup_board(&self) -> SideBoard {
        let mut tokens: Vec<Token> = self.board.all_formations().map(|f| self.activation_token(f)).collect();
        let events = ChitIx::all(self.board.chits.len());
        tokens.extend(events.map(|chit| self.event_token(chit)));
        for side in Side::BOTH {
            let secret = self.state.cup.iter().filter(|chit| **chit == Chit::Secret(side)).count();
            tokens.extend((0..secret).map(|_| {
                let help = "An Activation Chit that its side added in secret.";
                Token::new("Secret chit", "in the cup", TokenStatus::Ready, Some(side), help, rule::VARIABLE_SCENARIO)
            }));
        }
        // Chits in the cup come first.
        tokens.sort_by_key(|token| token.stand);
        SideBoard {
            title: "The cup",
            side: None,
            help: "Chits still in the cup, chits drawn this turn, and chits out of play.",
            rule: rule::ACTIVATION_CHITS,
            form: Form::Chits,
            tokens,
        }
    }

    fn activation_token(&self, formation: FormationIx) -> Token {
        let facts = self.board.formation(formation);
        let chosen_in_secret = self.board.side(facts.side).chosen_chits.contains(&formation);
        let hidden = chosen_in_secret && self.state.cup.contains(&Chit::Secret(facts.side));
        let active = self.activation().is_some_and(|activation| activation.who == ActivatedUnits::Formation(formation));
        let (stand, note) = if active {
            (TokenStatus::Now, "active".to_owned())
        } else if self.hq(formation).activated {
            (TokenStatus::Done, "drawn".to_owned())
        } else if self.state.cup.contains(&Chit::Activation(formation)) {
            (TokenStatus::Ready, "in the cup".to_owned())
        } else if hidden {
            (TokenStatus::Out, "in the cup or still aside".to_owned())
        } else if let Some(turn) = facts.chit_from_turn.filter(|turn| *turn > self.state.turn) {
            (TokenStatus::Out, format!("from turn {turn}"))
        } else {
            (TokenStatus::Out, "aside".to_owned())
        };
        let help = format!("The Activation Chit of {}: when it is drawn, the formation acts.", facts.name);
        Token::new(&facts.name, note, stand, Some(facts.side), help, rule::ACTIVATION_CHITS)
            .of_piece(self.piece_id(MovingPiece::Hq(formation)))
    }

    fn event_token(&self, chit: ChitIx) -> Token {
        let facts = self.chit(chit);
        let held = self.state.held.iter().any(|(held, _)| *held == chit);
        let asked = matches!(self.state.stack.last(), Some(Task::UseChit(UseChit(asked))) if *asked == chit);
        let (stand, note) = if asked {
            (TokenStatus::Now, "drawn now")
        } else if self.state.cup.contains(&Chit::Event(chit)) {
            (TokenStatus::Ready, "in the cup")
        } else if held {
            (TokenStatus::Done, "held")
        } else if self.state.turn < self.board.first_turn {
            (TokenStatus::Out, "from the first turn")
        } else {
            (TokenStatus::Done, "drawn")
        };
        let (front, back) = (event_name(facts.front), event_name(facts.back));
        let text = if front == back { front.to_owned() } else { format!("{front} / {back}") };
        Token::new(text, note, stand, Some(facts.side), self.both_sides(chit), rule::EVENT_CHITS)
    }

    /// 9.2: the chits that `side` holds; `None` for a side without chits.
    fn held_board(&self, side: Side) -> Option<SideBoard> {
        if !self.board.chits.iter().any(|chit| chit.side == side) {
            return None;
        }
        let tokens = self.state.held.iter().filter(|(chit, _)| self.chit(*chit).side == side);
        let tokens = tokens.map(|(chit, event)| {
            let playable = self.plays(*chit);
            let (stand, note) =
                if playable { (TokenStatus::Now, "can be played now") } else { (TokenStatus::Ready, "held") };
            let help = format!("{}\n\n{}", self.event_help(*event), self.both_sides(*chit));
            Token::new(event_name(*event), note, stand, Some(side), help, event_rule(*event))
        });
        Some(SideBoard {
            title: "Held chits",
            side: Some(side),
            help: "Event Chits kept for later; chits not played by the end of the turn return to the cup.",
            rule: rule::EVENT_CHITS,
            form: Form::Chits,
            tokens: tokens.collect(),
        })
    }

    /// Returns `true` if the held `chit` can be played at the current decision.
    fn plays(&self, chit: ChitIx) -> bool {
        use crate::Action as A;
        use battlewright_core::game::Game as _;
        let mut legal = Vec::new();
        self.actions(&mut legal);
        let struggle = matches!(self.state.stack.last(), Some(Task::Struggle(_)));
        let of_struggle = self.state.held.contains(&(chit, Chance::BloodyStruggle));
        legal.iter().any(|action| match action {
            A::FireWith { chit: played, .. } | A::Deathride { chit: played, .. } | A::Play(played) => *played == chit,
            A::Unit(unit) => struggle && of_struggle && self.unit_side(*unit) == self.chit(chit).side,
            _ => false,
        })
    }

    /// 5.0, 11.1: every formation of `side` with its order and state.
    fn formation_board(&self, side: Side) -> SideBoard {
        let formations = self.board.all_formations().filter(|f| self.board.formation(*f).side == side);
        SideBoard {
            title: "Formations",
            side: Some(side),
            help: "Each HQ's order with its Command Rating, and the state of its formation.",
            rule: rule::ORDERS,
            form: Form::Rows,
            tokens: formations.map(|formation| self.formation_token(formation)).collect(),
        }
    }

    fn formation_token(&self, formation: FormationIx) -> Token {
        let (facts, hq) = (self.board.formation(formation), self.hq(formation));
        let active = self.activation().is_some_and(|activation| activation.who == ActivatedUnits::Formation(formation));
        let present = matches!(hq.at, At::Hex(_) | At::Zone);
        let stand = if active {
            TokenStatus::Now
        } else if hq.activated {
            TokenStatus::Done
        } else if present || self.board.units_of(formation).any(|unit| self.hex_of(unit).is_some()) {
            TokenStatus::Ready
        } else {
            TokenStatus::Out
        };
        let order = match hq.order {
            Order::Attack => "A",
            Order::Defend => "D",
        };
        let mut notes = vec![match hq.at {
            At::Due { turn, .. } => format!("HQ comes on turn {turn}"),
            At::Eliminated(_) => "HQ lost".to_owned(),
            At::Hex(_) | At::Zone => {
                format!("{order} {}{}", self.command_rating(formation), self.range_note(formation))
            }
        }];
        let malaise = self.state.malaise == Some(formation);
        for (lies, words) in [
            (active, "active"),
            (hq.activated && !active, "has acted"),
            (hq.overrun, "overrun"),
            (self.is_battle_worn(formation), "battle worn"),
            (self.state.feu == Some(formation), "Feu de Bataillon"),
            (malaise, "Bazaine's Malaise"),
        ] {
            if lies {
                notes.push(words.to_owned());
            }
        }
        let units: Vec<_> = self.board.units_of(formation).collect();
        let count = |is: &dyn Fn(crate::UnitIx) -> bool| units.iter().filter(|unit| is(**unit)).count();
        let on_map = count(&|unit| self.hex_of(unit).is_some());
        let states: [(usize, &str); 5] = [
            (count(&|unit| self.unit(unit).reduced && self.hex_of(unit).is_some()), "reduced"),
            (count(&|unit| self.unit(unit).shaken), "shaken"),
            (count(&|unit| self.unit(unit).low_ammo > 0), "low on ammunition"),
            (count(&|unit| matches!(self.unit(unit).at, At::Eliminated(_))), "eliminated"),
            (count(&|unit| matches!(self.unit(unit).at, At::Due { .. } | At::Zone)), "still to come"),
        ];
        let states: Vec<String> =
            states.iter().filter(|(n, _)| *n > 0).map(|(n, words)| format!("{n} {words}")).collect();
        let more = if states.is_empty() { String::new() } else { format!(": {}", states.join(", ")) };
        let help = format!(
            "{}, {} under Attack orders (A), {} under Defend orders (D). {on_map} of {} units on the map{more}.",
            facts.hq_name,
            facts.attack,
            facts.defend,
            units.len()
        );
        Token::new(&facts.name, notes.join(", "), stand, Some(facts.side), help, rule::ORDERS)
            .of_piece(self.piece_id(MovingPiece::Hq(formation)))
    }

    /// Returns the Command Range of the HQ of `formation` in words, where rows make it another than the Command Rating.
    pub(crate) fn range_note(&self, formation: FormationIx) -> String {
        let reach = self.command_reach(formation);
        if reach == self.command_rating(formation) { String::new() } else { format!(", Command Range {reach}") }
    }

    /// 10.7: the Morale Ratings of `side`, and the reductions in effect.
    fn morale_board(&self, side: Side) -> SideBoard {
        let nation = self.board.side(side).nation;
        let guard = self.board.all_formations().find(|f| {
            let facts = self.board.formation(*f);
            facts.guard && facts.side == side
        });
        let worn = nation == Nation::French && guard.is_some_and(|guard| self.is_battle_worn(guard));
        let mut tokens: Vec<Token> = Vec::new();
        for row in self.board.rules.tables.morale.iter().filter(|row| row.nation == nation) {
            let kinds: Vec<&str> = row.kinds.iter().map(|kind| kind_name(*kind)).collect();
            let note = format!("{}, reduced {}", row.full, row.reduced);
            let help = "A Morale Test succeeds if two dice total no more than the rating. The rating is 1 lower for \
                        shaken units, and for French units of a battle worn formation.";
            tokens.push(Token::new(
                words::capital(&kinds.join(", ")),
                &note,
                TokenStatus::Ready,
                Some(side),
                help,
                rule::MORALE_TESTS,
            ));
        }
        if worn {
            let help = "The Guard is battle worn: the Morale Rating of every French unit is 1 lower.";
            tokens.push(Token::new(
                "Guard battle worn",
                "-1 to all",
                TokenStatus::Now,
                Some(side),
                help,
                rule::MORALE_TESTS,
            ));
        }
        SideBoard {
            title: "Morale",
            side: Some(side),
            help: "Morale Ratings at full and at reduced strength.",
            rule: rule::MORALE_TESTS,
            form: Form::Rows,
            tokens,
        }
    }

    fn both_sides(&self, chit: ChitIx) -> String {
        let facts = self.chit(chit);
        let told = |event: Chance| format!("{}: {}", event_name(event), self.event_help(event));
        if facts.front == facts.back {
            told(facts.front)
        } else {
            format!("{}\n\n{}", told(facts.front), told(facts.back))
        }
    }

    /// Returns the use of an event, in words.
    fn event_help(&self, event: Chance) -> String {
        let rules = &self.board.rules;
        match event {
            Chance::ArtilleryBarrage => "Held. Free fire of artillery between two chits, or return fire.".into(),
            Chance::BeatenZone | Chance::KruppGuns => {
                let arm = if event == Chance::BeatenZone { "infantry" } else { "artillery" };
                format!(
                    "Held. Free fire of {arm} between two chits, return fire, or interdiction of a moving enemy two \
                     hexes away or more; a hit halts the move."
                )
            }
            Chance::NeedlegunFire => "Held. Free fire of infantry between two chits, or return fire.".into(),
            Chance::FeuDeBataillon => "Placed with an infantry corps, if possible one that has not acted: the corps \
                                       defends, moves one hex only, and fires with a bonus while in command."
                .into(),
            Chance::MitrailleuseFire => format!(
                "At once. A battery fires up to {} hexes with factor {}, reduced {}; Prussians test morale at -1.",
                rules.mitrailleuse_range, rules.mitrailleuse_full, rules.mitrailleuse_reduced
            ),
            Chance::PrussianAggressiveTactics => format!(
                "At once. Prussian infantry within two hexes is lured into an assault on {} or more; {:+} out of its \
                 HQ's range.",
                rules.aggressive_from, rules.aggressive_out_of_range
            ),
            Chance::Auftragstaktik => "At once. The units of a division move at half speed and assault with a bonus, \
                                       regardless of their orders."
                .into(),
            Chance::BazainesMalaise => {
                format!(
                    "Placed with a French HQ that has not acted: on a die of {} or less it does not act this turn.",
                    rules.malaise_up_to
                )
            }
            Chance::ColonelCaprivi => format!(
                "At once. On a die of {} or less, a unit is no longer shaken and is activated alone.",
                rules.caprivi_up_to
            ),
            Chance::Deathride => format!(
                "Held. Cavalry charges on a die of {} or less; no Defensive Fire halts it, and it assaults with a bonus.",
                rules.deathride_up_to
            ),
            Chance::BattlefieldConditions => {
                "Held. Smoke hampers a fire at a friendly unit, or undulations help a friendly assault.".into()
            }
            Chance::BloodyStruggle => "Held. After an assault, a unit that did not retreat takes a Morale Test: if it \
                                       passes, an enemy in the fight loses a step."
                .into(),
        }
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::Cavalry => "cavalry",
        Kind::FieldArtillery => "field artillery",
        Kind::HeavyArtillery => "heavy artillery",
        Kind::HorseArtillery => "horse artillery",
    }
}

#[cfg(test)]
mod tests {
    use super::TokenStatus;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::{Show as _, SideBoard};

    fn two_corps(more: &str) -> Position {
        position(&format!(
            "map 9x9
            corps ii french at 0101 range 2 4
            french infantry f1 4/2 at 0202 of ii
            corps x prussian at 0801 range 3 5 defend
            prussian infantry p1 5/3 at 0703 of x
            {more}"
        ))
    }

    fn board(table: &Table, title: &str, side: Option<battlewright_core::game::Side>) -> SideBoard {
        let found = table.game.boards().into_iter().find(|board| board.title == title && board.side == side);
        found.unwrap_or_else(|| panic!("there is no board `{title}`"))
    }

    fn shown(board: &SideBoard) -> Vec<String> {
        board.tokens.iter().map(|token| format!("{} | {} | {:?}", token.text, token.note, token.stand)).collect()
    }

    #[test]
    fn r8_1_the_step_at_work_is_marked() {
        let steps = |table: &Table| {
            let board = board(table, "Sequence of play", None);
            let now: Vec<_> = board.tokens.iter().filter(|token| token.stand == TokenStatus::Now).collect();
            let [now] = now.as_slice() else { panic!("{board:?}") };
            (
                now.text.clone(),
                now.rule.number,
                board.tokens.iter().filter(|token| token.stand == TokenStatus::Done).count(),
            )
        };
        let mut table = two_corps("").cup();
        assert_eq!(steps(&table), ("Chit".into(), "9.1", 0));
        table.draws("ii");
        assert_eq!(steps(&table), ("Orders".into(), "11.1", 2));
        table.does("attack, move f1, hex 0203");
        assert_eq!(steps(&table), ("Movement".into(), "12.1", 3));
        let table = two_corps("").start();
        assert_eq!(steps(&table), ("Setup".into(), "6.1", 0));
    }

    #[test]
    fn r9_1_the_cup_shows_what_is_in_it_and_what_has_been_drawn() {
        let mut table = two_corps("chit prussian krupp-guns colonel-caprivi").cup();
        assert_eq!(
            shown(&board(&table, "The cup", None)),
            ["ii | in the cup | Ready", "x | in the cup | Ready", "Krupp Guns / Colonel Caprivi | in the cup | Ready",]
        );
        table.draws("x").does("attack, pass").draws("krupp-guns");
        assert_eq!(
            shown(&board(&table, "The cup", None)),
            ["ii | in the cup | Ready", "Krupp Guns / Colonel Caprivi | drawn now | Now", "x | drawn | Done"]
        );
        table.does("use krupp-guns");
        let held = board(&table, "Held chits", Some(PRUSSIAN));
        assert_eq!(shown(&held), ["Krupp Guns | held | Ready"]);
        assert_eq!(held.tokens[0].rule.number, "17.2");
        assert!(held.tokens[0].help.contains("interdiction") && held.tokens[0].help.contains("4 or less"), "{held:?}");
        assert!(table.game.boards().iter().all(|board| (board.title, board.side) != ("Held chits", Some(FRENCH))));
    }

    #[test]
    fn r17_2_a_held_chit_that_can_be_played_says_so() {
        let table = position(
            "map 9x9
            holds prussian krupp-guns
            holds prussian bloody-struggle
            french infantry f1 4/2 at 0406
            prussian field p1 9/5 at 0401",
        )
        .moves("french");
        let notes = |table: &Table| shown(&board(table, "Held chits", Some(PRUSSIAN)));
        assert_eq!(notes(&table), ["Krupp Guns | held | Ready", "Bloody Struggle | held | Ready"]);
        let mut table = table;
        table.does("move f1, hex 0405");
        assert_eq!(notes(&table), ["Krupp Guns | can be played now | Now", "Bloody Struggle | held | Ready"]);
    }

    #[test]
    fn r20_3_a_chit_added_in_secret_is_shown_to_its_own_side_only() {
        let mut table = two_corps("")
            .with(|scenario| {
                scenario.formation[0].chit_from_turn = None;
                scenario.side[0].chosen_chits = vec!["ii".into()];
            })
            .start();
        table.does("attack, attack, add ii");
        assert_eq!(shown(&board(&table, "The cup", None))[0], "ii | in the cup | Ready");
        let mut seen = table;
        seen.game = seen.game.seen_by(PRUSSIAN);
        assert_eq!(
            shown(&board(&seen, "The cup", None)),
            ["x | in the cup | Ready", "Secret chit | in the cup | Ready", "ii | in the cup or still aside | Out"]
        );
    }

    #[test]
    fn r11_1_formations_show_orders_and_how_they_stand() {
        let mut table = two_corps("french infantry f2 4/2 at 0303 of ii reduced shaken").set_up();
        assert_eq!(shown(&board(&table, "Formations", Some(FRENCH))), ["ii | A 2 | Ready"]);
        let prussians = board(&table, "Formations", Some(PRUSSIAN));
        assert_eq!(shown(&prussians), ["x | D 5 | Ready"]);
        assert_eq!(prussians.tokens[0].piece.as_deref(), Some("x-hq"));
        let f1 = table.unit("f1");
        table.run(|game, log| game.lose_step(f1, log));
        let french = board(&table, "Formations", Some(FRENCH));
        assert_eq!(shown(&french), ["ii | A 2, battle worn | Ready"]);
        assert!(french.tokens[0].help.contains("2 of 2 units on the map: 2 reduced, 1 shaken"), "{french:?}");
    }

    #[test]
    fn r10_7_morale_is_shown_and_the_guard_matters() {
        let table = two_corps("").with(|scenario| scenario.formation[0].guard = true).set_up();
        let notes = |table: &Table| shown(&board(table, "Morale", Some(FRENCH)));
        let before = notes(&table);
        assert!(before[0].starts_with("Infantry | "), "{before:?}");
        let mut table = table;
        let f1 = table.unit("f1");
        table.run(|game, log| game.lose_step(f1, log));
        assert_eq!(notes(&table).last().unwrap(), "Guard battle worn | -1 to all | Now");
    }

    #[test]
    fn r4_1_a_card_shows_both_sides_and_the_state_in_words() {
        let table = two_corps("french infantry f2 4/2 at 0808 of ii shaken low 1").set_up();
        let card = table.game.card("f2").unwrap();
        assert_eq!(card.faces.iter().map(|face| face.face.name.unwrap()).collect::<Vec<_>>(), ["Full", "Reduced"]);
        let facts: Vec<_> = card.state.iter().map(|fact| fact.text.as_str()).collect();
        for fact in ["At full strength", "In hex 0808", "Under Attack orders", "Shaken: fights and moves at half"] {
            assert!(facts.contains(&fact), "{fact}: {facts:?}");
        }
        let hq = table.game.card("x-hq").unwrap();
        let sides: Vec<_> = hq.faces.iter().map(|face| (face.face.name.unwrap(), face.face.text().unwrap())).collect();
        assert_eq!(sides, [("Defend", "5"), ("Attack", "3")]);
        assert_eq!(table.game.card("nobody"), None);
    }
}
