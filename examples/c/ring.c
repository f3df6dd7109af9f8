/* A ring buffer of bytes, as between an interrupt handler and a main loop.
 *
 *     muster verify --bound 8 --check=all ring.c             safe
 *     muster verify --bound 8 --check=all -D BUG ring.c      the buffer is taken to be one larger than it is
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#define SIZE 4

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct ring {
  unsigned head;  /* where the next byte is written */
  unsigned tail;  /* where the next byte is read */
  unsigned count; /* how many there are */
  unsigned char data[SIZE];
};

static void ring_init(struct ring *r) {
  r->head = 0;
  r->tail = 0;
  r->count = 0;
}

static bool ring_full(const struct ring *r) {
  return r->count == SIZE;
}

static bool ring_empty(const struct ring *r) {
  return r->count == 0;
}

static unsigned next(unsigned i) {
  i++;
#ifdef BUG
  if (i > SIZE)
#else
  if (i == SIZE)
#endif
    i = 0;
  return i;
}

/* ring_put adds a byte, and reports whether there was room. */
static bool ring_put(struct ring *r, unsigned char byte) {
  if (ring_full(r))
    return false;
  r->data[r->head] = byte;
  r->head = next(r->head);
  r->count++;
  return true;
}

/* ring_get takes the oldest byte, and reports whether there was one. */
static bool ring_get(struct ring *r, unsigned char *byte) {
  if (ring_empty(r))
    return false;
  *byte = r->data[r->tail];
  r->tail = next(r->tail);
  r->count--;
  return true;
}

static void check(const struct ring *r) {
  assert(r->count <= SIZE);
  assert(r->head == (r->tail + r->count) % SIZE);
}

/* What is put first is got first. */
static void in_order(void) {
  struct ring r;
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), x = 0, y = 0;
  bool ok;
  ring_init(&r);
  ok = ring_put(&r, a) && ring_put(&r, b);
  assert(ok);
  ok = ring_get(&r, &x) && ring_get(&r, &y);
  assert(ok);
  assert(x == a && y == b);
  assert(ring_empty(&r));
}

/* Whatever the order of calls is, the indices keep to the buffer. */
static void any_order(void) {
  struct ring r;
  unsigned char last = 0;
  ring_init(&r);
  for (int step = 0; step < 6; step++) {
    if (__VERIFIER_nondet_bool())
      ring_put(&r, __VERIFIER_nondet_uchar());
    else
      ring_get(&r, &last);
    check(&r);
  }
}

int main(void) {
  in_order();
  any_order();
  return 0;
}
