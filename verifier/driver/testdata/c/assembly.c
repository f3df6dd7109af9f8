// safe
#include <assert.h>
int main(void) {
  int x = 3;
  asm volatile("" ::: "memory");
  __asm__("");
  asm("" : : "r"(x++), "i"(2) : "cc");
  __asm__ __volatile__("" "" :: "m"(x));
  assert(x == 4);
  if (x == 5) asm volatile("nop");
  if (x == 6) asm("" : "=r"(x));
  return 0;
}
