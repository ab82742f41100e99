//! Notices to other machines: "your move".
//!
//! A player gives an address. Some time after a turn of the player has begun, one notice is sent there; a turn that was taken back
//! by then is not told.

mod address;
mod send;

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::sleep;

use address::HookAddress;
pub(crate) use address::HookAddressError;
use send::NoticeSender;

use crate::error::StoreError;
use crate::frame::{Frame, written};
use crate::host::Host;
use crate::store;
use crate::store::outbox::{self, DueNotice, TRIES};

/// The notices that are sent at a time.
const TOGETHER: usize = 64;

/// The most letters of the reason why a try has failed.
const LONGEST_ERROR: usize = 200;

/// The longest time without a look for notices.
const LONGEST: Duration = Duration::from_secs(60);

/// The rules of notices to other machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notices {
    /// The time from the beginning of a turn to its notice.
    pub wait: Duration,
    /// The time for a try.
    pub patience: Duration,
    /// The pauses after the first and the second try that fail. After the third one, the turn is told no more.
    pub pauses: [Duration; TRIES - 1],
    /// `true` if notices may go to machines that are not on the public net, such as those of the own house.
    pub private: bool,
    /// Authorities whose certificates are trusted, beside those that Mozilla trusts, in DER.
    pub authorities: Vec<Vec<u8>>,
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            wait: Duration::from_secs(30),
            patience: Duration::from_secs(5),
            pauses: [Duration::from_secs(60), Duration::from_secs(600)],
            private: false,
            authorities: Vec::new(),
        }
    }
}

impl Notices {
    /// Checks the address of a webhook before it is kept.
    ///
    /// # Errors
    /// The reason why no notice can be sent there.
    pub(crate) fn check(&self, address: &str) -> Result<(), HookAddressError> {
        HookAddress::read(address, self.private).map(drop)
    }
}

/// The body of a notice. `text` is what Slack and Mattermost show, `content` what Discord does.
#[derive(Serialize)]
struct NoticeBody<'a> {
    /// The title of the scenario.
    game: &'a str,
    /// The name of the side.
    side: &'a str,
    /// The notice in a sentence.
    text: &'a str,
    /// The same.
    content: &'a str,
    /// The address of the page to play on, without the key to a seat.
    link: &'a str,
}

/// Sends notices when they are due, for as long as the server runs.
pub(crate) async fn run(host: Arc<Host>, notices: Notices) {
    let sender = match NoticeSender::new(&notices) {
        Ok(sender) => sender,
        Err(error) => {
            host.log(format_args!("no notices are sent, as an authority cannot be read: {error}"));
            return;
        }
    };
    loop {
        let now = host.now();
        let found = store::read(&host.store, move |connection| {
            Ok((outbox::due(connection, now, TOGETHER)?, outbox::next(connection)?))
        });
        let (due, next) = match found.await {
            Ok(found) => found,
            Err(error) => {
                host.log(format_args!("notices cannot be read: {error}"));
                sleep(LONGEST).await;
                continue;
            }
        };
        if due.is_empty() {
            let pause = next.map_or(LONGEST, |next| Duration::from_millis(next.saturating_sub(now)).min(LONGEST));
            tokio::select! {
                () = host.turns.notified() => {}
                () = sleep(pause) => {}
            }
            continue;
        }
        match begin(&host, &notices, due).await {
            Ok(begun) => {
                let mut sending = JoinSet::new();
                for notice in begun {
                    sending.spawn(deliver(Arc::clone(&host), sender.clone(), notice));
                }
                while sending.join_next().await.is_some() {}
            }
            Err(error) => {
                // What cannot be noted is not sent: it would be sent again and again.
                host.log(format_args!("notices are not sent: {error}"));
                sleep(LONGEST).await;
            }
        }
    }
}

/// Notes the tries of `due`, and returns those that are to be made.
async fn begin(host: &Host, notices: &Notices, due: Vec<DueNotice>) -> Result<Vec<DueNotice>, StoreError> {
    let (now, pauses) = (host.now(), notices.pauses);
    let begun = host.store.write(move |connection| {
        let mut begun = Vec::new();
        for notice in due {
            let pause = pauses.get(notice.tries).copied().unwrap_or_default();
            let again = now.saturating_add(u64::try_from(pause.as_millis()).unwrap_or(u64::MAX));
            if outbox::begin(connection, &notice, again)? {
                begun.push(notice);
            }
        }
        Ok(begun)
    });
    begun.await
}

/// Makes a try, and tells the pages of the player how it has ended.
async fn deliver(host: Arc<Host>, sender: NoticeSender, notice: DueNotice) {
    let link = format!("{}/host/play/", host.origin.text);
    let text = format!("Your move: {}, {}. {link}", notice.title, notice.side);
    let body = NoticeBody { game: &notice.title, side: &notice.side, text: &text, content: &text, link: &link };
    // Plain structs of texts are always written.
    let body = serde_json::to_string(&body).unwrap_or_default();
    let error = sender.send(&notice.address, body).await.err();
    // The other end may have had a say in it.
    let error = error.map(|error| error.to_string().chars().take(LONGEST_ERROR).collect::<String>());
    let (game, seat) = (notice.game.clone(), notice.seat);
    let ended = host.store.write(move |connection| outbox::end(connection, &notice, error.as_deref())).await;
    match ended {
        Ok(Some(webhook)) => {
            if let Some(live) = host.games.find(&game) {
                live.send(seat, &written(&Frame::webhook(&webhook)));
            }
        }
        Ok(None) => {}
        Err(error) => host.log(format_args!("the end of a notice is not stored: {error}")),
    }
}
