// safe
// Offsets of elements whose index is a value are arithmetic, also beyond the array.
#include <assert.h>
#include <stddef.h>

struct s { char c; struct { short x, y; } in[3][2]; };

int main(void) {
  for (int i = 0; i < 5; i++) {
    assert(offsetof(struct s, in[i][1].y) == 2 + 8 * (unsigned long)i + 4 + 2);
    assert(offsetof(struct s, in[i][i].x) == 2 + 12 * (unsigned long)i);
    assert(offsetof(struct s, in[1][1]) == 14);
  }
  return 0;
}
