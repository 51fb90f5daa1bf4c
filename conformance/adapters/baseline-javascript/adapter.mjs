/* What people write with JSON.parse alone, by the first word of the command line. */
import { NONE, serve } from '../lib/stream.mjs';

const habits = {
    /* The parser on the whole text. */
    strict: (reply) => JSON.parse(reply),

    /* From the first brace to the last. */
    braces(reply) {
        const begin = reply.indexOf('{');
        const end = reply.lastIndexOf('}');
        return begin >= 0 && begin < end ? JSON.parse(reply.slice(begin, end + 1)) : NONE;
    },

    /* The first bracket from which a value can be read, up to the first closer that ends one. */
    first(reply) {
        for (let begin = 0; begin < reply.length; begin++) {
            const closer = { '{': '}', '[': ']' }[reply[begin]];
            if (!closer) continue;
            for (let end = reply.indexOf(closer, begin); end > 0; end = reply.indexOf(closer, end + 1)) {
                try {
                    return JSON.parse(reply.slice(begin, end + 1));
                } catch {
                    // not yet
                }
            }
        }
        return NONE;
    },
};

serve(habits[process.argv[2]]);
