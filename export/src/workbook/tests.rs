use std::io::{Cursor, Write as _};

use battlewright_schema::table::{Import, columns};
use battlewright_schema::{DocPath, Scenario, System, load, template};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::*;

fn scenario(system: System) -> Scenario {
    load(template(system)).scenario.unwrap()
}

/// Returns a workbook of one sheet with `cells`.
fn book(cells: &[(u32, u16, &str)]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, column, text) in cells {
        sheet.write_string(*row, *column, *text).unwrap();
    }
    book.save_to_buffer().unwrap()
}

#[test]
fn what_was_written_changes_nothing_when_it_comes_back() {
    for system in System::ALL {
        let scenario = scenario(system);
        let bytes = write(&scenario).unwrap();
        assert_eq!(bytes, write(&scenario).unwrap(), "the same each time");
        let read = read(&bytes).unwrap();
        assert_eq!((read.name.as_str(), read.sheet.notices.len()), (UNITS, 0));
        let columns = columns(system);
        let plan = Import::new(read.sheet, &columns, &[]).plan(&scenario, &columns);
        assert_eq!((plan.rows.len(), plan.problems), (0, vec![]));
        assert_eq!(plan.left, scenario.common().unit_count());
    }
}

#[test]
fn an_emptied_order_of_battle_is_filled_again() {
    for system in System::ALL {
        let scenario = scenario(system);
        let mut empty = scenario.clone();
        empty.put(&DocPath::root().key("unit"), None).unwrap();
        let columns = columns(system);
        let import = Import::new(read(&write(&scenario).unwrap()).unwrap().sheet, &columns, &[]);
        import.plan(&empty, &columns).apply(&mut empty).unwrap();
        assert_eq!(empty, scenario);
    }
}

#[test]
fn problems_have_their_row() {
    let scenario = scenario(System::MarsLaTour);
    let cells = [(0, 0, "id"), (0, 1, "er"), (0, 2, "at"), (3, 0, "new"), (3, 1, "9"), (3, 2, "9999")];
    let columns = columns(scenario.system());
    let plan = Import::new(read(&book(&cells)).unwrap().sheet, &columns, &[]).plan(&scenario, &columns);
    assert!(plan.rows.is_empty());
    assert!(plan.problems.iter().all(|problem| problem.line == 4), "{:?}", plan.problems);
    assert!(plan.problems.iter().any(|problem| problem.message.contains("out of range")), "{:?}", plan.problems);
}

#[test]
fn numbers_dates_and_yes_are_read_as_typed() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_number(0, 0, 704.0).unwrap();
    sheet.write_number(0, 1, 0.5).unwrap();
    sheet.write_boolean(0, 2, true).unwrap();
    let day = Format::new().set_num_format("yyyy-mm-dd");
    sheet.write_datetime_with_format(0, 3, ExcelDateTime::from_ymd(2026, 3, 1).unwrap(), &day).unwrap();
    let read = read(&book.save_to_buffer().unwrap()).unwrap();
    assert_eq!(read.sheet.rows[0].cells, ["704", "0.5", "yes", "2026-03-01"]);
    assert!(read.sheet.notices[0].starts_with("D1 is a date to the spreadsheet"), "{:?}", read.sheet.notices);
}

#[test]
fn what_is_no_workbook_or_too_large_is_refused() {
    let refused = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert!(refused(b"id,name\n").starts_with("it is not a readable workbook"));
    assert!(refused(&[]).starts_with("it is not a readable workbook"));
    assert!(refused(&vec![0; LONGEST + 1]).contains("larger than 16 MiB"));
    assert!(refused(&book(&[(0, 300, "x")])).contains("Sheet1!KO1"));
    assert!(refused(&book(&[(60_000, 0, "x")])).contains("Sheet1!A60001"));
    assert!(refused(&book(&[(0, 0, &"x".repeat(20_001))])).contains("more than 20000 characters"));
    let far: Vec<(u32, u16, &str)> = (0..20_000).map(|row| (row, 255, "x")).collect();
    assert!(refused(&book(&far)).contains("too many cells"));
    let whole = write(&scenario(System::MarsLaTour)).unwrap();
    for cut in [whole.len() / 2, whole.len() - 10] {
        assert!(read(&whole[..cut]).is_err());
    }
}

