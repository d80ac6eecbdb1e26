// The ways in which the layer is wrong on purpose, one rule each, and which calls are intercepted for that.
// Each stands where the right thing is done: search for violates("NAME"). Which other rules fail with it, and
// in which circumstances it shows, is in refloader/selftest/mutants/layers.toml.
#include "mock_layer.h"

// The name of a rule; with more behind it where a rule can be broken in several ways.
const char violations[] =
    "LLP_LAYER_1,LLP_LAYER_1_enabled,LLP_LAYER_1_raised,LLP_LAYER_1_fewer,LLP_LAYER_1_none,LLP_LAYER_1_short,LLP_LAYER_1_fence,LLP_LAYER_1_extensions,"
    "LLP_LAYER_1_32_names,LLP_LAYER_1_places,LLP_LAYER_1_33rd,LLP_LAYER_1_own_families,LLP_LAYER_1_own_crash,LLP_LAYER_17_beside,LLP_LAYER_1_fenced,LLP_LAYER_2_off,"
    "LLP_LAYER_1_instance_names,LLP_LAYER_1_device_names,LLP_LAYER_1_features,LLP_LAYER_1_older,LLP_LAYER_1_shared,"
    "LLP_LAYER_1_structures,LLP_LAYER_1_second,LLP_LAYER_1_unwritten,LLP_LAYER_1_unwritten_twice,LLP_LAYER_1_room,LLP_LAYER_1_first_family,LLP_LAYER_1_contents,LLP_LAYER_1_room_told,LLP_LAYER_1_state,LLP_LAYER_1_newer,LLP_LAYER_2_failed,"
    "LLP_LAYER_1_writes,LLP_LAYER_1_time,INTERCEPT-04_late,LLP_LAYER_1_counting,LLP_LAYER_1_nameless,LLP_LAYER_1_endless,LLP_LAYER_1_stops,DISPATCH-LAYER-03_kept,LLP_LAYER_1_queues,LLP_LAYER_1_families,LLP_LAYER_1_plain_features,LLP_LAYER_1_counts,LLP_LAYER_2_left,"
    "LLP_LAYER_1_last,LLP_LAYER_2_bound,LLP_LAYER_1_parts,LLP_LAYER_1_masked,LLP_LAYER_1_formats,LLP_LAYER_1_deferred,LLP_LAYER_1_offsets,LLP_LAYER_1_pushed,"
    "LLP_LAYER_1_slots,LLP_LAYER_1_data,LLP_LAYER_1_twins,LLP_LAYER_1_tag,LLP_LAYER_1_messenger,LLP_LAYER_1_behind,LLP_LAYER_2_suspended,LLP_LAYER_1_nothing,LLP_LAYER_2_derived,DISPATCH-LAYER-01_older,"
    "LLP_LAYER_1_again,LLP_LAYER_1_name,LLP_LAYER_2_linked,LLP_LAYER_10_older,LLP_LAYER_1_lost,LLP_LAYER_1_early,LLP_LAYER_1_unanswered,LLP_LAYER_1_partly,LLP_LAYER_1_crowded,LLP_LAYER_1_emptied,LLP_LAYER_1_starved,LLP_LAYER_1_sixty,LLP_LAYER_1_offended,LLP_LAYER_1_noted,LLP_LAYER_1_noted_late,LLP_LAYER_1_scoped,LLP_LAYER_1_kept,LLP_LAYER_1_kept_down,LLP_LAYER_1_regions,LLP_LAYER_2_event,LLP_LAYER_1_same_queue,LLP_LAYER_1_only_queue,"
    "LLP_LAYER_2_unmade,LLP_LAYER_2_unmade_instance,LLP_LAYER_2_undone,LLP_LAYER_1_handed,LLP_LAYER_1_remaining,LLP_LAYER_1_discards,LLP_LAYER_1_resolved,LLP_LAYER_1_blocks,LLP_LAYER_1_wide,LLP_LAYER_1_twice_behind,LLP_LAYER_1_released,LLP_LAYER_1_unlinked,LLP_LAYER_1_priority,LLP_LAYER_18_elsewhere,PHYSDEV-EXT-02_own,"
    "LLP_LAYER_1_chain,LLP_LAYER_1_flags,LLP_LAYER_2_callbacks,LLP_LAYER_1_few,LLP_LAYER_1_no_batch,LLP_LAYER_1_submits,LLP_LAYER_1_tired,LLP_LAYER_1_two,LLP_LAYER_1_buffers,LLP_LAYER_1_halves,LLP_LAYER_1_poll,LLP_LAYER_1_presented,LLP_LAYER_1_outdated,LLP_LAYER_1_indices,LLP_LAYER_1_swapchain,LLP_LAYER_1_static,LLP_LAYER_1_signal,LLP_LAYER_2_key,LLP_LAYER_2_ignored,LLP_LAYER_2_handler,"
    "LLP_LAYER_1_low,LLP_LAYER_1_named,LLP_LAYER_1_inherited,LLP_LAYER_2_levels,LLP_LAYER_1_selected,LLP_LAYER_1_queue,LLP_LAYER_1_64,"
    "LLP_LAYER_1_hung,LLP_LAYER_1_deadline,LLP_LAYER_2_mask,LLP_LAYER_2_uneven,LLP_LAYER_2_samplers,LLP_LAYER_2_none,LLP_LAYER_10_tag,"
    "LLP_LAYER_1_once,LLP_LAYER_1_locked,LLP_LAYER_2_rounding,LLP_LAYER_2_lasting,LLP_LAYER_2_open,"
    "LLP_LAYER_1_first,LLP_LAYER_1_all,LLP_LAYER_1_reset,LLP_LAYER_2_second,INTERCEPT-04_one,INTERCEPT-04_roomy,"
    "LLP_LAYER_2_last,LLP_LAYER_2_nothing,LLP_LAYER_2_unasked,LLP_LAYER_2_application,LLP_LAYER_1_rows,LLP_LAYER_12_reversed,LLP_LAYER_13_first,"
    "LLP_LAYER_2,LLP_LAYER_2_twice,LLP_LAYER_2_crash,LLP_LAYER_2_third,LLP_LAYER_2_after,LLP_LAYER_2_null,LLP_LAYER_2_late,"
    "LLP_LAYER_5,LLP_LAYER_10,LLP_LAYER_10_arrays,LLP_LAYER_10_structures,LLP_LAYER_10_names,"
    "LLP_LAYER_10_chained,LLP_LAYER_10_pnext,LLP_LAYER_1_beyond,LLP_LAYER_1_more,LLP_LAYER_1_strange_queue,LLP_LAYER_1_grouped,"
    "LLP_LAYER_1_recorded,LLP_LAYER_1_executed,LLP_LAYER_1_moved,LLP_LAYER_1_rest,LLP_LAYER_1_origin,LLP_LAYER_1_copied,LLP_LAYER_1_left,"
    "LLP_LAYER_1_edited,LLP_LAYER_1_swapped,LLP_LAYER_1_earlier,LLP_LAYER_1_very_first,LLP_LAYER_1_freed,LLP_LAYER_1_followed,"
    "LLP_LAYER_18_any,LLP_LAYER_18_below,LLP_LAYER_18_physical,DISPATCH-LAYER-05_instances,LLP_LAYER_1_exact,"
    "LLP_LAYER_1_heads,LLP_LAYER_1_across,LLP_LAYER_1_inline,LLP_LAYER_2_features,LLP_LAYER_2_versions,LLP_LAYER_2_families,LLP_LAYER_2_priorities,LLP_LAYER_2_slot,LLP_LAYER_1_older_queue,"
    "LLP_LAYER_10_lookup,LLP_LAYER_10_queue,LLP_LAYER_10_fence,LLP_LAYER_15_near,"
    "LLP_LAYER_12,LLP_LAYER_12_first,LLP_LAYER_12_anonymous,LLP_LAYER_21_anonymous,LLP_LAYER_12_skips,LLP_LAYER_12_late,LLP_LAYER_12_drops,"
    "LLP_LAYER_13,LLP_LAYER_13_skips,LLP_LAYER_13_late,LLP_LAYER_13_once,LLP_LAYER_13_again,"
    "LLP_LAYER_1_instance_stays,LLP_LAYER_14,LLP_LAYER_14_leaks,LLP_LAYER_14_drops,LLP_LAYER_14_device,LLP_LAYER_14_end,"
    "LLP_LAYER_15,LLP_LAYER_15_other,LLP_LAYER_16,LLP_LAYER_16_adds,LLP_LAYER_16_hides,LLP_LAYER_16_keeps,LLP_LAYER_16_refuses,"
    "LLP_LAYER_17,LLP_LAYER_17_debug,LLP_LAYER_18,LLP_LAYER_18_device,LLP_LAYER_18_swapchain,LLP_LAYER_18_listed,LLP_LAYER_18_unknown,"
    "LLP_LAYER_19,LLP_LAYER_19_null,LLP_LAYER_19_own,WRAP-02,"
    "LLP_LAYER_21,LLP_LAYER_21_clears,LLP_LAYER_21_callbacks,LLP_LAYER_22,LLP_LAYER_22_clears,"
    "CHAIN-DIST-04,CHAIN-INIT-05,CHAIN-INIT-06,CHAIN-INIT-08,CHAIN-INIT-08_device,CHAIN-INIT-08_changes,"
    "CHAIN-INIT-09,CHAIN-INIT-09_early,CONV-LAYER-04,CONV-LAYER-08,CONV-LAYER-10,"
    "DISPATCH-LAYER-01,DISPATCH-LAYER-01_first,DISPATCH-LAYER-03,DISPATCH-LAYER-04,DISPATCH-LAYER-04_instances,DISPATCH-LAYER-04_older,DISPATCH-LAYER-05,DISPATCH-LAYER-05_gone,"
    "IFACE-LAYER-V0-02,IFACE-LAYER-V0-03,IFACE-LAYER-V0-04,IFACE-LAYER-V0-05,IFACE-LAYER-V2-02,"
    "INTERCEPT-02,INTERCEPT-03,INTERCEPT-04,INTERCEPT-04_lost,INTERCEPT-04_suboptimal,"
    "INTERCEPT-05,INTERCEPT-06,INTERCEPT-07,"
    "NEGOTIATE-LAYER-04,NEGOTIATE-LAYER-04_newer,NEGOTIATE-LAYER-04_lower,NEGOTIATE-LAYER-04_old,NEGOTIATE-LAYER-04_echo,NEGOTIATE-LAYER-05,NEGOTIATE-LAYER-08,NEGOTIATE-LAYER-09,"
    "NEGOTIATE-LAYER-09_untouched,PHYSDEV-EXT-01,PHYSDEV-EXT-02,PHYSDEV-EXT-02_down,PHYSDEV-EXT-04,"
    "PHYSDEV-EXT-03,PHYSDEV-EXT-04_negotiation,OBJECTS-LAYER-03,PREINST-04,PREINST-05,WRAP-06,"
    "LLP_LAYER_1_first_gpu,LLP_LAYER_19_second,LLP_LAYER_19_table,OBJECTS-LAYER-01_first,INTERCEPT-04_part,LLP_LAYER_1_newest,"
    "LLP_LAYER_2_fences,LLP_LAYER_1_in_place,LLP_LAYER_1_unchecked,LLP_LAYER_10_head,LLP_LAYER_1_unrestored,LLP_LAYER_10_vendors,"
    "LLP_LAYER_1_turns,LLP_LAYER_2_waits,LLP_LAYER_2_unacquired,LLP_LAYER_2_family,LLP_LAYER_2_given_back,LLP_LAYER_10_unknown,MANIFEST-LAYER-16_unlisted,LLP_LAYER_18_denied,"
    "LLP_LAYER_1_any_format,LLP_LAYER_1_extent,LLP_LAYER_1_told,LLP_LAYER_1_tools,LLP_LAYER_1_purposes,LLP_LAYER_1_tool,LLP_LAYER_1_older_tools,LLP_LAYER_1_own_feature,LLP_LAYER_1_no_feature,LLP_LAYER_1_lives,"
    "LLP_LAYER_1_severity,LLP_LAYER_1_objects,LLP_LAYER_1_doubled,LLP_LAYER_1_unheard,LLP_LAYER_1_header,LLP_LAYER_2_payload,LLP_LAYER_1_merged,LLP_LAYER_1_no_cache,"
    "LLP_LAYER_1_positive,LLP_LAYER_2_swapped,LLP_LAYER_2_unended,LLP_LAYER_2_stale,LLP_LAYER_1_ended,LLP_LAYER_2_all_stages,LLP_LAYER_2_access,LLP_LAYER_2_first_type,"
    "LLP_LAYER_2_no_type,LLP_LAYER_2_bound_freed,LLP_LAYER_2_small,LLP_LAYER_2_odd_offset,LLP_LAYER_2_bound_twice,LLP_LAYER_2_mapped_freed,LLP_LAYER_2_mapped_behind,LLP_LAYER_2_mapped_more,LLP_LAYER_2_mapped_again,LLP_LAYER_2_unmapped,LLP_LAYER_2_freed_twice,LLP_LAYER_2_colours,"
    "LLP_LAYER_1_version,LLP_LAYER_1_types,LLP_LAYER_1_cut,LLP_LAYER_1_stages,LLP_LAYER_1_unsignaled,LLP_LAYER_1_unfenced,LLP_LAYER_1_truth,LLP_LAYER_1_supported,LLP_LAYER_2_no_stage,LLP_LAYER_2_waits_again,LLP_LAYER_1_group,LLP_LAYER_1_even,LLP_LAYER_1_over,LLP_LAYER_1_retained,LLP_LAYER_1_plenty,LLP_LAYER_1_one_command,LLP_LAYER_1_least_extent,LLP_LAYER_1_one_format,LLP_LAYER_1_same_group,LLP_LAYER_1_all_shown,LLP_LAYER_1_last_shown,LLP_LAYER_2_no_queue,LLP_LAYER_1_anew,LLP_LAYER_1_usage,LLP_LAYER_2_signaled,LLP_LAYER_2_unfinished,LLP_LAYER_1_counted,LLP_LAYER_1_images,LLP_LAYER_1_known_images,LLP_LAYER_1_plain_end,LLP_LAYER_1_low_stage,LLP_LAYER_1_metadata,LLP_LAYER_1_one_value,LLP_LAYER_1_signals_first,LLP_LAYER_2_ids,LLP_LAYER_2_important,LLP_LAYER_1_asked,LLP_LAYER_1_first_image,LLP_LAYER_1_core_alone,LLP_LAYER_1_empty,LLP_LAYER_1_part_of_stages,LLP_LAYER_2_pending,LLP_LAYER_2_layout,LLP_LAYER_2_unbound,LLP_LAYER_2_no_levels,LLP_LAYER_2_gives_up,LLP_LAYER_1_unlisted,LLP_LAYER_2_any_memory,LLP_LAYER_2_unmappable,LLP_LAYER_2_mode,LLP_LAYER_2_cached,LLP_LAYER_2_mailbox,LLP_LAYER_2_lists_mailbox,LLP_LAYER_1_no_fifo,LLP_LAYER_2_more_images,LLP_LAYER_2_storage,LLP_LAYER_2_partly,LLP_LAYER_2_one_missing,LLP_LAYER_2_polled,LLP_LAYER_2_half,LLP_LAYER_2_one_device,LLP_LAYER_1_copies,LLP_LAYER_1_barriers,LLP_LAYER_1_one_level,LLP_LAYER_1_module,LLP_LAYER_1_surfaces,LLP_LAYER_1_any_family,LLP_LAYER_1_until_ready,LLP_LAYER_1_more_counted,LLP_LAYER_2_inheritance";

