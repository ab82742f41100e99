//! What the lints look at, found out once.

use super::walk::Walk;
use crate::Scenario;
use crate::place::Places;

pub(crate) struct Context<'s> {
    pub(crate) scenario: &'s Scenario,
    pub(crate) walk: Walk,
    #[expect(dead_code, reason = "the lints that use it follow")]
    pub(crate) places: Option<Places<'s>>,
}

impl<'s> Context<'s> {
    pub(crate) fn new(scenario: &'s Scenario, places: Option<Places<'s>>) -> Self {
        let walk = match scenario {
            Scenario::MarsLaTour(scenario) => Walk::over(scenario),
        };
        Self { scenario, walk, places }
    }
}
