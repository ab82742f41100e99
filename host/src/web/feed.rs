//! Feeds that tell a player whose move it is, and nothing else.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use battlewright_referee::Seat;
use jiff::Timestamp;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{Peer, page};
use crate::host::Host;
use crate::random;
use crate::store::tokens::{self, AwaitedTurn};
use crate::store::{self, TokenKind};

/// Sends the feed of a token.
pub(super) async fn feed(
    State(host): State<Arc<Host>>,
    Extension(peer): Extension<Peer>,
    Path(file): Path<String>,
) -> Response {
    let missing = || page(StatusCode::NOT_FOUND, "There is no such feed.");
    if !host.wrong_links.look(peer.address, Instant::now()) {
        return page(StatusCode::TOO_MANY_REQUESTS, "Too many wrong links. Wait a minute.");
    }
    let hash = random::hash(file.strip_suffix(".atom").unwrap_or_default().as_bytes());
    let found = store::read(&host.store, move |connection| {
        let Some((game, TokenKind::Feed(seat))) = tokens::opened(connection, &hash)? else { return Ok(None) };
        Ok(tokens::awaited(connection, &game)?.map(|turn| (seat, turn)))
    });
    let Some((seat, turn)) = found.await.ok().flatten() else {
        host.wrong_links.take(peer.address, Instant::now());
        return missing();
    };
    let Ok(text) = atom(&host.origin.text, &random::hex(&hash), seat, &turn) else { return missing() };
    (super::headers([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")]), text).into_response()
}

/// Returns the feed as Atom. `id` names it without opening anything.
fn atom(origin: &str, id: &str, seat: Seat, turn: &AwaitedTurn) -> std::io::Result<Vec<u8>> {
    let time = |milliseconds: i64| {
        Timestamp::from_millisecond(milliseconds)
            .unwrap_or(Timestamp::UNIX_EPOCH)
            .strftime("%Y-%m-%dT%H:%M:%SZ")
            .to_string()
    };
    let seat = i64::try_from(seat.index()).unwrap_or_default();
    let since = turn.side.filter(|(side, _)| *side == seat && !turn.over).map(|(_, since)| since);
    let updated = if turn.over { turn.changed } else { since.unwrap_or(turn.made) };
    let urn = format!("urn:sha256:{id}");
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    writer.create_element("feed").with_attribute(("xmlns", "http://www.w3.org/2005/Atom")).write_inner_content(
        |feed| {
            let text = |writer: &mut Writer<Vec<u8>>, name: &str, text: &str| {
                writer.create_element(name).write_text_content(BytesText::new(text)).map(drop)
            };
            text(feed, "id", &urn)?;
            text(feed, "title", &format!("Your move: {}", turn.title))?;
            text(feed, "updated", &time(updated))?;
            feed.create_element("author").write_inner_content(|author| text(author, "name", "Battlewright"))?;
            let entries = [
                since.map(|since| (since, "It is your move.")),
                turn.over.then_some((turn.changed, "The game is over.")),
            ];
            for (at, words) in entries.into_iter().flatten() {
                feed.create_element("entry").write_inner_content(|entry| {
                    text(entry, "id", &format!("{urn}:{at}"))?;
                    text(entry, "title", words)?;
                    text(entry, "updated", &time(at))?;
                    let page = format!("{origin}/host/play/");
                    entry.create_element("link").with_attribute(("href", page.as_str())).write_empty()?;
                    text(entry, "summary", &format!("{}. {words} Open the link of your seat.", turn.title))
                })?;
            }
            Ok(())
        },
    )?;
    Ok(writer.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn() -> AwaitedTurn {
        AwaitedTurn { title: "A & <B>".to_owned(), side: Some((1, 90_000)), made: 0, over: false, changed: 90_000 }
    }

    fn text(seat: Seat, turn: &AwaitedTurn) -> String {
        String::from_utf8(atom("https://a.example", "00ff", seat, turn).unwrap()).unwrap()
    }

    #[test]
    fn a_feed_has_an_entry_when_it_is_the_players_move() {
        let told = text(Seat::Second, &turn());
        assert!(told.contains("<entry><id>urn:sha256:00ff:90000</id><title>It is your move.</title>"), "{told}");
        assert!(
            told.contains("<updated>1970-01-01T00:01:30Z</updated>") && told.contains("A &amp; &lt;B&gt;"),
            "{told}"
        );
        let other = text(Seat::First, &turn());
        assert!(!other.contains("<entry>") && other.contains("<updated>1970-01-01T00:00:00Z</updated>"), "{other}");
    }

    #[test]
    fn a_feed_tells_the_end() {
        for seat in [Seat::First, Seat::Second] {
            let told = text(seat, &AwaitedTurn { over: true, ..turn() });
            assert!(told.contains("The game is over.") && !told.contains("your move."), "{told}");
        }
    }
}
