// Compares what a loader did with what the case expects of one edition.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_case.h"

#define BUILT_IN "VK_LAYER_LUNARG_standard_validation"  // loaders before 1.2.133 list it on every machine

static const struct { const char *number, *name; } results[] = {
    {"0", "VK_SUCCESS"}, {"5", "VK_INCOMPLETE"}, {"-1", "VK_ERROR_OUT_OF_HOST_MEMORY"},
    {"-3", "VK_ERROR_INITIALIZATION_FAILED"}, {"-6", "VK_ERROR_LAYER_NOT_PRESENT"},
    {"-7", "VK_ERROR_EXTENSION_NOT_PRESENT"}, {"-8", "VK_ERROR_FEATURE_NOT_PRESENT"},
    {"-9", "VK_ERROR_INCOMPATIBLE_DRIVER"}, {"-13", "VK_ERROR_UNKNOWN"},
};

static const char *result_name(const char *number) {
    for (size_t i = 0; i < COUNT(results); i++)
        if (strcmp(results[i].number, number) == 0) return results[i].name;
    return number;
}

static void add(struct names *to, const char *name) {
    to->items = grown(to->items, to->count, sizeof *to->items);
    to->items[to->count++] = strdup(name);
}

static int has(const struct names *names, const char *name, size_t from, size_t to) {
    int found = 0;
    for (size_t i = from; i < to; i++) found += strcmp(names->items[i], name) == 0;
    return found;
}

// ---- versions, as "1.3.262"

static unsigned long packed(const char *text) {
    unsigned major = 0, minor = 0, patch = 0;
    sscanf(text, "%u.%u.%u", &major, &minor, &patch);
    return (unsigned long)major << 32 | (unsigned long)minor << 16 | patch;
}

static int is_older(const char *version, const char *than) {
    return version[0] != '\0' && packed(version) < packed(than);
}

const char *edition_of(const char *version) {
    if (version[0] == '\0' || !is_older(version, "1.3.228")) return "2026";
    if (is_older(version, "1.1.0")) return "2016";
    return is_older(version, "1.3.0") ? "2018" : "2022";
}

static const char *version_text(unsigned long number) {
    static char text[64];
    snprintf(text, sizeof text, "%lu.%lu.%lu", number >> 22 & 0x7F, number >> 12 & 0x3FF, number & 0xFFF);
    return text;
}

// ---- the parts of what was seen

static void list_of(const struct seen *seen, size_t event, const char *list, const char *member, struct names *into) {
    char path[128];
    snprintf(path, sizeof path, "%s.#", list);
    const char *count = event == 0 ? NULL : value_in(seen, event, path);
    for (long i = 0; count != NULL && i < strtol(count + 1, NULL, 10); i++) {
        snprintf(path, sizeof path, "%s.%ld.%s", list, i, member);
        const char *found = value_in(seen, event, path);
        add(into, found == NULL ? "" : found + 1);
    }
}

static void complaints_of(const struct seen *seen, const char *edition, const char *table, struct names *into) {
    for (size_t i = 0; i < seen->complaints.count; i++) {
        char row[512];
        snprintf(row, sizeof row, "\n%s %s ", edition, seen->complaints.items[i]);
        const char *found = strstr(table, row);
        if (found == NULL) continue;  // the edition has no rule that says so
        snprintf(row, sizeof row, "%.*s", (int)strcspn(found + strlen(row), "\n"), found + strlen(row));
        add(into, row);
    }
}

