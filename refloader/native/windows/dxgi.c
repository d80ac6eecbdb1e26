// DXGI's adapters in the order of a script, from CreateDXGIFactory1. Only what loaders call of the interfaces
// answers; the rest returns E_NOTIMPL. For 64-bit processes of x86.
#define COBJMACROS
#include "windows_agent.h"

#include <dxgi1_6.h>

#define MOST_ADAPTERS 64

static long long luids[MOST_ADAPTERS];
static unsigned adapter_count;

void hook_adapter(long long luid) {
    if (adapter_count == MOST_ADAPTERS) give_up("the script has too many adapters", "");
    luids[adapter_count++] = luid;
}

struct adapter {
    const void *const *table;
    unsigned index;
};

static HRESULT WINAPI nothing(void *self) {
    (void)self;
    return E_NOTIMPL;
}

static ULONG WINAPI count_of(void *self) {
    (void)self;
    return 1;
}

static HRESULT WINAPI same(void *self, REFIID id, void **out) {
    (void)id;
    *out = self;
    return S_OK;
}

static void fill(struct adapter *of, DXGI_ADAPTER_DESC1 *out) {
    memset(out, 0, sizeof *out);
    _snwprintf(out->Description, COUNT(out->Description) - 1, L"adapter %lld", luids[of->index]);
    out->AdapterLuid.LowPart = (DWORD)luids[of->index];
    out->AdapterLuid.HighPart = (LONG)(luids[of->index] >> 32);
    out->VendorId = 0x1000, out->DeviceId = 0x2000;
}

static HRESULT WINAPI description(void *self, DXGI_ADAPTER_DESC *out) {
    DXGI_ADAPTER_DESC1 whole;
    fill(self, &whole);
    memcpy(out, &whole, sizeof *out);  // the beginning is the same
    return S_OK;
}

static HRESULT WINAPI description_1(void *self, DXGI_ADAPTER_DESC1 *out) {
    fill(self, out);
    return S_OK;
}

// IUnknown, IDXGIObject, IDXGIAdapter (EnumOutputs, GetDesc, CheckInterfaceSupport), IDXGIAdapter1 (GetDesc1), later ones.
static const void *const adapter_table[] = {same, count_of, count_of, nothing, nothing, nothing, nothing, nothing,
                                            description, nothing, description_1, nothing, nothing, nothing, nothing,
                                            nothing, nothing, nothing, nothing};
static struct adapter adapters[MOST_ADAPTERS];

static HRESULT adapter_at(UINT index, void **out) {
    *out = NULL;
    if (index >= adapter_count) return DXGI_ERROR_NOT_FOUND;
    adapters[index] = (struct adapter){adapter_table, index};
    *out = &adapters[index];
    return S_OK;
}

static HRESULT WINAPI adapter_by_number(void *self, UINT index, void **out) {
    (void)self;
    return adapter_at(index, out);
}

static HRESULT WINAPI adapter_by_preference(void *self, UINT index, DXGI_GPU_PREFERENCE preference, REFIID id, void **out) {
    (void)self, (void)preference, (void)id;
    return adapter_at(index, out);
}

// IUnknown 3, IDXGIObject 4, IDXGIFactory 5, IDXGIFactory1 2, IDXGIFactory2 11, 3: 1, 4: 2, 5: 1, 6: 1, 7: 2.
static const void *const factory_table[] = {
    same,    count_of, count_of, nothing, nothing, nothing, nothing, adapter_by_number, nothing, nothing, nothing,
    nothing, adapter_by_number, nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing,
    nothing, nothing, nothing, nothing, nothing, nothing, nothing, adapter_by_preference, nothing, nothing};
static const struct {
    const void *const *table;
} factory = {factory_table};

static HRESULT WINAPI create_factory(REFIID id, void **out) {
    (void)id;
    adapters_were_asked();
    *out = (void *)(uintptr_t)&factory;
    return S_OK;
}

// A loader may look the function up while it is loaded, so the function itself is changed: it jumps to the one above.
void install_adapters(void) {
    unsigned char jump[] = {0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xE0};  // mov rax, address; jmp rax
    HRESULT(WINAPI *ours)(REFIID, void **) = create_factory;
    HMODULE dxgi = adapter_count == 0 ? NULL : LoadLibraryW(L"dxgi.dll");
    void *theirs = dxgi == NULL ? NULL : (void *)(uintptr_t)GetProcAddress(dxgi, "CreateDXGIFactory1");
    DWORD before;
    if (theirs == NULL || !VirtualProtect(theirs, sizeof jump, PAGE_EXECUTE_READWRITE, &before)) return;
    memcpy(jump + 2, &ours, sizeof ours);
    memcpy(theirs, jump, sizeof jump);
    VirtualProtect(theirs, sizeof jump, before, &before);
    FlushInstructionCache(GetCurrentProcess(), theirs, sizeof jump);
}
