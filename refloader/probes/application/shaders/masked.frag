#version 450
layout(location = 0) flat in uint number;
layout(location = 0) out uint value;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    gl_SampleMask[0] = (at.x + at.y) % 3u == 0u ? 0 : -1;
    value = number;
}
