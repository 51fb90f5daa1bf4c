//! What people write with serde_json alone, by the first word of the command line.

use serde_json::{Deserializer, Value};

/// The parser on the whole text.
fn strict(reply: &str) -> Result<Value, String> {
    serde_json::from_str(reply).map_err(|error| error.to_string())
}

/// From the first brace to the last.
fn braces(reply: &str) -> Result<Value, String> {
    match (reply.find('{'), reply.rfind('}')) {
        (Some(begin), Some(end)) if begin < end => strict(&reply[begin..=end]),
        _ => Err("nothing found".to_string()),
    }
}

/// The first bracket from which a value can be read.
fn first(reply: &str) -> Result<Value, String> {
    reply
        .match_indices(['{', '['])
        .find_map(|(at, _)| Deserializer::from_str(&reply[at..]).into_iter::<Value>().next()?.ok())
        .ok_or_else(|| "nothing found".to_string())
}

fn main() {
    let habit = std::env::args().nth(1).unwrap_or_default();
    let extract = match habit.as_str() {
        "strict" => strict,
        "braces" => braces,
        _ => first,
    };
    stream::serve(&format!("rust-{habit}"), |reply| extract(reply).map(|value| value.to_string()));
}
