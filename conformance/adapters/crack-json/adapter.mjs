/*
 * crack-json: all the values in a text. Strings are among them; its filter, which sees the text of each
 * before it is parsed, leaves objects and arrays.
 */
import crack from 'crack-json';
import { only, serve } from '../lib/stream.mjs';

const filter = (found) => found[0] !== '"';

serve((reply) => only(crack.extractJson(reply, { filter })));
