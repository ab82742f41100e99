//! The boards beside the map: the steps of a turn, orders, the cup and chits, and Command Event tracks. Those of the
//! armies are in `boards_armies.rs`.

use battlewright_schema::at_any_cost::{Event as Chance, HqOrder};

use crate::rules::r20_command_events::{CANCEL_TRACK, ROLL_TRACK};
use crate::stage::Part;
use crate::state::{ActivatedUnits, Chit, ChitPlace};
use crate::{Action, AtAnyCost, ChitIx, FormationIx, MovingPiece, rulebook as rule};
use battlewright_core::game::{Game as _, Rule, Side};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Form, SideBoard, Token, TokenStatus};

impl AtAnyCost {
    /// Everything that lies beside the map.
    pub(crate) fn all_boards(&self) -> Vec<SideBoard> {
        let mut boards = vec![self.sequence_board()];
        boards.extend(self.order_board());
        boards.push(self.cup_board());
        boards.extend(Side::BOTH.into_iter().filter_map(|side| self.held_board(side)));
        boards.extend(Side::BOTH.into_iter().filter_map(|side| self.track_board(side)));
        boards.push(self.turn_track_board());
        boards.extend(Side::BOTH.map(|side| self.formation_board(side)));
        boards.extend(Side::BOTH.into_iter().filter_map(|side| self.rebuild_board(side)));
        boards
    }

    /// 5.0: the phases and steps of a turn, and which one is at work.
    fn sequence_board(&self) -> SideBoard {
        let steps: [(&str, Rule, &str); Part::ALL.len()] = [
            ("Planning", rule::PLANNING, "Each side chooses an Event Chit, and others are set aside."),
            ("Held chits", rule::HELD_PHASE, "Before each draw, both sides may play chits they hold."),
            ("Chit", rule::CHIT_DRAW, "A chit is drawn: a formation acts, or its owner uses an event."),
            ("Orders", rule::ORDERS, "The active HQ gives an order; units out of Command Range roll for it."),
            ("Fire", rule::FIRE_ELIGIBILITY, "Active infantry and artillery fire, one unit at a time."),
            ("Movement", rule::MOVEMENT, "Active units move or charge, and enemies next to them fire."),
            ("Assault", rule::ASSAULT_ELIGIBILITY, "Active units assault hexes next to them."),
            ("Rally", rule::RALLY, "The HQ lets units recover and rebuilds others; infantry digs."),
            ("End of turn", rule::END_TURN, "Chits and groups may be hurried; the next turn begins."),
        ];
        let now = self.part();
        let at = Part::ALL.iter().position(|part| Some(*part) == now);
        let tokens = steps.iter().enumerate().map(|(n, (name, rule, help))| {
            let stand = TokenStatus::of_step(n, at, now == Some(Part::Over));
            Token::new(*name, "", stand, None, *help, *rule)
        });
        SideBoard {
            title: "Sequence of play",
            side: None,
            help: "Chits are drawn until the cup is empty; a formation whose chit is drawn goes through five steps.",
            rule: rule::ACTIVATION,
            form: Form::Steps,
            tokens: tokens.collect(),
        }
    }

    /// 7.1: the order of the formation that is active, or those that it may be given.
    fn order_board(&self) -> Option<SideBoard> {
        let activation = self.activation()?;
        let tokens = HqOrder::ALL.into_iter().map(|order| {
            let (stand, note) = match activation.order {
                Some(given) if given == order => (TokenStatus::Now, "in force"),
                Some(_) if activation.entering_order == Some(order) => (TokenStatus::Now, "of the reinforcements"),
                Some(_) => (TokenStatus::Out, "not given"),
                None if self.check_order(activation, order).is_ok() => (TokenStatus::Ready, ""),
                None => (TokenStatus::Out, "not open"),
            };
            Token::new(order.name(), note, stand, Some(activation.side), self.order_help(order), rule::ORDER_TYPES)
        });
        Some(SideBoard {
            title: "Order Track",
            side: Some(activation.side),
            help: "The order of the active formation; it is in force until its activation ends.",
            rule: rule::ORDERS,
            form: Form::Chits,
            tokens: tokens.collect(),
        })
    }

