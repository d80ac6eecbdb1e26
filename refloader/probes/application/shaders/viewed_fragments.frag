#version 450
#extension GL_EXT_multiview : require
layout(location = 0) flat in uint number;
layout(location = 0) out uint value;

void main() {
    value = number + 0x100u * uint(gl_ViewIndex);
}
