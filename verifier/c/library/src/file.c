#include <stdio.h>
#include <stdlib.h>

// A file that is open.
FILE *__muster_file(void) { return malloc(216); }
