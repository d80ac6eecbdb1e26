#version 450
layout(constant_id = 2) const float red = 1.0;
layout(push_constant) uniform Given { layout(offset = 16) vec2 pushed; };
layout(location = 0) out vec4 colour;

void main() {
    colour = vec4(red, pushed, 1.0);
}
