#version 450
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 second;

void main() {
    first = second = vec4(0.8, 0.6, 0.4, 0.2);
}
