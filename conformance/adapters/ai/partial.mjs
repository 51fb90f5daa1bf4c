/* ai: parsePartialJson, which reads a JSON text that may be cut off. */
import { parsePartialJson } from 'ai';
import { NONE, serve } from '../lib/stream.mjs';

serve(async (reply) => {
    const { value, state } = await parsePartialJson(reply);
    return state.endsWith('-parse') && state !== 'failed-parse' ? value : NONE;
});
