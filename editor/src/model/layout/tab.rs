//! The tabs below the map.

/// The tabs at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum BottomTab {
    /// The problem.
    #[default]
    Problems,
    /// The units as a table.
    Units,
    /// The arrivals by turn.
    Turns,
    /// The events of the game.
    Log,
    /// The results of many games.
    Balance,
    /// The file.
    Source,
    /// The tables of the rules.
    Tables,
}

impl BottomTab {
    /// Every tab, in order.
    pub const ALL: [Self; 7] =
        [Self::Problems, Self::Units, Self::Turns, Self::Log, Self::Balance, Self::Source, Self::Tables];

    /// Its title.
    pub fn name(self) -> &'static str {
        match self {
            Self::Problems => "Problems",
            Self::Units => "Order of battle",
            Self::Turns => "Turn track",
            Self::Log => "Event log",
            Self::Balance => "Balance",
            Self::Source => "Source",
            Self::Tables => "Tables",
        }
    }

    /// Its content, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Problems => "Show what is wrong with the scenario; a click leads there.",
            Self::Units => "Show all units as a table, to be sorted, filtered, typed into and pasted.",
            Self::Turns => "Show who enters when and where, to be dragged, and how strong the sides are.",
            Self::Log => "Show what happened in the game, with the rules it happened by.",
            Self::Balance => {
                "Let computers play many games, and show who wins, what decides it and what a change does."
            }
            Self::Source => "Show the file as it would be saved.",
            Self::Tables => "Show the tables of the rules, to be read or changed.",
        }
    }
}
