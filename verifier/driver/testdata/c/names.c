// safe
// Several names mean one object.
extern int reach_error(void);
int a = 1; extern int b asm("a");
static int s1 = 4; extern int s2 asm("s1");
int g(int x) { return x + 1; }
int f(int) __attribute__((alias("g")));
static int h(int x) { return x + 2; }
extern int k(int x) __attribute__((weak, alias("h")));
extern int v __attribute__((alias("a")));
int main(void) {
  b = 7; s2 = 9; if (a != 7 || f(1) != 2 || k(1) != 3 || s1 != 9 || v != 7) reach_error();
  return 0;
}
