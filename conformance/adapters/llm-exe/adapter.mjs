/* llm-exe: its json parser, told to find the one value in a text. */
import { createParser } from 'llm-exe';
import { serve } from '../lib/stream.mjs';

const parser = createParser('json', { match: 'extract' });

serve((reply) => parser.parse(reply), (error) => error?.name === 'LlmExeError');
