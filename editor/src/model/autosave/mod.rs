//! Protection against data loss: backups and journals beside the scenario, and detection of changes by other programs.
//!
//! Saving keeps the last versions of a file ([`backups`]). Every edit is appended to a journal ([`journal`]) that
//! survives a crash and is found at the next start ([`unsaved_work`]). A journal that cannot be read completely is kept
//! ([`damaged_journal`]). Changes of the file by other programs are detected ([`file_content`]).
//!
//! All of it is stored in a hidden folder beside the file ([`RecoveryPath`]), so that it moves with the scenario and is
//! not mistaken for one. Games in progress are stored in the state folder of the user ([`games`]).

pub mod backups;
pub mod damaged_journal;
pub mod difference;
pub mod file_content;
pub mod file_watch;
pub mod games;
pub mod journal;
mod journal_folder;
pub mod journal_record;
mod recovery_path;
mod sync_timer;
pub mod times;
pub mod unsaved_work;

pub use journal_folder::JournalFolder;
pub use recovery_path::{FOLDER, RecoveryPath};
