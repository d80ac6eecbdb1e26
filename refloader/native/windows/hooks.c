// Answers what a loader asks of the system and Wine has no real answer to: whether the process is elevated, which
// devices the PnP manager knows, the well-known packages, DXGI's adapters. The loader's table of imports is changed,
// and nothing else but DXGI's first function. A hook is put in only where the script names what it is to answer. In the
// end, those are reported that were asked: a loader that asks otherwise got the system's answer.
#include "windows_agent.h"

#include <cfgmgr32.h>

#define MOST_DEVICES 64
#define MOST_PACKAGES 16
#define INTEGRITY_LEVEL 25
#define MEDIUM 0x2000
#define HIGH 0x3000
#define PARENT 1000  // the adapter that components belong to; its key is that of no device

struct device {
    const char *key;
    int component;
};

static struct device devices[MOST_DEVICES];
static unsigned device_count;
static const wchar_t *packages[MOST_PACKAGES];
static unsigned package_count;
static int elevation = -1;

enum { ASKED_ELEVATION, ASKED_DEVICES, ASKED_ADAPTERS, ASKED_PACKAGES, MOST_ASKED };
static const char *const asked_names[MOST_ASKED] = {"elevation", "devices", "adapters", "packages"};
static int asked[MOST_ASKED];

void adapters_were_asked(void) { asked[ASKED_ADAPTERS] = 1; }

void report_hooks(void) {
    report_begin("hooks");
    report_open_list("names");
    for (int i = 0; i < MOST_ASKED; i++)
        if (asked[i]) report_item_text(asked_names[i]);
    report_close_list();
    report_end();
}

void hook_elevation(int elevated) { elevation = elevated; }

void hook_device(const char *key, int component) {
    if (device_count == MOST_DEVICES) give_up("the script has too many devices", "");
    devices[device_count++] = (struct device){key, component};
}

void hook_package(const char *folder) {
    if (package_count == MOST_PACKAGES) give_up("the script has too many packages", "");
    packages[package_count++] = wide(folder);
}

// ---- the token: the integrity level is the last part of the SID

static BOOL(WINAPI *own_token)(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD);

static BOOL WINAPI token_information(HANDLE token, TOKEN_INFORMATION_CLASS kind, LPVOID room, DWORD size, PDWORD needed) {
    struct {
        TOKEN_MANDATORY_LABEL label;
        SID sid;
    } *answer = room;
    if ((int)kind == TokenElevation) asked[ASKED_ELEVATION] = 1;
    if ((int)kind == TokenElevation && room != NULL && size >= sizeof(TOKEN_ELEVATION)) {
        ((TOKEN_ELEVATION *)room)->TokenIsElevated = (DWORD)elevation;
        if (needed != NULL) *needed = sizeof(TOKEN_ELEVATION);
        return TRUE;
    }
    if ((int)kind != INTEGRITY_LEVEL) return own_token(token, kind, room, size, needed);
    asked[ASKED_ELEVATION] = 1;
    if (needed != NULL) *needed = sizeof *answer;
    if (room == NULL || size < sizeof *answer) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return FALSE;
    }
    answer->label.Label.Sid = &answer->sid;
    answer->label.Label.Attributes = SE_GROUP_INTEGRITY;
    answer->sid = (SID){.Revision = SID_REVISION,
                        .SubAuthorityCount = 1,
                        .IdentifierAuthority = {{0, 0, 0, 0, 0, 16}},
                        .SubAuthority = {elevation ? HIGH : MEDIUM}};
    return TRUE;
}

// ---- the PnP manager: a device's number is its place in the script, from 1; components are children of PARENT or of
// the first adapter

static unsigned first_adapter(void) {
    for (unsigned i = 0; i < device_count; i++)
        if (!devices[i].component) return i + 1;
    return PARENT;
}

static unsigned next_component(unsigned after) {
    for (unsigned i = after; i < device_count; i++)
        if (devices[i].component) return i + 1;
    return 0;
}

static void write_id(wchar_t *room, size_t size, DEVINST device) {
    _snwprintf(room, size, L"PCI\\REFLOADER\\%lu", (unsigned long)device);
    room[size - 1] = L'\0';
}

// All IDs, each with its zero, and a zero behind them.
static unsigned write_ids(wchar_t *room, unsigned size) {
    unsigned used = 0, any = 0;
    for (unsigned i = 1; i <= device_count + 1; i++) {
        wchar_t id[64];
        unsigned device = i <= device_count ? i : PARENT;
        if (i <= device_count ? devices[i - 1].component : any || next_component(0) == 0) continue;
        any = 1;
        write_id(id, COUNT(id), device);
        unsigned length = (unsigned)wcslen(id) + 1;
        if (room != NULL && used + length < size) memcpy(room + used, id, length * sizeof *id);
        used += length;
    }
    if (room != NULL && used < size) room[used] = L'\0';
    return used + 1;
}

static CONFIGRET WINAPI id_list_size(PULONG size, PCWSTR filter, ULONG flags) {
    (void)filter, (void)flags;
    asked[ASKED_DEVICES] = 1;
    *size = write_ids(NULL, 0);
    return CR_SUCCESS;
}

