// Installed with the set-user-id bit of root: says whom it runs as.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("\nhostile %s user %d by a setuid program\n", geteuid() == 0 ? "GOT" : "HAD", (int)geteuid());
    return 0;
}
