// Peer of the benchmark: node's JSON.parse, on a text that is decoded already. See peer.h.
"use strict";
const fs = require("fs");

function values(tree) {
    let count = 0;
    const left = [tree];
    while (left.length > 0) {
        const item = left.pop();
        count++;
        if (item !== null && typeof item === "object") {
            for (const child of Object.values(item)) left.push(child);
        }
    }
    return count;
}

function parse(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

const texts = new Map();

function text_of(name) {
    if (!texts.has(name)) {
        const text = fs.readFileSync(process.argv[2] + "/" + name, "utf8");
        const tree = parse(text);
        texts.set(name, { text, count: tree === undefined ? 0 : values(tree) });
    }
    return texts.get(name);
}

function answer(line) {
    const [name, times] = line.split(" ");
    const { text, count } = text_of(name);
    let found = 0;
    let length = 0;
    const begin = process.cpuUsage();
    for (let left = Number(times); left > 0; left--) {
        const tree = parse(text);
        if (tree !== undefined) {
            found++;
            length = Array.isArray(tree) ? tree.length : Object.keys(tree).length;
        }
    }
    const took = process.cpuUsage(begin);
    process.stdout.write(`${(took.user + took.system) * 1000} ${found} ${length} ${count}\n`);
}

process.stdout.write(`node JSON.parse, ${process.version.slice(1)}\n`);
require("readline").createInterface({ input: process.stdin }).on("line", answer);
