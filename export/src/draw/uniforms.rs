//! Counter colors and styles by side and formation.

use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_engine::show::{Piece, Symbol};
use battlewright_schema::{Arm, Common, SideId};
use ecolor::Color32;

use super::counters::{CounterDetail, CounterStyle, PAPER};
use super::ink;
use crate::art::Art;

/// The colors and styles of all counters of a scenario or game.
#[derive(Clone, Debug)]
pub struct CounterColors {
    sides: [Color32; 2],
    /// The ids of the sides, the keys of a theme's side styles.
    ids: Vec<SideId>,
    /// The band color of each formation.
    bands: Vec<(Side, String, Color32)>,
    art: Arc<Art>,
}

impl Default for CounterColors {
    fn default() -> Self {
        Self { sides: [0, 1].map(ink::side), ids: Vec::new(), bands: Vec::new(), art: Arc::default() }
    }
}

impl CounterColors {
    /// Returns default colors for `pieces`; formations get their band colors in order of appearance.
    pub fn new(pieces: &[Piece]) -> Self {
        let mut bands: Vec<(Side, String, Color32)> = Vec::new();
        for piece in pieces {
            let Some(formation) = &piece.formation else { continue };
            let own = || bands.iter().filter(|(side, ..)| *side == piece.side);
            if !own().any(|(_, name, _)| name == formation) {
                bands.push((piece.side, formation.clone(), ink::band(own().count())));
            }
        }
        Self { bands, ..Self::default() }
    }

    /// Applies the colors of the scenario and the styles of the theme.
    #[must_use]
    pub fn chosen(mut self, common: &dyn Common, art: &Arc<Art>) -> Self {
        let sides = common.sides();
        self.sides = [0, 1].map(|side| art.side(common, side));
        self.ids = sides.iter().map(|side| side.id.clone()).collect();
        for formation in common.formations() {
            let side = sides.iter().position(|side| side.id == formation.side);
            let (Some(side), Some(color)) = (side, formation.color) else { continue };
            let own = |(of, name, _): &&mut (Side, String, Color32)| of.index() == side && name == formation.name;
            if let Some((.., band)) = self.bands.iter_mut().find(own) {
                *band = ink::color(color);
            }
        }
        self.art = Arc::clone(art);
        self
    }

    /// The artwork in use.
    pub fn art(&self) -> &Arc<Art> {
        &self.art
    }

    /// Returns the counter style of `piece`.
    pub fn manner(&self, piece: &Piece) -> CounterStyle {
        let formation = piece.formation.as_deref();
        let side = self.ids.get(piece.side.index());
        let dress = self.art.dress(side, arm(piece.symbol), formation, &piece.id);
        let own = formation.and_then(|formation| {
            self.bands.iter().find(|(side, name, _)| *side == piece.side && name == formation).map(|(.., color)| *color)
        });
        let color = dress.field.map_or(self.sides[piece.side.index()], ink::color);
        let band = dress.band.map(ink::color).or(own);
        match piece.symbol {
            Symbol::Badge => return CounterStyle { color: PAPER, plain: true, ..CounterStyle::default() },
            Symbol::Flag => {
                return CounterStyle { color: PAPER, band: Some(color), plain: true, ..CounterStyle::default() };
            }
            // Styles of units do not fit chits, apart from their colors.
            Symbol::Token => {
                return CounterStyle { color, ink: dress.ink.map(ink::color), band, ..CounterStyle::default() };
            }
            Symbol::Infantry
            | Symbol::Cavalry
            | Symbol::Artillery
            | Symbol::Tank
            | Symbol::Aircraft
            | Symbol::Headquarters
            | Symbol::MachineGun => {}
        }
        let template = self.art.face(&dress, piece.face.back).cloned();
        let over = template.as_ref().map(|template| dress.over.clone().unwrap_or_else(|| template.over()));
        CounterStyle {
            color,
            ink: dress.ink.map(ink::color),
            band,
            symbols: dress.symbols.unwrap_or_default(),
            template,
            over: over.map_or(CounterDetail::ALL, |parts| CounterDetail::of(&parts)),
            ..CounterStyle::default()
        }
    }
}

/// Returns the arm that `symbol` stands for; `None` for markers.
fn arm(symbol: Symbol) -> Option<Arm> {
    match symbol {
        Symbol::Infantry => Some(Arm::Infantry),
        Symbol::Cavalry => Some(Arm::Cavalry),
        Symbol::Artillery => Some(Arm::Artillery),
        Symbol::Tank => Some(Arm::Tank),
        Symbol::Aircraft => Some(Arm::Aircraft),
        Symbol::Headquarters => Some(Arm::Headquarters),
        Symbol::MachineGun | Symbol::Badge | Symbol::Flag | Symbol::Token => None,
    }
}
