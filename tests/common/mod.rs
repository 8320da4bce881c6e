//! Match equity tables for several tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its table must fail")]

use gammon::MatchEquityTable;
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    pre_crawford: Vec<Vec<f64>>,
    post_crawford: Vec<Vec<f64>>,
}

/// Loads a match equity table that ships with the package.
pub fn table(name: &str) -> MatchEquityTable {
    let path = format!("{}/python/gammon/met/tables/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let read: Table = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let [first, second] =
        [read.post_crawford.first(), read.post_crawford.last()].map(|column| column.unwrap().as_slice());
    MatchEquityTable::new(&read.pre_crawford, [first, second]).unwrap()
}

/// Loads the default table.
pub fn kazaross() -> MatchEquityTable {
    table("kazaross_xg2")
}
