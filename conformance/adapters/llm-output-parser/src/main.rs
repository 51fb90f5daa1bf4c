//! llm-output-parser: a reply of a model as a JSON value.

fn main() {
    stream::serve("llm-output-parser", |reply| {
        llm_output_parser::parse_json_value(reply).map(|value| value.to_string()).map_err(|error| error.to_string())
    });
}
