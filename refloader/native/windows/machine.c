// Makes the machine of a script: keys of the registry, variables of the process. Deletes only keys that loaders read.
#include "agent.h"

static wchar_t trace_path[MOST_PATH];

static const struct {
    const char *name;
    HKEY key;
} hives[] = {{"HKEY_LOCAL_MACHINE", HKEY_LOCAL_MACHINE}, {"HKEY_CURRENT_USER", HKEY_CURRENT_USER}};

// What loaders read of a registry, and no script leaves to the next one.
static const struct {
    HKEY hive;
    const wchar_t *path;
} cleaned[] = {
    {HKEY_LOCAL_MACHINE, L"SOFTWARE\\Khronos"},
    {HKEY_LOCAL_MACHINE, L"SOFTWARE\\WOW6432Node\\Khronos"},
    {HKEY_CURRENT_USER, L"SOFTWARE\\Khronos"},
    {HKEY_CURRENT_USER, L"SOFTWARE\\WOW6432Node\\Khronos"},
    {HKEY_LOCAL_MACHINE, L"SOFTWARE\\Refloader"},  // the keys of devices, which a hook opens
};

wchar_t *wide(const char *text) {
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *made = calloc((size_t)length + 1, sizeof *made);
    if (made == NULL) ExitProcess(99);
    MultiByteToWideChar(CP_UTF8, 0, text, -1, made, length);
    return made;
}

char *narrow(const wchar_t *text) {
    int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *made = calloc((size_t)length + 1, 1);
    if (made == NULL) ExitProcess(99);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, made, length, NULL, NULL);
    return made;
}

void registry_clean(void) {
    for (size_t i = 0; i < COUNT(cleaned); i++) RegDeleteTreeW(cleaned[i].hive, cleaned[i].path);
}

static HKEY hive_of(const char **path) {
    for (size_t i = 0; i < COUNT(hives); i++) {
        size_t length = strlen(hives[i].name);
        if (strncmp(*path, hives[i].name, length) != 0 || (*path)[length] != '\\') continue;
        *path += length + 1;
        return hives[i].key;
    }
    give_up("there is no hive of the key", *path);
}

static HKEY made_key(const char *path) {
    const char *rest = path;
    HKEY hive = hive_of(&rest), key = NULL;
    if (RegCreateKeyExW(hive, wide(rest), 0, NULL, 0, KEY_ALL_ACCESS, NULL, &key, NULL) != ERROR_SUCCESS)
        give_up("the registry does not take the key", path);
    return key;
}

HKEY opened_key(const char *path, REGSAM access) {
    HKEY hive = hive_of(&path), key = NULL;
    return RegOpenKeyExW(hive, wide(path), 0, access, &key) == ERROR_SUCCESS ? key : NULL;
}

void registry_key(const char *path) { RegCloseKey(made_key(path)); }

static unsigned digit(char of) {
    return of <= '9' ? (unsigned)(of - '0') : (unsigned)(of - 'a' + 10);
}

void registry_value(const char *path, const char *name, DWORD type, const char *hexadecimal) {
    size_t size = strlen(hexadecimal) / 2;
    unsigned char *data = calloc(size + 1, 1);
    HKEY key = made_key(path);
    for (size_t i = 0; data != NULL && i < size; i++)
        data[i] = (unsigned char)(digit(hexadecimal[2 * i]) << 4 | digit(hexadecimal[2 * i + 1]));
    if (RegSetValueExW(key, wide(name), 0, type, data, (DWORD)size) != ERROR_SUCCESS)
        give_up("the registry does not take the value", name);
    free(data);
    RegCloseKey(key);
}

void set_variable(const char *name, const char *value) {
    if (!SetEnvironmentVariableW(wide(name), value == NULL ? NULL : wide(value)) && value != NULL)
        give_up("the variable cannot be set:", name);
}

void trace_to(const char *path) { wcsncpy(trace_path, wide(path), MOST_PATH - 1); }

long long trace_size(void) {
    WIN32_FILE_ATTRIBUTE_DATA found;
    if (!GetFileAttributesExW(trace_path, GetFileExInfoStandard, &found)) return 0;
    return (long long)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow);
}
