//! The addresses of webhooks, and which machines a server may speak to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;
use axum::http::uri::Scheme;

/// The most bytes of an address.
const LONGEST: usize = 500;

/// The port of HTTPS.
const PORT: u16 = 443;

/// An address to which a notice can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HookAddress {
    /// The name or the number of the machine, without brackets.
    pub(super) host: String,
    /// The port.
    pub(super) port: u16,
    /// The name and perhaps the port, as a request names them.
    pub(super) authority: String,
    /// The path with its query.
    pub(super) path: String,
}

/// The reason why something is no address of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HookAddressError {
    /// It has too many bytes.
    #[error("the address has more than {LONGEST} letters")]
    Long,
    /// It cannot be read.
    #[error("this is no address: write it as https://name/path, with the letters a to z in the name")]
    Unreadable,
    /// It is not encrypted.
    #[error("the address must begin with https://")]
    Insecure,
    /// It has a name or a password before the name of the machine.
    #[error("the address has a name before an @; services that need one are not supported")]
    User,
    /// It is a machine that is not on the public net.
    #[error("the address is not on the public net")]
    Private,
}

impl HookAddress {
    /// Reads an address. With `private`, it may be the number of a machine that is not on the public net.
    ///
    /// # Errors
    /// The reason why it is none.
    pub(super) fn read(text: &str, private: bool) -> Result<Self, HookAddressError> {
        if text.len() > LONGEST {
            return Err(HookAddressError::Long);
        }
        let uri: Uri = text.parse().map_err(|_| HookAddressError::Unreadable)?;
        let (Some(scheme), Some(authority)) = (uri.scheme(), uri.authority()) else {
            return Err(HookAddressError::Unreadable);
        };
        if *scheme != Scheme::HTTPS {
            return Err(HookAddressError::Insecure);
        }
        if authority.as_str().contains('@') {
            return Err(HookAddressError::User);
        }
        let host = authority.host();
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if host.is_empty() {
            return Err(HookAddressError::Unreadable);
        }
        if !private && host.parse().is_ok_and(|address| !is_public(address)) {
            return Err(HookAddressError::Private);
        }
        Ok(Self {
            host: host.to_owned(),
            port: authority.port_u16().unwrap_or(PORT),
            authority: authority.as_str().to_owned(),
            path: uri.path_and_query().map_or("/", axum::http::uri::PathAndQuery::as_str).to_owned(),
        })
    }
}

/// Returns `true` if `address` is a machine on the public net: not this one, none beside it, and none behind it. Source: the registries
/// of special addresses of IANA.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_special = match address.octets() {
        // This network; private; shared by the customers of a provider; this machine; the link.
        [0 | 10 | 127, ..] | [100, 64..=127, ..] | [169, 254, ..] | [172, 16..=31, ..] | [192, 168, ..] => true,
        // Protocols and documentation; the way to IPv6; measurements.
        [192, 0, 0 | 2, _] | [192, 88, 99, _] | [198, 18 | 19, ..] | [198, 51, 100, _] | [203, 0, 113, _] => true,
        // To many machines; reserved; to all.
        [224..=255, ..] => true,
        _ => false,
    };
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Protocols, among them tunnels; documentation; the way to IPv4.
        [0x2001, 0..=0x01ff, ..] | [0x2001, 0x0db8, ..] | [0x2002, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        // All else that is public, so far: neither this machine, a link, a site, many machines, nor IPv4 in other words.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_net_is_public() {
        let is_public = |text: &str| is_public(text.parse().unwrap());
        for public in ["1.1.1.1", "8.8.8.8", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1"] {
            assert!(is_public(public), "{public}");
        }
        for public in ["198.17.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1", "3ffe::1"] {
            assert!(is_public(public), "{public}");
        }
        let special = "0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 \
                       172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.0.1 198.51.100.1 \
                       203.0.113.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 \
                       ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:1ff::1 2001:db8::1 \
                       2002:7f00:1::1 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1";
        for special in special.split_whitespace() {
            assert!(!is_public(special), "{special}");
        }
    }

    #[test]
    fn addresses_are_read() {
        let read = HookAddress::read("https://Chat.example:8443/hooks/a%20b?c=d", false).unwrap();
        assert_eq!((read.host.as_str(), read.port, read.path.as_str()), ("Chat.example", 8443, "/hooks/a%20b?c=d"));
        assert_eq!(read.authority, "Chat.example:8443");
        let read = HookAddress::read("https://[2606:4700::1111]", false).unwrap();
        assert_eq!((read.host.as_str(), read.port, read.path.as_str()), ("2606:4700::1111", 443, "/"));
        assert!(HookAddress::read("https://[::1]:9/", true).is_ok());
    }

    #[test]
    fn other_addresses_are_refused() {
        use HookAddressError::{Insecure, Long, Private, Unreadable, User};
        for (text, why) in [
            ("", Unreadable),
            ("chat.example/hook", Unreadable),
            ("/hook", Unreadable),
            ("https://", Unreadable),
            ("https://a b/", Unreadable),
            ("https://chat.example/\r\nHost: b", Unreadable),
            ("https://b\u{e4}r.example/", Unreadable),
            ("http://chat.example/", Insecure),
            ("ftp://chat.example/", Insecure),
            ("https://me:secret@chat.example/", User),
            ("https://127.0.0.1/", Private),
            ("https://169.254.169.254/latest/meta-data", Private),
            ("https://[::1]/", Private),
            ("https://[::ffff:10.0.0.1]:8080/", Private),
            (&format!("https://chat.example/{}", "a".repeat(500)), Long),
        ] {
            assert_eq!(HookAddress::read(text, false), Err(why), "{text:?}");
        }
    }
}
