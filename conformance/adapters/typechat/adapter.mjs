/*
 * typechat: its translator, with the reply as what the model says, a validator that takes every object,
 * and without the second question to the model.
 */
import typechat from 'typechat';
import { NONE, serve } from '../lib/stream.mjs';

let said;
const model = { complete: async () => ({ success: true, data: said }) };
const validator = {
    getSchemaText: () => 'type Answer = object;',
    getTypeName: () => 'Answer',
    validate: (data) => ({ success: true, data }),
};
const translator = typechat.createJsonTranslator(model, validator);
translator.attemptRepair = false;

serve(async (reply) => {
    said = reply;
    const result = await translator.translate('');
    return result.success ? result.data : NONE;
});
