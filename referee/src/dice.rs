//! Dice that none of the players, nor the keeper of the game, can choose.
//!
//! The keeper draws a secret and shows its [commitment](commitment) before the game. Each player draws a share and shows its
//! commitment; when all are there, the shares are opened. The numbers of the game follow from the secret and the shares together,
//! and everybody can check them when the secret is opened at the end. Whoever is last to open a share cannot change it, and the
//! keeper cannot change the secret.
//!
//! The keeper still can know the coming numbers. [`DiceProof`] checks what can be checked.

use battlewright_engine::game::Chance;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The number of bytes of secrets, shares and commitments.
pub(crate) const BYTES: usize = 32;

/// The share of a player in the dice, as 64 hexadecimal digits; empty for a player without one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Share(pub String);

impl Share {
    /// Returns the bytes; `None` if these are not 64 hexadecimal digits.
    pub fn bytes(&self) -> Option<[u8; BYTES]> {
        of_hex(&self.0)
    }

    /// Returns `true` for a player without a share.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the hexadecimal digits of `bytes`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the bytes of 64 hexadecimal digits in lower case.
pub(crate) fn of_hex(text: &str) -> Option<[u8; BYTES]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * BYTES || !digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let mut bytes = [0; BYTES];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// Returns the hash of `parts`, each with its length in front, so that no two lists of parts are hashed alike.
fn hash(parts: &[&[u8]]) -> [u8; BYTES] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Returns the commitment to a secret or a share of `game`: 64 hexadecimal digits that tell nothing about it, and that no other
/// secret has. `purpose` is `"dice"` for the secret, and `"share first"` or `"share second"` for the shares.
pub fn commitment(purpose: &str, game: &str, secret: &[u8; BYTES]) -> String {
    hex(&hash(&[b"battlewright 1", purpose.as_bytes(), game.as_bytes(), secret]))
}

/// Returns the secret that follows from the words `seed`, in a game whose players trust each other.
pub(crate) fn secret_of(seed: &str) -> [u8; BYTES] {
    hash(&[b"battlewright seed 1", seed.as_bytes()])
}

/// The dice of a game: a function of the secret, the shares, and the number of the roll.
#[derive(Clone, PartialEq, Eq)]
pub struct FairDice {
    key: [u8; BYTES],
}

impl std::fmt::Debug for FairDice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Logs tell no coming numbers.
        f.write_str("FairDice")
    }
}

impl FairDice {
    /// The dice of `game` with the keeper's `secret` and the opened `shares` of the two sides; `None` for a player without one.
    pub fn new(game: &str, secret: &[u8; BYTES], shares: [Option<[u8; BYTES]>; 2]) -> Self {
        let [first, second] = &shares;
        let bytes = |share: &Option<[u8; BYTES]>| share.map(Vec::from).unwrap_or_default();
        let key = hash(&[b"battlewright key 1", game.as_bytes(), secret, &bytes(first), &bytes(second)]);
        Self { key }
    }

    /// Returns the numbers that answer `chance` as roll `index` of `branch`. A new branch begins where players agree to roll anew.
    pub fn roll(&self, branch: u32, index: u32, chance: Chance) -> Vec<u16> {
        let range = chance.range();
        let (low, faces) = (*range.start(), u32::from(range.end().saturating_sub(*range.start())) + 1);
        // Words from this one on would make low faces more likely.
        let limit = u64::from(u32::MAX) + 1 - (u64::from(u32::MAX) + 1) % u64::from(faces);
        let mut words = self.words(branch, index);
        let mut pick = || loop {
            let word = words.next().unwrap_or_default();
            if u64::from(word) < limit {
                return low.saturating_add(u16::try_from(word % faces).unwrap_or_default());
            }
        };
        (0..chance.count()).map(|_| pick()).collect()
    }

    /// Returns a number for a purpose beside the rolls, such as a computer player.
    pub fn number(&self, purpose: &str) -> u64 {
        let bytes = self.tag(&[purpose.as_bytes()]);
        u64::from_le_bytes(std::array::from_fn(|n| bytes[n]))
    }

