// Runs an extractor over tree/, with the standard library alone: rustc load.rs && ./load EXPORT.
// Put your own in place of `extract`.
use std::{env, fs, io, path::Path};

/// The slice of the reply that is the value, or None: here, the whole reply where it is an object or
/// an array, read by the small strict reader below.
fn extract(reply: &[u8]) -> Option<&[u8]> {
    std::str::from_utf8(reply).ok()?;
    let start = space(reply, 0);
    let end = value(reply, start, 512)?;
    let whole = space(reply, end) == reply.len() && matches!(reply[start], b'{' | b'[');
    whole.then(|| &reply[start..end])
}

fn space(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|b| b" \t\n\r".contains(b)).count()
}

/// Where the value that begins at `at` ends, at most `levels` deep.
fn value(text: &[u8], at: usize, levels: u32) -> Option<usize> {
    match text.get(at)? {
        b'"' => string(text, at),
        b'{' => items(text, at + 1, b'}', levels.checked_sub(1)?),
        b'[' => items(text, at + 1, b']', levels.checked_sub(1)?),
        b'-' | b'0'..=b'9' => number(text, at),
        _ => ["true", "false", "null"].iter()
            .find(|word| text[at..].starts_with(word.as_bytes())).map(|word| at + word.len()),
    }
}

fn items(text: &[u8], at: usize, closer: u8, levels: u32) -> Option<usize> {
    let mut at = space(text, at);
    if *text.get(at)? == closer {
        return Some(at + 1);
    }
    loop {
        if closer == b'}' {
            at = space(text, string(text, at)?);
            if *text.get(at)? != b':' {
                return None;
            }
            at = space(text, at + 1);
        }
        at = space(text, value(text, at, levels)?);
        match *text.get(at)? {
            b',' => at = space(text, at + 1),
            byte => return (byte == closer).then_some(at + 1),
        }
    }
}

fn string(text: &[u8], at: usize) -> Option<usize> {
    if *text.get(at)? != b'"' {
        return None;
    }
    let mut at = at + 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' if *text.get(at + 1)? == b'u' => {
                let four = text.get(at + 2..at + 6)?;
                four.iter().all(u8::is_ascii_hexdigit).then_some(())?;
                at += 6;
            }
            b'\\' => {
                b"\"\\/bfnrt".contains(&text[at + 1]).then_some(())?;
                at += 2;
            }
            byte => {
                (byte >= 0x20).then_some(())?;
                at += 1;
            }
        }
    }
}

fn number(text: &[u8], at: usize) -> Option<usize> {
    let digits = |at: usize| text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = at + usize::from(text[at] == b'-');
    let whole = digits(at);
    (whole == 1 || whole > 1 && text[at] != b'0').then_some(())?;
    at += whole;
    if text.get(at) == Some(&b'.') {
        (digits(at + 1) > 0).then_some(())?;
        at += 1 + digits(at + 1);
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        (digits(at) > 0).then_some(())?;
        at += digits(at);
    }
    Some(at)
}

/// The JSON text of a member of expected.json, which has one a line.
fn member<'a>(expected: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("\"{name}\": ");
    expected.lines().find_map(|line| line.strip_prefix(&start)).map(|text| text.trim_end_matches(','))
}

/// Whether the answer is the slice that the span names, or a refusal where that is right.
fn is_right(reply: &[u8], expected: &str) -> bool {
    match (extract(reply), member(expected, "span")) {
        (None, _) => member(expected, "refusal") != Some("\"wrong\""),
        (Some(_), None) => false,
        (Some(got), Some(span)) => {
            let mut ends = span.trim_matches(['[', ']']).split(',').map(|n| n.parse::<usize>().unwrap());
            let (offset, len) = (ends.next().unwrap(), ends.next().unwrap());
            got == &reply[offset..offset + len]
        }
    }
}

fn folders(path: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut found: Vec<_> = fs::read_dir(path)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    found.sort();
    Ok(found)
}

fn main() -> io::Result<()> {
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let tree = Path::new(&env::args().nth(1).expect("the folder of the export")).join("tree");
    for category in folders(&tree)? {
        for folder in folders(&category)? {
            let expected = fs::read_to_string(folder.join("expected.json"))?;
            let plain = member(&expected, "operation") == Some("\"extract\"")
                && member(&expected, "options") == Some("{}");
            if !plain || !folder.join("reply").exists() {
                skipped += 1;
            } else if is_right(&fs::read(folder.join("reply"))?, &expected) {
                passed += 1;
            } else {
                failed += 1;
                println!("FAIL {}", folder.strip_prefix(&tree).unwrap().display());
            }
        }
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    Ok(())
}
