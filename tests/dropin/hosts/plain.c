// plain LIBRARY: a C program that does everything once.
#include "host.h"

int main(int count, char **arguments) {
    CHECK(count == 2);
    open_loader(arguments[1]);
    whole_life();
    puts("well");
    return 0;
}
