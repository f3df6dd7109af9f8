#include <stdio.h>

static FILE files[3];
FILE *stdin = &files[0];
FILE *stdout = &files[1];
FILE *stderr = &files[2];
