//! The pieces of a module as units, based on their traits.

use std::collections::BTreeMap;
use std::rc::Rc;

use battlewright_schema::Arm;
use roxmltree::{Document, Node};

use super::read::components;
use super::sequence::{self, Trait};
use super::sides::{Owner, Sides, plain};
use crate::import::{FoundUnit, listed, small};

/// A reader of pieces that collects notes on unknown traits.
pub(super) struct Pieces<'s> {
    sides: &'s Sides,
    prototypes: BTreeMap<String, Rc<[Trait]>>,
    /// The bytes of pieces left to parse.
    work: usize,
    /// The bytes of prototypes left to expand.
    shared_work: usize,
    strange: BTreeMap<String, usize>,
    broken: Vec<String>,
    unsided: Vec<String>,
    /// Pieces of sides that the scenario lacks.
    others: Vec<String>,
    /// The number of markers by name.
    markers: BTreeMap<String, usize>,
    /// The number of pieces of terrain by name.
    terrain: BTreeMap<String, usize>,
    /// Pieces on the board that are in no hex.
    pub(super) astray: Vec<String>,
}

/// A unit, with its turn and entry as a reinforcement, if any.
pub(super) struct KnownUnit {
    pub(super) unit: FoundUnit,
    pub(super) due: Option<(u8, String)>,
    /// The id of its setup zone, if any.
    pub(super) zone: Option<String>,
}

/// The most bytes parsed over all pieces, counting nested traits at each level.
const WORK: usize = 512 << 20;

/// The most bytes of prototypes expanded over all pieces.
const SHARED_WORK: usize = 32 << 20;

/// The deepest chain of prototypes.
const DEEPEST: usize = 8;

/// The most traits of a piece that are read, prototypes included.
const MOST_TRAITS: usize = 500;

/// The marks of a piece by name, in lower case.
type Marks = BTreeMap<String, String>;

impl<'s> Pieces<'s> {
    pub(super) fn new(document: &Document<'_>, sides: &'s Sides) -> Self {
        let mut pieces = Self {
            sides,
            prototypes: BTreeMap::new(),
            work: WORK,
            shared_work: SHARED_WORK,
            strange: BTreeMap::new(),
            broken: Vec::new(),
            unsided: Vec::new(),
            others: Vec::new(),
            markers: BTreeMap::new(),
            terrain: BTreeMap::new(),
            astray: Vec::new(),
        };
        for node in components(document, "PrototypeDefinition") {
            let (name, text) = (node.attribute("name").unwrap_or_default(), node.text().unwrap_or_default());
            match sequence::traits(text, &mut pieces.work) {
                Ok(traits) => drop(pieces.prototypes.insert(name.to_owned(), traits.into())),
                Err(why) => pieces.broken.push(format!("prototype {name}: {why}")),
            }
        }
        pieces
    }

    /// Reads the unit in a slot; `None` for a marker or an unreadable piece.
    pub(super) fn unit(&mut self, slot: &Node<'_, '_>) -> Option<KnownUnit> {
        let entry = slot.attribute("entryName").unwrap_or_default();
        let traits = self.traits(entry, slot.text().unwrap_or_default())?;
        self.of_traits(entry, &traits)
    }

    /// Reads the unit added by a command of a saved game, with its map window and its position in pixels; `None` for
    /// stacks, markers and unreadable pieces.
    pub(super) fn saved(&mut self, command: &str) -> Option<(KnownUnit, String, (f64, f64))> {
        let name = sequence::name_within(command).unwrap_or("a piece of the saved game");
        let traits = self.traits(name, command)?;
        let basic = traits.last().filter(|basic| basic.name() == "piece")?;
        let state = sequence::split(&basic.state, ';');
        let [map, x, y, ..] = state.as_slice() else { return None };
        let at = (x.parse().ok()?, y.parse().ok()?);
        Some((self.of_traits("", &traits)?, map.clone(), at))
    }

    fn traits(&mut self, name: &str, text: &str) -> Option<Vec<Trait>> {
        sequence::traits(text, &mut self.work).map_err(|why| self.broken.push(format!("{name}: {why}"))).ok()
    }

