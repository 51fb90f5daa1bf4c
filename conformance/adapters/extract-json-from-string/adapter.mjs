/* extract-json-from-string: all the objects and arrays in a text, of JSON or of JavaScript. */
import extract from 'extract-json-from-string';
import { only, serve } from '../lib/stream.mjs';

serve((reply) => only(extract(reply)));
