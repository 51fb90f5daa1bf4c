/* Every rule of conformance/SPEC.md, R1 to R6: what it takes, and the near twin that it does not.
 */
#include "check.h"

/* ---- R1 ---- */

static void r1_takes_a_whole_reply(void **state)
{
    (void)state;
    GIVES_AT("", "{\"a\": 1}", 0, "{\"a\": 1}");
    GIVES_AT("", "[1, 2]", 0, "[1, 2]");
    GIVES_AT("", " \t\r\n{\"a\": 1} \t\r\n", 4, "{\"a\": 1}");
    DECIDED_BY("", " [1] ", "R1");
}

static void r1_strips_one_byte_order_mark_at_the_front(void **state)
{
    (void)state;
    GIVES_AT("", "\xEF\xBB\xBF{\"a\": 1}", 3, "{\"a\": 1}");
    GIVES_AT("", "\xEF\xBB\xBF\n[1]", 4, "[1]");
    DECIDED_BY("", "\xEF\xBB\xBF[1]", "R1");
    REFUSES("expect=any", "\xEF\xBB\xBF\xEF\xBB\xBF\"x\"", "no-candidate");
    REFUSES("expect=any", " \xEF\xBB\xBF\"x\"", "no-candidate");
    REFUSES("expect=any", "\"x\"\xEF\xBB\xBF", "no-candidate");
    /* one that the reply's end cuts off is none */
    REFUSES("", "\xEF", "no-candidate");
    REFUSES("", "\xEF\xBB", "no-candidate");
}

static void r1_knows_four_bytes_of_white_space(void **state)
{
    (void)state;
    REFUSES("expect=any", "\f1", "no-candidate");
    REFUSES("expect=any", "\v1", "no-candidate");
    REFUSES("expect=any", "1\xC2\xA0", "no-candidate");
    REFUSES("expect=any", "\xE2\x80\xA8true", "no-candidate");
    REFUSES("expect=any", "1\0", "no-candidate");
}

static void r1_calls_an_empty_reply_empty(void **state)
{
    (void)state;
    REFUSES("", "", "empty");
    REFUSES("", " \t\r\n", "empty");
    REFUSES("", "\xEF\xBB\xBF", "empty");
    REFUSES("expect=any", "\xEF\xBB\xBF \n", "empty");
    REFUSES("reasoning=fallback", "  ", "empty");
    REFUSES("starts=inside", "  ", "empty");
    REFUSES("", "\0", "no-candidate");
}

static void r1_scalars_are_answers_for_any_alone(void **state)
{
    (void)state;
    GIVES("expect=any", " 42 ", "42");
    GIVES("expect=any", "-0.5e+3", "-0.5e+3");
    GIVES("expect=any", "\"text\"", "\"text\"");
    GIVES("expect=any", "true", "true");
    GIVES("expect=any", "null\n", "null");
    REFUSES("", "42", "shape");
    REFUSES("expect=object", "null", "shape");
    REFUSES("expect=array", "\"text\"", "shape");
    REFUSES("expect=any", "42 43", "no-candidate");
    REFUSES("expect=any", "nul", "no-candidate");
}

static void r1_refuses_the_other_container(void **state)
{
    (void)state;
    REFUSES("expect=object", "[1, 2]", "shape");
    REFUSES("expect=array", "{\"a\": [1]}", "shape");
    REFUSES("expect=object", "[{\"a\": 1}]", "shape");
    GIVES("expect=object", "{\"a\": [1]}", "{\"a\": [1]}");
    GIVES("expect=array", "[{\"a\": 1}]", "[{\"a\": 1}]");
}

static void r1_scans_nothing_inside_a_whole_value(void **state)
{
    (void)state;
    REFUSES("", "\"The answer is {\\\"a\\\": 1}\"", "shape");
    REFUSES("select=first", "\"[1, 2]\"", "shape");
    GIVES("", "{\"tag\": \"</think>\", \"ok\": true}", "{\"tag\": \"</think>\", \"ok\": true}");
    GIVES("", "[\"<think>\", \"```json\", \"<|im_end|>\"]",
          "[\"<think>\", \"```json\", \"<|im_end|>\"]");
    GIVES("starts=inside", "{\"t\": \"</think>[1]\"}", "{\"t\": \"</think>[1]\"}");
}

static void r1_refuses_what_is_too_deep(void **state)
{
    (void)state;
    GIVES("depth=3", "[[[1]]]", "[[[1]]]");
    REFUSES("depth=2", "[[[1]]]", "too-deep");
    DECIDED_BY("depth=2", "[[[1]]]", "R1");
    REFUSES("depth=2 starts=inside", "[[[1]]] </think> {\"ok\": true}", "too-deep");
}

/* It goes on with what R1 read only where that is an attempt (R3.4). */
static void r1_leaves_to_the_scan_what_is_no_value(void **state)
{
    (void)state;
    REFUSES("", "[true {\"ok\": true}]", "broken-value");
    REFUSES("", " [true {\"ok\": true}]", "broken-value");
    GIVES("", " {x} {\"ok\": true}", "{\"ok\": true}");
}

/* ---- R2 ---- */

