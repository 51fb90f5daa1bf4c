/* @axync/extract-json: all the objects and arrays in a text. */
import { extractJsonSync } from '@axync/extract-json';
import { only, serve } from '../lib/stream.mjs';

serve((reply) => only(extractJsonSync(reply)));
