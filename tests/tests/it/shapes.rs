//! The JSON Schemas, checked with the diagnostics corpus: an independent validator refuses exactly the files whose
//! errors a schema can express.

use battlewright_schema::schema_json;
use battlewright_tests::shapes::cases;

#[test]
fn the_schemas_refuse_what_a_schema_can_express() {
    let validator = |schema: &serde_json::Value| jsonschema::draft202012::new(schema).unwrap();
    let combined = validator(&schema_json::combined());
    for case in cases() {
        for validator in [&combined, &validator(schema_json::of(case.system))] {
            let refusals: Vec<String> =
                validator.iter_errors(&case.value).map(|error| format!("{} {error}", error.instance_path())).collect();
            assert_eq!(!refusals.is_empty(), case.refused, "{}: {refusals:#?}", case.path.display());
        }
    }
}
