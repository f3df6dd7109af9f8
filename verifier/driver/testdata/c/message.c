// unsafe 17:67
#include <string.h>
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);
struct header { unsigned char kind, length; unsigned short check; };
static int parse(const char *buf, unsigned n) {
  const struct header *h = (const struct header *)buf;
  if (n < sizeof *h || h->length > n - sizeof *h) return -1;
  return h->kind + h->check;
}
int main(void) {
  char buf[8];
  for (unsigned i = 0; i < sizeof buf; i++) buf[i] = __VERIFIER_nondet_uchar();
  int r = parse(buf, sizeof buf);
  struct header h;
  memcpy(&h, buf, sizeof h);
  if (r == 70000 || r > 0xff) if (r == 0x1234 + 7 && h.kind == 7) reach_error();
  return 0;
}
