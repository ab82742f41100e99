//! Cases of the pages in a browser.