    pub(crate) fn order_help(&self, order: HqOrder) -> String {
        let rules = &self.board.rules;
        match order {
            HqOrder::Attack => "Full movement and every kind of combat, charges among them; no rally.".to_owned(),
            HqOrder::Defend => {
                let cavalry =
                    if rules.cavalry_defends_forward { "cavalry may assault whom it faces" } else { "no assault" };
                let (recoveries, rebuilds) = (rules.defend_recoveries, rules.defend_rebuilds);
                let recoveries = counted(recoveries.into(), "recovery", "recoveries");
                let rebuilds = counted(rebuilds.into(), "Rebuild", "Rebuilds");
                format!("Half the movement, fire; {cavalry}; {recoveries}, {rebuilds}, Fieldworks.")
            }
            HqOrder::March => {
                "One MP more and the Road March rate; not next to enemies, no combat, no rally.".to_owned()
            }
            HqOrder::Regroup => {
                let recoveries = counted(rules.regroup_recoveries.into(), "recovery", "recoveries");
                format!("One hex, not next to enemies; no combat; {recoveries}, and Rebuilds.")
            }
        }
    }

    /// 5.1, 6.0: the chits that are in the cup, those that have been drawn, and those that are not in play. Nobody is told
    /// which Event Chits are set aside.
    fn cup_board(&self) -> SideBoard {
        let mut tokens: Vec<Token> = self.board.all_formations().map(|f| self.activation_token(f)).collect();
        for side in Side::BOTH {
            tokens.extend(self.chits_of(side).map(|chit| self.event_token(chit)));
            tokens.extend(self.count_token(side));
        }
        // What is still in the cup first.
        tokens.sort_by_key(|token| token.stand);
        SideBoard {
            title: "The cup",
            side: None,
            help: "The chits that may still be drawn this turn, those that have been drawn, and those not in play.",
            rule: rule::DRAW_CUP,
            form: Form::Chits,
            tokens,
        }
    }

    fn activation_token(&self, formation: FormationIx) -> Token {
        let facts = self.board.formation(formation);
        let active = self.activation().is_some_and(|activation| activation.who == ActivatedUnits::Formation(formation));
        let (stand, note) = if active {
            (TokenStatus::Now, "active".to_owned())
        } else if self.hq(formation).activated {
            (TokenStatus::Done, "drawn".to_owned())
        } else if self.state.cup.contains(&Chit::Activation(formation)) {
            (TokenStatus::Ready, "in the cup".to_owned())
        } else if let Some(turn) = self.chit_turn(formation).filter(|turn| *turn > self.state.turn) {
            (TokenStatus::Out, format!("from turn {turn}"))
        } else {
            (TokenStatus::Out, "not in play".to_owned())
        };
        let help = format!("The Activation Chit of {}: when it is drawn, the formation acts.", facts.name);
        Token::new(&facts.name, note, stand, Some(facts.side), help, rule::ACTIVATION_CHITS)
            .of_piece(self.piece_id(MovingPiece::Hq(formation)))
    }

    fn event_token(&self, chit: ChitIx) -> Token {
        let facts = self.chit(chit);
        let (stand, note) = match self.place_of(chit) {
            ChitPlace::Cup if !self.hides_asides(facts.side) => (TokenStatus::Ready, "in the cup".to_owned()),
            ChitPlace::Cup | ChitPlace::Aside | ChitPlace::Hidden => {
                (TokenStatus::Ready, "in the cup or set aside".to_owned())
            }
            ChitPlace::Chosen => (TokenStatus::Ready, "in the cup".to_owned()),
            ChitPlace::Hand => (TokenStatus::Out, "not in the cup yet".to_owned()),
            ChitPlace::Drawn => (TokenStatus::Now, "drawn now".to_owned()),
            ChitPlace::Held => (TokenStatus::Done, "held".to_owned()),
            ChitPlace::On(formation) => (TokenStatus::Done, format!("on {}", self.board.formation(formation).name)),
            ChitPlace::BesideCup => (TokenStatus::Done, "waits for the next chit".to_owned()),
            ChitPlace::Track => (TokenStatus::Done, "on a track".to_owned()),
            ChitPlace::Used => (TokenStatus::Done, "used".to_owned()),
        };
        let help = self.event_help(facts.event);
        Token::new(facts.event.name(), note, stand, Some(facts.side), help, rule::EVENT_CHITS)
    }

    /// Returns `true` if Event Chits of `side` are set aside.
    fn hides_asides(&self, side: Side) -> bool {
        self.chits_of(side).any(|chit| matches!(self.place_of(chit), ChitPlace::Aside | ChitPlace::Hidden))
    }

