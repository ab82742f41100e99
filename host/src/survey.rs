//! The look at all games that go on, when the program is another one than before: its operator learns which games are held. A game
//! that is opened meanwhile is looked at first.

use std::sync::Arc;
use std::time::UNIX_EPOCH;

use crate::VERSION;
use crate::admin::restored;
use crate::error::StoreError;
use crate::host::Host;
use crate::store::{self, games};

/// The key of the program that has looked at all games.
const SURVEYED: &str = "surveyed";

/// Looks at all games that go on, unless this program has done so.
pub(crate) async fn survey(host: Arc<Host>) {
    if let Err(error) = look(&host).await {
        host.log(format_args!("the games cannot be looked at: {error}"));
    }
}

async fn look(host: &Arc<Host>) -> Result<(), StoreError> {
    let program = tokio::task::spawn_blocking(program).await.map_err(|_| StoreError::Closed)?;
    let read =
        store::read(&host.store, |connection| Ok((store::meta(connection, SURVEYED)?, games::list(connection)?)));
    let (known, games) = read.await?;
    if known.as_ref() == Some(&program) {
        return Ok(());
    }
    let (mut running, mut held) = (0, 0);
    for game in games.into_iter().filter(|game| !game.over) {
        let id = game.id.clone();
        let read = store::read(&host.store, move |connection| games::load(connection, &id));
        let Some(stored) = read.await? else { continue };
        // New games that are checked share the cores with these.
        let Ok(_permit) = host.checkers.acquire().await else { return Ok(()) };
        let looking = Arc::clone(host);
        let looked = tokio::task::spawn_blocking(move || {
            match looking.tables.open(&stored.scenario, &stored.record.header.scenario) {
                Ok(table) => restored(&table, stored).hold().map(ToString::to_string),
                Err(error) => Some(error.to_string()),
            }
        });
        running += 1;
        if let Some(why) = looked.await.unwrap_or_else(|_| Some("the rules fail".to_owned())) {
            held += 1;
            host.log(format_args!("game {}: the rules of this version lead elsewhere: {why}", game.id));
        }
    }
    if running > 0 {
        host.log(format_args!("this version plays on {} of the {running} games that go on", running - held));
    }
    host.store.write(move |connection| store::keep_meta(connection, SURVEYED, &program)).await
}

/// Returns what tells this program from another one, which may have the same version.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let facts = file.map(|file| {
        let changed = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        format!("{} bytes of {}", file.len(), changed.as_secs())
    });
    format!("{VERSION}, {}", facts.unwrap_or_default())
}
