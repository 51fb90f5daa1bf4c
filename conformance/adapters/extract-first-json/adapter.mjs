/* extract-first-json: the first object or array of a text; it has a function for each type too. */
import { extractJSON, extractJSONArray, extractJSONObject } from 'extract-first-json';
import { serve } from '../lib/stream.mjs';

const by_type = { object: extractJSONObject, array: extractJSONArray };

serve((reply, asked) => (by_type[asked.expect] ?? extractJSON)(reply));
