//! Scenarios that games are played on, shared by their games, and their maps.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use battlewright_referee::{GameTable, OpenError};

use crate::pack;

/// The maps that are kept ready.
const GROUNDS: usize = 32;

/// The effort for a map that is packed: what browsers get at once.
const EFFORT: i32 = 6;

/// The map of a scenario as an SVG.
#[derive(Clone)]
pub(crate) struct Ground {
    /// The text.
    pub(crate) svg: Arc<[u8]>,
    /// The same, packed with brotli.
    pub(crate) packed: Arc<[u8]>,
}

/// The scenarios of games in memory, by the hashes of their texts.
#[derive(Default)]
pub(crate) struct Tables {
    open: Mutex<BTreeMap<String, Weak<GameTable>>>,
    grounds: Mutex<VecDeque<(String, Ground)>>,
}

impl Tables {
    /// Returns the scenario with the text `text`, whose hash is `hash`. It blocks: reading a scenario takes a while.
    ///
    /// # Errors
    /// The reason why no game of it can be played.
    pub(crate) fn open(&self, hash: &str, text: &str) -> Result<Arc<GameTable>, OpenError> {
        let known = |open: &BTreeMap<String, Weak<GameTable>>| open.get(hash).and_then(Weak::upgrade);
        if let Some(table) = known(&self.open.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(table);
        }
        let table = Arc::new(GameTable::open(text)?);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = known(&open) {
            return Ok(first);
        }
        open.retain(|_, table| table.strong_count() > 0);
        open.insert(hash.to_owned(), Arc::downgrade(&table));
        Ok(table)
    }

    /// Returns the map of the scenario with this hash, if it is ready.
    pub(crate) fn ready(&self, hash: &str) -> Option<Ground> {
        let grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        grounds.iter().find(|(known, _)| known == hash).map(|(_, ground)| ground.clone())
    }

    /// Draws the map of `table`, whose text has this hash. It blocks.
    ///
    /// # Errors
    /// The map is too large for memory.
    pub(crate) fn draw(&self, hash: &str, table: &GameTable) -> io::Result<Ground> {
        let svg = table.ground()?.into_bytes();
        let packed = pack::brotli(&svg, EFFORT)?;
        let ground = Ground { svg: svg.into(), packed: packed.into() };
        let mut grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        grounds.retain(|(known, _)| known != hash);
        grounds.push_front((hash.to_owned(), ground.clone()));
        grounds.truncate(GROUNDS);
        Ok(ground)
    }
}
