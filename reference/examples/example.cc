// libjets from C++ (17): its three operations, on a reply that arrives in parts on standard input.
// What it does is what example.c does; here the calls are wrapped as a C++ program would like them.
#include <jets.h>

#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace
{

// An answer, or why there is none.
template <typename T> struct outcome {
    std::optional<T> value;
    jets_reason reason = JETS_REASON_NOTHING;
};

jets_options options_for_strangers()
{
    jets_options options{};
    options.expect = JETS_EXPECT_OBJECT;
    std::random_device random; // a key that the reply's author does not know
    for (unsigned char &byte : options.hash_key)
        byte = static_cast<unsigned char>(random());
    return options;
}

// Takes the reply as it grows. The answer is a part of the string that finish was given.
class extraction
{
  public:
    explicit extraction(const jets_options &options)
    {
        jets_extract_init(&x, &options);
    }
    bool feed(const std::string &reply)
    {
        return jets_extract_feed(&x, reply.data(), reply.size());
    }
    outcome<std::string_view> finish(const std::string &reply)
    {
        jets_result result;
        if (jets_extract_finish(&x, reply.data(), reply.size(), &result) != JETS_VALUE)
            return {std::nullopt, result.reason};
        return {std::string_view(reply).substr(result.offset, result.length)};
    }

  private:
    jets_extraction x;
};

class completion
{
  public:
    completion()
    {
        jets_complete_init(&c, 0);
    }
    bool feed(std::string_view part)
    {
        return jets_complete_feed(&c, part.data(), part.size());
    }

  private:
    jets_completion c;
};

outcome<std::string> strings(const std::string &reply, const jets_options &options)
{
    std::string out(jets_strings_room(reply.size()), '\0');
    std::size_t len = 0;
    jets_result result;
    if (jets_strings(reply.data(), reply.size(), &options, out.data(), &len, &result) != JETS_VALUE)
        return {std::nullopt, result.reason};
    out.resize(len);
    return {std::move(out)};
}

std::string read_part()
{
    std::string part(16, '\0');
    std::cin.read(part.data(), static_cast<std::streamsize>(part.size()));
    part.resize(static_cast<std::size_t>(std::cin.gcount()));
    return part;
}

template <typename T> int show(const outcome<T> &found)
{
    if (found.value)
        std::cout << *found.value << '\n';
    else
        std::cerr << "none: " << jets_reason_text(found.reason) << '\n';
    return found.value ? 0 : 20;
}

int run(std::string_view operation)
{
    const jets_options options = options_for_strangers();
    std::string reply;
    std::string part;
    bool done = false;
    if (operation == "extract") {
        extraction x(options);
        while (!done && !(part = read_part()).empty())
            done = x.feed(reply += part);
        return show(x.finish(reply));
    }
    if (operation == "complete") {
        completion c;
        while (!done && !(part = read_part()).empty()) {
            done = c.feed(part);
            reply += part;
        }
        std::cout << (done ? "complete" : "not complete") << " after " << reply.size()
                  << " bytes\n";
        return 0;
    }
    if (operation == "strings") {
        while (!(part = read_part()).empty())
            reply += part;
        return show(strings(reply, options));
    }
    std::cerr << "usage: example extract|complete|strings <REPLY\n";
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    const int status = run(argc == 2 ? argv[1] : "");
    return std::cout.flush() ? status : 2;
}
