/*
 * The habit: the reply is cut at the first stop token before anything is parsed, inside a string
 * too.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    static const char *const tokens[] = {
        "<|im_end|>", "</s>",          "<|endoftext|>",   "<|eot_id|>",
        "<|end|>",    "<end_of_turn>", "<|return|>",      "<|eom_id|>",
        "[/INST]",    "<|im_start|>",  "<|end_of_text|>", "<|endofprompt|>"};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        text->len = find_word(*text, 0, tokens[i]);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}
