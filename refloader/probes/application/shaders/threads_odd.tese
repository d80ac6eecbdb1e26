#version 450
// A point at each end of a segment: in each twelfth part of both coordinates is a texel.
layout(isolines, fractional_odd_spacing, point_mode) in;
layout(location = 0) in uint passed[];
layout(location = 0) flat out uint number;

void main() {
    gl_Position = vec4((gl_TessCoord.xy * 12.0 + 1.5) / 8.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
    number = passed[0];
}