const char *violated = "";

// A command that no rule would have the layer intercept, and the violations that are about its calls.
static const struct {
    const char *command;
    const char *violations;
} in_calls[] = {
    {"vkDeviceWaitIdle", "LLP_LAYER_1_deferred,INTERCEPT-04,INTERCEPT-05,INTERCEPT-07,LLP_LAYER_2_crash"},
    {"vkGetFenceFdKHR", "LLP_LAYER_1_handed"},
    {"vkGetQueryPoolResults", "LLP_LAYER_1_until_ready,LLP_LAYER_1_deferred,LLP_LAYER_1_blocks"},
    {"vkCreateFence", "LLP_LAYER_1_data,LLP_LAYER_2_gives_up,LLP_LAYER_1_retained,LLP_LAYER_1_sixty,LLP_LAYER_1_noted,LLP_LAYER_1_noted_late,LLP_LAYER_1_scoped,LLP_LAYER_1_unchecked,LLP_LAYER_1_selected,LLP_LAYER_1_released,LLP_LAYER_1_unlinked,LLP_LAYER_1_chain,LLP_LAYER_1_flags,LLP_LAYER_2_callbacks,LLP_LAYER_10_fence,LLP_LAYER_2_failed,LLP_LAYER_1_writes,LLP_LAYER_2_open"},
    {"vkDestroyFence", "LLP_LAYER_1_sixty,LLP_LAYER_1_noted,LLP_LAYER_1_noted_late,LLP_LAYER_1_scoped,LLP_LAYER_2_callbacks,LLP_LAYER_2,LLP_LAYER_2_nothing,LLP_LAYER_10_fence"},
    {"vkGetFenceStatus", "LLP_LAYER_2_one_device,LLP_LAYER_1_fence,LLP_LAYER_1_released,LLP_LAYER_1_again,INTERCEPT-04_lost"},
    {"vkGetPhysicalDeviceProperties", "LLP_LAYER_1,LLP_LAYER_1_newest,LLP_LAYER_1_endless"},
    {"vkGetPhysicalDeviceFeatures2", "LLP_LAYER_1_unwritten,LLP_LAYER_1_unwritten_twice,LLP_LAYER_1_parts,LLP_LAYER_1_masked"},
    {"vkGetPhysicalDeviceFormatProperties", "LLP_LAYER_1_one_format,LLP_LAYER_1_formats,LLP_LAYER_1_any_format,LLP_LAYER_1_lives"},
    {"vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "LLP_LAYER_1_extent,LLP_LAYER_1_one_command,LLP_LAYER_1_least_extent"},
    {"vkGetPhysicalDeviceToolProperties", "LLP_LAYER_1_tools,LLP_LAYER_1_purposes,LLP_LAYER_1_tool,LLP_LAYER_1_older_tools"},
    {"vkGetPhysicalDeviceToolPropertiesEXT", "LLP_LAYER_1_tools,LLP_LAYER_1_purposes,LLP_LAYER_1_tool,LLP_LAYER_1_older_tools"},
    {"vkGetPhysicalDeviceQueueFamilyProperties2", "LLP_LAYER_1_first_family,LLP_LAYER_1_room_told"},
    {"vkGetPhysicalDeviceQueueFamilyProperties", "LLP_LAYER_1_room,LLP_LAYER_1_more"},
    {"vkGetPipelineCacheData", "LLP_LAYER_1_beyond,LLP_LAYER_1_told,INTERCEPT-04_part,LLP_LAYER_1_header,LLP_LAYER_2_payload"},
    {"vkResetFences", "LLP_LAYER_1_reset,DISPATCH-LAYER-01,DISPATCH-LAYER-01_first"},
    {"vkWaitForFences", "LLP_LAYER_2_polled,LLP_LAYER_1_deferred,INTERCEPT-04_late,LLP_LAYER_1_time,LLP_LAYER_1_poll,LLP_LAYER_2_key,LLP_LAYER_1_first,LLP_LAYER_1_all,LLP_LAYER_2_second,LLP_LAYER_1_few,LLP_LAYER_1_64,LLP_LAYER_1_deadline,LLP_LAYER_1_locked"},
    {"vkSignalSemaphore", "LLP_LAYER_1_locked"},
    {"vkCreateComputePipelines", "LLP_LAYER_1_ended,INTERCEPT-04_one,LLP_LAYER_1_last,LLP_LAYER_1_partly,LLP_LAYER_1_stops,LLP_LAYER_2_derived,LLP_LAYER_2_one_missing"},
    {"vkCmdBindPipeline", "LLP_LAYER_2_bound,LLP_LAYER_1_turns"},
    {"vkCmdBindIndexBuffer", "LLP_LAYER_1_recorded,LLP_LAYER_1_executed,LLP_LAYER_1_moved"},
    {"vkCmdPipelineBarrier", "LLP_LAYER_1_barriers,LLP_LAYER_2_swapped,LLP_LAYER_2_access,LLP_LAYER_1_part_of_stages,LLP_LAYER_1_remaining,LLP_LAYER_1_discards,LLP_LAYER_2_unacquired"},
    {"vkCmdBeginRendering", "LLP_LAYER_1_resolved"},
    {"vkCmdDrawIndexed", "LLP_LAYER_1_positive"},
    {"vkCmdNextSubpass2", "LLP_LAYER_1_contents"},
    {"vkCmdEndRenderPass", "LLP_LAYER_2_unended"},
    {"vkCmdEndRendering", "LLP_LAYER_2_suspended"},
    {"vkCmdEndQuery", "LLP_LAYER_1_plain_end"},
    {"vkCmdEndQueryIndexedEXT", "LLP_LAYER_1_plain_end"},
    {"vkCmdWriteTimestamp2", "LLP_LAYER_1_low_stage"},
    {"vkAcquireNextImageKHR", "LLP_LAYER_1_asked,LLP_LAYER_1_first_image"},
    {"vkSetHdrMetadataEXT", "LLP_LAYER_1_metadata"},
    {"vkWaitSemaphoresKHR", "DISPATCH-LAYER-01_older,LLP_LAYER_1_over"},
    {"vkCmdCopyBuffer", "LLP_LAYER_1_regions,LLP_LAYER_1_rest,LLP_LAYER_1_origin"},
    {"vkCmdSetStencilOp", "LLP_LAYER_1_copied,LLP_LAYER_1_left"},
    {"vkCmdSetDepthBias", "LLP_LAYER_1_swapped"},
    {"vkCmdSetDepthTestEnable", "LLP_LAYER_1_state"},
    {"vkCmdDraw", "LLP_LAYER_1_earlier,LLP_LAYER_1_very_first,LLP_LAYER_1_left"},
    {"vkFreeDescriptorSets", "LLP_LAYER_1_freed,LLP_LAYER_1_followed"},
    {"vkCmdResetEvent2", "LLP_LAYER_2_event"},
    {"vkGetDeviceQueue", "LLP_LAYER_2_pending,LLP_LAYER_2_layout,LLP_LAYER_2_unbound,LLP_LAYER_2_no_levels,LLP_LAYER_1_older_queue,LLP_LAYER_1_same_queue,LLP_LAYER_1_only_queue,LLP_LAYER_1_queue,LLP_LAYER_1_strange_queue"},
    {"vkGetDeviceQueue2", "LLP_LAYER_1_queue"},
    {"vkFreeMemory", "LLP_LAYER_1_nothing"},
    {"vkAllocateMemory", "LLP_LAYER_2_stale,LLP_LAYER_2_first_type,LLP_LAYER_2_important,LLP_LAYER_1_nothing,LLP_LAYER_1_messenger,LLP_LAYER_1_low,LLP_LAYER_1_priority"},
    {"vkMapMemory", "LLP_LAYER_1_low,LLP_LAYER_1_wide,LLP_LAYER_1_twice_behind"},
    {"vkCreateDescriptorSetLayout", "LLP_LAYER_2_samplers"},
    {"vkSetDebugUtilsObjectNameEXT", "LLP_LAYER_1_named,LLP_LAYER_1_in_place"},
    {"vkCreateCommandPool", "LLP_LAYER_2_family,LLP_LAYER_2_no_queue"},
    {"vkGetSwapchainImagesKHR", "LLP_LAYER_1_more_counted,LLP_LAYER_1_images,LLP_LAYER_1_known_images"},
    {"vkGetPhysicalDeviceSurfacePresentModesKHR", "LLP_LAYER_2_lists_mailbox,LLP_LAYER_1_no_fifo"},
    {"vkCreateSampler", "LLP_LAYER_2_cached"},
    {"vkDestroySampler", "LLP_LAYER_2_cached"},
    {"vkCreateSwapchainKHR", "LLP_LAYER_2_colours,LLP_LAYER_2_mailbox,LLP_LAYER_2_storage,LLP_LAYER_2_mode,LLP_LAYER_2_more_images,LLP_LAYER_1_swapchain,LLP_LAYER_1_static,LLP_LAYER_1_anew,LLP_LAYER_1_usage"},
    {"vkQueuePresentKHR", "LLP_LAYER_2_partly,LLP_LAYER_2_pending,LLP_LAYER_2_layout,LLP_LAYER_2_unbound,LLP_LAYER_2_no_levels,LLP_LAYER_2_no_type,LLP_LAYER_2_bound_freed,LLP_LAYER_2_small,LLP_LAYER_2_odd_offset,LLP_LAYER_2_bound_twice,LLP_LAYER_2_mapped_freed,LLP_LAYER_2_mapped_behind,LLP_LAYER_2_mapped_more,LLP_LAYER_2_mapped_again,LLP_LAYER_2_unmapped,LLP_LAYER_2_freed_twice,LLP_LAYER_2_any_memory,LLP_LAYER_2_unmappable,LLP_LAYER_2_ids,LLP_LAYER_2_signaled,LLP_LAYER_2_unfinished,LLP_LAYER_1_all_shown,LLP_LAYER_1_last_shown,LLP_LAYER_2_no_stage,LLP_LAYER_2_waits_again,LLP_LAYER_1_group,LLP_LAYER_1_lost,LLP_LAYER_2_waits,LLP_LAYER_1_presented,LLP_LAYER_1_outdated,LLP_LAYER_1_indices,LLP_LAYER_2_handler,INTERCEPT-04_suboptimal"},
    {"vkQueueSubmit", "LLP_LAYER_1_no_batch,LLP_LAYER_1_one_value,LLP_LAYER_2_fences,LLP_LAYER_1_fenced,LLP_LAYER_1_strange_queue,LLP_LAYER_1_deferred,LLP_LAYER_1_second,LLP_LAYER_1_shared,LLP_LAYER_2_last,LLP_LAYER_1_submits,LLP_LAYER_1_tired,LLP_LAYER_1_two,LLP_LAYER_1_counts,LLP_LAYER_2_none,LLP_LAYER_2_uneven,LLP_LAYER_1_stages"},
    {"vkQueueBindSparse", "LLP_LAYER_1_empty,LLP_LAYER_1_unsignaled,LLP_LAYER_1_unfenced"},
    {"vkCreateDebugUtilsMessengerEXT", "LLP_LAYER_2_stale,LLP_LAYER_1_severity"},
    {"vkSubmitDebugUtilsMessageEXT", "LLP_LAYER_1_objects,LLP_LAYER_1_doubled"},
    {"vkMergePipelineCaches", "LLP_LAYER_1_merged"},
    {"vkCreateValidationCacheEXT", "LLP_LAYER_1_no_cache,LLP_LAYER_1_version,LLP_LAYER_1_cut"},
    {"vkDestroyValidationCacheEXT", "LLP_LAYER_1_no_cache,LLP_LAYER_1_version,LLP_LAYER_1_cut"},
    {"vkMergeValidationCachesEXT", "LLP_LAYER_1_no_cache,LLP_LAYER_1_version,LLP_LAYER_1_cut"},
    {"vkGetValidationCacheDataEXT", "LLP_LAYER_1_no_cache,LLP_LAYER_1_version,LLP_LAYER_1_cut"},
    {"vkEnumeratePhysicalDeviceGroups", "LLP_LAYER_1_same_group,LLP_LAYER_1_truth"},
    {"vkGetPhysicalDeviceImageFormatProperties", "LLP_LAYER_1_supported"},
    {"vkQueueSubmit2", "LLP_LAYER_1_signals_first,LLP_LAYER_1_signal"},
    {"vkBeginCommandBuffer", "LLP_LAYER_2_inheritance,LLP_LAYER_1_executed,LLP_LAYER_2_ignored,LLP_LAYER_2_levels,LLP_LAYER_1_inherited"},
    {"vkCmdBindDescriptorSets", "LLP_LAYER_1_offsets"},
    {"vkCreateImageView", "LLP_LAYER_1_one_level"},
    {"vkCreateShaderModule", "LLP_LAYER_1_module"},
    {"vkGetPhysicalDeviceSurfaceSupportKHR", "LLP_LAYER_1_surfaces,LLP_LAYER_1_any_family"},
    {"vkUpdateDescriptorSets", "LLP_LAYER_1_copies,LLP_LAYER_1_across,LLP_LAYER_1_inline"},
    {"vkCmdPushConstants", "LLP_LAYER_1_ended,LLP_LAYER_2_all_stages,LLP_LAYER_1_pushed"},
    {"vkCmdDispatch", "LLP_LAYER_1_pushed,LLP_LAYER_1_turns"},
    {"vkCreatePrivateDataSlot", "LLP_LAYER_1_slots,LLP_LAYER_1_data"},
    {"vkDestroyPrivateDataSlot", "LLP_LAYER_1_slots,LLP_LAYER_1_data"},
    {"vkSetPrivateDataEXT", "LLP_LAYER_1_twins"},
    {"vkGetPrivateData", "LLP_LAYER_1_twins"},
    {"vkSetDebugUtilsObjectTagEXT", "LLP_LAYER_1_tag"},
    {"vkGetPhysicalDeviceMemoryProperties2KHR", "LLP_LAYER_1_core_alone"},
    {"vkGetPhysicalDeviceMemoryProperties2", "LLP_LAYER_1_core_alone,LLP_LAYER_1_types,LLP_LAYER_1_plenty,LLP_LAYER_1_behind,LLP_LAYER_1_heads,LLP_LAYER_1_first_gpu"},
    {"vkAllocateCommandBuffers", "LLP_LAYER_2_half,LLP_LAYER_1_buffers,LLP_LAYER_1_halves,LLP_LAYER_1_inherited,LLP_LAYER_2_lasting,LLP_LAYER_2_levels"},
};

static int is_wrong_in(size_t call) {
    return *violated != '\0' && holds(in_calls[call].violations, violated, strlen(violated), ",");
}

// Intercepts what the layer is to be wrong in.
void intercept_violated(void) {
    for (size_t i = 0; i < COUNT(in_calls); i++)
        if (is_wrong_in(i)) read_manner("intercept", in_calls[i].command, 0);
}

// Whether the command has to be intercepted to be wrong in it.
int violated_in(const char *command) {
    for (size_t i = 0; i < COUNT(in_calls); i++)
        if (is_wrong_in(i) && strcmp(in_calls[i].command, command) == 0) return 1;
    return 0;
}
