#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) readonly buffer Part { uint part[]; };
layout(set = 0, binding = 2) readonly buffer Moved { uint moved[]; };
layout(set = 0, binding = 3) uniform usamplerBuffer texels;

void main() {
    words[0] = uint(part.length());
    words[1] = part[0];
    words[2] = uint(moved.length());
    words[3] = moved[0];
    words[4] = uint(textureSize(texels));
    words[5] = texelFetch(texels, 0).x;
}
