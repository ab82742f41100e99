//! OpenStreetMap as PBF, by the description of the format: texts in a table, nodes as columns, 8000 elements a block.

use std::collections::BTreeMap;

use super::protobuf::{block, bytes, differences, list, number};
use crate::country::elements::{Elements, TagList};

/// The elements of a block.
const BLOCK: usize = 8000;

/// Writes the head of a file.
pub(crate) fn head() -> Vec<u8> {
    let features = ["OsmSchema-V0.6", "DenseNodes"].map(|feature| bytes(4, feature.as_bytes()));
    block("OSMHeader", &features.concat(), true)
}

/// The texts of a block.
struct Texts(BTreeMap<String, u64>);

impl Texts {
    fn new() -> Self {
        Self([(String::new(), 0)].into())
    }

    fn number(&mut self, text: &str) -> u64 {
        let next = self.0.len() as u64;
        *self.0.entry(text.to_owned()).or_insert(next)
    }

    fn tags(&mut self, tags: &TagList) -> Vec<u8> {
        let (keys, values): (Vec<u64>, Vec<u64>) =
            tags.iter().map(|(key, value)| (self.number(key), self.number(value))).unzip();
        [bytes(2, &list(keys)), bytes(3, &list(values))].concat()
    }

    fn block(self, group: &[u8]) -> Vec<u8> {
        let mut texts: Vec<(u64, String)> = self.0.into_iter().map(|(text, number)| (number, text)).collect();
        texts.sort();
        let table: Vec<u8> = texts.iter().flat_map(|(_, text)| bytes(1, text.as_bytes())).collect();
        block("OSMData", &[bytes(1, &table), bytes(2, group)].concat(), true)
    }
}

impl Elements {
    /// Returns the blocks of nodes.
    pub(crate) fn pbf_nodes(&self) -> Vec<u8> {
        let units = |degrees: f64| (degrees * 1e7).round() as i64;
        let all: Vec<_> = self.nodes.iter().collect();
        let blocks = all.chunks(BLOCK).flat_map(|nodes| {
            let mut texts = Texts::new();
            let ids: Vec<i64> = nodes.iter().map(|(id, _)| **id).collect();
            let lats: Vec<i64> = nodes.iter().map(|(_, (at, _))| units(at.lat)).collect();
            let lons: Vec<i64> = nodes.iter().map(|(_, (at, _))| units(at.lon)).collect();
            let mut words = Vec::new();
            for (_, (_, tags)) in nodes {
                words.extend(tags.iter().flat_map(|(key, value)| [texts.number(key), texts.number(value)]));
                words.push(0);
            }
            let dense = [
                bytes(1, &differences(&ids)),
                bytes(8, &differences(&lats)),
                bytes(9, &differences(&lons)),
                bytes(10, &list(words)),
            ];
            texts.block(&bytes(2, &dense.concat()))
        });
        blocks.collect()
    }

    /// Returns the blocks of ways.
    pub(crate) fn pbf_ways(&self) -> Vec<u8> {
        let blocks = self.ways.chunks(BLOCK).flat_map(|ways| {
            let mut texts = Texts::new();
            let group: Vec<u8> = ways
                .iter()
                .flat_map(|(id, nodes, tags)| {
                    let fields = [number(1, *id as u64), texts.tags(tags), bytes(8, &differences(nodes))];
                    bytes(3, &fields.concat())
                })
                .collect();
            texts.block(&group)
        });
        blocks.collect()
    }

    /// Returns the blocks of relations.
    pub(crate) fn pbf_relations(&self) -> Vec<u8> {
        let blocks = self.relations.chunks(BLOCK).flat_map(|relations| {
            let mut texts = Texts::new();
            let group: Vec<u8> = relations
                .iter()
                .flat_map(|(id, ways, tags)| {
                    let (roles, kinds) = (vec![0; ways.len()], vec![1; ways.len()]);
                    let lists = [bytes(8, &list(roles)), bytes(9, &differences(ways)), bytes(10, &list(kinds))];
                    bytes(4, &[number(1, *id as u64), texts.tags(tags), lists.concat()].concat())
                })
                .collect();
            texts.block(&group)
        });
        blocks.collect()
    }

    /// Returns a whole file.
    pub(crate) fn pbf(&self) -> Vec<u8> {
        [head(), self.pbf_nodes(), self.pbf_ways(), self.pbf_relations()].concat()
    }
}