#[test]
fn a_bomb_is_not_unpacked() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    archive.start_file("xl/sharedStrings.xml", packed).unwrap();
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..=LIMITS.total >> 20 {
        archive.write_all(&zeros).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    assert!(bytes.len() < 1 << 20, "it is small while packed");
    assert!(read(&bytes).unwrap_err().to_string().contains("the limit is 134217728"));
    // The listed size is untrusted.
    let small = 3_u32.to_le_bytes();
    let huge = u32::try_from((LIMITS.total & !0xf_ffff) + (1 << 20)).unwrap().to_le_bytes();
    let lying: Vec<u8> = {
        let mut lying = bytes.clone();
        for at in 0..lying.len() - 4 {
            if lying[at..at + 4] == huge {
                lying[at..at + 4].copy_from_slice(&small);
            }
        }
        lying
    };
    assert_ne!(lying, bytes);
    let why = read(&lying).unwrap_err().to_string();
    assert!(why.contains("larger than its declared uncompressed size"), "{why}");
    let mut many = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..=LIMITS.files {
        many.start_file(format!("{at}"), SimpleFileOptions::default()).unwrap();
    }
    let why = read(&many.finish().unwrap().into_inner()).unwrap_err().to_string();
    assert!(why.contains("more than 1000 files"), "{why}");
}

/// Returns the workbook with `new` in place of the only part `old` of its files.
fn with_part(book: &[u8], old: &str, new: &str) -> Vec<u8> {
    let mut files = zip::ZipArchive::new(Cursor::new(book)).unwrap();
    let mut changed = ZipWriter::new(Cursor::new(Vec::new()));
    let mut found = 0;
    for at in 0..files.len() {
        let mut file = files.by_index(at).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).unwrap();
        found += text.matches(old).count();
        changed.start_file(file.name().unwrap(), SimpleFileOptions::default()).unwrap();
        changed.write_all(text.replace(old, new).as_bytes()).unwrap();
    }
    assert_eq!(found, 1, "{old}");
    changed.finish().unwrap().into_inner()
}

#[test]
fn a_claimed_number_of_strings_is_not_believed() {
    let claiming = |count: &str| {
        let claim = format!("uniqueCount{}{count}", if count.starts_with(' ') { "" } else { "=" });
        read(&with_part(&book(&[(0, 0, "id"), (0, 1, "name")]), "uniqueCount=\"2\"", &claim))
    };
    assert!(claiming("\"2\"").is_ok());
    for count in ["\"2000000000\"", "'99999999999999999999999'", &format!(" = {}\"+2000000000\"", " ".repeat(100))] {
        let why = claiming(count).unwrap_err().to_string();
        assert!(why.contains("strings, but has room for"), "{count}: {why}");
    }
}

#[test]
fn a_cell_beyond_all_sheets_is_refused() {
    let called =
        |name: &str| read(&with_part(&book(&[(0, 0, "id"), (0, 1, "name")]), "<c r=\"B1\"", &format!("<c {name}")));
    assert!(called("r=\"B1\"").is_ok());
    for name in ["r=\"B4294967297\"", "r = 'AAAAAAAAAA1'", "r=\"B99999999999999999999\""] {
        let why = called(name).unwrap_err().to_string();
        assert!(why.contains("the last cell of a sheet is XFD1048576"), "{name}: {why}");
    }
}

/// Returns an OpenDocument workbook whose sheet `Units` has these rows.
fn ods(rows: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\" xmlns:calcext=\"c\"><office:body>\
         <office:spreadsheet><table:table table:name=\"Notes\"><table:table-row><table:table-cell/></table:table-row>\
         </table:table><table:table table:name=\"units\">{rows}</table:table></office:spreadsheet></office:body>\
         </office:document-content>"
    );
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("mimetype", SimpleFileOptions::default()).unwrap();
    archive.write_all(b"application/vnd.oasis.opendocument.spreadsheet").unwrap();
    archive.start_file("content.xml", SimpleFileOptions::default()).unwrap();
    archive.write_all(content.as_bytes()).unwrap();
    archive.finish().unwrap().into_inner()
}

fn cell(attributes: &str, text: &str) -> String {
    format!("<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>")
}

