// safe
// Floating-point constants that become integers are folded, as gcc does.
#include <assert.h>
#include <errno.h>
#define Q16(x) ((int)((x) * 65536))
static const int gain = Q16(1.5);
static int table[] = { Q16(-0.25), (int)1e3f, Q16(0.1f) };
int main(void) {
  assert(gain == 98304 && table[0] == -16384 && table[1] == 1000 && table[2] == 6553);
  assert((int)3.99 == 3 && (int)-3.99 == -3 && (unsigned char)255.9 == 255);
  assert(ENOMEM == 12 && EWOULDBLOCK == EAGAIN);
  return 0;
}
