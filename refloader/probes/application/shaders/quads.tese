#version 450
// The number is that of the third corner, and of the patch's place among all. Vertices that an edge is cut at lie outside of it:
// by two texels at the sides, by one above and below.
layout(quads, equal_spacing, ccw) in;
layout(location = 0) in uint passed[];
layout(location = 0) flat out uint number;

void main() {
    vec4 upper = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
    vec4 lower = mix(gl_in[2].gl_Position, gl_in[3].gl_Position, gl_TessCoord.x);
    gl_Position = mix(upper, lower, gl_TessCoord.y);
    vec2 from_middle = gl_TessCoord.xy - 0.5;
    bvec2 is_cut = lessThan(abs(from_middle.yx), vec2(0.4)), is_edge = greaterThan(abs(from_middle), vec2(0.4));
    if (is_cut.x && is_edge.x) gl_Position.x += sign(from_middle.x) * 2.0 / 8.0;
    if (is_cut.y && is_edge.y) gl_Position.y += sign(from_middle.y) / 8.0;
    number = passed[2] + 256u * uint(gl_PrimitiveID);
}
