#version 450
layout(location = 0) in vec4 words;
layout(location = 1) in vec4 halves;
layout(location = 2) in vec4 signs;
layout(location = 3) in vec4 three;
layout(location = 4) in vec4 word;
layout(location = 5) in vec4 single;
layout(location = 6) in uvec4 whole;
layout(location = 7) in ivec4 negative;
layout(location = 0) flat out uint number;

void main() {
    gl_Position = vec4((float(gl_VertexIndex) + 0.5) / 8.0 - 1.0, 0.5 / 8.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
    ivec4 from_zero = clamp(negative, -128, 127) + 128;
    switch (gl_VertexIndex) {
        case 0: number = packUnorm4x8(words); break;
        case 1: number = packUnorm4x8(halves); break;
        case 2: number = packSnorm4x8(signs); break;
        case 3: number = packUnorm4x8(three); break;
        case 4: number = packUnorm4x8(word); break;
        case 5: number = packUnorm4x8(single); break;
        case 6: number = whole.x | whole.y << 8 | whole.z << 16 | whole.w << 24; break;
        default: number = uint(from_zero.x | from_zero.y << 8 | from_zero.z << 16 | from_zero.w << 24);
    }
}
