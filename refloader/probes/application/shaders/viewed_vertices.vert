#version 450
#extension GL_EXT_multiview : require
// A strip that covers the image, or reaches beyond it so that it is clipped, with the number of the view.
layout(constant_id = 1) const float reach = 1.0;
layout(location = 0) flat out uint number;

void main() {
    gl_Position = vec4((float(gl_VertexIndex & 1) * 2.0 - 1.0) * reach, (float(gl_VertexIndex >> 1) * 2.0 - 1.0) * reach, 0.0, 1.0);
    number = 10u + uint(gl_ViewIndex);
}
