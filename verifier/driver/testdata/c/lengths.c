// safe
// The length of a member is evaluated where the structure is declared.
#include <assert.h>

static int k;
static int size(int n) {
  struct S { int b; int a[n]; };
  n = 100;
  struct T { char c; short s[k + 2][3]; long long z; char d; };
  struct __attribute__((packed)) P { char c; int x[k++ + 1]; char d; };
  assert(sizeof(struct S) == 20 && _Alignof(struct S) == 4);
  assert(sizeof(const struct T) == 32 && sizeof(struct P) == 6 && k == 1);
  return sizeof(struct S);
}

int main(void) {
  assert(size(4) == 20);
  int n = 1;
  struct s { int a[++n]; };
  assert(n == 2);
  struct { int a[++n]; } *p;
  assert(n == 3);
  return 0;
}
