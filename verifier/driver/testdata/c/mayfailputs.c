// unsafe 17:12
// malloc=may-fail
#include <stdio.h>
#include <stdlib.h>

extern void reach_error(void);

/* The C library allocates memory for what puts prints. */
int main(void)
{
	puts("start");
	int *p = malloc(sizeof *p);
	if (!p)
		return 0;
	int *q = malloc(sizeof *q);
	if (!q) {
		free(p), reach_error();
	}
	return 0;
}
