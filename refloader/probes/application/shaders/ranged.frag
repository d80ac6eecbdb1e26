#version 450
// As value.frag, and above it the depth that the fragment has in its viewport.
layout(location = 0) flat in uint number;
layout(location = 0) out uint value;

void main() {
    value = number | uint(gl_FragCoord.z * 64.0 + 0.5) << 8;
}
