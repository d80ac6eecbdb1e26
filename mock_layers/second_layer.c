// The second layer of a library that holds two: the same source once more, with exports of other names.
#undef EXPORT_RENAMED
#undef NAME_SUFFIX
#define EXPORT_RENAMED second_
#define NAME_SUFFIX "_second"

#include "mock_layer.c"
