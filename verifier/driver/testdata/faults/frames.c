// check=memory alone
// A pointer to a function within another one is good until that returns, and what the function uses until the end of its block.
#include <assert.h>
typedef int (*unary)(int);
static unary kept;

static unary made(int n) {
  int add(int x) { return x + n; }
  return add;
}
static int block(int n) {
  unary f = 0;
  {
    int x = n;
    int add(int y) { return x + y; } // fault 3
    f = add;
  }
  return f(1);
}
static int around(int n) {
  unary f = 0;
  { int add(int x) { return x + n; } f = add; } // it uses nothing of the block
  return f(1);
}
static int deep(int n, unary up) {
  int own(int x) { return x + n + (up ? up(x) : 0); } // fault 4
  if (n < 3) return deep(n + 1, own);
  if (CASE == 4) up = made(n);
  return own(1);
}

int main(void) {
  int base = 4;
  unary f = 0;
  void keep(int n) {
    int add(int x) { return x + base; } // base lives on, the call of keep does not
    kept = add;
    if (n) f = add;
    assert(kept(n) == n + 4 && (!f || f(1) == 5));
  }
  switch (CASE) {
  case 0: keep(1); f = 0; keep(2); assert(around(2) == 3 && deep(0, 0) == 10); break;
  case 1: f = made(3); return f(1); // fault 1
  case 2: keep(1); unary old = kept; keep(2); return old(1); // fault 2
  case 3: return block(3);
  case 4: return deep(1, 0);
  case 5: { int x = 5; int g(int y) { return x + y; } f = g; f = (unary)&x; } return f(1); // fault 5
  case 6: keep(1); f = (unary)((char *)kept + 1); return f(1); // fault 6
  }
}
