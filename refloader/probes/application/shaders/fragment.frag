#version 450
layout(location = 0) flat in uint number;
layout(location = 1) in float curved;
layout(location = 2) noperspective in float straight;
layout(constant_id = 3) const uint kind = 0u;
layout(location = 0) out uint value;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    float ramp = 3.0 * gl_FragCoord.x + 5.0 * gl_FragCoord.y;
    uint across = uint(dFdx(ramp) + 0.5), down = uint(dFdy(ramp) + 0.5), both = uint(fwidth(ramp) + 0.5);
    if (kind == 1u && (at.x + at.y) % 3u == 0u) discard;
    value = number;
    if (kind == 2u) value = at.x | at.y << 8;
    if (kind == 3u) value = across | down << 8 | both << 16;
    if (kind == 4u && !gl_FrontFacing) value = number + 100u;
    if (kind == 5u) value = uint(curved * 16.0 + 0.5);
    if (kind == 6u) value = uint(straight * 16.0 + 0.5);
    if (kind == 7u) value = number + uint(gl_PointCoord.x * 4.0) + 16u * uint(gl_PointCoord.y * 4.0);
}
