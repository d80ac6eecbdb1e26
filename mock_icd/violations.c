// The ways in which the driver is wrong on purpose. Each stands where the right thing is done: search for
// violates("NAME"). Which rules fail by it, and in which circumstances it shows, is in
// refloader/selftest/mutants/drivers.toml.
#include "mock_icd.h"

// The name of a rule, with more behind it where it can be broken in several ways; or what is wrong, where that is a
// matter of no single rule.
const char violations[] =
    "LDP_DRIVER_1,LDP_DRIVER_1_folder,LDP_DRIVER_1_locale,LDP_DRIVER_1_mask,LDP_DRIVER_1_floats,"
    "LDP_DRIVER_1_signals,LDP_DRIVER_1_closes,LDP_DRIVER_1_writes,LDP_DRIVER_1_neighbours,one_instance,one_queue,newest_devices,disabled_functions,"
    "devices_once,families_head,fill_shared,layers_close,queries_all,types_by_size,waits_locked,PHYSDEV-ICD-02_tails,samples_several,"
    "features_lacking,limits_low,limits_odd,"
    "buffers_half,families_chain,names_end,limits_narrow,presents_first,features_stop,extensions_gather,"
    "constants_default,constants_packed,constants_shared,push_from_start,groups_first,private_lost,private_untouched,"
    "private_one_slot,private_one_object,passes_kept,passes_whole,passes_lost,passes_one_value,clears_whole,"
    "draws_uncut,draws_unplaced,draws_from_start,draws_unmasked,"
    "loaded_once,one_ends_all,LDP_DRIVER_1_lost,LDP_DRIVER_2,LDP_DRIVER_2_groups,LDP_DRIVER_2_instance,"
    "LDP_DRIVER_2_destruction,LDP_DRIVER_3,LDP_DRIVER_5,LDP_DRIVER_5_disagrees,LDP_DRIVER_9,LDP_DRIVER_10,"
    "APIVER-05,DIRECT-DRIVER-07,GPA-ICD-02,GPA-ICD-02_kinds,"
    "GPA-ICD-02_commands,GPA-ICD-02_crash,GPA-ICD-02_device,GPA-ICD-02_nowhere,"
    "GPA-ICD-02_unknown,GPA-ICD-02_lacking,GPA-ICD-03,GPA-ICD-03_others,IFACE-ICD-V1-01,IFACE-ICD-V1-01_crash,IFACE-ICD-V3-01,"
    "IFACE-ICD-V5-02,IFACE-ICD-V5-02_unnegotiated,IFACE-ICD-V5-03,IFACE-ICD-V5-04,IFACE-ICD-V7-01,"
    "NEGOTIATE-ICD-01,NEGOTIATE-ICD-04,NEGOTIATE-ICD-04_again,NEGOTIATE-ICD-04_lower,NEGOTIATE-ICD-04_newer,"
    "NEGOTIATE-ICD-04_fewer,NEGOTIATE-ICD-04_useless,NEGOTIATE-ICD-04_untouched,NEGOTIATE-ICD-05,"
    "NEGOTIATE-ICD-08,OBJECTS-ICD-01,OBJECTS-ICD-01_table,OBJECTS-ICD-01_changes,OBJECTS-ICD-01_shared,OBJECTS-ICD-01_static,"
    "OBJECTS-ICD-02,OBJECTS-ICD-02_physical_device,OBJECTS-ICD-02_device,OBJECTS-ICD-02_queue,"
    "OBJECTS-ICD-02_command_buffer,OBJECTS-ICD-02_again,OBJECTS-ICD-02_shared,OBJECTS-ICD-04,PHYSDEV-ICD-02,"
    "PHYSDEV-ICD-02_never,PHYSDEV-ICD-02_others,PHYSDEV-ICD-02_unknown,PHYSDEV-ICD-03,WSI-SURFACE-03,WSI-SURFACE-04,"
    "WSI-SURFACE-04_query,allocator_crash,allocator_leaks,allocator_wrong,allocator_alignment,allocator_code,"
    "allocator_other,compute_first,compute_wrong,devices_change,devices_more,devices_short,devices_many,"
    "devices_null,devices_twice,groups_strange,families_empty,families_more,fences_first,fences_reset,"
    "fences_read_once,fences_no_batch,events_reset,events_late,offsets_by_binding,fences_reset_until,dedicated_behind,alignment_by_size,cache_part,levels_few,private_kept,domains_short,semaphores_any,semaphores_any_first,fences_no_batch_by_newer,trim_resets,map_rounded,"
    "fill_rest,buffers_large,sets_copied_first,clears_first_aspect,clears_all_aspects,bound_at_start,addresses_alike,timestamps_wide,passes_counted,submits_tire,submits_lose,memory_every_256th,"
    "queries_ready,queries_reset,mapping_lost,requirements_types,sets_lost,commands_kept,freed_with_others,"
    "secondaries_first,recording_shared,"
    "chain_lost,chain_dropped,chain_first,chain_overrun,chain_changes,limits_forms,tools_short,queries_shared,features_taken,features_chained,first_queue,"
    "beside_leaks,version_forms,map_place,"
    "extensions_change,extensions_more,"
    "extensions_overrun,extensions_short,extensions_twice,extensions_unended,extensions_unnamed,"
    "extensions_rubbish,device_name_unended,device_name_rubbish,memory_types_many,memory_heaps_many,"
    "memory_heap_missing,memory_incoherent,timestamp_bits,subset_alone,dedicated_lost,unmade_small,cache_header,fill_from_start,copy_first,batch_once,"
    "blits_unmirrored,layouts_first_layer,updates_narrow,boxes_from_start,boxes_first_slice,copies_to_same_layer,rows_close,base_ignored,base_kept,indirect_from_start,no_groups_are_one,"
    "queries_always_narrow,queries_at_start,queries_unavailable,cache_foreign,cache_of_another_driver,"
    "identity_of_process,sets_reset_leaks,commands_reset_leaks,NEGOTIATE-ICD-04_above,NEGOTIATE-ICD-04_twice,"
    "queries_reset_first,queries_packed,identity_changes,surface_colourless,formats_narrow,no_fifo,acquire_fence,grows_descriptors,grows_memory,grows_threads,grows_with_devices,grows_with_events,handle_missing,"
    "handle_missing_device,layers_known,unknown_extension,unknown_extension_leaks,"
    "unknown_extension_leaks_device,unknown_extension_code,unknown_extension_device,unknown_extension_maker,"
    "unknown_structure,"
    "unknown_extension_longer,unknown_extension_shorter,versions_with_patch,devices_forgotten,semaphores_narrow,private_narrow,"
    "queries_reset_on,sets_in_one_binding,limits_by_feature,formats_unwritten,OBJECTS-ICD-01_resets,pipelines_unwritten,"
    "sets_given,WSI-SURFACE-03_old,"
    "unknown_structure_device,nothing_crashes,nothing_crashes_device,version_changes,version_variant";

const char *violated = "";