static struct names names_of(const struct wanted_case *what, const struct seen *seen, const struct expected *of,
                             const char *version, const char *complaints) {
    struct names found = {0, NULL};
    const char *part = of->part;
    if (strcmp(part, "layers") == 0) {
        struct names every = {0, NULL};
        list_of(seen, last_event(seen, "layers", NULL, NULL), "layers", "0", &every);
        int is_dropped = is_older(version, "1.2.133") && !what->has_built_in;
        for (size_t i = 0; i < every.count; i++)
            if (!is_dropped || strcmp(every.items[i], BUILT_IN) != 0) add(&found, every.items[i]);
    } else if (strcmp(part, "extensions") == 0) {
        list_of(seen, last_event(seen, "extensions", "layer", of->of), "extensions", "0", &found);
    } else if (strcmp(part, "devices") == 0) {
        list_of(seen, last_event(seen, "devices", NULL, NULL), "devices", "0", &found);
    } else if (strcmp(part, "chain") == 0) found = seen->chain;
    else if (strcmp(part, "drivers") == 0) found = seen->drivers;
    else if (strcmp(part, "violations") == 0) complaints_of(seen, of->edition, complaints, &found);
    else if (strcmp(part, "result") == 0) {
        size_t made = last_event(seen, "instance", NULL, NULL), step = last_event(seen, "step", "verb", "create");
        const char *number = step > made ? value_in(seen, step, "answer") : made == 0 ? NULL : value_in(seen, made, "result");
        add(&found, number == NULL ? "" : result_name(number + 1));
    } else give_up("the case expects an unknown part:", part);
    return found;
}

// ---- patterns: "=name", or "a2", "o2" and "m2" before so many names (any order, one of, maybe)

static int matches(const struct names *pattern, size_t at, const struct names *names, size_t from) {
    if (at == pattern->count) return from == names->count;
    const char *word = pattern->items[at];
    size_t count = word[0] == '=' ? 1 : strtoul(word + 1, NULL, 10), first = word[0] == '=' ? at : at + 1;
    size_t least = word[0] == 'a' ? count : word[0] == 'm' ? 0 : 1, most = word[0] == 'a' || word[0] == 'm' ? count : 1;
    struct names wanted = {0, NULL};
    for (size_t i = first; i < first + count && i < pattern->count; i++) add(&wanted, pattern->items[i] + 1);
    for (size_t used = least; used <= most && from + used <= names->count; used++) {
        int fits = 1;
        for (size_t i = from; i < from + used; i++)
            fits &= has(names, names->items[i], from, from + used) <= has(&wanted, names->items[i], 0, wanted.count);
        if (fits && matches(pattern, first + count, names, from + used)) return 1;
    }
    return 0;
}

static int fits(const struct expected *expected, const struct names *names) {
    if (strcmp(expected->way, "list") == 0) return matches(&expected->words, 0, names, 0);
    for (size_t i = 0; i < expected->words.count; i++) {  // "+name" has to be there, "-name" must not
        const char *word = expected->words.items[i];
        if ((has(names, word + 1, 0, names->count) > 0) != (word[0] == '+')) return 0;
    }
    return 1;
}

static void print_names(const char *what, const struct names *names) {
    printf("  %s:", what);
    for (size_t i = 0; i < names->count; i++) printf(" %s", names->items[i]);
    printf("%s\n", names->count == 0 ? " nothing" : "");
}

// ---- values: a member by its path, and its value as the agent's lines have it

static const char *actual_value(const struct seen *seen, const struct expected *of) {
    static char text[128];
    char path[512];
    const char *member = of->words.items[0];
    if (strcmp(of->part, "answers") == 0) {
        size_t step = last_event(seen, "step", "label", of->of);
        snprintf(path, sizeof path, "answer%s%s", member[0] == '\0' ? "" : ".", member);
        return step == 0 ? NULL : value_in(seen, step, path);
    }
    int is_layer = strcmp(of->part, "properties") == 0;
    const char *list = is_layer ? "layers" : "extensions", *wanted = is_layer ? of->of : member;
    size_t event = is_layer ? last_event(seen, "layers", NULL, NULL) : last_event(seen, "extensions", "layer", of->of);
    for (long i = 0; event != 0; i++) {
        snprintf(path, sizeof path, "%s.%ld.0", list, i);
        const char *name = value_in(seen, event, path);
        if (name == NULL) return NULL;
        if (strcmp(name + 1, wanted) != 0) continue;
        int place = !is_layer || strcmp(member, "api_version") == 0 ? 1 : strcmp(member, "implementation_version") == 0 ? 2 : 3;
        snprintf(path, sizeof path, "%s.%ld.%d", list, i, place);
        const char *value = value_in(seen, event, path);
        if (value == NULL || !is_layer || place != 1) return value;
        snprintf(text, sizeof text, "t%s", version_text(strtoul(value + 1, NULL, 10)));
        return text;
    }
    return NULL;
}

