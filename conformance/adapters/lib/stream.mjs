/*
 * The stream mode of the contract (CONTRACT.md), for adapters in JavaScript.
 *
 *     serve(extract, refuses)
 *
 * `extract` gets a reply as a string, and the request, and returns the value that the package returns, or NONE, or
 * text(...); or a promise of one. `refuses(error)` tells whether what it threw is how the package says
 * that there is none; anything else is an error.
 *
 * Words of the command line in the form option=value name what the package can be asked for besides
 * the defaults, such as select=first where that is all it does. A request for another option or value
 * is answered with "unsupported".
 */
import { basename, dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';

export const NONE = Symbol('none');

/* An answer that the package returns as text. */
export const text = (string) => ({ [NONE]: string });

/* The answer of a package that gives all the values it finds: the one, or none. */
export const only = (values) => (values.length === 1 ? values[0] : NONE);

/* Whether it is an error of one of the classes. */
export const one_of = (...classes) => (error) => classes.some((one) => error instanceof one);

const options = ['expect', 'select', 'names', 'reasoning', 'starts'];
const write = process.stdout.write.bind(process.stdout);
const mark = randomUUID();

/* The value as JSON. A number past a double reads as one again; NaN is none, and stays visible. */
function written(value) {
    const numbers = (name, member) =>
        typeof member === 'number' && !Number.isFinite(member) ? mark + member : member;
    return JSON.stringify(value, numbers)
        .replaceAll(`"${mark}Infinity"`, '1e999')
        .replaceAll(`"${mark}-Infinity"`, '-1e999')
        .replaceAll(`"${mark}NaN"`, 'NaN');
}

function reply_of(request) {
    if (request.reply !== undefined) return request.reply;
    return Buffer.from(request.reply_base64, 'base64').toString('utf8');
}

function not_taken(request, taken) {
    if (request.op !== 'extract') return `${request.op}: the package has no such operation`;
    for (const option of options) {
        const asked = `${option}=${request[option]}`;
        if (request[option] !== undefined && !taken.has(asked))
            return `${asked}: the package has no such option`;
    }
    return '';
}

async function answer(request, extract, refuses, taken) {
    const unsupported = not_taken(request, taken);
    if (unsupported) return { unsupported };
    try {
        const value = await extract(reply_of(request), request);
        if (value === NONE || value === undefined) return { none: '' };
        return { text: value?.[NONE] ?? written(value) };
    } catch (error) {
        const reason = `${error?.name}: ${error?.message}`.slice(0, 200);
        return refuses(error) ? { none: reason } : { error: reason };
    }
}

/* Answers requests until there are no more. */
export async function serve(extract, refuses = one_of(SyntaxError)) {
    // What a package prints must not come between the responses.
    process.stdout.write = process.stderr.write.bind(process.stderr);
    const taken = new Set(process.argv.slice(2));
    const name = basename(dirname(process.argv[1]));
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
        const request = JSON.parse(line);
        const said = request.hello
            ? { hello: { contract: 1, name, operations: ['extract'], window: 16 } }
            : await answer(request, extract, refuses, taken);
        write(JSON.stringify({ id: request.id, ...said }) + '\n');
    }
    process.exit(0);
}
