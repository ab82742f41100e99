//! The JSON Schemas, checked with the diagnostics corpus: an independent validator refuses exactly the files whose
//! errors a schema can express.

use battlewright_schema::{System, schema_json};
use battlewright_tests::shapes::cases;

#[test]
fn the_schemas_refuse_what_a_schema_can_express() {
    let validator = |schema: &serde_json::Value| jsonschema::draft202012::new(schema).unwrap();
    let combined = validator(&schema_json::combined());
    let of_systems = System::ALL.map(|system| (system, validator(schema_json::of(system))));
    for case in cases() {
        let (_, own) = of_systems.iter().find(|(system, _)| *system == case.system).unwrap();
        for validator in [&combined, own] {
            let refusals: Vec<String> =
                validator.iter_errors(&case.value).map(|error| format!("{} {error}", error.instance_path())).collect();
            assert_eq!(!refusals.is_empty(), case.refused, "{}: {refusals:#?}", case.path.display());
        }
    }
}
