// See rows.h.
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_SAID = 512, WATCHED = 1 << 16, AREA = 4 << 20, UNTOUCHED = 0xA5 };

// What every structure with a type begins with.
struct typed {
    VkStructureType type;
    void *next;
};

static unsigned char *area(void) {
    static unsigned char *made;
    if (made == NULL) made = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) abort();
    return made;
}

// Rows for so many, and memory behind them that has to stay as it is.
static unsigned char *prepared(const struct enumeration *asked, uint32_t room) {
    unsigned char *rows = area();
    size_t size = room * asked->row_size;
    memset(rows, 0, size);
    memset(rows + size, UNTOUCHED, WATCHED);
    for (uint32_t i = 0; asked->type != 0 && i < room; i++)
        ((struct typed *)(void *)(rows + i * asked->row_size))->type = asked->type;
    return rows;
}

static int is_overrun(const unsigned char *rows, size_t size) {
    size_t i = 0;
    while (i < WATCHED && rows[size + i] == UNTOUCHED) i++;
    return i < WATCHED;
}

static void say_rows(const struct enumeration *asked, const unsigned char *rows, uint32_t count) {
    open_list("rows");
    for (uint32_t i = 0; i < count && i < MOST_SAID; i++) asked->say(rows + i * asked->row_size);
    close_list();
}

static VkResult step(const struct enumeration *asked, const char *name, uint32_t handed_in, int with_array,
                     uint32_t *told) {
    char label[256];
    unsigned char *rows = with_array ? prepared(asked, handed_in) : NULL;
    snprintf(label, sizeof label, "%s.%s", asked->label, name);
    begin(label);
    *told = handed_in;
    VkResult result = asked->ask(asked, told, rows);
    open_answer(label);
    say_number("result", result);
    say_number("count", *told);
    if (with_array) {
        say_number("room", handed_in);
        say_flag("overrun", is_overrun(rows, handed_in * asked->row_size));
        say_rows(asked, rows, result < VK_SUCCESS ? 0 : *told < handed_in ? *told : handed_in);
    }
    close_answer();
    return result;
}

int is_wanted(const char *kind) {
    size_t length = strlen(options.only);
    return length == 0 || (strncmp(kind, options.only, length) == 0 && (kind[length] == '.' || kind[length] == 0));
}

// The devices that groups hold are asked for with them.
static int is_left_out(const struct enumeration *asked) {
    const char *kind = strchr(asked->label, '.');
    if (kind == NULL || is_wanted(kind + 1)) return 0;
    return strcmp(options.only, "groups") != 0 || strncmp(kind, ".devices", strlen(".devices")) != 0;
}

static uint32_t count_and_fill(const struct enumeration *asked, const char *count, const char *fill) {
    uint32_t told = 0, filled = 0;
    if (is_left_out(asked)) return 0;
    if (step(asked, count, 0, 0, &told) < VK_SUCCESS) return 0;
    if (told > MOST_ROWS) told = MOST_ROWS;
    if (told > 0) step(asked, fill, told, 1, &filled);
    return told;
}

void enumerate_later(const struct enumeration *asked) { count_and_fill(asked, "counted-later", "filled-later"); }

void enumerate_once(const struct enumeration *asked) { count_and_fill(asked, "counted", "filled"); }

void enumerate(const struct enumeration *asked) {
    if (is_left_out(asked)) return;
    uint32_t told, count = count_and_fill(asked, "counted", "filled");
    step(asked, "counted-over", UINT32_MAX, 0, &told);
    step(asked, "none", 0, 1, &told);
    if (count > 1) step(asked, "short", count - 1, 1, &told);
    step(asked, "roomy", count + 4, 1, &told);
    count_and_fill(asked, "recounted", "refilled");
}
