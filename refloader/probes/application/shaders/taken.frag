#version 450
layout(input_attachment_index = 1, set = 0, binding = 0) uniform usubpassInput taken;
layout(location = 0) out uint value;

void main() {
    value = 3u * subpassLoad(taken).x + 1u;
}
