/*
 * @boundaryml/baml: what its generated clients call to parse a reply, with a function that returns any
 * object (main.baml).
 */
import { readFileSync } from 'node:fs';
import baml from '@boundaryml/baml';
import { serve } from '../lib/stream.mjs';

const source = readFileSync(new URL('../../../conformance/adapters/boundaryml-baml/main.baml', import.meta.url), 'utf8');
const runtime = baml.BamlRuntime.fromFiles('/baml_src', { 'main.baml': source }, {});
const context = runtime.createContextManager();

serve((reply) => runtime.parseLlmResponse('Parse', reply, false, context, null, null, {}),
    () => true);
