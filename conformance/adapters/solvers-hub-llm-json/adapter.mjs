/* @solvers-hub/llm-json: all the JSON in a reply of a model, corrected where it can be. */
import { LlmJson } from '@solvers-hub/llm-json';
import { only, serve } from '../lib/stream.mjs';

const parser = new LlmJson({ attemptCorrection: true });

serve((reply) => only(parser.extract(reply).json));
