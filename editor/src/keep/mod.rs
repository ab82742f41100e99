//! Protection against data loss: files stored beside the scenario, and changes of the scenario file.
//!
//! Saving keeps the last versions of a file ([`backups`]). Every edit goes into a journal
//! ([`journal`]) that outlives the program, and is found again ([`found`]) when it starts; one that cannot be read as it
//! should be is kept ([`damaged`]). What
//! other programs do to the file is noticed ([`disk`]).
//!
//! All of it lies in a hidden folder beside the file ([`RecoveryPath`]), so that it moves with the work and
//! nobody takes it for a scenario.

pub mod backups;
pub mod damaged;
pub mod difference;
pub mod disk;
pub mod found;
pub mod journal;
mod keeper;
mod place;
pub mod record;
pub mod watch;
pub mod when;

pub use keeper::JournalFolder;
pub use place::{FOLDER, RecoveryPath};
