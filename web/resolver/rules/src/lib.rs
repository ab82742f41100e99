//! The resolver of La Guerre à Outrance with the rules of a scenario or a ruleset, for its page. The same file and the same seed
//! give the same result as `battlewright resolve --scenario FILE --seed`.

use battlewright_outrance::resolver::TableRules;
use battlewright_resolver_page::{form_by, initiative_by, resolve_by};
use battlewright_schema::BundledRulesets;
use wasm_bindgen::prelude::*;

/// The rules of a file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FileRules(TableRules);

#[wasm_bindgen]
impl FileRules {
    /// Reads a scenario or a ruleset, which can use the rulesets that the program brings.
    ///
    /// # Errors
    /// The file has errors or is of another system.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Self, JsError> {
        Ok(Self(TableRules::read(bytes, &BundledRulesets)?))
    }

    /// Returns a sentence about each rule in rows that is left out.
    pub fn left_out(&self) -> Vec<String> {
        self.0.rows.left_out().iter().map(ToString::to_string).collect()
    }

    /// Returns the fields of the form as the first program does.
    pub fn form(&self) -> String {
        form_by(&self.0.rules)
    }

    /// Resolves an action as the first program does.
    ///
    /// # Errors
    /// The request is no JSON of an action.
    pub fn resolve(&self, request: &str) -> Result<String, JsError> {
        resolve_by(request, &self.0.rules, Some(&self.0.rows))
    }

    /// Draws the side that acts next as the first program does.
    pub fn initiative(&self, french: u16, prussian: u16, seed: u32, percentages: bool) -> String {
        initiative_by(&self.0.rules, french, prussian, seed, percentages)
    }
}
