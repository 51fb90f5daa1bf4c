/*
 * ai: generateText with Output.json, behind the two pieces of middleware that it has for fences and for
 * reasoning. The model is the mock that it ships for tests.
 */
import { NoObjectGeneratedError, NoOutputGeneratedError, Output, extractJsonMiddleware, extractReasoningMiddleware, generateText,
    wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { serve } from '../lib/stream.mjs';

const usage = { inputTokens: {}, outputTokens: {} };

async function extract(text) {
    const said = { content: [{ type: 'text', text }], finishReason: { unified: 'stop' }, usage, warnings: [] };
    const model = wrapLanguageModel({
        model: new MockLanguageModelV3({ doGenerate: async () => said }),
        middleware: [extractJsonMiddleware(), extractReasoningMiddleware({ tagName: 'think' })],
    });
    return (await generateText({ model, prompt: '-', output: Output.json(), maxRetries: 0 })).output;
}

serve(extract, (error) => NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error));