    /// 5.1: the numbers of Event Chits of `side` in the cup and set aside; nothing for a side without chits.
    fn count_token(&self, side: Side) -> Option<Token> {
        self.chits_of(side).next()?;
        let is_theirs = |chit: &&Chit| match chit {
            Chit::Event(event) => self.chit(*event).side == side,
            Chit::Unknown(of) => *of == side,
            Chit::Activation(_) => false,
        };
        let in_cup = self.state.cup.iter().filter(is_theirs).count();
        let aside = if self.hides_asides(side) { self.set_aside_so_far(side) } else { 0 };
        let stand = if in_cup > 0 { TokenStatus::Ready } else { TokenStatus::Out };
        let help = "Nobody knows which Event Chits are set aside before the turn ends.";
        let text = format!("{} in the cup", counted(in_cup, "Event Chit", "Event Chits"));
        let note = format!("{aside} set aside");
        Some(Token::new(text, note, stand, Some(side), help, rule::PLANNING))
    }

    /// 6.3: the chits that `side` holds; nothing for a side without chits.
    fn held_board(&self, side: Side) -> Option<SideBoard> {
        self.chits_of(side).next()?;
        let mut legal = Vec::new();
        self.actions(&mut legal);
        let plays = |chit: ChitIx| {
            legal.iter().any(|action| match action {
                Action::Chit(played) | Action::FireWith { chit: played, .. } => *played == chit,
                _ => false,
            })
        };
        let held = self.chits_of(side).filter(|chit| self.place_of(*chit) == ChitPlace::Held);
        let tokens = held.map(|chit| {
            let (stand, note) =
                if plays(chit) { (TokenStatus::Now, "can be played now") } else { (TokenStatus::Ready, "held") };
            let event = self.chit(chit).event;
            Token::new(event.name(), note, stand, Some(side), self.event_help(event), rule::EVENTS)
        });
        Some(SideBoard {
            title: "Held chits",
            side: Some(side),
            help: "Event Chits kept for later; those that are not played by the end of the turn are lost.",
            rule: rule::EVENT_CHITS,
            form: Form::Chits,
            tokens: tokens.collect(),
        })
    }

    /// 20.1: the Command Event tracks of `side`; nothing for a side without chits.
    fn track_board(&self, side: Side) -> Option<SideBoard> {
        self.chits_of(side).next()?;
        let tokens = [ROLL_TRACK, CANCEL_TRACK].map(|track| {
            let chits = self.chits_on_track(side, track);
            let stand = if chits > 0 { TokenStatus::Now } else { TokenStatus::Ready };
            let note = format!("{}: {}", counted(chits.into(), "chit", "chits"), self.track_use(side, track));
            Token::new(self.track_name(side, track), note, stand, Some(side), track_help(track), rule::COMMAND_EVENTS)
        });
        Some(SideBoard {
            title: "Command Events",
            side: Some(side),
            help: "Event Chits that were not used as events, on the two tracks of their side.",
            rule: rule::COMMAND_EVENTS,
            form: Form::Rows,
            tokens: tokens.into(),
        })
    }

    /// The use of an event.
    pub(crate) fn event_help(&self, event: Chance) -> String {
        let rules = &self.board.rules;
        let (fire, assault) = (&rules.tables.fire_shifts, &rules.tables.assault_shifts);
        match event {
            Chance::BeatenZone => "Played or held. Infantry or mitrailleuses fire, if held before a moving enemy enters its \
                next hex, too, which a hit halts. With Moulin à Café they have an Ammo Problem, and fire with their full SP \
                at Extreme Range."
                .to_owned(),
            Chance::KruppsGuns => "Played or held. Artillery fires, if held before a moving enemy enters its next hex, too, \
                which a hit halts. With an Artillery Charge the battery moves first, and fires with half its SP."
                .to_owned(),
            Chance::FeuDeBataillon => format!(
                "Goes on the HQ of an infantry corps whose chit is in the cup: it defends, moves one hex, and its fire \
                 shifts by {:+}.",
                fire.feu_de_bataillon
            ),
            Chance::FuriaFrancese => format!(
                "At once. Infantry within {} hexes of an enemy unit goes next to one on a die up to its TCR, and assaults \
                 with a shift of {:+}.",
                rules.event_reach, assault.furia_francese
            ),
            Chance::MarshalBazaine => {
                let unit = if rules.bazaine_without_artillery { "An infantry or cavalry unit" } else { "A unit" };
                format!("At once. {unit} acts under any order, even if it has acted or is Broken.")
            }
            Chance::PrussianAggressiveTactics => format!(
                "At once. Prussian infantry within {} hexes of the French is lured into an assault, unless Prussian \
                 Aggressiveness cancels the event.",
                rules.event_reach
            ),
            Chance::Auftragstaktik => format!(
                "At once. Up to two infantry units of a division move half their allowance, and assault with a shift of \
                 {:+}.",
                assault.auftragstaktik
            ),
            Chance::BazainesMalaise => "Goes on a French HQ that has not acted: its formation is not activated, unless \
                Bazaine's Leadership cancels the event."
                .to_owned(),
            Chance::PrussianOfficers => {
                "At once. A division acts under any order, even if it has acted, and with it its Broken units.".to_owned()
            }
            Chance::ACloudOfSkirmishers => format!(
                "Played or held. Costs an enemy Front Line unit within {} hexes of infantry an Elan Hit; or, if held, halves \
                 the colored die of an enemy fire. The same chit of the enemy cancels it.",
                rules.skirmish_reach
            ),
            Chance::BattlefieldConditions => format!(
                "Held. Shifts a fire by {} columns, or an assault by {}, to either side.",
                fire.battlefield_conditions, assault.battlefield_conditions
            ),
            Chance::FortunesOfWar => "Rolled for at once: nothing, a degraded or an enhanced chit next, or a leader who \
                falls."
                .to_owned(),
            Chance::MisinterpretedOrders => "Held. When an enemy HQ is about to take its order, a die decides it instead.".to_owned(),
        }
    }
}

