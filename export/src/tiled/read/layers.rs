//! Layers under construction, within a limit on all tiles. An infinite map has layers in chunks; the bounding rectangle
//! of its tiles becomes the map.

use emath::Vec2;

use super::super::LayerError;
use super::super::model::{LayerContent, TiledLayer, TiledMap};
use super::MOST_HEXES;

/// The most tiles of all layers together.
const MOST_TILES: usize = 16_000_000;

/// A map with the layers read so far.
pub(super) struct ReadLayers {
    /// The map; tile layers of an infinite map stay empty until the end.
    map: TiledMap,
    infinite: bool,
    /// The number of tiles left within the limit.
    room: usize,
    /// The chunks of layers, by the index of the layer.
    chunked: Vec<(usize, Vec<Chunk>)>,
}

/// A chunk of a layer of an infinite map.
pub(super) struct Chunk {
    at: [i32; 2],
    wide: usize,
    tiles: Vec<u32>,
}

impl Chunk {
    /// Returns a chunk of `size` tiles at the column and row `at`.
    pub(super) fn new(at: [i32; 2], size: [u32; 2], tiles: Vec<u32>) -> Self {
        Self { at, wide: usize::try_from(size[0]).unwrap_or(1).max(1), tiles }
    }

    /// Returns the nonempty tiles with their columns and rows, which may be negative.
    fn tiles(&self) -> impl Iterator<Item = ([i64; 2], u32)> {
        let place = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let (at, wide) = (self.at.map(i64::from), self.wide);
        let tiles = self.tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(move |(n, tile)| ([at[0] + place(n % wide), at[1] + place(n / wide)], *tile))
    }
}

impl ReadLayers {
    /// Starts without layers.
    pub(super) fn of(map: TiledMap, infinite: bool) -> Self {
        Self { map, infinite, room: MOST_TILES, chunked: Vec::new() }
    }

    /// Returns `true` if tile layers are in chunks.
    pub(super) fn infinite(&self) -> bool {
        self.infinite
    }

    /// Reserves a layer of the map's size and returns its number of tiles.
    ///
    /// # Errors
    /// The limit on tiles is exceeded.
    pub(super) fn whole(&mut self) -> Result<usize, LayerError> {
        self.take(self.map.hexes.size.map(u32::from))
    }

    /// Reserves a chunk of `size` and returns its number of tiles.
    ///
    /// # Errors
    /// The chunk is empty or too large, or the limit on tiles is exceeded.
    pub(super) fn chunk(&mut self, size: [u32; 2]) -> Result<usize, LayerError> {
        let [wide, high] = size;
        if !(1..=MOST_HEXES).contains(&wide) || !(1..=MOST_HEXES).contains(&high) {
            return Err(LayerError::ChunkSize { wide, high, most: MOST_HEXES });
        }
        self.take(size)
    }

    fn take(&mut self, [wide, high]: [u32; 2]) -> Result<usize, LayerError> {
        let count = usize::try_from(u64::from(wide) * u64::from(high)).unwrap_or(usize::MAX);
        self.room = self.room.checked_sub(count).ok_or(LayerError::TooManyTiles { most: MOST_TILES })?;
        Ok(count)
    }

    /// Adds a layer.
    pub(super) fn push(&mut self, name: String, hidden: bool, held: LayerContent) {
        self.map.layers.push(TiledLayer { name, hidden, held });
    }

    /// Adds a tile layer in chunks.
    pub(super) fn push_chunks(&mut self, name: String, hidden: bool, chunks: Vec<Chunk>) {
        self.chunked.push((self.map.layers.len(), chunks));
        self.push(name, hidden, LayerContent::Tiles(Vec::new()));
    }

    /// Returns the whole map; an infinite one is cut to the bounding rectangle of its tiles.
    ///
    /// # Errors
    /// An infinite map has no tiles, or they extend too far.
    pub(super) fn finish(mut self) -> Result<TiledMap, LayerError> {
        if !self.infinite {
            return Ok(self.map);
        }
        let tiles = self.chunked.iter().flat_map(|(_, chunks)| chunks).flat_map(Chunk::tiles);
        let used = tiles.fold(None, |used: Option<[[i64; 2]; 2]>, ([x, y], _)| {
            let [[left, top], [right, bottom]] = used.unwrap_or([[x, y]; 2]);
            Some([[left.min(x), top.min(y)], [right.max(x), bottom.max(y)]])
        });
        let [from, to] = used.ok_or(LayerError::NoExtent)?;
        let size = [to[0] - from[0] + 1, to[1] - from[1] + 1];
        let short = |length: i64| u16::try_from(length).ok().filter(|length| u32::from(*length) <= MOST_HEXES);
        let [Some(wide), Some(high)] = size.map(short) else {
            let [wide, high] = size;
            return Err(LayerError::ExtentTooLarge { wide, high, most: MOST_HEXES });
        };
        let hexes = &mut self.map.hexes;
        hexes.size = [wide, high];
        // Cutting an odd number of lines off inverts the stagger.
        let first = from[usize::from(!hexes.flat)];
        hexes.even = hexes.even != (first.rem_euclid(2) == 1);
        let step = hexes.step().map(f32::from);
        #[expect(clippy::cast_precision_loss, reason = "objects that far away are on no map")]
        let by = Vec2::new(from[0] as f32 * step[0], from[1] as f32 * step[1]);
        for layer in &mut self.map.layers {
            if let LayerContent::Objects { objects, .. } = &mut layer.held {
                objects.iter_mut().for_each(|object| object.at -= by);
            }
        }
        for (layer, chunks) in std::mem::take(&mut self.chunked) {
            let mut numbers = vec![0; self.whole()?];
            for ([x, y], tile) in chunks.iter().flat_map(Chunk::tiles) {
                let at = usize::try_from((y - from[1]) * i64::from(wide) + x - from[0]).ok();
                if let Some(slot) = at.and_then(|at| numbers.get_mut(at)) {
                    *slot = tile;
                }
            }
            if let Some(layer) = self.map.layers.get_mut(layer) {
                layer.held = LayerContent::Tiles(numbers);
            }
        }
        Ok(self.map)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::hexes::Hexes;
    use super::*;

    /// A compressed layer of a million tiles takes a few thousand bytes, and a file may have a thousand such layers.
    #[test]
    fn there_is_room_for_so_many_tiles_in_all_layers() {
        let hexes = Hexes { flat: true, even: false, tile: [4, 4], side: 2, size: [1000, 1000] };
        let map = TiledMap { hexes, properties: Vec::new(), tilesets: Vec::new(), layers: Vec::new() };
        let mut layers = ReadLayers::of(map, false);
        for _ in 0..MOST_TILES / 1_000_000 {
            assert_eq!(layers.whole(), Ok(1_000_000));
        }
        assert!(layers.whole().unwrap_err().to_string().contains("more than 16000000 tiles together"));
        assert!(layers.chunk([1, 1]).is_err());
    }
}
