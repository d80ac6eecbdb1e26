#version 450
layout(location = 0) flat in uint number;
layout(location = 0) out uint value;

void main() {
    value = number;
}