fn row(attributes: &str, cells: &[String]) -> String {
    format!("<table:table-row {attributes}>{}</table:table-row>", cells.concat())
}

#[test]
fn an_open_document_is_read_as_typed() {
    let head = row("", &["id", "er", "at", "name"].map(|text| cell("office:value-type=\"string\"", text)));
    let number = cell("office:value-type=\"float\" office:value=\"4\"", "4,00");
    let empty = "<table:table-cell table:number-columns-repeated=\"2\"/>".to_owned();
    let spaced = cell("", "a<text:s text:c=\"2\"/>b<text:span>c</text:span></text:p><text:p>d");
    let noted = format!(
        "<table:table-cell><office:annotation><text:p>no</text:p></office:annotation>{}",
        "</table:table-cell>"
    );
    let date = cell("office:value-type=\"date\" office:date-value=\"2026-03-01\"", "1. 3.");
    let truth = cell("office:value-type=\"boolean\" office:boolean-value=\"true\"", "TRUE");
    let twice = cell("table:number-columns-repeated=\"2\"", "x");
    let rows = [
        format!("<table:table-header-rows>{head}</table:table-header-rows>"),
        row("table:number-rows-repeated=\"3\"", std::slice::from_ref(&empty)),
        row("table:number-rows-repeated=\"2\"", &[cell("", "u"), number, empty, spaced]),
        row("", &[noted, date, truth, twice]),
        row(
            "table:number-rows-repeated=\"1048570\"",
            &["<table:table-cell table:number-columns-repeated=\"16384\"/>".into()],
        ),
    ];
    let book = read(&ods(&rows.concat())).unwrap();
    assert_eq!(book.name, "units");
    let lines: Vec<(u64, String)> = book.sheet.rows.iter().map(|row| (row.line, row.cells.join("|"))).collect();
    let wanted = [(1, "id|er|at|name"), (5, "u|4|||a  bc\nd"), (6, "u|4|||a  bc\nd"), (7, "|2026-03-01|yes|x|x")];
    assert_eq!(lines, wanted.map(|(line, text)| (line, text.to_owned())));
    assert!(book.sheet.notices[0].starts_with("B7 is a date to the spreadsheet"), "{:?}", book.sheet.notices);
}

#[test]
fn what_an_open_document_repeats_without_end_is_refused() {
    let refused = |rows: &str| read(&ods(rows)).unwrap_err().to_string();
    let rows = |count: &str, cells: &[String]| row(&format!("table:number-rows-repeated=\"{count}\""), cells);
    let columns = |count: &str, text: &str| cell(&format!("table:number-columns-repeated=\"{count}\""), text);
    for count in ["60000", "2000000000", "18446744073709551615"] {
        assert!(refused(&rows(count, &[cell("", "x")])).contains("units!A50001"), "{count}");
        assert!(refused(&row("", &[columns(count, "x")])).contains("units!IW1"), "{count}");
        let far = rows(count, &[]) + &row("", &[cell("", "x")]);
        assert!(refused(&far).contains("beyond the limit of"), "{count}");
        let spaces = format!("<text:s text:c=\"{count}\"/>");
        assert!(refused(&row("", &[cell("", &spaces)])).contains("more than 20000 characters"), "{count}");
    }
    assert!(refused(&rows("40000", &[columns("200", "x")])).contains("too many cells"));
    assert!(refused(&rows("40000", &[columns("20", &"x".repeat(10_000))])).contains("64 MiB of text"));
    assert!(refused(&row("", &[columns("200", &"x".repeat(1 << 20))])).contains("units!A1 has more than"));
    assert!(refused("<table:table-row>").contains("not well-formed XML"));
    assert!(read(&ods("")).unwrap().sheet.rows.is_empty());
}

/// A text shared by many cells is stored once.
#[test]
fn a_shared_text_does_not_fill_the_memory() {
    let long = "x".repeat(9_999);
    let row = |row: usize| format!("<row r=\"{row}\"><c r=\"A{row}\" t=\"s\"><v>0</v></c></row>");
    let rows: String = (2..8_000).map(row).collect();
    let many = with_part(&book(&[(0, 0, &long)]), "</sheetData>", &format!("{rows}</sheetData>"));
    assert!(read(&many).unwrap_err().to_string().contains("64 MiB of text"));
}
