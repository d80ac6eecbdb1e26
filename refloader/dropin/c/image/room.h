// Room for any image. The library in which it is measured has it.
#define IMAGE_HEAP (8 << 20)
#define IMAGE_MOVED (6 << 20)
#define IMAGE_PLAN (1 << 20)
