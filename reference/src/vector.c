/*
 * The reader's inner loops with vector instructions: SSE2 on every x86-64, AVX2 where the processor
 * has it, NEON on 64-bit ARM; and which of them to use. What they do is defined by the portable
 * source, and comes to the same; JETS_PORTABLE leaves them out.
 */
#include "few.h"
#include "value.h"

#include <string.h>

static size_t prose_end(const struct jets_markers *m, const unsigned char *text, size_t from,
                        size_t len)
{
    const unsigned char *first = m->first;
    /* four at a time, since most of a reply is passed over here */
    while (len - from >= 4 && ((first[text[from]] | first[text[from + 1]] | first[text[from + 2]] |
                                first[text[from + 3]]) &
                               FIRST_STOP) == 0)
        from += 4;
    while (from < len && (first[text[from]] & FIRST_STOP) == 0)
        from++;
    return from;
}

static size_t string_end(const unsigned char *text, size_t from, size_t len, bool *escaped)
{
    for (; from < len && text[from] != '"'; from++) {
        if (text[from] == '\\') {
            *escaped = true;
            from++;
        }
    }
    return from + 1;
}

const struct jets_path jets_path_portable = {"portable", prose_end, value_read_portable, string_end,
                                             few_repeat_portable};

#if defined JETS_PORTABLE || !defined __GNUC__
#elif defined __x86_64__
#define X86
#elif defined __aarch64__ && defined __ARM_NEON && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARM
#endif

#if defined X86 || defined ARM

enum run { RUN_PLAIN, RUN_WHITE, RUN_DIGITS, RUN_STRING, RUN_PROSE };

struct window {
    size_t end;
    uint64_t mask;
};

struct windows {
    struct window plain, white, digits;
};

#endif

#ifdef X86
#include <immintrin.h>

#define NAME "sse2"
#define NAMED(name) jets__sse2_##name
#define V __m128i
#define LANES 16u
#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define SET(byte) _mm_set1_epi8((char)(byte))
#define EQ _mm_cmpeq_epi8
#define LESS _mm_cmplt_epi8
#define OR _mm_or_si128
#define SUB _mm_sub_epi8
#define ADD_UP_TO_255 _mm_adds_epu8
#define MAX _mm_max_epu8
#define BITS(v) (uint64_t)(uint32_t) _mm_movemask_epi8(v)
#include "window.h"
#undef NAME
#undef NAMED
#undef V
#undef LANES
#undef LOAD
#undef SET
#undef EQ
#undef LESS
#undef OR
#undef SUB
#undef ADD_UP_TO_255
#undef MAX
#undef BITS

/* What follows is compiled for another processor than the rest, and called only there. */
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#endif
#define NAME "avx2"
#define NAMED(name) jets__avx2_##name
#define V __m256i
#define LANES 32u
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define SET(byte) _mm256_set1_epi8((char)(byte))
#define EQ _mm256_cmpeq_epi8
#define LESS(a, b) _mm256_cmpgt_epi8(b, a)
#define OR _mm256_or_si256
#define SUB _mm256_sub_epi8
#define ADD_UP_TO_255 _mm256_adds_epu8
#define MAX _mm256_max_epu8
#define BITS(v) (uint64_t)(uint32_t) _mm256_movemask_epi8(v)
#include "window.h"
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const struct jets_path *path_number(unsigned n)
{
    static const struct jets_path *const paths[3] = {&jets__avx2_path, &jets__sse2_path,
                                                     &jets_path_portable};
    n += !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi");
    return n < 3 ? paths[n] : NULL;
}

#elif defined ARM
#include <arm_neon.h>

/* A bit for each byte: each keeps its own of eight, and neighbours are added up three times. */
ALWAYS_INLINE uint64_t neon_bits(uint8x16_t v)
{
    static const uint8_t bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    v = vandq_u8(v, vld1q_u8(bit));
    v = vpaddq_u8(v, v);
    v = vpaddq_u8(v, v);
    v = vpaddq_u8(v, v);
    return vgetq_lane_u16(vreinterpretq_u16_u8(v), 0);
}

#define NAME "neon"
#define NAMED(name) jets__neon_##name
#define V uint8x16_t
#define LANES 16u
#define LOAD vld1q_u8
#define SET(byte) vdupq_n_u8((uint8_t)(byte))
#define EQ vceqq_u8
#define LESS(a, b) vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b))
#define OR vorrq_u8
#define SUB vsubq_u8
#define ADD_UP_TO_255 vqaddq_u8
#define MAX vmaxq_u8
#define BITS neon_bits
#include "window.h"

const struct jets_path *path_number(unsigned n)
{
    static const struct jets_path *const paths[2] = {&jets__neon_path, &jets_path_portable};
    return n < 2 ? paths[n] : NULL;
}

#else

const struct jets_path *path_number(unsigned n)
{
    return n == 0 ? &jets_path_portable : NULL;
}

#endif