    /// Derives a unit from `traits`; `entry` is a fallback for its name.
    fn of_traits(&mut self, entry: &str, traits: &[Trait]) -> Option<KnownUnit> {
        let basic = traits.last()?.settings();
        let (mut marks, mut words) = (Marks::new(), Vec::new());
        let mut left = MOST_TRAITS;
        self.gather(traits, 0, &mut left, &mut marks, &mut words);
        let mark = |names: &[&str]| {
            let found = names.iter().find_map(|name| marks.get(*name)).map(|value| value.trim());
            found.filter(|value| !value.is_empty()).map(str::to_owned)
        };
        let printed = basic.get(4).map(String::as_str).filter(|name| !name.is_empty()).unwrap_or(entry);
        let name = mark(&["name"]).unwrap_or_else(|| printed.to_owned());
        if marks.get("type").into_iter().chain(&words).any(|word| matches!(plain(word).as_str(), "marker" | "markers"))
        {
            *self.markers.entry(name).or_default() += 1;
            return None;
        }
        words.push(printed.to_owned());
        words.extend(basic.get(3).cloned());
        let label =
            printed.strip_prefix(&name).map(|rest| rest.trim_matches([' ', '(', ')'])).filter(|rest| !rest.is_empty());
        let side = mark(&["side", "nation", "army", "faction", "owner", "nationality", "player"]);
        let side = match self.sides.owner(side.iter().chain(&words)) {
            Some(Owner::Side(side)) => side,
            Some(Owner::Other(side)) => {
                self.others.push(format!("{name} ({side})"));
                return None;
            }
            None if is_terrain(&name) => {
                *self.terrain.entry(name).or_default() += 1;
                return None;
            }
            None => {
                self.unsided.push(name.clone());
                0
            }
        };
        // What is printed on a piece tells its arm better than a prototype that pieces of several arms share.
        let arm = mark(&["arm", "type", "unittype", "class"]).into_iter().chain([name.clone(), printed.to_owned()]);
        let arm: Vec<String> = arm.collect();
        let number = |names: &[&str]| mark(names).and_then(|value| small(&value));
        let movement = number(&["movement", "ma", "mp", "mf", "move", "movementallowance"]);
        let reverse = number(&["movementreverse"]);
        let unit = FoundUnit {
            id: mark(&["id"]).map(|id| super::slug(&id)).filter(|id| !id.is_empty()),
            label: mark(&["label"]).or_else(|| label.map(str::to_owned)),
            side,
            arm: arm.iter().chain(&words).find_map(|word| arm_of(word)),
            formation: mark(&["formation", "corps", "parent", "parentformation"]),
            rating: number(&["er", "cf", "sp", "rating", "combat", "strength", "attack", "cs", "combatstrength"]),
            values: [mark(&["values"]), mark(&["reverse"])],
            movement: movement.map(|front| (front, reverse.unwrap_or(front))),
            faces: [mark(&["face"]), mark(&["facereverse"])],
            place: crate::import::StartPlace::Unknown,
            name,
        };
        let turn = number(&["entryturn", "turn", "arrival"]).filter(|turn| *turn > 0);
        let at = mark(&["entry", "entryarea", "entryhex"]).unwrap_or_else(|| "A".to_owned());
        let zone = mark(&["setupzone"]).map(|id| super::slug(&id)).filter(|id| !id.is_empty());
        Some(KnownUnit { unit, due: turn.map(|turn| (turn, at)), zone })
    }

