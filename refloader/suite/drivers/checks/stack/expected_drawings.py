"""What drawing of the act "states" leaves in images: passes, clears, vertices, and what is set while recording.

Source, in the Vulkan specification: "Render Pass" (load operations, area, dynamic rendering), "Clear Commands",
"Drawing Commands" and "Vertex Input" (which vertices and instances a draw has, and where their attributes are),
"Fragment Operations" (stencil: reference, compare mask and write mask of each face; depth: bounds, comparison; sample
mask), "Stencil Operations" (each of VkStencilOp), VkCompareOp, rasterizerDiscardEnable ("primitives are discarded
immediately before the rasterization stage"), "Occlusion Queries", "Depth Bias Computation" (a unit is a difference
that stays distinct), "Blending" (constants), and the commands of dynamic state.
"""

from refloader.suite.drivers.checks.stack.expected_answer import count, said, texels

PASSES = {
    "cleared": texels("a render pass clears the image when it begins"),
    "area": texels("a render pass clears the part of the image that is its render area"),
    "loaded": texels("a render pass loads the image when it begins"),
    "first": texels("a render pass clears two attachments, the first one is read"),
    "second": texels("a render pass clears two attachments, the second one is read"),
    "loaded_beside": texels("a render pass loads one attachment and clears another, the loaded one is read"),
    "cleared_beside": texels(
        "a render pass loads one attachment and clears another, the cleared one is read"
    ),
    "attachment": texels("vkCmdClearAttachments clears a part of the image, by two rectangles"),
}
CLEARS = {
    "first_range": texels("vkCmdClearDepthStencilImage clears the depth by the first of two ranges"),
    "second_range": texels("vkCmdClearDepthStencilImage clears the stencil by the second of two ranges"),
    "other_aspect": texels(
        "vkCmdClearDepthStencilImage leaves the depth as it is where its range has the stencil alone"
    ),
    "depth_of_both": texels("vkCmdClearDepthStencilImage clears the depth by a range with depth and stencil"),
    "stencil_of_both": texels(
        "vkCmdClearDepthStencilImage clears the stencil by a range with depth and stencil"
    ),
}
SUBPASSES = {
    "first": texels("the second subpass of a render pass clears another attachment, the first one is read"),
    "second": texels("the second subpass of a render pass clears its attachment"),
    "layer": texels("a render pass clears a view of the second layer"),
    "other_layer": texels("a render pass clears a view of the second layer, the first one is read"),
    "all_layers": texels("a render pass clears both layers of a framebuffer, the second one is read"),
    "rectangle": texels("vkCmdClearAttachments clears two layers by one rectangle, the second one is read"),
    "rectangle_of_one": texels("vkCmdClearAttachments clears the second layer, the first one is read"),
    "resolved": texels("a render pass clears four samples, and resolves them at the end of its subpass"),
    "views": texels("a render pass of two views clears both, the second one is read"),
}
DRAWINGS = {
    "drawn": texels("a triangle covers the image"),
    "cut": texels("a triangle covers the image, and the scissor leaves a part of it"),
    "placed": texels("a triangle covers the viewport, which is a part of the image"),
    "other_vertices": texels("a triangle is drawn that begins with the fourth vertex and covers nothing"),
    "masked": texels("a triangle covers the image, and green alone is written"),
    "later": texels("a second triangle covers a part of the first one, with other push constants"),
    "loaded": texels("a triangle covers a part of an image that the render pass loads"),
}
VERTICES = {
    name: texels(f"{what}, each vertex and instance with attributes of its own paints the texel that is its")
    for name, what in {
        "from_first": "vkCmdDraw with firstVertex 2",
        "instances": "vkCmdDraw of three instances with firstVertex 1 and firstInstance 4",
        "nothing": "vkCmdDraw of no vertices, and of no instances",
        "offsets": "vkCmdDraw with two buffers that vkCmdBindVertexBuffers has bound from offsets on",
        "bound_anew": "vkCmdDraw after vkCmdBindVertexBuffers has bound the second of two buffers anew",
        "by_newer": "vkCmdDraw after vkCmdBindVertexBuffers2 has bound the second of two buffers from an offset on",
        "indexed": "vkCmdDrawIndexed with indices of 16 bits, bound from an offset on, and firstIndex 2",
        "indexed_wide": "vkCmdDrawIndexed with indices of 32 bits, bound from an offset on, and firstInstance 2",
        "vertex_offset": "vkCmdDrawIndexed with vertexOffset 3",
        "negative_offset": "vkCmdDrawIndexed with vertexOffset -3",
        "indirect": "vkCmdDrawIndirect, whose numbers have an offset",
        "no_indirect": "vkCmdDrawIndirect with drawCount 0",
        "many_indirect": "vkCmdDrawIndirect with drawCount 3 and a stride of 32 bytes",
        "many_indexed_indirect": "vkCmdDrawIndexedIndirect with drawCount 3 and a stride of 32 bytes",
        "counted": "vkCmdDrawIndirectCount, with a number below maxDrawCount in a buffer, from an offset on",
        "counted_beyond": "vkCmdDrawIndirectCount with maxDrawCount 2, and a higher number in the buffer",
        "none_counted": "vkCmdDrawIndirectCount with the number 0 in the buffer",
        "indexed_counted": "vkCmdDrawIndexedIndirectCount, with a number below maxDrawCount in a buffer",
        "indexed_counted_beyond": "vkCmdDrawIndexedIndirectCount, with maxDrawCount 2 and more in the buffer",
        "indexed_indirect": "vkCmdDrawIndexedIndirect, whose numbers have an offset, with vertexOffset -2",
    }.items()
}
DYNAMIC = {
    name: texels(f"a triangle is drawn to a part of the image, and to nothing around it: {what}")
    for name, what in {
        "blend_constants": "VK_BLEND_FACTOR_CONSTANT_COLOR takes the constants of the last vkCmdSetBlendConstants",
        "stencil_reference": "the stencil test compares with the reference of vkCmdSetStencilReference",
        "stencil_compare_mask": "the stencil test compares the bits that vkCmdSetStencilCompareMask leaves",
        "front_reference": "a front-facing triangle has the reference of VK_STENCIL_FACE_FRONT_BIT",
        "back_reference": "a back-facing triangle has the reference of VK_STENCIL_FACE_BACK_BIT",
        "front_compare_mask": "a front-facing triangle has the compare mask of VK_STENCIL_FACE_FRONT_BIT",
        "back_compare_mask": "a back-facing triangle has the compare mask of VK_STENCIL_FACE_BACK_BIT",
        "front_write_mask": "a front-facing triangle writes the bits of the stencil that its mask of"
        " vkCmdSetStencilWriteMask leaves",
        "back_write_mask": "a back-facing triangle writes the bits of the stencil that its mask of"
        " vkCmdSetStencilWriteMask leaves",
        "depth_bias": "vkCmdSetDepthBias moves it by 16 units to less, or to more",
        "depth_bounds": "the depth that is there is in the bounds of vkCmdSetDepthBounds, or outside",
        "depth_write": "depthWriteEnable of a pipeline has the depth written, and a later triangle compares with it",
        "clear_attachments": "vkCmdClearAttachments clears the depth by the second of two attachments",
        "culled": "cullMode of a pipeline culls front-facing triangles",
        "pushed_to_vertices": "the vertex shader has its push constant of the last vkCmdPushConstants",
        "sample_mask": "pSampleMask of a pipeline leaves none of its samples",
        "negative_height": "a viewport of negative height turns the triangle over, which is not front-facing then",
        "bias_enable": "vkCmdSetDepthBiasEnable has it moved to less, or left",
        "depth_bounds_test": "vkCmdSetDepthBoundsTestEnable has the bounds leave it out, or not looked at",
        "fixed_places": "a pipeline is made with the viewport and the scissor that have it in common",
        "fixed_constants": "VK_BLEND_FACTOR_CONSTANT_COLOR takes the blendConstants that a pipeline is made with",
        "fixed_stencil": "the stencil compares with the compareMask and the reference that a pipeline is made with",
        "fixed_write_mask": "the stencil is written through the writeMask of its face that a pipeline is made with",
        "fixed_bias": "depthBiasConstantFactor, which a pipeline is made with, moves it by 16 units to less",
        "viewport_with_count": "vkCmdSetViewportWithCount has the viewport cover a part of the image",
        "scissor_with_count": "vkCmdSetScissorWithCount leaves out what is beyond a part of the image",
        "depth_write_enable": "vkCmdSetDepthWriteEnable has the depth written, and a later triangle compares with it",
        "cull_mode": "vkCmdSetCullMode leaves front-facing triangles, or none",
        "front_face": "vkCmdSetFrontFace makes it front-facing, or back-facing and culled",
        "discard": "vkCmdSetRasterizerDiscardEnable lets it through, or discards it",
        "depth_test": "vkCmdSetDepthTestEnable turns off a test that it fails, or on",
        "depth_compare": "vkCmdSetDepthCompareOp sets VK_COMPARE_OP_GREATER, or VK_COMPARE_OP_LESS",
        "stencil_op": "vkCmdSetStencilOp sets VK_COMPARE_OP_EQUAL, or VK_COMPARE_OP_NOT_EQUAL",
        "stencil_test": "vkCmdSetStencilTestEnable turns off a test that it fails, or on",
    }.items()
}
DYNAMIC |= {
    "discarded": texels("rasterizerDiscardEnable of a pipeline discards a triangle"),
    "depth_left": texels("a pipeline without depthWriteEnable leaves the depth as it is"),
    "depth_replaced": texels(
        "the depth that a fragment shader writes to gl_FragDepth is compared, not the triangle's"
    ),
    "depth_ops": count(
        8,
        "operations of VkCompareOp by which pipelines compare lesser, equal and greater depths as they have to",
    ),
    "stencil_compare_ops": count(
        8,
        "operations of VkCompareOp by which pipelines compare lesser, equal and greater references with the stencil"
        " as they have to",
    ),
    "stencil_pass_ops": count(8, "operations of VkStencilOp that change the stencil as passOp of a pipeline"),
    "stencil_depth_fail_ops": count(
        8, "operations of VkStencilOp that change the stencil as depthFailOp of a pipeline"
    ),
    "stencil_fail_ops": count(8, "operations of VkStencilOp that change the stencil as failOp of a pipeline"),
}
RENDERED = {
    "cleared": texels("a render pass of vkCreateRenderPass2 clears the layer of its view"),
    "resolved": texels("a render pass of vkCreateRenderPass2 resolves at the end of its subpass"),
    "views": texels("a render pass of vkCreateRenderPass2 clears the layers of all views in viewMask"),
    "second_subpass": texels(
        "vkCmdClearAttachments after vkCmdNextSubpass2 clears what the second subpass has"
    ),
    "dynamic_cleared": texels("vkCmdBeginRendering clears the layer of a view"),
    "dynamic_loaded": texels("vkCmdBeginRendering loads the layer of a view"),
    "dynamic_area": texels("vkCmdBeginRendering clears renderArea, and nothing around it"),
    "dynamic_layers": texels("vkCmdBeginRendering clears as many layers as layerCount says"),
    "dynamic_views": texels("vkCmdBeginRendering clears the layers of all views in viewMask"),
    "dynamic_resolved": texels(
        "vkCmdEndRendering resolves to resolveImageView, by VK_RESOLVE_MODE_AVERAGE_BIT"
    ),
    "dynamic_resolved_elsewhere": texels(
        "vkCmdEndRendering resolves to the second layer, which resolveImageView has"
    ),
    "depths": texels("vkCmdBeginRendering clears pDepthAttachment"),
    "depths_beside": texels(
        "vkCmdBeginRendering clears pDepthAttachment by its own value, not by that of pStencilAttachment"
    ),
    "stencils": texels("vkCmdBeginRendering clears pStencilAttachment, by a value of its own"),
    "depths_resolved": texels(
        "vkCmdEndRendering resolves pDepthAttachment to its resolveImageView, by VK_RESOLVE_MODE_SAMPLE_ZERO_BIT"
    ),
    "resumed": texels(
        "rendering that is suspended in one command buffer clears nothing when the next one resumes it"
    ),
    "executed": texels("vkCmdExecuteCommands in a render pass executes the first of two command buffers"),
    "executed_second": texels(
        "vkCmdExecuteCommands in a render pass executes the second of two command buffers"
    ),
}
COUNTED = {
    "some": said("an occlusion query with samples that pass counts at least one"),
    "none": count(0, "the samples that pass, in an occlusion query in which the sample mask leaves none"),
    "part_exactly": count(64, "the samples that pass, in a precise query in which 64 texels are drawn"),
    "whole_exactly": count(256, "the samples that pass, in a precise query in which 256 texels are drawn"),
    "assembled_vertices": said("a query of pipeline statistics counts the three vertices of a triangle"),
    "assembled_primitives": said("a query of pipeline statistics counts a triangle as a primitive"),
}
