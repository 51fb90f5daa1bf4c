/* jsonrepair: repairs one document, and returns it as text. */
import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { one_of, serve, text } from '../lib/stream.mjs';

serve((reply) => text(jsonrepair(reply)), one_of(JSONRepairError));
