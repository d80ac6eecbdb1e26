#version 450
// The number is that of the third corner, and of the patch's place among all.
layout(quads, equal_spacing, ccw) in;
layout(location = 0) in uint passed[];
layout(location = 0) flat out uint number;

void main() {
    vec4 upper = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
    vec4 lower = mix(gl_in[2].gl_Position, gl_in[3].gl_Position, gl_TessCoord.x);
    gl_Position = mix(upper, lower, gl_TessCoord.y);
    number = passed[2] + 256u * uint(gl_PrimitiveID);
}
