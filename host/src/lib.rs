//! A server that keeps games between people.
