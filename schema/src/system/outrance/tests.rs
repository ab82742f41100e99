//! The published tables and figures, and the claims of the rules that follow from tables alone.

use serde_json::{from_value, json};

use super::*;
use crate::common::inches::Length;
use crate::common::view::{Arm, Counter, Start};
use crate::{Common, Scenario, System, load, save, template};

fn own(text: &str) -> Outrance {
    match load(text).scenario {
        Some(Scenario::Outrance(own)) => *own,
        other => panic!("{other:?}"),
    }
}
