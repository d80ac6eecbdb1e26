#version 450
// The depth is a lesser one in the middle of the image, and a greater one around it.
layout(constant_id = 2) const float red = 1.0;
layout(push_constant) uniform Given { layout(offset = 16) vec2 pushed; };
layout(location = 0) out vec4 colour;

void main() {
    bool is_within = all(lessThan(abs(gl_FragCoord.xy - 8.0), vec2(4.0)));
    colour = vec4(red, pushed, 1.0);
    gl_FragDepth = is_within ? 0.125 : 0.375;
}
