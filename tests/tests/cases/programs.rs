//! Cases of files of other programs, and of reports for them.