static int holds(const struct wanted_case *what, const struct seen *seen, const struct expected *each,
                 const char *version, const char *complaints, int aloud) {
    if (strcmp(each->way, "value") == 0) {
        const char *found = actual_value(seen, each);
        int same = found != NULL && strcmp(found, each->words.items[1]) == 0;
        if (!same && aloud)
            printf("%s of %s, %s\n  actual: %s\n  expected: %s\n", each->part, each->of, each->words.items[0],
                   found == NULL ? "nothing" : found + 1, each->words.items[1] + 1);
        return same;
    }
    struct names names = names_of(what, seen, each, version, complaints);
    int same = fits(each, &names);
    if (!same && aloud) {
        printf("%s%s%s\n", each->part, each->of[0] == '\0' ? "" : " of ", each->of);
        print_names("actual", &names);
        print_names("expected", &each->words);
    }
    return same;
}

const char *version_in(const struct seen *seen) {
    size_t asked = last_event(seen, "version", NULL, NULL);
    const char *number = asked == 0 ? NULL : value_in(seen, asked, "value");
    if (number == NULL) return "";
    return number[0] == 'n' ? strdup(version_text(strtoul(number + 1, NULL, 10))) : "1.0.0";  // 1.0 has no query for it
}

int is_asked(const struct wanted_case *what, const char *edition, const char *version) {
    for (size_t i = 0; i < what->needs.count; i++) {
        if (!is_older(version, what->needs.items[i])) continue;
        printf("not run: %s is known from loader %s on; this is %s\n", what->features.items[i], what->needs.items[i], version);
        return 0;
    }
    for (size_t i = 0; i < what->expected_count; i++)
        if (strcmp(what->expectations[i].edition, edition) == 0) return 1;
    printf("not run: the case says nothing of edition %s\n", edition);
    return 0;
}

int judge(const struct wanted_case *what, const struct seen *seen, const char *edition, const char *version,
          const char *complaints) {
    int is_met = 1;
    for (size_t i = 0; i < what->expected_count; i++) {
        const struct expected *each = &what->expectations[i];
        if (strcmp(each->edition, edition) == 0 && each->reading == NULL)
            is_met &= holds(what, seen, each, version, complaints, 0);
    }
    if (is_met) return PASSED;
    const char *tried = "";
    for (size_t i = 0; i < what->expected_count; i++) {  // the lines of one reading stand together
        const struct expected *first = &what->expectations[i];
        if (strcmp(first->edition, edition) != 0 || first->reading == NULL || strcmp(first->reading, tried) == 0) continue;
        int other = 1;
        tried = first->reading;
        for (size_t k = i; k < what->expected_count; k++) {
            const struct expected *each = &what->expectations[k];
            if (strcmp(each->edition, edition) == 0 && each->reading != NULL && strcmp(each->reading, tried) == 0)
                other &= holds(what, seen, each, version, complaints, 0);
        }
        if (!other) continue;
        printf("passes: the loader takes the other reading of %.*s\n", (int)strcspn(tried, "#"), tried);
        return PASSED;
    }
    for (size_t i = 0; i < what->expected_count; i++)
        if (strcmp(what->expectations[i].edition, edition) == 0 && what->expectations[i].reading == NULL)
            holds(what, seen, &what->expectations[i], version, complaints, 1);
    return FAILED;
}
