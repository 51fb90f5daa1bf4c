//! llm_json: a reply of a model, repaired, as a JSON value.

fn main() {
    stream::serve("llm_json", |reply| {
        llm_json::loads(reply, &Default::default()).map(|value| value.to_string()).map_err(|error| error.to_string())
    });
}
