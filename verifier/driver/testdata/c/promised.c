// safe
// Addresses are multiples of what declarations say, and of what the ABI says.
#include <assert.h>
#include <stdint.h>
_Alignas(64) static char g; static char h; static int i; static long l; static char big[20]; static struct { char c; short s; } st; static _Alignas(8) char h8;
int main(void) {
  _Alignas(64) char x; char y; _Alignas(128) int z[3]; int w __attribute__((aligned(32))); double *d; char buf[16];
  assert((uintptr_t)&g % 64 == 0 && (uintptr_t)&x % 64 == 0 && (uintptr_t)z % 128 == 0 && (uintptr_t)&w % 32 == 0);
  assert((uintptr_t)&i % 4 == 0 && (uintptr_t)&l % 8 == 0 && (uintptr_t)big % 16 == 0 && (uintptr_t)&st % 2 == 0 && (uintptr_t)&h8 % 8 == 0 && (uintptr_t)buf % 16 == 0);
  int n = 3; long v[n]; _Alignas(64) char q[n]; assert((uintptr_t)v % 8 == 0);
  y = 3; h = 4; i = 5; st.s = 6;
  assert(y == 3 && h == 4 && i == 5 && st.s == 6);
}
