/* Runs an extractor over cases.jsonl: cc load.c -lcjson && ./a.out EXPORT. Put your own in place of
 * extract. */
#define _POSIX_C_SOURCE 200809L
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value in the reply, to be deleted, or NULL: here, the whole reply where it is an object or an
 * array. A NUL stands at reply[len]. */
static cJSON *extract(const char *reply, size_t len)
{
    const char *end = NULL;
    cJSON *value = cJSON_ParseWithLengthOpts(reply, len + 1, &end, 1);
    if (value != NULL && end == reply + len && (cJSON_IsObject(value) || cJSON_IsArray(value)))
        return value;
    cJSON_Delete(value);
    return NULL;
}

/* Whether the outcome is this result: none, a value, or a value as its exact text. */
static int is_right(const cJSON *got, const cJSON *want)
{
    if (cJSON_HasObjectItem(want, "none") || got == NULL)
        return cJSON_HasObjectItem(want, "none") && got == NULL;
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(want, "text"));
    cJSON *value =
        text != NULL ? cJSON_Parse(text) : cJSON_Duplicate(cJSON_GetObjectItem(want, "value"), 1);
    int equal = cJSON_Compare(got, value, 1);
    cJSON_Delete(value);
    return equal;
}

/* The bytes of base64, with a NUL behind them, to be freed. */
static char *decode(const char *base64, size_t *len)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *bytes = malloc(strlen(base64) + 1);
    unsigned bits = 0;
    *len = 0;
    for (int i = 0; bytes != NULL && base64[i] != '\0' && base64[i] != '='; i++) {
        bits = bits << 6 | (unsigned)(strchr(LETTERS, base64[i]) - LETTERS);
        if (i % 4 != 0)
            bytes[(*len)++] = (char)(bits >> (6 - 2 * (i % 4)) & 0xff);
    }
    if (bytes == NULL)
        abort();
    bytes[*len] = '\0';
    return bytes;
}

static int run(const cJSON *test)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(test, "reply"));
    const char *base64 = cJSON_GetStringValue(cJSON_GetObjectItem(test, "reply_base64"));
    size_t len = text != NULL ? strlen(text) : 0;
    char *reply = text != NULL ? strdup(text) : decode(base64, &len);
    cJSON *got = extract(reply, len);
    int right = is_right(got, cJSON_GetObjectItem(test, "result"));
    const cJSON *want = NULL;
    cJSON_ArrayForEach(want, cJSON_GetObjectItem(test, "acceptable")) right =
        right || is_right(got, want);
    cJSON_Delete(got);
    free(reply);
    return right;
}

int main(int argc, char **argv)
{
    char path[4096];
    char *line = NULL;
    size_t cap = 0;
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    snprintf(path, sizeof path, "%s/cases.jsonl", argc > 1 ? argv[1] : ".");
    FILE *lines = fopen(path, "rb");
    while (lines != NULL && getline(&line, &cap, lines) > 0) {
        cJSON *test = cJSON_Parse(line);
        const char *operation = cJSON_GetStringValue(cJSON_GetObjectItem(test, "operation"));
        int plain = operation != NULL && strcmp(operation, "extract") == 0 &&
                    cJSON_GetArraySize(cJSON_GetObjectItem(test, "options")) == 0;
        if (test != NULL && (!plain || cJSON_HasObjectItem(test, "generate"))) {
            skipped++;
        } else if (test != NULL && run(test)) {
            passed++;
        } else {
            failed++;
            const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(test, "id"));
            printf("FAIL %s\n", id != NULL ? id : "(a line that cJSON does not read)");
        }
        cJSON_Delete(test);
    }
    if (lines == NULL)
        perror(path);
    else
        fclose(lines);
    free(line);
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return lines == NULL;
}