/// So many of a thing, in words.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The use of a Command Event track.
pub(crate) fn track_help(track: u8) -> &'static str {
    if track == ROLL_TRACK {
        "Each chit adds 1 to the roll at the end of the turn that brings chits or groups on earlier; without a chit there is \
         no roll."
    } else {
        "The more chits, the likelier a die cancels the event of the enemy."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::r05_sequence::SequenceTask;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::show::Show as _;

    fn two_corps(more: &str) -> Position {
        position(&format!(
            "corps ii french at 0101 rating 2 4
            french infantry f1 5/3 at 0202 of ii
            corps x prussian at 0801 rating 3 5
            prussian infantry p1 8/4 at 0703 of x
            {more}"
        ))
    }

    #[track_caller]
    fn board(table: &Table, title: &str, side: Option<Side>) -> SideBoard {
        let found = table.game.boards().into_iter().find(|board| board.title == title && board.side == side);
        found.unwrap_or_else(|| panic!("there is no board `{title}`"))
    }

    fn shown(board: &SideBoard) -> Vec<String> {
        board.tokens.iter().map(|token| format!("{} | {} | {:?}", token.text, token.note, token.stand)).collect()
    }

    #[test]
    fn r5_4_the_step_at_work_is_marked() {
        let steps = |table: &Table| {
            let board = board(table, "Sequence of play", None);
            let now: Vec<_> = board.tokens.iter().filter(|token| token.stand == TokenStatus::Now).collect();
            let [now] = now.as_slice() else { panic!("{board:?}") };
            let done = board.tokens.iter().filter(|token| token.stand == TokenStatus::Done).count();
            (now.text.clone(), now.rule.number, done)
        };
        let mut table = two_corps("").cup();
        assert_eq!(steps(&table), ("Chit".into(), "5.3", 2));
        table.draws("ii");
        assert_eq!(steps(&table), ("Orders".into(), "7.1", 3));
        table.does("order march, move f1, hex 0203");
        assert_eq!(steps(&table), ("Movement".into(), "12.1", 5));
    }

    #[test]
    fn r7_1_the_order_track_shows_the_orders_that_are_open_and_then_the_one_in_force() {
        let mut table = two_corps("clock 22:00").activate("ii");
        let orders = |table: &Table| shown(&board(table, "Order Track", Some(FRENCH)));
        assert_eq!(
            orders(&table),
            ["Attack | not open | Out", "Defend |  | Ready", "March |  | Ready", "Regroup |  | Ready"]
        );
        table.does("order march");
        assert_eq!(orders(&table)[1..3], ["Defend | not given | Out", "March | in force | Now"]);
        assert!(two_corps("").table().game.boards().iter().all(|board| board.title != "Order Track"));
    }

    #[test]
    fn r3_11_the_cup_shows_what_is_in_it_and_what_has_been_drawn() {
        let mut table = two_corps("corps iv french at 0301 chit 5\nchit prussian krupps-guns").cup();
        assert_eq!(
            shown(&board(&table, "The cup", None)),
            [
                "ii | in the cup | Ready",
                "x | in the cup | Ready",
                "Krupp's Guns | in the cup | Ready",
                "1 Event Chit in the cup | 0 set aside | Ready",
                "iv | from turn 5 | Out"
            ]
        );
        table.draws("x").does("order march, pass").draws("krupps-guns");
        let now = shown(&board(&table, "The cup", None));
        assert!(now.contains(&"x | drawn | Done".to_owned()), "{now:?}");
        assert!(now.contains(&"Krupp's Guns | drawn now | Now".to_owned()), "{now:?}");
        table.does("track 0");
        let now = shown(&board(&table, "The cup", None));
        assert!(now.contains(&"Krupp's Guns | on a track | Done".to_owned()), "{now:?}");
    }

    #[test]
    fn r5_1_chits_that_are_set_aside_are_only_counted() {
        let mut table = two_corps(
            "hand french beaten-zone
            hand french furia-francese
            hand french marshal-bazaine
            hand french feu-de-bataillon
            hand french misinterpreted-orders",
        )
        .table();
        table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
        table.does("chit-0");
        while table.game.part() == Some(Part::Planning) {
            table.rolls(&[0]);
        }
        let cup = |game: &AtAnyCost| shown(&game.cup_board());
        let full = cup(&table.game);
        let hidden = |event: &str| format!("{event} | in the cup or set aside | Ready");
        for event in ["Furia Francese", "Marshal Bazaine", "Feu de Bataillon", "Misinterpreted Orders"] {
            assert!(full.contains(&hidden(event)), "{full:?}");
        }
        assert!(full.contains(&"Beaten Zone | in the cup | Ready".to_owned()), "its side has chosen it");
        let count = "2 Event Chits in the cup | 3 set aside | Ready".to_owned();
        assert!(full.contains(&count), "{full:?}");
        let enemy = cup(&table.game.seen_by(PRUSSIAN));
        assert!(enemy.contains(&hidden("Beaten Zone")) && enemy.contains(&count), "{enemy:?}");
        assert_eq!(cup(&table.game.seen_by(FRENCH)), full, "the owner knows no more than that");
    }

    #[test]
    fn r6_3_a_held_chit_that_can_be_played_says_so() {
        let mut table = position(
            "holds prussian krupps-guns
            holds prussian misinterpreted-orders
            french infantry f1 5/3 at 0406
            prussian field p1 6/3 at 0402",
        )
        .moves("french");
        let held = |table: &Table| shown(&board(table, "Held chits", Some(PRUSSIAN)));
        assert_eq!(held(&table), ["Krupp's Guns | held | Ready", "Misinterpreted Orders | held | Ready"]);
        table.does("move f1, hex 0405");
        assert_eq!(held(&table), ["Krupp's Guns | can be played now | Now", "Misinterpreted Orders | held | Ready"]);
        assert!(table.game.boards().iter().all(|board| (board.title, board.side) != ("Held chits", Some(FRENCH))));
    }

    #[test]
    fn r20_1_the_tracks_show_their_chits_and_what_they_are_good_for() {
        let table = two_corps(
            "track french 0 2
            track french 1 1
            hand french beaten-zone",
        )
        .table();
        assert_eq!(
            shown(&board(&table, "Command Events", Some(FRENCH))),
            [
                "Army of the Rhine Activation Chits | 2 chits: +2 on the Activation Chit Table | Now",
                "Bazaine's Leadership | 1 chit: cancels Bazaine's Malaise on a die up to 1 | Now",
            ]
        );
    }

    #[test]
    fn r21_0_the_help_of_an_event_has_the_numbers_of_the_settings() {
        let game = two_corps("").with(|scenario| scenario.rules.skirmish_reach = Some(9)).table().game;
        assert!(game.event_help(Chance::ACloudOfSkirmishers).contains("within 9 hexes"));
        assert!(game.event_help(Chance::MarshalBazaine).contains("infantry or cavalry"));
        let any = two_corps("").with(|scenario| scenario.rules.bazaine_without_artillery = Some(false)).table().game;
        assert!(any.event_help(Chance::MarshalBazaine).contains("A unit acts"));
        assert!(game.order_help(HqOrder::Defend).contains("1 recovery, 1 Rebuild, Fieldworks"));
        assert!(game.order_help(HqOrder::Regroup).contains("3 recoveries, and Rebuilds"));
        assert!(game.event_help(Chance::Auftragstaktik).contains("shift of +2"));
    }
}