    fn words(&self, branch: u32, index: u32) -> impl Iterator<Item = u32> + use<'_> {
        (0_u32..).flat_map(move |counter| {
            let name = format!("{branch}.{index}");
            let bytes = self.tag(&[name.as_bytes(), &counter.to_le_bytes()]);
            let words: Vec<u32> =
                bytes.chunks(4).filter_map(|word| word.try_into().ok().map(u32::from_le_bytes)).collect();
            words
        })
    }

    fn tag(&self, parts: &[&[u8]]) -> [u8; BYTES] {
        // A key of any length is allowed.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else { return self.key };
        for part in parts {
            mac.update(&u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

/// The facts about the dice that the players have seen, to be checked against the secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceProof {
    /// The id of the game.
    pub game: String,
    /// The commitment to the secret, as shown before the game.
    pub commitment: String,
    /// The commitments to the shares; empty for a player without one.
    pub commitments: [String; 2],
    /// The opened shares.
    pub shares: [Share; 2],
    /// The opened secret, as 64 hexadecimal digits.
    pub secret: String,
}

/// A defect of a [`DiceProof`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The secret is not the one to which the keeper was bound.
    #[error("the secret is not the one whose commitment was shown before the game: the keeper has changed it")]
    Secret,
    /// A share is not the one to which its player was bound.
    #[error("the share of the {} side is not the one whose commitment was shown before the game", ["first", "second"][usize::from(*.0).min(1)])]
    Share(u8),
}

impl DiceProof {
    /// Returns the dice, if the secret and the shares are those that were committed to.
    ///
    /// # Errors
    /// The secret or share that is another one.
    pub fn dice(&self) -> Result<FairDice, ProofError> {
        let secret = of_hex(&self.secret).ok_or(ProofError::Secret)?;
        if commitment("dice", &self.game, &secret) != self.commitment {
            return Err(ProofError::Secret);
        }
        let mut shares = [None; 2];
        for (n, (share, promised)) in (0_u8..).zip(self.shares.iter().zip(&self.commitments)) {
            if share.is_empty() && promised.is_empty() {
                continue;
            }
            let bytes = share.bytes().ok_or(ProofError::Share(n))?;
            if commitment(purpose(n), &self.game, &bytes) != *promised {
                return Err(ProofError::Share(n));
            }
            if let Some(known) = shares.get_mut(usize::from(n)) {
                *known = Some(bytes);
            }
        }
        Ok(FairDice::new(&self.game, &secret, shares))
    }
}

/// Returns the purpose of the share of the side with this index, for its [`commitment`].
pub(crate) fn purpose(side: u8) -> &'static str {
    if side == 0 { "share first" } else { "share second" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DICE: Chance = Chance::Dice { count: 2, sides: 6 };

    fn proof() -> DiceProof {
        let shares = [Share(hex(&[1; BYTES])), Share(hex(&[2; BYTES]))];
        DiceProof {
            game: "g".to_owned(),
            commitment: commitment("dice", "g", &[7; BYTES]),
            commitments: [0, 1].map(|n: u8| commitment(purpose(n), "g", &[n + 1; BYTES])),
            shares,
            secret: hex(&[7; BYTES]),
        }
    }

    /// Other programs must come to the same numbers, and so must later versions of this one. These were computed with the hashes
    /// of Python's standard library.
    #[test]
    fn vectors() {
        let dice = FairDice::new("g", &[7; BYTES], [Some([1; BYTES]), None]);
        let rolls: Vec<Vec<u16>> = (0..4).map(|n| dice.roll(0, n, DICE)).collect();
        assert_eq!(commitment("dice", "g", &[7; BYTES]), VECTOR_OF_COMMITMENT);
        assert_eq!(rolls, VECTOR_OF_ROLLS.map(Vec::from));
    }

    #[test]
    fn faces_are_equally_likely() {
        let dice = FairDice::new("g", &[3; BYTES], [None, Some([9; BYTES])]);
        for sides in [6, 10, 7] {
            let mut counts = vec![0_u32; usize::from(sides)];
            let chance = Chance::Dice { count: 3, sides };
            for n in 0..8000 {
                for pick in dice.roll(0, n, chance) {
                    counts[usize::from(pick - 1)] += 1;
                }
            }
            let expected = 24_000.0 / f64::from(sides);
            let square: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
            // 99.9 % of fair dice with ten faces stay below 27.9.
            assert!(square < 27.9, "{sides} sides: {square}");
        }
        let draws: Vec<u16> = (0..200).map(|n| dice.roll(0, n, Chance::Draw { from: 3 })[0]).collect();
        assert!((0..3).all(|thing| draws.contains(&thing)) && draws.iter().all(|thing| *thing < 3));
    }

    #[test]
    fn each_part_changes_the_numbers() {
        let all = |dice: &FairDice, branch| (0..20).map(|n| dice.roll(branch, n, DICE)).collect::<Vec<_>>();
        let dice = FairDice::new("g", &[7; BYTES], [Some([1; BYTES]), Some([2; BYTES])]);
        let others = [
            FairDice::new("h", &[7; BYTES], [Some([1; BYTES]), Some([2; BYTES])]),
            FairDice::new("g", &[8; BYTES], [Some([1; BYTES]), Some([2; BYTES])]),
            FairDice::new("g", &[7; BYTES], [Some([2; BYTES]), Some([1; BYTES])]),
            FairDice::new("g", &[7; BYTES], [Some([1; BYTES]), None]),
        ];
        assert!(others.iter().all(|other| all(other, 0) != all(&dice, 0)));
        assert_ne!(all(&dice, 0), all(&dice, 1));
        assert_eq!(all(&dice, 0), all(&proof().dice().unwrap(), 0));
    }

    #[test]
    fn a_changed_proof_is_found() {
        assert!(proof().dice().is_ok());
        let other = hex(&[5; BYTES]);
        assert_eq!(DiceProof { secret: other.clone(), ..proof() }.dice(), Err(ProofError::Secret));
        assert_eq!(DiceProof { secret: "é".repeat(32), ..proof() }.dice(), Err(ProofError::Secret));
        assert_eq!(DiceProof { game: "h".to_owned(), ..proof() }.dice(), Err(ProofError::Secret));
        let mut changed = proof();
        changed.shares[1] = Share(other);
        assert_eq!(changed.dice(), Err(ProofError::Share(1)));
        changed.shares[1] = Share::default();
        assert_eq!(changed.dice(), Err(ProofError::Share(1)));
    }

    const VECTOR_OF_COMMITMENT: &str = "782b2ab1c61cb1b8a9def519bfb4c777c1590c4d4e2718671608f21256888ec6";
    const VECTOR_OF_ROLLS: [[u16; 2]; 4] = [[5, 2], [3, 4], [6, 5], [6, 1]];
}
