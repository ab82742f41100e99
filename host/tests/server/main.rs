//! The server as its pages know it: over its port, with a real data file.

mod client;
mod computers;
mod files;
mod hostile;
mod kill;
mod play;
mod rematch;
mod returning;
mod server;
mod web;
