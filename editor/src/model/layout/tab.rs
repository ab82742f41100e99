//! The tabs of the bottom panel.

/// A tab of the bottom panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum BottomTab {
    /// The problems of the scenario.
    #[default]
    Problems,
    /// The order of battle as a table.
    Units,
    /// The turn track.
    Turns,
    /// The event log of the game.
    Log,
    /// The balance lab.
    Balance,
    /// The source text of the file.
    Source,
    /// The tables of the rules.
    Tables,
    /// The charts of the scenario as they stand on paper.
    Printed,
    /// The resolver for games at a real table.
    Resolver,
}

impl BottomTab {
    /// All tabs, in order.
    pub const ALL: [Self; 9] = [
        Self::Problems,
        Self::Units,
        Self::Turns,
        Self::Log,
        Self::Balance,
        Self::Source,
        Self::Tables,
        Self::Printed,
        Self::Resolver,
    ];

    /// Returns the title of the tab.
    pub fn name(self) -> &'static str {
        match self {
            Self::Problems => "Problems",
            Self::Units => "Order of battle",
            Self::Turns => "Turn track",
            Self::Log => "Event log",
            Self::Balance => "Balance",
            Self::Source => "Source",
            Self::Tables => "Tables",
            Self::Printed => "As printed",
            Self::Resolver => "Resolver",
        }
    }

    /// Returns a description in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Problems => "Show the problems of the scenario. Click one to go there.",
            Self::Units => "Show all units in a table to sort, filter and edit.",
            Self::Turns => "Show reinforcements by turn and entry, and the strength of the sides.",
            Self::Log => "Show the events of the game with their rules.",
            Self::Balance => "Play many games between computer players, and evaluate the results.",
            Self::Source => "Show and edit the text of the file.",
            Self::Tables => "Show and edit the tables of the rules.",
            Self::Printed => "Show the charts of the scenario as they are printed. Click a number to edit it.",
            Self::Resolver => "Resolve actions of a game at a real table, without a scenario.",
        }
    }
}
