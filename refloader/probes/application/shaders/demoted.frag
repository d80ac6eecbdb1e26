#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// What is demoted writes nothing, and its neighbours have derivatives as before.
layout(location = 0) flat in uint number;
layout(location = 0) out uint value;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    if ((at.x + at.y) % 3u == 0u) demote;
    float ramp = 3.0 * gl_FragCoord.x + 5.0 * gl_FragCoord.y;
    value = number + (uint(dFdx(ramp) + 0.5) << 8) + (uint(dFdy(ramp) + 0.5) << 16);
}