static CONFIGRET WINAPI id_list(PCWSTR filter, PWCHAR room, ULONG size, ULONG flags) {
    (void)filter, (void)flags;
    return write_ids(room, size) <= size ? CR_SUCCESS : CR_BUFFER_SMALL;
}

static CONFIGRET WINAPI locate(PDEVINST device, DEVINSTID_W id, ULONG flags) {
    (void)flags;
    unsigned long number = 0;
    if (id == NULL || swscanf(id, L"PCI\\REFLOADER\\%lu", &number) != 1) return CR_NO_SUCH_DEVNODE;
    *device = number;
    return CR_SUCCESS;
}

static CONFIGRET WINAPI status_of(PULONG status, PULONG problem, DEVINST device, ULONG flags) {
    (void)device, (void)flags;
    *status = 0x0000000A;  // DN_DRIVER_LOADED | DN_STARTED
    *problem = 0;
    return CR_SUCCESS;
}

static CONFIGRET WINAPI open_key(DEVINST device, REGSAM access, ULONG profile, REGDISPOSITION how, PHKEY key, ULONG flags) {
    (void)profile, (void)how, (void)flags;
    *key = device >= 1 && device <= device_count ? opened_key(devices[device - 1].key, access) : NULL;
    return *key == NULL ? CR_NO_SUCH_REGISTRY_KEY : CR_SUCCESS;
}

static CONFIGRET WINAPI child_of(PDEVINST child, DEVINST device, ULONG flags) {
    (void)flags;
    *child = device == first_adapter() ? next_component(0) : 0;
    return *child == 0 ? CR_NO_SUCH_DEVNODE : CR_SUCCESS;
}

static CONFIGRET WINAPI sibling_of(PDEVINST sibling, DEVINST device, ULONG flags) {
    (void)flags;
    int component = device >= 1 && device <= device_count && devices[device - 1].component;
    *sibling = component ? next_component(device) : 0;
    return *sibling == 0 ? CR_NO_SUCH_DEVNODE : CR_SUCCESS;
}

static CONFIGRET WINAPI id_of(DEVINST device, PWCHAR room, ULONG size, ULONG flags) {
    (void)flags;
    write_id(room, size, device);
    return CR_SUCCESS;
}

static CONFIGRET WINAPI property_of(DEVINST device, ULONG property, PULONG type, PVOID room, PULONG size, ULONG flags) {
    (void)flags;
    static const wchar_t *const guids[] = {L"{4d36e968-e325-11ce-bfc1-08002be10318}",
                                           L"{5c4c3332-344d-483c-8739-259e934c9cc8}"};
    static const wchar_t *const classes[] = {L"Display", L"SoftwareComponent"};
    int component = device >= 1 && device <= device_count && devices[device - 1].component;
    const wchar_t *text = property == CM_DRP_CLASSGUID ? guids[component] : property == CM_DRP_CLASS ? classes[component] : NULL;
    if (text == NULL) return CR_NO_SUCH_VALUE;
    ULONG needed = (ULONG)((wcslen(text) + 1) * sizeof *text), there = *size;
    if (type != NULL) *type = REG_SZ;
    *size = needed;
    if (room == NULL || there < needed) return CR_BUFFER_SMALL;
    memcpy(room, text, needed);
    return CR_SUCCESS;
}

// ---- packages: every family has the packages of the script, whose names end as their folders do

static const wchar_t *name_of_package(unsigned index) {
    const wchar_t *slash = wcsrchr(packages[index], L'\\');
    return slash == NULL ? packages[index] : slash + 1;
}

// A family's name is the name and the publisher of a full name: NAME_VERSION_PROCESSOR_RESOURCE_PUBLISHER.
static int is_of_family(const wchar_t *full, const wchar_t *family) {
    const wchar_t *end = wcschr(full, L'_'), *publisher = wcsrchr(full, L'_'), *line = wcsrchr(family, L'_');
    if (end == NULL || line == NULL) return 0;
    return end - full == line - family && _wcsnicmp(full, family, (size_t)(end - full)) == 0 && _wcsicmp(publisher, line) == 0;
}

static LONG WINAPI packages_of_family(PCWSTR family, UINT32 *count, PWSTR *names, UINT32 *size, WCHAR *room) {
    asked[ASKED_PACKAGES] = 1;
    UINT32 found = 0, used = 0, has_room = room != NULL && names != NULL;
    for (unsigned i = 0; i < package_count; i++) {
        const wchar_t *full = name_of_package(i);
        if (!is_of_family(full, family)) continue;
        UINT32 length = (UINT32)wcslen(full) + 1;
        has_room = has_room && found < *count && used + length <= *size;
        if (has_room) names[found] = memcpy(room + used, full, length * sizeof *full);
        found++, used += length;
    }
    *count = found, *size = used;
    return found == 0 || has_room ? ERROR_SUCCESS : ERROR_INSUFFICIENT_BUFFER;
}

