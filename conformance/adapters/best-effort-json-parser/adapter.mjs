/* best-effort-json-parser: parses as much as it can of one document, or of the first fence. */
import best_effort from 'best-effort-json-parser';
import { one_of, serve } from '../lib/stream.mjs';

serve((reply) => best_effort.parse(reply), one_of(Error));
