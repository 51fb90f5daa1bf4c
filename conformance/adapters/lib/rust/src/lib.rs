//! The stream mode of the contract (CONTRACT.md), for adapters in Rust.

use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use std::io::{BufRead, Write};

const OPTIONS: [&str; 5] = ["expect", "select", "names", "reasoning", "starts"];

/// Answers requests until there are no more. `extract` returns what the package returns for a reply,
/// as JSON text; an error is how the package says that there is none.
///
/// Words of the command line in the form option=value name what the package can be asked for besides
/// the defaults, such as select=first where that is all it does. A request for another option or
/// value is answered with "unsupported".
pub fn serve(name: &str, extract: impl Fn(&str) -> Result<String, String>) {
    let taken: Vec<String> = std::env::args().skip(1).collect();
    let mut responses = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let mut said = if request["hello"].is_object() {
            json!({"hello": {"contract": 1, "name": name, "operations": ["extract"], "window": 16}})
        } else {
            answer(&request, &extract, &taken)
        };
        said["id"] = request["id"].clone();
        writeln!(responses, "{said}").unwrap();
        responses.flush().unwrap();
    }
}

fn answer(request: &Value, extract: &impl Fn(&str) -> Result<String, String>, taken: &[String]) -> Value {
    if let Some(why) = not_taken(request, taken) {
        return json!({ "unsupported": why });
    }
    match extract(&reply_of(request)) {
        Ok(text) => json!({ "text": text }),
        Err(reason) => json!({ "none": reason.chars().take(200).collect::<String>() }),
    }
}

/// A string of Rust is UTF-8: other bytes are replaced.
fn reply_of(request: &Value) -> String {
    if let Some(reply) = request["reply"].as_str() {
        return reply.to_string();
    }
    let bytes = STANDARD.decode(request["reply_base64"].as_str().unwrap()).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn not_taken(request: &Value, taken: &[String]) -> Option<String> {
    let op = request["op"].as_str().unwrap();
    if op != "extract" {
        return Some(format!("{op}: the package has no such operation"));
    }
    OPTIONS.iter().find_map(|option| {
        let word = format!("{option}={}", request[*option].as_str()?);
        (!taken.contains(&word)).then(|| format!("{word}: the package has no such option"))
    })
}