static LONG WINAPI path_of_package(PCWSTR full, UINT32 *size, PWSTR room) {
    for (unsigned i = 0; i < package_count; i++) {
        if (_wcsicmp(name_of_package(i), full) != 0) continue;
        UINT32 length = (UINT32)wcslen(packages[i]) + 1, there = *size;
        *size = length;
        if (room == NULL || there < length) return ERROR_INSUFFICIENT_BUFFER;
        memcpy(room, packages[i], length * sizeof *room);
        return ERROR_SUCCESS;
    }
    return ERROR_NOT_FOUND;
}

// ---- the kernel's adapters: there are none, so that a loader asks the PnP manager, which documents name

static LONG WINAPI kernel_adapters(ULONG *count) {
    *count = 0;
    return 0;
}

static LONG WINAPI kernel_query(const void *what) {
    (void)what;
    return (LONG)0xC000000D;  // STATUS_INVALID_PARAMETER
}

// ---- what a loader looks up by name, and what it imports

static FARPROC(WINAPI *own_lookup)(HMODULE, LPCSTR);

static const struct {
    const char *name;
    void (*function)(void);
} package_functions[] = {
    {"GetPackagesByPackageFamily", (void (*)(void))packages_of_family},
    {"GetPackagePathByFullName", (void (*)(void))path_of_package},
};

static const struct {
    const char *name;
    void (*function)(void);
} kernel_functions[] = {
    {"D3DKMTEnumAdapters2", (void (*)(void))kernel_adapters},
    {"D3DKMTQueryAdapterInfo", (void (*)(void))kernel_query},
};

static FARPROC WINAPI look_up(HMODULE module, LPCSTR name) {
    if (IS_INTRESOURCE(name)) return own_lookup(module, name);
    for (size_t i = 0; package_count > 0 && i < COUNT(package_functions); i++)
        if (strcmp(package_functions[i].name, name) == 0) return (FARPROC)package_functions[i].function;
    for (size_t i = 0; device_count > 0 && i < COUNT(kernel_functions); i++)
        if (strcmp(kernel_functions[i].name, name) == 0) return (FARPROC)kernel_functions[i].function;
    return own_lookup(module, name);
}

static const struct hook {
    const char *name;
    void (*function)(void);
} pnp_hooks[] = {
    {"CM_Get_Device_ID_List_SizeW", (void (*)(void))id_list_size}, {"CM_Get_Device_ID_ListW", (void (*)(void))id_list},
    {"CM_Locate_DevNodeW", (void (*)(void))locate}, {"CM_Get_DevNode_Status", (void (*)(void))status_of},
    {"CM_Open_DevNode_Key", (void (*)(void))open_key}, {"CM_Get_Child", (void (*)(void))child_of},
    {"CM_Get_Sibling", (void (*)(void))sibling_of}, {"CM_Get_Device_IDW", (void (*)(void))id_of},
    {"CM_Get_DevNode_Registry_PropertyW", (void (*)(void))property_of},
};

// Puts a function in the place of an import and returns what was there; NULL if the loader does not import it.
static void *replace_import(HMODULE loader, const char *name, void (*function)(void)) {
    char *base = (char *)loader;
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_DATA_DIRECTORY *place = &headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
    if (place->VirtualAddress == 0) return NULL;
    for (IMAGE_IMPORT_DESCRIPTOR *each = (void *)(base + place->VirtualAddress); each->Name != 0; each++) {
        IMAGE_THUNK_DATA *names = (void *)(base + (each->OriginalFirstThunk ? each->OriginalFirstThunk : each->FirstThunk));
        IMAGE_THUNK_DATA *addresses = (void *)(base + each->FirstThunk);
        for (; names->u1.AddressOfData != 0; names++, addresses++) {
            DWORD before;
            if (IMAGE_SNAP_BY_ORDINAL(names->u1.Ordinal)) continue;
            if (strcmp(((IMAGE_IMPORT_BY_NAME *)(base + names->u1.AddressOfData))->Name, name) != 0) continue;
            void *own = (void *)(uintptr_t)addresses->u1.Function;
            if (!VirtualProtect(addresses, sizeof *addresses, PAGE_READWRITE, &before)) return NULL;
            addresses->u1.Function = (uintptr_t)function;
            VirtualProtect(addresses, sizeof *addresses, before, &before);
            return own;
        }
    }
    return NULL;
}

void install_hooks(HMODULE loader) {
    if (elevation >= 0) {
        void *own = replace_import(loader, "GetTokenInformation", (void (*)(void))token_information);
        own_token = (BOOL(WINAPI *)(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD))own;
    }
    if (device_count > 0 || package_count > 0) {
        void *own = replace_import(loader, "GetProcAddress", (void (*)(void))look_up);
        own_lookup = (FARPROC(WINAPI *)(HMODULE, LPCSTR))own;
    }
    for (size_t i = 0; device_count > 0 && i < COUNT(pnp_hooks); i++)
        replace_import(loader, pnp_hooks[i].name, pnp_hooks[i].function);
}
