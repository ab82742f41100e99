//! Protection against data loss: files stored beside the scenario, and changes of the scenario file.
//!
//! Saving keeps the last versions of a file ([`backups`]). Every edit goes into a journal
//! ([`journal`]) that outlives the program, and is found again ([`unsaved_work`]) when it starts; one that cannot be read as it
//! should be is kept ([`damaged_journal`]). What
//! other programs do to the file is noticed ([`file_content`]).
//!
//! All of it lies in a hidden folder beside the file ([`RecoveryPath`]), so that it moves with the work and
//! nobody takes it for a scenario.

pub mod backups;
pub mod damaged_journal;
pub mod difference;
pub mod file_content;
pub mod file_watch;
pub mod journal;
mod journal_folder;
pub mod journal_record;
mod recovery_path;
pub mod times;
pub mod unsaved_work;

pub use journal_folder::JournalFolder;
pub use recovery_path::{FOLDER, RecoveryPath};