    /// Collects the marks and words of `traits` and of their prototypes.
    fn gather(&mut self, traits: &[Trait], depth: usize, left: &mut usize, marks: &mut Marks, words: &mut Vec<String>) {
        for one in traits {
            let Some(rest) = left.checked_sub(1) else { return };
            *left = rest;
            match one.name() {
                "mark" => {
                    let settings = one.settings();
                    let names = settings.get(1).map(|names| sequence::split(names, ',')).unwrap_or_default();
                    for (name, value) in names.into_iter().zip(sequence::split(&one.state, ',')) {
                        words.push(value.clone());
                        marks.entry(plain(&name)).or_insert(value);
                    }
                }
                "prototype" => {
                    let Some(name) = one.settings().into_iter().nth(1) else { continue };
                    words.push(name.clone());
                    let Some(shared) = self.prototypes.get(&name).filter(|_| depth < DEEPEST).cloned() else {
                        continue;
                    };
                    let length = shared.iter().map(|one| one.kind.len() + one.state.len()).sum();
                    if let Some(rest) = self.shared_work.checked_sub(length) {
                        self.shared_work = rest;
                        self.gather(&shared, depth + 1, left, marks, words);
                    } else {
                        self.broken.push(format!("prototype {name} is too long"));
                    }
                }
                // Appearance and actions of a piece are left to VASSAL.
                "piece" | "emb2" | "emb" | "report" | "markmoved" | "footprint" | "clone" | "delete" | "immob"
                | "rotate" | "label" | "nonRect" | "nonRect2" | "hide" | "obs" | "return" | "sendto" | "translate"
                | "submenu" | "menuSeparator" | "cmdGlobal" | "macro" | "" => {}
                other => {
                    let other: String = other.chars().take(30).filter(|c| !c.is_control()).collect();
                    *self.strange.entry(other).or_default() += 1;
                }
            }
        }
    }

    /// Returns the notes about all pieces.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let mut note = |what: String, names: &[String]| {
            if !names.is_empty() {
                notes.push(format!("{what}: {}", listed(names)));
            }
        };
        note("These pieces are on the board but in no hex of the map".to_owned(), &self.astray);
        note(format!("The side of these is unknown; they were given to {}", self.sides.names()[0]), &self.unsided);
        note("These belong to other sides and were left out".to_owned(), &self.others);
        note("These pieces could not be read".to_owned(), &self.broken);
        let counted = |counts: &BTreeMap<String, usize>| -> Vec<String> {
            counts.iter().map(|(name, count)| format!("{name} ({count})")).collect()
        };
        note("Markers were left out, since the system has its own".to_owned(), &counted(&self.markers));
        note("Pieces of terrain were left out; paint them on the map".to_owned(), &counted(&self.terrain));
        let strange = counted(&self.strange);
        note("Ignored traits".to_owned(), &strange);
        notes
    }
}

/// Returns `true` if `name` is that of a terrain, such as a tile that is laid on the board.
fn is_terrain(name: &str) -> bool {
    const NAMES: [&str; 22] = [
        "bridge",
        "church",
        "city",
        "field",
        "fieldworks",
        "ford",
        "forest",
        "forests",
        "hill",
        "hills",
        "lake",
        "marsh",
        "rampart",
        "river",
        "road",
        "town",
        "towns",
        "village",
        "wood",
        "woods",
        "swamp",
        "water",
    ];
    let word = name.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    NAMES.contains(&word.as_str())
}

/// Returns the arm named in a word.
fn arm_of(word: &str) -> Option<Arm> {
    const WORDS: [(&str, Arm); 19] = [
        ("headquarter", Arm::Headquarters),
        ("leader", Arm::Headquarters),
        ("commander", Arm::Headquarters),
        ("infantry", Arm::Infantry),
        ("cavalry", Arm::Cavalry),
        ("dragoon", Arm::Cavalry),
        ("hussar", Arm::Cavalry),
        ("cuirassier", Arm::Cavalry),
        ("lancer", Arm::Cavalry),
        ("uhlan", Arm::Cavalry),
        ("artillery", Arm::Artillery),
        ("battery", Arm::Artillery),
        ("grenadier", Arm::Infantry),
        ("fusilier", Arm::Infantry),
        ("guns", Arm::Artillery),
        ("tank", Arm::Tank),
        ("aircraft", Arm::Aircraft),
        ("airplane", Arm::Aircraft),
        ("aeroplane", Arm::Aircraft),
    ];
    const SHORT: [(&str, Arm); 5] = [
        ("hq", Arm::Headquarters),
        ("inf", Arm::Infantry),
        ("cav", Arm::Cavalry),
        ("art", Arm::Artillery),
        ("arty", Arm::Artillery),
    ];
    let word = word.to_lowercase();
    let long = WORDS.iter().find(|(part, _)| word.contains(part));
    let short = || {
        let mut parts = word.split(|c: char| !c.is_alphabetic());
        parts.find_map(|part| SHORT.iter().find(|(short, _)| *short == part))
    };
    long.or_else(short).map(|(_, arm)| *arm)
}
