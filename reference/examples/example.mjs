// libjets from Node, through WebAssembly: its three operations, on a reply that arrives in parts.
// What it does is what example.c does. `make wasm` builds the library; JETS_WASM says where it is.
import { randomFillSync } from "node:crypto";
import { readFileSync, readSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Where the members used here stand in the structs of jets.h, on a machine with 32-bit pointers.
export const LAYOUT = {
  jets_options: { size: 68, expect: 0, hash_key: 44 },
  jets_result: { size: 28, reason: 4, offset: 8, length: 12 },
  jets_completion: { size: 140 },
};
const VALUE = 0; // enum jets_status
const EXPECT_OBJECT = 1; // enum jets_expect

export class NoAnswer extends Error {}

export class Jets {
  // The module asks for nothing from outside.
  constructor(path) {
    this.c = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path))).exports;
    this.c._initialize();
  }

  // Made anew for each use: the view that was ends where the memory grows.
  bytes(at, length) {
    return new Uint8Array(this.c.memory.buffer, at, length);
  }

  number(at) {
    return new DataView(this.c.memory.buffer).getUint32(at, true);
  }

  // Calls use() with as many pieces of zeroed memory as sizes are given, and gives them back.
  with(sizes, use) {
    const places = sizes.map((size) => this.c.malloc(size + 1)); // malloc(0) may give nothing
    try {
      if (places.includes(0)) throw new RangeError("out of memory");
      places.forEach((at, i) => this.bytes(at, sizes[i]).fill(0));
      return use(...places);
    } finally {
      places.forEach((at) => this.c.free(at));
    }
  }

  setOptions(at) {
    this.bytes(at + LAYOUT.jets_options.expect, 1)[0] = EXPECT_OBJECT;
    // a key that the reply's author does not know
    randomFillSync(this.bytes(at + LAYOUT.jets_options.hash_key, 16));
  }

  refuse(result) {
    const at = this.c.jets_reason_text(this.number(result + LAYOUT.jets_result.reason));
    const text = this.bytes(at, 64);
    throw new NoAnswer(Buffer.from(text.subarray(0, text.indexOf(0))).toString());
  }

  // The bytes of the answer, an object.
  extract(reply) {
    const sizes = [reply.length, LAYOUT.jets_options.size, LAYOUT.jets_result.size];
    return this.with(sizes, (at, options, result) => {
      this.bytes(at, reply.length).set(reply);
      this.setOptions(options);
      if (this.c.jets_extract(at, reply.length, options, result) !== VALUE) this.refuse(result);
      const offset = this.number(result + LAYOUT.jets_result.offset);
      const length = this.number(result + LAYOUT.jets_result.length);
      return reply.subarray(offset, offset + length);
    });
  }

  // An array of strings, as JSON text, trimmed and without repeats.
  strings(reply) {
    const room = this.c.jets_strings_room(reply.length);
    const sizes = [reply.length, LAYOUT.jets_options.size, LAYOUT.jets_result.size, room, 4];
    return this.with(sizes, (at, options, result, out, length) => {
      this.bytes(at, reply.length).set(reply);
      this.setOptions(options);
      if (this.c.jets_strings(at, reply.length, options, out, length, result) !== VALUE) this.refuse(result);
      return Buffer.from(this.bytes(out, this.number(length))); // a copy: `out` is given back
    });
  }

  // How many bytes of the parts came until all of them were complete, and whether they were.
  complete(parts) {
    return this.with([LAYOUT.jets_completion.size], (state) => {
      let length = 0;
      let done = false;
      this.c.jets_complete_init(state, 0);
      for (const part of parts) {
        length += part.length;
        done = this.with([part.length], (at) => {
          this.bytes(at, part.length).set(part);
          return this.c.jets_complete_feed(state, at, part.length) !== 0;
        });
        if (done) break;
      }
      return { done, length };
    });
  }
}

function* parts() {
  const part = Buffer.alloc(16);
  for (let got; (got = readSync(0, part)) > 0; ) yield part.subarray(0, got);
}

function main([operation, ...rest]) {
  const jets = new Jets(process.env.JETS_WASM ?? "jets.wasm");
  if (rest.length > 0 || !["extract", "complete", "strings"].includes(operation)) {
    process.stderr.write("usage: example.mjs extract|complete|strings <REPLY\n");
    return 2;
  }
  if (operation === "complete") {
    const { done, length } = jets.complete(parts());
    writeSync(1, `${done ? "complete" : "not complete"} after ${length} bytes\n`);
    return 0;
  }
  try {
    writeSync(1, Buffer.concat([jets[operation](readFileSync(0)), Buffer.from("\n")]));
    return 0;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    process.stderr.write(`none: ${error.message}\n`);
    return 20;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
