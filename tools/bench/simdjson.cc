// simdjson's DOM, which is given the answer's own bytes; its parser is used again, as it is meant
// to be. Where it would take AVX-512, it takes part with AVX2 too ("haswell"): that is what the
// library's own path has. Compiled without simdjson at hand, this says that there is none.
#include "contestant.h"

#if __has_include(<simdjson.h>)
#include <simdjson.h>

namespace
{

simdjson::dom::parser parser;
simdjson::dom::parser parser_avx2; // made while "haswell" is the active implementation

// Not copied first: every reply has bytes behind it that simdjson may read.
static_assert(REPLY_PADDING >= simdjson::SIMDJSON_PADDING, "room behind a reply");
bool parse(const char *text, size_t len, simdjson::dom::element &root,
           simdjson::dom::parser &with = parser)
{
    return with.parse(text, len, false).get(root) == simdjson::SUCCESS;
}

size_t size(const simdjson::dom::element &value)
{
    if (value.is_array())
        return simdjson::dom::array(value).size();
    return value.is_object() ? simdjson::dom::object(value).size() : 0;
}

size_t count(const simdjson::dom::element &value)
{
    size_t sum = 1;
    if (value.is_array())
        for (simdjson::dom::element child : simdjson::dom::array(value))
            sum += count(child);
    if (value.is_object())
        for (simdjson::dom::key_value_pair member : simdjson::dom::object(value))
            sum += count(member.value);
    return sum;
}

size_t values(const char *text, size_t len)
{
    simdjson::dom::element root;
    return parse(text, len, root) ? count(root) : 0;
}

void run(void *, const struct reply *reply, struct finding *finding)
{
    simdjson::dom::element root;
    finding->found = parse(reply->bytes + reply->value, reply->value_len, root);
    finding->length = finding->found ? size(root) : 0;
}

void run_avx2(void *, const struct reply *reply, struct finding *finding)
{
    simdjson::dom::element root;
    finding->found = parse(reply->bytes + reply->value, reply->value_len, root, parser_avx2);
    finding->length = finding->found ? size(root) : 0;
}

// Whether there are both, and parser_avx2 is made. A parser stays with what was active at its
// first use.
bool has_avx2_too()
{
    const simdjson::implementation *chosen = simdjson::get_active_implementation();
    const simdjson::implementation *avx2 = simdjson::get_available_implementations()["haswell"];
    simdjson::dom::element root;
    if (chosen->name() != "icelake" || avx2 == nullptr || !avx2->supported_by_runtime_system())
        return false;
    simdjson::get_active_implementation() = avx2;
    bool good = parse("[1]" "                                                                ", 3,
                      root, parser_avx2);
    simdjson::get_active_implementation() = chosen;
    return good;
}

} // namespace

long simdjson_parse(const char *text, size_t len)
{
    simdjson::dom::element root;
    return parse(text, len, root) ? long(size(root)) : -1;
}

void simdjson_add(add_contestant *add)
{
    struct contestant c = {};
    c.name = "simdjson DOM";
    c.job = JOB_PARSE;
    c.run = run;
    c.values = values;
    add(&c);
    if (has_avx2_too()) {
        c.name = "simdjson DOM, AVX2";
        c.run = run_avx2;
        add(&c);
    }
}

const char *simdjson_name(void)
{
    static const std::string name = std::string("simdjson ") +
                                    SIMDJSON_STRINGIFY(SIMDJSON_VERSION) + " (" +
                                    simdjson::get_active_implementation()->name() + ")";
    return name.c_str();
}
#else
long simdjson_parse(const char *, size_t)
{
    return -1;
}

void simdjson_add(add_contestant *)
{
}

const char *simdjson_name(void)
{
    return "";
}
#endif
