// Runs an extractor over cases.jsonl: node load.js EXPORT. Put your own in place of `extract`.
const { readFileSync } = require("fs");
const { isDeepStrictEqual } = require("util");

// The value in the reply, or undefined: here, the whole reply where it is an object or an array.
function extract(reply) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(reply);
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

// Whether the outcome is this result: none, a value, or a value as its exact text.
function isRight(got, want) {
  if ("none" in want || got === undefined) return "none" in want && got === undefined;
  try {
    return isDeepStrictEqual(got, "text" in want ? JSON.parse(want.text) : want.value);
  } catch {
    return false; // nested too deep to be compared
  }
}

let passed = 0, failed = 0, skipped = 0;
for (const line of readFileSync(process.argv[2] + "/cases.jsonl", "latin1").trimEnd().split("\n")) {
  const test = JSON.parse(line);
  if (test.operation !== "extract" || Object.keys(test.options).length > 0 || test.generate) {
    skipped++;
    continue;
  }
  const reply = "reply" in test ? Buffer.from(test.reply) : Buffer.from(test.reply_base64, "base64");
  const got = extract(reply);
  if ([test.result, ...test.acceptable].some((want) => isRight(got, want))) {
    passed++;
  } else {
    failed++;
    console.log("FAIL", test.id);
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