static void r2_1_reads_behind_the_first_closing_marker(void **state)
{
    (void)state;
    GIVES("", "<think>say {\"ok\": false}? \"</think>\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "\xEF\xBB\xBF \n<think></think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think>x</think><think>{\"ok\": false}</think>{\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "<think>{\"ok\": true}</think>", "no-candidate");
    REFUSES("", "<think>{\"ok\": true}</think> Done.", "no-candidate");
}

static void r2_1_nothing_inside_the_block_matters(void **state)
{
    (void)state;
    GIVES("", "<think>{\"a\": [</think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think>```json\n{\"a\": 1</think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think>\"an open string \\</think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think>~~~\n}]}]</think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think>\0\xFF\xC0\x80</think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("depth=2", "<think>[[[[[[{{{{{{ {\"a\":{\"a\":{\"a\":</think>{\"ok\": true}",
          "{\"ok\": true}");
    GIVES("", "<think>{\"t\": \"</think>\"} {\"ok\": true}", "{\"ok\": true}");
}

static void r2_1_unterminated_reasoning_is_none(void **state)
{
    (void)state;
    REFUSES("", "<think>say {\"ok\": false}", "unterminated-reasoning");
    REFUSES("", "<think>{\"ok\": true}</thinking>", "unterminated-reasoning");
    REFUSES("", "<think>{\"ok\": true}</think", "unterminated-reasoning");
    REFUSES("", "<think>{\"ok\": true}< /think>", "unterminated-reasoning");
    REFUSES("starts=outside", "<think>{\"ok\": true}", "unterminated-reasoning");
    REFUSES("", "<think>", "unterminated-reasoning");
}

static void r2_1_starts_inside_takes_any_closing_marker(void **state)
{
    (void)state;
    GIVES("starts=inside", "hm {\"ok\": false} </think> {\"ok\": true}", "{\"ok\": true}");
    GIVES("starts=inside", "hm {\"ok\": false [/THINK] {\"ok\": true}", "{\"ok\": true}");
    GIVES("starts=inside", "{\"t\": \"</thought>\", so {\"ok\": true}", "{\"ok\": true}");
    GIVES("starts=inside", "<think>a</thought>{\"ok\": false}</think>{\"ok\": true}",
          "{\"ok\": true}");
    REFUSES("starts=inside", "{\"ok\": false} so far", "unterminated-reasoning");
    GIVES("starts=inside", "{\"ok\": true}", "{\"ok\": true}");
}

static void r2_tags_may_hold_attributes_white_space_and_any_case(void **state)
{
    (void)state;
    GIVES("", "<think reason=\"x\">[\"no\"]</think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<THINK>[\"no\"]</Think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think\n>[\"no\"]</think \t>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[think][\"no\"][/Think]{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think/>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think a=\"b\" />{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<thinker>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think-hard>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "<think <b>{\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "<think>{\"ok\": true}</think x>", "unterminated-reasoning");
}

static void r2_2_an_orphan_closing_marker_ends_the_reasoning(void **state)
{
    (void)state;
    GIVES("", "Maybe {\"ok\": false}.\n</think>\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "{\"ok\": false}</THINK >{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "Sure. {\"ok\": false} <think>x</think> {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "</think>{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "say \"</think>\" {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "{\"ok\": true}</think>", "no-candidate");
    REFUSES("", "{\"ok\": true}</think> that was it", "no-candidate");
}

static void r2_2_a_closing_marker_in_a_value_is_data(void **state)
{
    (void)state;
    GIVES("", "See: {\"tag\": \"</think>\"} done", "{\"tag\": \"</think>\"}");
    GIVES("", "See: [\"</think>\"] or </think> {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "See: {\"tag\": \"</think>", "unterminated-value");
    REFUSES("", "See: {\"tag\": \"</think>\", \"ok\": [", "unterminated-value");
    REFUSES("depth=2", "[[[\"</think>\"]]] {\"ok\": true}", "too-deep");
    REFUSES("", "{a: 1} {\"t\": \"</think>\"}", "broken-value");
    GIVES("", "<|channel|>final {\"t\": \"</think>\"}", "{\"t\": \"</think>\"}");
}

/* Broken by white space, behind which nothing comes, it may be a value that was cut off. */
static void r2_2_white_space_at_the_end_does_not_tell_that_a_value_broke(void **state)
{
    (void)state;
    REFUSES("", "See: {\"tag\": \"</think> [1]\n", "unterminated-value");
    REFUSES("", "See: {\"tag\": \"</think> [1]\n \r\n", "unterminated-value");
    GIVES("", "See: {\"tag\": \"</think> [1]\n x", "[1]");
    GIVES("", "See: {\"tag\": \"</think> [1]\x01", "[1]");
}

static void r2_2_a_closing_marker_in_a_broken_value_ends_it(void **state)
{
    (void)state;
    GIVES("", "{\"ok\": false, </think> {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "{unclosed: </think> {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "{'a': '</think>'} {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "{\"tag\": \"</think>\", x} {\"ok\": true}", "{\"ok\": true}");
}

static void r2_2_fences_are_unseen(void **state)
{
    (void)state;
    GIVES("", "```\n{\"ok\": false}\n</think>\n```\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "```python\nx = {\"ok\": false}</think>{\"ok\": true}", "{\"ok\": true}");
}

static void r2_2_is_for_prefilled_families_and_starts_auto(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": false} </thought> {\"ok\": true}", "ambiguous");
    REFUSES("", "{\"ok\": false} [/THINK] {\"ok\": true}", "ambiguous");
    REFUSES("starts=outside", "{\"ok\": false} </think> {\"ok\": true}", "ambiguous");
    GIVES("starts=outside", "{\"ok\": true} </think> that was it", "{\"ok\": true}");
}

static void r2_3_an_opening_marker_hides_to_its_closing_marker(void **state)
{
    (void)state;
    GIVES("", "Sure. <think>say {\"ok\": false}</think> {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "Sure. <thought>say {\"ok\": \"</thought> {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "{\"ok\": true} <thought>or {\"ok\": false}</thought>", "{\"ok\": true}");
    REFUSES("", "{\"ok\": true} <think>is it?", "unterminated-reasoning");
    REFUSES("", "{\"ok\": true} <thought>is it?</think>", "no-candidate");
    REFUSES("starts=outside", "{\"ok\": true} <thought>is it?</think>", "unterminated-reasoning");
}

static void r2_3_nested_blocks_are_counted(void **state)
{
    (void)state;
    GIVES("", "<think>a <think>b</think> {\"ok\": 1} </think> {\"ok\": 2}", "{\"ok\": 2}");
    GIVES("", "Well <thought>a <thought>b</thought> {\"ok\": 1} </thought> {\"ok\": 2}",
          "{\"ok\": 2}");
    GIVES("", "<thought>a <thought>b</thought> {\"ok\": 1} </reasoning> {\"ok\": 2}",
          "{\"ok\": 2}");
    GIVES("", "<think><think><think></think>[\"a\"]</think>[\"b\"]</think>[\"c\"]", "[\"c\"]");
    REFUSES("", "<think><think></think>[\"a\"]</think>[\"b\"]</think>[\"c\"]", "ambiguous");
    REFUSES("", "<thought>a <think>b</thought> {\"ok\": 1} </think> {\"ok\": 2}", "ambiguous");
    REFUSES("", "a <think> b </think> {\"ok\": 1} </think> {\"ok\": 2}", "ambiguous");
}

static void r2_3_a_closing_marker_before_any_candidate_is_prose(void **state)
{
    (void)state;
    GIVES("", "Look: </thought> {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "{x </thought> {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "{x {\"ok\": true}", "broken-value");
    REFUSES("", "```c\n{a: 1}\n```", "no-candidate");
    REFUSES("", "```c\n</thought>{a: 1}\n```", "broken-value");
}

static void r2_3_starts_outside_makes_closing_markers_prose(void **state)
{
    (void)state;
    GIVES("starts=outside", "{\"ok\": true} [/THINK]", "{\"ok\": true}");
    REFUSES("", "{\"ok\": true} [/THINK]", "ambiguous");
    REFUSES("starts=outside", "{x </think> {\"ok\": true}", "broken-value");
    GIVES("starts=outside", "<think><think></think>[\"a\"]</think>[\"b\"]", "[\"b\"]");
}

static void r2_4_markers_inside_a_value_are_data(void **state)
{
    (void)state;
    GIVES("", "Here: {\"open\": \"<think>\"}.", "{\"open\": \"<think>\"}");
    GIVES("", "Here: [\"</thought>\", \"<thought>\"].", "[\"</thought>\", \"<thought>\"]");
    GIVES("", "Here: {\"<think>\": 1}.", "{\"<think>\": 1}");
}

static void r2_5_fallback_scans_the_whole_reply(void **state)
{
    (void)state;
    GIVES("reasoning=fallback", "<think>the answer: {\"ok\": true}", "{\"ok\": true}");
    GIVES("reasoning=fallback", "<think>{\"ok\": true}</think>", "{\"ok\": true}");
    GIVES("reasoning=fallback", "<think>{\"ok\": true}</think> \n", "{\"ok\": true}");
    GIVES("reasoning=fallback", "{\"ok\": true}</think>", "{\"ok\": true}");
    GIVES("reasoning=fallback", "{\"ok\": true} <think>is it?", "{\"ok\": true}");
    GIVES("reasoning=fallback", "<think>{\"ok\": true} <think></thought>", "{\"ok\": true}");
    GIVES("reasoning=fallback starts=inside", "{\"ok\": true} so far", "{\"ok\": true}");
    REFUSES("reasoning=fallback", "<think>{\"ok\": true}</think> no", "no-candidate");
    REFUSES("reasoning=fallback", "<think>a</think>", "no-candidate");
    REFUSES("reasoning=fallback", "<think>{\"ok\": true} {\"ok\": false}", "ambiguous");
    GIVES("reasoning=fallback", "<think>{\"ok\": false}</think>{\"ok\": true}", "{\"ok\": true}");
}

/* ---- R3 ---- */

static void r3_1_citations_are_prose(void **state)
{
    (void)state;
    GIVES("", "Said on page [12] and [ ]: {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "See [1].", "no-candidate");
    REFUSES("", "See [123]", "no-candidate");
    REFUSES("", "See [] and [ ]", "no-candidate");
    REFUSES("", "See[12]", "no-candidate");
    GIVES("", "See [1234]", "[1234]");
    GIVES("", "See [1, 2]", "[1, 2]");
    GIVES("", "See [1.5]", "[1.5]");
    GIVES("", "See [-1]", "[-1]");
    GIVES("", "See [ 1]", "[ 1]");
    GIVES("", "See [  ]", "[  ]");
}

static void r3_1_needs_text_before_it_on_its_line(void **state)
{
    (void)state;
    GIVES("", "Lines: [12]", "[12]");
    GIVES("", "Lines:  \t[12]", "[12]");
    GIVES("", "-> [12]", "[12]");
    GIVES("", "x = [12]", "[12]");
    GIVES("", "[12] it is", "[12]");
    GIVES("", "Lines\n[12]", "[12]");
    GIVES("", "Lines\n \t[12]", "[12]");
    GIVES("", "[THINK]no[/THINK]\n[12] it is", "[12]");
    REFUSES("", "[THINK]no[/THINK] [12] it is", "no-candidate");
    GIVES("", "Look:\n```\nas in [12]\n```", "[12]");
}

static void r3_2_an_index_is_a_prose_bracket(void **state)
{
    (void)state;
    GIVES("", "Note that rows[\"a\"] is meant: {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "rows[\"a\"]", "no-candidate");
    REFUSES("", "rows_[\"a\"]", "no-candidate");
    REFUSES("", "rows9[\"a\"]", "no-candidate");
    REFUSES("", "rows()[\"a\"]", "no-candidate");
    GIVES("", "rows [\"a\"]", "[\"a\"]");
    GIVES("", "rows-[\"a\"]", "[\"a\"]");
    GIVES("", "r\xC3\xA9[\"a\"]", "[\"a\"]");
    GIVES("", "rows[{\"a\": 1}]", "[{\"a\": 1}]");
    GIVES("", "rows[[1]]", "[[1]]");
    REFUSES("", "rows[ {\"a\": 1}]", "broken-value");
    GIVES("", "```json[\"a\"]```", "[\"a\"]");
    REFUSES("", "```python[\"a\"]```", "no-candidate");
}

static void r3_3_a_quoted_bracket_is_prose(void **state)
{
    (void)state;
    GIVES("", "Begin with \"{\" and end with '}': {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "Begin with '[': {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "Begin with `{` {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "Begin with \"{' {\"ok\": true}", "unterminated-value");
    GIVES("", "It is \"{\"a\": 1}\"", "{\"a\": 1}");
    GIVES("", "It is \"[\"a\"]\"", "[\"a\"]");
    REFUSES("", "It is '['a']", "broken-value");
    REFUSES("", "It is '['$']", "broken-value");
}

static void r3_4_what_begins_an_attempt_behind_a_brace(void **state)
{
    (void)state;
    REFUSES("", "so {'a': 1}", "broken-value");
    REFUSES("", "so {// no\n\"a\": 1}", "broken-value");
    REFUSES("", "so {/* no */\"a\": 1}", "broken-value");
    REFUSES("", "so {a: 1}", "broken-value");
    REFUSES("", "so {\n a_$.-9 \n: 1}", "broken-value");
    REFUSES("", "so {\xC3\xA9: 1}", "broken-value");
    REFUSES("", "so {1: 2}", "broken-value");
    GIVES("", "so { }", "{ }");
}

static void r3_4_typographic_quotes_begin_an_attempt(void **state)
{
    (void)state;
    REFUSES("", "so {\xE2\x80\x9C: 1}", "broken-value"); /* “ */
    REFUSES("", "so {\xE2\x80\x9D}", "broken-value");    /* ” */
    REFUSES("", "so {\xE2\x80\x9E}", "broken-value");    /* „ */
    REFUSES("", "so {\xE2\x80\x9F}", "broken-value");    /* ‟ */
    REFUSES("", "so {\xE2\x80\x98}", "broken-value");    /* ‘ */
    REFUSES("", "so {\xE2\x80\x99}", "broken-value");    /* ’ */
    REFUSES("", "so {\xE2\x80\x9A}", "broken-value");    /* ‚ */
    REFUSES("", "so {\xE2\x80\x9B}", "broken-value");    /* ‛ */
    REFUSES("", "so {\xC2\xAB}", "broken-value");        /* « */
    REFUSES("", "so {\xC2\xBB}", "broken-value");        /* » */
    REFUSES("", "so [ \xE2\x80\x9Cx]", "broken-value");
    REFUSES("", "so [\xC2\xABx]", "broken-value");
    REFUSES("", "so {\xE2\x80\xA6}", "no-candidate"); /* … is none */
    REFUSES("", "so [\xE2\x80\xA6]", "no-candidate");
}

static void r3_4_what_begins_none_is_a_prose_bracket(void **state)
{
    (void)state;
    REFUSES("", "so {x, y}", "no-candidate");
    REFUSES("", "so {a b: 1}", "no-candidate");
    REFUSES("", "so {1}", "no-candidate");
    REFUSES("", "so {:}", "no-candidate");
    REFUSES("", "so {/x: 1}", "no-candidate");
    REFUSES("", "so {[1234]}", "broken-value");
    REFUSES("", "so {", "no-candidate");
    REFUSES("", "so { \n", "no-candidate");
    REFUSES("", "so {a", "no-candidate");
    REFUSES("", "so {/", "no-candidate");
    REFUSES("", "so {\xE2\x80", "no-candidate");
    REFUSES("", "so [", "no-candidate");
    REFUSES("", "so [sic]", "no-candidate");
    REFUSES("", "so [true story]", "no-candidate");
    REFUSES("", "so [nul]", "no-candidate");
    REFUSES("", "so [Nonesuch]", "no-candidate");
    REFUSES("", "so [none]", "no-candidate");
    REFUSES("", "so [true", "no-candidate");
}

static void r3_4_what_begins_an_attempt_behind_a_square_bracket(void **state)
{
    (void)state;
    /* The value is broken and does not count, and so nothing inside it is looked at. In prose
       brackets the object would be a piece. */
    REFUSES("", "so [NaN, {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [Infinity , {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [undefined,{\"ok\": true}]", "no-candidate");
    REFUSES("", "so [None, {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [ True, {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [False, {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [true, x {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [null, x {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [- {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [7 {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [// {\"ok\": true}\n]", "no-candidate");
    REFUSES("", "so [/* */ {\"ok\": true}]", "no-candidate");
    REFUSES("", "so [nan, {\"ok\": true}]", "broken-value");
    REFUSES("", "so [NaN {\"ok\": true}]", "broken-value");
    REFUSES("", "so [.5, {\"ok\": true}]", "broken-value");
    REFUSES("", "so [+1, {\"ok\": true}]", "broken-value");
    GIVES("", "so [true]", "[true]");
    GIVES("", "so [null , 1]", "[null , 1]");
    REFUSES("", "so ['a']", "broken-value");
    REFUSES("", "so [[x]]", "broken-value");
    REFUSES("", "so [{x}]", "broken-value");
}

static void r3_4_prose_brackets_pair_up(void **state)
{
    (void)state;
    GIVES("", "The set {x, y} and figure{2} aside: [1, {\"a\": 2}]", "[1, {\"a\": 2}]");
    GIVES("", "The group [sic] gave {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "Stray } and ] are nothing: {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "In [a {b] the brace is dropped: {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "In {a [b} the square is dropped: {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "In {a [b] {\"ok\": true}", "broken-value");
    REFUSES("", "In {a {b} {\"ok\": true}", "broken-value");
}

static void r3_5_a_candidate_in_prose_brackets_is_a_piece(void **state)
{
    (void)state;
    REFUSES("", "[Answer: {\"ok\": true}]", "broken-value");
    REFUSES("", "{x {\"ok\": true} }", "broken-value");
    REFUSES("", "As { you see: {\"ok\": true}", "broken-value");
    REFUSES("", "[a [b {\"ok\": true} b] c", "broken-value");
    GIVES("", "See [this: {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "See [this {x, {\"ok\": true}", "broken-value");
}

static void r3_5_a_glued_candidate_is_a_piece(void **state)
{
    (void)state;
    /* (a) a head */
    REFUSES("", "\"verdict\": {\"ok\": true}", "broken-value");
    REFUSES("", "\"verdict\" \n:\t{\"ok\": true}", "broken-value");
    GIVES("", "verdict: {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "\"verdict\" {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "\"verdict\":: {\"ok\": true}", "{\"ok\": true}");
    /* (b) a quote behind it */
    REFUSES("", "say {\"ok\": true}\"", "broken-value");
    REFUSES("", "say {\"ok\": true} \n\"", "broken-value");
    REFUSES("", "say \" {\"ok\": true}\"", "broken-value");
    GIVES("", "He said \"{\"ok\": true}\".", "{\"ok\": true}");
    GIVES("", "He said \"{\"ok\": true} \".", "{\"ok\": true}");
    GIVES("", "say {\"ok\": true}'", "{\"ok\": true}");
    /* (c) a comma, and more */
    REFUSES("", "{\"ok\": true}, {\"ok\": false}", "broken-value");
    REFUSES("", "{\"ok\": true} , \"ok\": false", "broken-value");
    REFUSES("", "{\"ok\": true},\n{x}", "broken-value");
    GIVES("", "{\"ok\": true}, I think", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}; {x}", "{\"ok\": true}");
    /* (d) a closing square bracket that nothing opened */
    REFUSES("", "{\"ok\": true}]", "broken-value");
    REFUSES("", "{\"ok\": true} \n]", "broken-value");
    REFUSES("", "[sic] {\"ok\": true}]", "broken-value");
    GIVES("", "{\"ok\": true}}", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}. ]", "{\"ok\": true}");
}

static void r3_5_a_fenced_candidate_is_never_glued(void **state)
{
    (void)state;
    GIVES("", "\"verdict\":\n```json\n{\"ok\": true}\n```", "{\"ok\": true}");
    GIVES("", "```\n{\"ok\": true}\n```\n]", "{\"ok\": true}");
    REFUSES("", "[a\n```\n{\"ok\": true}\n```\n]", "broken-value");
    REFUSES("", "{a\n```\n{\"ok\": true}\n```\n", "broken-value");
}

static void r3_5_nothing_inside_a_candidate_is_looked_at(void **state)
{
    (void)state;
    REFUSES("expect=object", "so: [{\"ok\": true}]", "no-candidate");
    REFUSES("expect=array", "so: {\"ok\": [\"a\"]}", "no-candidate");
    GIVES("select=last", "so: {\"ok\": [\"a\"]}", "{\"ok\": [\"a\"]}");
}

static void r3_6_broken_objects_and_arrays_of_more_count(void **state)
{
    (void)state;
    REFUSES("", "Half {\"ok\": nope, \"in\": {\"ok\": true}}", "broken-value");
    REFUSES("", "{\"ok\": } then {\"ok\": true}", "broken-value");
    REFUSES("", "{\"ok\": true,} then {\"ok\": true}", "broken-value");
    REFUSES("", "[\"a\" \"b\"] then {\"ok\": true}", "broken-value");
    REFUSES("", "[{\"a\": 1} {\"b\": 1}] then {\"ok\": true}", "broken-value");
    REFUSES("", "[[1] [2]] then {\"ok\": true}", "broken-value");
    REFUSES("", "[\n\"a\" x] then {\"ok\": true}", "broken-value");
    REFUSES("", "{\"a\": \"\xFF\"} then {\"ok\": true}", "broken-value");
    REFUSES("", "{\"a\": \"\xC0\x80\"} then {\"ok\": true}", "broken-value");
    REFUSES("", "{\"a\": 01} then {\"ok\": true}", "broken-value");
}

static void r3_6_other_broken_arrays_are_passed_over(void **state)
{
    (void)state;
    GIVES("", "Lines [3-5] say {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[1, x] then {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[01] then {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[1, 2,] then {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "[1, x]", "no-candidate");
}

static void r3_6_first_in_a_fence_counts_and_in_code_nothing_does(void **state)
{
    (void)state;
    REFUSES("", "```json\n[1, x]\n```\n{\"ok\": true}", "broken-value");
    REFUSES("", "```\n[1, x]\n```\n{\"ok\": true}", "broken-value");
    GIVES("", "```json\nas [1, x]\n```\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "```c\n{a: 1}\n```\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "```c\n[1, x]\n```\n{\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "```\nas {a: 1}\n```\n{\"ok\": true}", "broken-value");
}

static void r3_6_a_broken_value_ends_at_its_bracket(void **state)
{
    (void)state;
    /* Each array is passed over to its end: an object that stood outside would be an answer. */
    REFUSES("", "[1, x {\"ok\": true}]", "no-candidate");
    REFUSES("", "[1, x }, {\"ok\": true}]", "no-candidate");
    REFUSES("", "[1, x {]}, {\"ok\": true}]", "no-candidate");
    REFUSES("", "[1, \"\x01]\", {\"ok\": true}]", "no-candidate");
    REFUSES("", "[1, \"\\q\\\"]\", {\"ok\": true}]", "no-candidate");
    GIVES("", "[1, \"\\\n\"]; {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "[1, \"\xFF]\", {\"ok\": true}]", "no-candidate");
    REFUSES("", "[1 \"]\", {\"ok\": true}]", "no-candidate");
    GIVES("", "[1, x] {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[1, '] {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[1, \"\\uZ\"] {\"ok\": true}", "{\"ok\": true}");
}

static void r3_6_unclosed_is_unterminated(void **state)
{
    (void)state;
    REFUSES("", "The interval [0, 1) is {\"ok\": true}", "unterminated-value");
    REFUSES("", "{unclosed: ", "unterminated-value");
    REFUSES("", "{\"ok\": true} but [1, x", "unterminated-value");
    REFUSES("", "{\"a\": [}", "unterminated-value");
    REFUSES("", "{\"a\": 'it\"s'} {\"ok\": true}", "unterminated-value");
}

static void r3_7_a_cut_value_is_none(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": true} or rather {\"ok\":", "unterminated-value");
    REFUSES("", "{\"ok\": {\"in\": true}", "unterminated-value");
    REFUSES("", "[{\"ok\": true}, ", "unterminated-value");
    REFUSES("", "so {\"", "unterminated-value");
    REFUSES("", "so [1", "unterminated-value");
    REFUSES("select=first", "{\"ok\": true} or [\"a\"", "unterminated-value");
}

/* ---- R4 ---- */

/* An empty value counts where it is fenced, and yields to {"ok": true} where it is not. */

static void r4_1_what_opens_a_fence(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": true}\n```\n{}\n```", "ambiguous");
    REFUSES("", "{\"ok\": true} ```{}```", "ambiguous");
    REFUSES("", "{\"ok\": true} ````{}````", "ambiguous");
    REFUSES("", "{\"ok\": true}\n~~~\n{}\n~~~", "ambiguous");
    REFUSES("", "{\"ok\": true}\n \t~~~\n{}\n~~~", "ambiguous");
    REFUSES("", "~~~\n{}\n~~~\n{\"ok\": true}", "ambiguous");
    GIVES("", "{\"ok\": true} ``{}``", "{\"ok\": true}");
    GIVES("", "{\"ok\": true} ~~~\n{}\n~~~", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n~~\n{}\n~~", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n'''\n{}\n'''", "{\"ok\": true}");
}

static void r4_1_labels(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": true}\n```json\n{}\n```", "ambiguous");
    REFUSES("", "{\"ok\": true}\n```JSON\n{}\n```", "ambiguous");
    REFUSES("", "{\"ok\": true}\n```jsonc\n{}\n```", "ambiguous");
    REFUSES("", "{\"ok\": true}\n```Json5\n{}\n```", "ambiguous");
    REFUSES("", "{\"ok\": true}\n~~~json\n{}\n~~~", "ambiguous");
    REFUSES("", "{\"ok\": true} ```json {} ```", "ambiguous");
    REFUSES("", "{\"ok\": true} ```json{}```", "ambiguous");
    GIVES("", "{\"ok\": true}\n```python\n{}\n```", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```jsonl\n{}\n```", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```json-x\n{}\n```", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n``` json\n{}\n```", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```json title=\"x\"\n{}\n```", "{\"ok\": true}");
}

static void r4_2_what_closes_a_fence(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": true}\n```\n{} `````", "ambiguous");
    REFUSES("", "{\"ok\": true}\n```\n{}```", "ambiguous");
    GIVES("", "{\"ok\": true}\n````\n{}\n```\n````", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```\n{}\n~~~\n```", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n~~~\n{} ~~~\n~~~", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n~~~\n{}\n```\n~~~", "{\"ok\": true}");
    REFUSES("", "{\"ok\": true}\n~~~\n{}\n  ~~~~", "ambiguous");
    GIVES("", "Like\n```json\n{\"code\": \"```\"}\n```", "{\"code\": \"```\"}");
}

static void r4_3_a_fenced_candidate_is_the_whole_body(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": true}\n```\n \n{}\t\n```", "ambiguous");
    REFUSES("", "{\"ok\": true}\n```json\n{}", "ambiguous");
    REFUSES("", "{\"ok\": true}\n```json\n{}\n", "ambiguous");
    GIVES("", "{\"ok\": true}\n```json\n{};\n```", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```json\nx {}\n```", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```json\n{} x", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```json\n{} {}\n```", "{\"ok\": true}");
}

static void r4_3_scalars_are_fenced_answers_for_any(void **state)
{
    (void)state;
    GIVES("expect=any", "```\n\"yes\"\n```", "\"yes\"");
    GIVES("expect=any", "so:\n```json\n42\n```", "42");
    GIVES("expect=any", "so:\n```json\n42", "42");
    GIVES("expect=any", "so:\n```json\n-1.5e3```", "-1.5e3");
    GIVES("expect=any", "so:\n```\nnull\n```", "null");
    REFUSES("", "so:\n```json\n42\n```", "no-candidate");
    REFUSES("expect=any", "so:\n```python\n42\n```", "no-candidate");
    REFUSES("expect=any", "so:\n```json\n42 43\n```", "no-candidate");
    REFUSES("expect=any", "so:\n```json\n042\n```", "no-candidate");
    REFUSES("expect=any", "so:\n```json\nTrue\n```", "no-candidate");
    REFUSES("expect=any", "so 42", "no-candidate");
    REFUSES("expect=any", "{\"ok\": true}\n```\n42\n```", "ambiguous");
    GIVES("expect=any select=longest", "```\n{}\n```\n```\n\"a long text\"\n```", "{}");
}

static void r4_4_a_fence_ends_a_broken_value(void **state)
{
    (void)state;
    GIVES("", "```json\n{\"ok\": fal\n```\n```json\n{\"ok\": true}\n```", "{\"ok\": true}");
    GIVES("", "```json\n{\"ok\":\n```\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "~~~json\n{\"ok\": fal\n~~~\n{\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "```json\n{\"ok\": fal\n```", "no-candidate");
    REFUSES("", "```json\n{\"ok\": fal ```\n{\"ok\": true}", "unterminated-value");
    REFUSES("", "```json\n{\"ok\": x, \"a\": \"\n```\n\"}\n```\n{\"ok\": true}", "broken-value");
    REFUSES("", "````json\n{\"ok\": fal\n```\n{\"ok\": true}", "unterminated-value");
    REFUSES("", "```json\n{\"ok\": fal\n~~~\n{\"ok\": true}", "unterminated-value");
    REFUSES("", "{\"ok\": fal\n```\n{\"ok\": true}", "unterminated-value");
}

static void r4_5_other_bodies_are_prose(void **state)
{
    (void)state;
    GIVES("", "```python\nprint({\"ok\": true})\n```", "{\"ok\": true}");
    GIVES("", "```\nThe answer is {\"ok\": true}.\n```", "{\"ok\": true}");
    GIVES("", "```c\nint a[] = {1: 2};\n```\n{\"ok\": true}", "{\"ok\": true}");
}

/* ---- R5 ---- */

static void r5_1_drops_what_expect_excludes(void **state)
{
    (void)state;
    GIVES("expect=object", "[\"a\"] or {\"ok\": true}", "{\"ok\": true}");
    GIVES("expect=array", "{\"ok\": true} or [\"a\"]", "[\"a\"]");
    GIVES("expect=array", "{x: 1} or [\"a\"]", "[\"a\"]");
    GIVES("expect=object", "['a'] or {\"ok\": true}", "{\"ok\": true}");
    GIVES("expect=object", "[1, 2]: [see ['a']] {\"ok\": true}", "{\"ok\": true}");
    REFUSES("expect=object", "so: [\"a\"]", "no-candidate");
    REFUSES("expect=array", "so: {\"ok\": true}", "no-candidate");
    REFUSES("expect=array", "so: {x: 1}", "no-candidate");
    REFUSES("", "no JSON at all", "no-candidate");
}

static void r5_2_lists_of_numbers_and_empty_values_yield(void **state)
{
    (void)state;
    GIVES("", "{\"ok\": true} was said in [1, 2, 3] and {}", "{\"ok\": true}");
    GIVES("", "[101, 205, 309]: {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[\"a\"] was said in [1, 2, 3]", "[\"a\"]");
    GIVES("", "[[1]] was said in [1, 2, 3]", "[[1]]");
    GIVES("", "[1, {}] was said in [1, 2, 3]", "[1, {}]");
    GIVES("", "{} or [1, 2]", "[1, 2]");
    GIVES("", "[true, null] or {}", "[true, null]");
    GIVES_AT("", "{} or {}", 0, "{}");
    GIVES("", "Either [1, 2] or\n```\n[]\n```", "[]");
    REFUSES("", "[1, 2] or [true, null]", "ambiguous");
    REFUSES("", "{} or\n[]", "ambiguous");
    REFUSES("", "{\"ok\": true} or\n```\n[1, 2]\n```", "ambiguous");
    REFUSES("", "{\"ok\": true} or [\"a\"]", "ambiguous");
}

static void r5_2_a_piece_spoils_its_class_alone(void **state)
{
    (void)state;
    GIVES("", "{\"ok\": true} see [lines: [1, 2]]", "{\"ok\": true}");
    REFUSES("", "see [lines: [1, 2]]", "broken-value");
    REFUSES("", "[1, 2] see [lines: [1, 2]]", "broken-value");
    REFUSES("", "{\"ok\": true} see [what: {\"ok\": true}]", "broken-value");
    REFUSES("", "{\"ok\": true} or {ok: true}", "broken-value");
    GIVES("", "[1, 2] {x {} }", "[1, 2]");
    REFUSES("", "[a [1, 2] {\"ok\": true} ]", "broken-value");
    REFUSES("", "[a {\"ok\": true} [1, 2] ]", "broken-value");
    REFUSES("", "[a {} [1, 2] ]", "broken-value");
    REFUSES("", "[a {} [b [1, 2] ] {\"ok\": true} ]", "broken-value");
    GIVES("", "[a {} [1, 2] ] {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "[a [b [1, 2] ] {\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "[a [b {\"ok\": true} [c ] ] [1, 2]", "broken-value");
    GIVES("", "Use {{}} {\"ok\": true}", "{\"ok\": true}");
}

static void r5_3_those_that_count_must_be_equal(void **state)
{
    (void)state;
    GIVES_AT("", "{\"ok\":true}, that is {\"ok\": true}", 0, "{\"ok\":true}");
    GIVES_AT("", "{\"a\": [1, \"x y\"]} \n{ \"a\" :[ 1,\"x y\" ]\n}", 0, "{\"a\": [1, \"x y\"]}");
    REFUSES("", "{\"ok\": true}; {\"ok\": false}", "ambiguous");
    REFUSES("", "{\"a\": 1}; {\"a\": 1.0}", "ambiguous");
    REFUSES("", "{\"a\": \"A\"}; {\"a\": \"\\u0041\"}", "ambiguous");
    REFUSES("", "{\"a\": 1, \"b\": 2}; {\"b\": 2, \"a\": 1}", "ambiguous");
    REFUSES("", "{\"a\": \"x y\"}; {\"a\": \"x  y\"}", "ambiguous");
    REFUSES("", "{\"a\": [1, 2]}; {\"a\": [12]}", "ambiguous");
    REFUSES("", "{\"a\": 1}; {\"a\": 1}; {\"a\": 2}", "ambiguous");
    REFUSES("", "{\"a\": 1}; {\"a\": 2}; {\"a\": 1}", "ambiguous");
    REFUSES("", "{\"a\": 1}; {\"a\": 1 , \"b\": 2}", "ambiguous");
    /* a quote that is escaped ends no string, and one behind an escaped backslash does */
    GIVES("", "{\"a\":\"\\\" b\",\"c\":\"\\\\\"} = {\"a\": \"\\\" b\", \"c\": \"\\\\\"}",
          "{\"a\":\"\\\" b\",\"c\":\"\\\\\"}");
    REFUSES("", "{\"a\":\"\\\" b\"} = {\"a\": \"\\\"  b\"}", "ambiguous");
    REFUSES("", "[\"\\\\\",\"b c\"] = [\"\\\\\",  \"b  c\"]", "ambiguous");
    /* one ends where the other goes on */
    REFUSES("expect=any", "```\n12\n``` or ```\n1\n```", "ambiguous");
    REFUSES("expect=any", "```\n1\n``` or ```\n12\n```", "ambiguous");
}

static void r5_3_the_first_fenced_one_is_the_answer(void **state)
{
    (void)state;
    GIVES("", "{\"ok\":1}:\n```\n{\"ok\": 1}\n```\n```\n{ \"ok\": 1}\n```", "{\"ok\": 1}");
    GIVES("", "```\n{\"ok\": 1}\n```\n{\"ok\":1}", "{\"ok\": 1}");
}

static void r5_4_longest_prefers_by_kind_then_length(void **state)
{
    (void)state;
    GIVES("select=longest", "[1, 2, 3, 4, 5, 6, 7] so {\"ok\": 1} not {\"ok\": true}",
          "{\"ok\": true}");
    GIVES("select=longest", "[\"a\", \"b\", \"c\"] or {\"ok\": 1}", "{\"ok\": 1}");
    GIVES("select=longest", "[\"a\", \"b\", \"c\"] or {}", "{}");
    GIVES("select=longest", "{     } or {\"a\":1}", "{\"a\":1}");
    GIVES("select=longest", "[     ] or\n[1]", "[1]");
    GIVES("select=longest expect=any", "```\n[1]\n```\n```\n\"text\"\n```", "[1]");
    GIVES("select=longest expect=any", "```\n[]\n```\n```\n\"text\"\n```", "[]");
    GIVES("select=longest", "{\"a\": 1} or {\"b\": 1}", "{\"a\": 1}");
    GIVES("select=longest", "{\"ok\": 123456}\n```\n[1]\n```", "[1]");
    GIVES("select=longest", "{\"ok\": 123456, x} or {\"ok\": 1}", "{\"ok\": 1}");
}

static void r5_4_first_and_last(void **state)
{
    (void)state;
    GIVES("select=first", "{\"ok\": 1} not {\"ok\": true}", "{\"ok\": 1}");
    GIVES("select=last", "{\"ok\": 1} not {\"ok\": true}", "{\"ok\": true}");
    GIVES("select=first", "[1, 2] not {\"ok\": true}", "[1, 2]");
    GIVES("select=last", "{\"ok\": true} not\n[]", "[]");
    GIVES("select=first", "{\"ok\": 1}\n```\n{\"ok\": 2}\n```\n```\n{\"ok\": 3}\n```",
          "{\"ok\": 2}");
    GIVES("select=last", "```\n{\"ok\": 2}\n```\n```\n{\"ok\": 3}\n```\n{\"ok\": 4}",
          "{\"ok\": 3}");
    GIVES("select=first expect=object", "[\"a\"] not {\"ok\": true}", "{\"ok\": true}");
}

static void r5_4_pieces_are_dropped(void **state)
{
    (void)state;
    REFUSES("select=first", "[Answer: {\"ok\": true}]", "broken-value");
    REFUSES("select=longest", "{ok: true}", "broken-value");
    REFUSES("select=last", "\"a\": {\"ok\": true}", "broken-value");
    GIVES("select=first", "[Answer: {\"ok\": 1}] {\"ok\": 2}", "{\"ok\": 2}");
    GIVES("select=last", "{\"ok\": 2} [Answer: {\"ok\": 1}]", "{\"ok\": 2}");
    GIVES("select=longest", "{\"ok\": 2} [Answer: {\"ok\": 12345}]", "{\"ok\": 2}");
    GIVES("select=first", "[a {\"ok\": 1} {\"ok\": 2}", "{\"ok\": 1}");
    GIVES("select=last", "[a {\"ok\": 1} [b {\"ok\": 2}", "{\"ok\": 2}");
    GIVES("select=last", "[a {\"ok\": 1} [b {\"ok\": 2} b] c", "{\"ok\": 1}");
    GIVES("select=longest", "[a {\"ok\": 1} [b {\"ok\": 22} b] {\"ok\": 3} c", "{\"ok\": 1}");
    REFUSES("select=longest", "{a {\"ok\": 1} [b {\"ok\": 22}", "broken-value");
}

/* What a result says of how many values R5 chose among; a broken value is none. */
static void candidates_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *options, *reply;
        size_t count;
    } cases[] = {
        {"", "[1]", 1},
        {"expect=object", "[1]", 1},
        {"", "so {\"a\": 1} or {\"a\": 2}", 2},
        {"", "{\"a\": 1}, {\"a\": 2}", 2},
        {"expect=object", "so {\"a\": 1} or [\"a\"]", 2},
        {"", "so {a: 1} or {\"a\": 1}", 1},
        {"select=first", "so {a: 1} or {\"a\": 1}", 1},
        {"", "so {\"a\": 1, \"a\": 2}", 1},
        {"", "so [see] it", 0},
        {"", "so {\"a\": 1} or {\"a\":", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct place p = PLACE(cases[i].options, cases[i].reply, strlen(cases[i].reply));
        if (read_both_ways(&p).candidates != cases[i].count)
            fail_at(&p, "candidates are counted wrongly");
    }
}

/* ---- R6 ---- */

static void r6_repeated_names_are_none(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": false, \"o\\u006b\": true}", "duplicate-name");
    REFUSES("", "so: {\"a\": 1, \"a\": 1}", "duplicate-name");
    REFUSES("", "[{\"x\": {\"a\": 1, \"b\": 2, \"a\": 3}}]", "duplicate-name");
    REFUSES("", "{\"\": 1, \"\": 2}", "duplicate-name");
    REFUSES("select=longest", "{\"a\": 1, \"a\": 2} or {\"b\": 1}", "duplicate-name");
    GIVES("names=any", "{\"a\": 1, \"a\": 2}", "{\"a\": 1, \"a\": 2}");
    GIVES("", "{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}}", "{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}}");
    GIVES("select=longest", "{\"a\": 1, \"a\": 2} or {\"b\": 1, \"c\": 12345}",
          "{\"b\": 1, \"c\": 12345}");
}

static const struct CMUnitTest tests[] = {
    TEST(r1_takes_a_whole_reply),
    TEST(r1_strips_one_byte_order_mark_at_the_front),
    TEST(r1_knows_four_bytes_of_white_space),
    TEST(r1_calls_an_empty_reply_empty),
    TEST(r1_scalars_are_answers_for_any_alone),
    TEST(r1_refuses_the_other_container),
    TEST(r1_scans_nothing_inside_a_whole_value),
    TEST(r1_refuses_what_is_too_deep),
    TEST(r1_leaves_to_the_scan_what_is_no_value),
    TEST(r2_1_reads_behind_the_first_closing_marker),
    TEST(r2_1_nothing_inside_the_block_matters),
    TEST(r2_1_unterminated_reasoning_is_none),
    TEST(r2_1_starts_inside_takes_any_closing_marker),
    TEST(r2_tags_may_hold_attributes_white_space_and_any_case),
    TEST(r2_2_an_orphan_closing_marker_ends_the_reasoning),
    TEST(r2_2_a_closing_marker_in_a_value_is_data),
    TEST(r2_2_white_space_at_the_end_does_not_tell_that_a_value_broke),
    TEST(r2_2_a_closing_marker_in_a_broken_value_ends_it),
    TEST(r2_2_fences_are_unseen),
    TEST(r2_2_is_for_prefilled_families_and_starts_auto),
    TEST(r2_3_an_opening_marker_hides_to_its_closing_marker),
    TEST(r2_3_nested_blocks_are_counted),
    TEST(r2_3_a_closing_marker_before_any_candidate_is_prose),
    TEST(r2_3_starts_outside_makes_closing_markers_prose),
    TEST(r2_4_markers_inside_a_value_are_data),
    TEST(r2_5_fallback_scans_the_whole_reply),
    TEST(r3_1_citations_are_prose),
    TEST(r3_1_needs_text_before_it_on_its_line),
    TEST(r3_2_an_index_is_a_prose_bracket),
    TEST(r3_3_a_quoted_bracket_is_prose),
    TEST(r3_4_what_begins_an_attempt_behind_a_brace),
    TEST(r3_4_typographic_quotes_begin_an_attempt),
    TEST(r3_4_what_begins_none_is_a_prose_bracket),
    TEST(r3_4_what_begins_an_attempt_behind_a_square_bracket),
    TEST(r3_4_prose_brackets_pair_up),
    TEST(r3_5_a_candidate_in_prose_brackets_is_a_piece),
    TEST(r3_5_a_glued_candidate_is_a_piece),
    TEST(r3_5_a_fenced_candidate_is_never_glued),
    TEST(r3_5_nothing_inside_a_candidate_is_looked_at),
    TEST(r3_6_broken_objects_and_arrays_of_more_count),
    TEST(r3_6_other_broken_arrays_are_passed_over),
    TEST(r3_6_first_in_a_fence_counts_and_in_code_nothing_does),
    TEST(r3_6_a_broken_value_ends_at_its_bracket),
    TEST(r3_6_unclosed_is_unterminated),
    TEST(r3_7_a_cut_value_is_none),
    TEST(r4_1_what_opens_a_fence),
    TEST(r4_1_labels),
    TEST(r4_2_what_closes_a_fence),
    TEST(r4_3_a_fenced_candidate_is_the_whole_body),
    TEST(r4_3_scalars_are_fenced_answers_for_any),
    TEST(r4_4_a_fence_ends_a_broken_value),
    TEST(r4_5_other_bodies_are_prose),
    TEST(r5_1_drops_what_expect_excludes),
    TEST(r5_2_lists_of_numbers_and_empty_values_yield),
    TEST(r5_2_a_piece_spoils_its_class_alone),
    TEST(r5_3_those_that_count_must_be_equal),
    TEST(r5_3_the_first_fenced_one_is_the_answer),
    TEST(r5_4_longest_prefers_by_kind_then_length),
    TEST(r5_4_first_and_last),
    TEST(r5_4_pieces_are_dropped),
    TEST(candidates_are_counted),
    TEST(r6_repeated_names_are_none),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
