// The agent on Windows, agent.exe SCRIPT. Makes the machine of a script: keys of the registry, variables of the process.
// Deletes only keys that loaders read. The words that only Windows has, before the others:
//
// events PATH                  the file to which this program writes
// key PATH, value PATH NAME TYPE HEX   the registry; what loaders read of it is deleted first
// elevated 0|1, device KEY COMPONENT, adapter LUID, package FOLDER   what hooks answer (see hooks.c)
//
// A script of the word warm alone has DXGI load: what Wine starts for that stays, and later scripts need not wait.
#include "windows_agent.h"

#include <dxgi.h>

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

// ---- libraries

void *load_library(const char *path) {
    install_adapters();
    HMODULE library = LoadLibraryW(wide(path));
    if (library == NULL) {
        char code[32];
        snprintf(code, sizeof code, "%lu", GetLastError());
        refuse("the library cannot be loaded: error", code);
    }
    if (exported(library, "vkGetInstanceProcAddr") != NULL) install_hooks(library);
    return library;
}

PFN_vkVoidFunction exported(void *library, const char *name) {
    return (PFN_vkVoidFunction)(void (*)(void))GetProcAddress(library, name);
}

const char *path_of(void *library, PFN_vkVoidFunction function) {
    wchar_t file[MOST_PATH];
    (void)function;
    GetModuleFileNameW(library, file, COUNT(file));
    return narrow(file);
}

const char *home_of(PFN_vkVoidFunction pointer) {
    static char name[MOST_PATH];
    wchar_t path[MOST_PATH];
    HMODULE module = NULL;
    DWORD flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (pointer == NULL) return "";
    if (!GetModuleHandleExW(flags, (LPCWSTR)(uintptr_t)pointer, &module)) return "?";
    if (GetModuleFileNameW(module, path, COUNT(path)) == 0) return "?";
    wchar_t *slash = wcsrchr(path, L'\\');
    char *text = narrow(slash == NULL ? path : slash + 1);
    snprintf(name, sizeof name, "%s", text);
    free(text);
    return name;
}

// ---- the script

void enter_folder(const char *path) {
    if (!SetCurrentDirectoryW(wide(path))) give_up("there is no working folder", path);
}

void machine_finish(void) { report_hooks(); }

void machine_exit(void) {
    fflush(NULL);
    TerminateProcess(GetCurrentProcess(), 0);
    for (;;) Sleep(INFINITE);
}

static void do_events(char **given) {
    FILE *file = _wfopen(wide(given[0]), L"ab");
    if (file == NULL) ExitProcess(98);
    report_on(file);
}

static void do_warm(char **given) {
    HMODULE dxgi = LoadLibraryW(L"dxgi.dll");
    HRESULT(WINAPI *create)(REFIID, void **) = dxgi == NULL ? NULL : (void *)GetProcAddress(dxgi, "CreateDXGIFactory1");
    void *factory;
    (void)given;
    if (create != NULL) create(&IID_IDXGIFactory1, &factory);
    TerminateProcess(GetCurrentProcess(), 0);
}

static void do_key(char **given) { registry_key(given[0]); }
static void do_value(char **given) {
    registry_value(given[0], given[1], (DWORD)strtoul(given[2], NULL, 10), given[3]);
}
static void do_elevated(char **given) { hook_elevation(given[0][0] == '1'); }
static void do_device(char **given) { hook_device(given[0], given[1][0] == '1'); }
static void do_adapter(char **given) { hook_adapter(strtoll(given[0], NULL, 10)); }
static void do_package(char **given) { hook_package(given[0]); }

const struct word machine_words[] = {
    {"events", 1, do_events}, {"key", 1, do_key}, {"value", 4, do_value}, {"elevated", 1, do_elevated},
    {"device", 2, do_device}, {"adapter", 1, do_adapter}, {"package", 1, do_package}, {"warm", 0, do_warm},
    {NULL, 0, NULL},
};

static char *content_of(const wchar_t *path) {
    FILE *file = _wfopen(path, L"rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fseek(file, 0, SEEK_SET);
    char *text = calloc((size_t)size + 1, 1);
    if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) text[0] = '\0';
    fclose(file);
    return text;
}

// A loader that crashes is reported, and nothing asks a user what to do about it.
static LONG WINAPI on_crash(EXCEPTION_POINTERS *what) {
    char name[32];
    snprintf(name, sizeof name, "0x%08lx", what->ExceptionRecord->ExceptionCode);
    report_begin("crashed");
    report_text("code", name);
    report_end();
    TerminateProcess(GetCurrentProcess(), what->ExceptionRecord->ExceptionCode);
    return EXCEPTION_EXECUTE_HANDLER;
}

int wmain(int count, wchar_t **arguments) {
    char *script = count == 2 ? content_of(arguments[1]) : NULL;
    if (script == NULL) return 96;
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    SetUnhandledExceptionFilter(on_crash);
    registry_clean();
    return carry_out(script);
}
