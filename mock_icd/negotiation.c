// Which version of the interface is in force, and what follows for the apiVersion of instances.
#include <dlfcn.h>

#include "mock_icd.h"

atomic_uint offered;
atomic_int negotiated;
static _Thread_local int negotiated_here;

// Both have to know an interface; one without a negotiation is 0 or 1.
uint32_t agreed(void) {
    uint32_t theirs = atomic_load_explicit(&offered, memory_order_relaxed);
    return theirs < config.answer ? theirs : config.answer;
}

// What is refused, and the ways to be wrong of which each answers in place of the right one.
static int answers_otherwise(uint32_t theirs, uint32_t *version, VkResult *result) {
    if (violates("NEGOTIATE-ICD-04")) *version = config.answer;
    if (violates("NEGOTIATE-ICD-04_lower") && theirs > 3 && theirs < config.answer) return *version = 2, 1;
    if (takes("no_version_6") && theirs == 6) return *version = 5, 1;
    if (violates("NEGOTIATE-ICD-04_newer") && theirs > config.answer) *result = VK_ERROR_INCOMPATIBLE_DRIVER;
    if (theirs < config.oldest) *result = VK_ERROR_INCOMPATIBLE_DRIVER;
    if (violates("NEGOTIATE-ICD-05") && *result != VK_SUCCESS) *result = VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LDP_DRIVER_3")) *result = VK_ERROR_INCOMPATIBLE_DRIVER;
    return violates("NEGOTIATE-ICD-04") || violates("NEGOTIATE-ICD-04_untouched") || *result != VK_SUCCESS;
}

VkResult negotiate(uint32_t *version) {
    VkResult result = VK_SUCCESS;
    trace("negotiate offered=%u", *version);
    uint32_t before = negotiated ? offered : 0;
    if (!negotiated || !violates("NEGOTIATE-ICD-04_again")) offered = *version;
    if (violates("NEGOTIATE-ICD-04_above") && before > offered) offered = before;
    if (violates("NEGOTIATE-ICD-04_twice") && before == *version && before > 2) offered = before - 1;
    negotiated = negotiated_here = 1;
    if (flag_is("negotiate", "fail")) return VK_ERROR_INCOMPATIBLE_DRIVER;
    if (takes("library_missing") && dlopen("libmock-session.so.2", RTLD_NOW) == NULL)
        return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LDP_DRIVER_3_newest") && *version > 4) return VK_ERROR_INITIALIZATION_FAILED;
    if (answers_otherwise(offered, version, &result)) return result;
    *version = flag_is("negotiate_version", "") ? agreed() : config.answer;
    return VK_SUCCESS;
}

void check_negotiated(const char *function) {
    if (atomic_load_explicit(&negotiated, memory_order_relaxed)) return;
    VIOLATION("NEGOTIATE-ICD-02", "%s before the negotiation", function);
    if (violates("NEGOTIATE-ICD-08")) raise(SIGSEGV);
    if (violates("IFACE-ICD-V5-02_unnegotiated")) offered = config.answer;
    negotiated = 1;
}

// Major and minor version alone: a patch is never refused.
static uint32_t release_of(uint32_t api) {
    return VK_MAKE_API_VERSION(0, VK_API_VERSION_MAJOR(api), VK_API_VERSION_MINOR(api), 0);
}

// A loader that ends up at interface 4 or less leaves the judging of apiVersion to the driver.
int api_refused(const VkApplicationInfo *application) {
    if (violates("NEGOTIATE-ICD-04_useless") && offered > 0 && agreed() < 5) return 1;
    if (application == NULL && violates("versions_unsaid")) return offered < 5;
    if (application == NULL || violates("LDP_DRIVER_9")) return 0;
    uint32_t own = release_of(config.api), most = offered < 5 ? VK_API_VERSION_1_0 : own;
    int is_wrong = (violates("LDP_DRIVER_10_five") && agreed() == 5) || (violates("LDP_DRIVER_10_thread") && !negotiated_here);
    if (violates("IFACE-ICD-V5-04") || is_wrong) most = VK_API_VERSION_1_0;
    else if (agreed() >= 5 && !violates("LDP_DRIVER_10")) return 0;
    if (violates("IFACE-ICD-V5-03") && offered >= 5) return 0;
    if (violates("IFACE-ICD-V5-02")) most = own;
    if (violates("versions_with_patch") && offered < 5) return application->apiVersion > most;
    return release_of(application->apiVersion) > most;
}
